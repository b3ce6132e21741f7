//! The rectifier, max(x, 0); NaN for NaN.

use super::lib::unary::{Rule, Unary};
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Unary<Relu> = Unary::new();

pub(super) struct Relu;

impl Rule for Relu {
    const NAME: &'static str = "relu";
    const WGSL: &'static str = shader!("relu");
    const GRADIENT: Option<Gradient> = Some(Gradient {
        needs: Needs::OUTPUT,
        rule: |scope| scope.binary(ops::RELU_GRAD, scope.gradient(), scope.output()),
    });

    fn apply(x: f32) -> f32 {
        if x <= 0.0 { 0.0 } else { x }
    }
}
