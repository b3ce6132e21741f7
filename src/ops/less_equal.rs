//! 1 where the left side is not above the right one, 0 elsewhere and where a side is NaN.

use super::lib::binary::{Binary, Rule};
use crate::example::Values;

pub(super) static OPERATION: Binary<LessEqual> = Binary::new();

pub(super) struct LessEqual;

impl Rule for LessEqual {
    const NAME: &'static str = "lessEqual";
    const WGSL: &'static str = shader!("less_equal");
    const VALUES: Values = Values::Distinct;

    fn apply(a: f32, b: f32) -> f32 {
        f32::from(u8::from(a <= b))
    }
}
