//! 1 where the left side is above the right one, 0 elsewhere and where a side is NaN.

use super::lib::binary::{Binary, Rule};
use crate::example::Values;

pub(super) static OPERATION: Binary<Greater> = Binary::new();

pub(super) struct Greater;

impl Rule for Greater {
    const NAME: &'static str = "greater";
    const WGSL: &'static str = shader!("greater");
    const VALUES: Values = Values::Distinct;

    fn apply(a: f32, b: f32) -> f32 {
        f32::from(u8::from(a > b))
    }
}
