//! The rectifier, max(x, 0).

use super::lib::unary::{Rule, Unary};

pub(super) static OPERATION: Unary<Relu> = Unary::new();

pub(super) struct Relu;

impl Rule for Relu {
    const NAME: &'static str = "relu";
    const WGSL: &'static str = include_str!("../../shaders/relu.wgsl");

    fn apply(x: f32) -> f32 {
        x.max(0.0)
    }
}
