//! Ones. Attributes: `[dims…]`.

use super::Listed;
use super::lib::constant::{self, Constant};
use crate::example::Examples;
use crate::op::Operation;

pub(super) static OPERATION: Ones = Ones;

pub(super) struct Ones;

impl Listed for Ones {
    const OPERATION: &'static dyn Operation = &Constant { name: "ones", value: 1.0, wgsl: shader!("ones") };
    const EXAMPLES: Examples = constant::EXAMPLES;
}
