//! The square root; of less than 0, NaN.

use super::lib::unary::{Rule, Unary};

pub(super) static OPERATION: Unary<Sqrt> = Unary::new();

pub(super) struct Sqrt;

impl Rule for Sqrt {
    const NAME: &'static str = "sqrt";
    const WGSL: &'static str = include_str!("../../shaders/sqrt.wgsl");

    fn apply(x: f32) -> f32 {
        x.sqrt()
    }
}
