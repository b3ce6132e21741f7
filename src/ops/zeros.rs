//! Zeros. Attributes: `[dims…]`.

use super::Listed;
use super::lib::constant::{self, Constant};
use crate::example::Examples;
use crate::op::Operation;

pub(super) static OPERATION: Zeros = Zeros;

pub(super) struct Zeros;

impl Listed for Zeros {
    const OPERATION: &'static dyn Operation = &Constant { name: "zeros", value: 0.0, wgsl: shader!("zeros") };
    const EXAMPLES: Examples = constant::EXAMPLES;
}
