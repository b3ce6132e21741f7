//! The absolute value.

use super::lib::unary::{Rule, Unary};

pub(super) static OPERATION: Unary<Abs> = Unary::new();

pub(super) struct Abs;

impl Rule for Abs {
    const NAME: &'static str = "abs";
    const WGSL: &'static str = include_str!("../../shaders/abs.wgsl");

    fn apply(x: f32) -> f32 {
        x.abs()
    }
}
