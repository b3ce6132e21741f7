//! 1 where the left side is below the right one, 0 elsewhere and where a side is NaN.

use super::lib::binary::{Binary, Rule};
use crate::example::Values;

pub(super) static OPERATION: Binary<Less> = Binary::new();

pub(super) struct Less;

impl Rule for Less {
    const NAME: &'static str = "less";
    const WGSL: &'static str = shader!("less");
    const VALUES: Values = Values::Distinct;

    fn apply(a: f32, b: f32) -> f32 {
        f32::from(u8::from(a < b))
    }
}
