//! The gradient of the rectifier: `a`, the gradient of its output, but 0 where `b`, its input, is 0 or less.

use super::lib::binary::{Binary, Rule, right};
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Binary<ReluGrad> = Binary::new();

pub(super) struct ReluGrad;

impl Rule for ReluGrad {
    const NAME: &'static str = "reluGrad";
    const WGSL: &'static str = shader!("relu_grad");
    const GRADIENTS: [Option<Gradient>; 2] = [
        Some(Gradient {
            needs: Needs::SECOND,
            rule: |scope| scope.binary(ops::RELU_GRAD, scope.gradient(), right(scope)),
        }),
        None,
    ];

    fn apply(a: f32, b: f32) -> f32 {
        if b <= 0.0 { 0.0 } else { a }
    }
}
