//! 1 where the left side is not below the right one, 0 elsewhere and where a side is NaN.

use super::lib::binary::{Binary, Rule};
use crate::example::Values;

pub(super) static OPERATION: Binary<GreaterEqual> = Binary::new();

pub(super) struct GreaterEqual;

impl Rule for GreaterEqual {
    const NAME: &'static str = "greaterEqual";
    const WGSL: &'static str = shader!("greater_equal");
    const VALUES: Values = Values::Distinct;

    fn apply(a: f32, b: f32) -> f32 {
        f32::from(u8::from(a >= b))
    }
}
