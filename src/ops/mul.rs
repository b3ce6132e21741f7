//! `a * b`, element by element.

use super::lib::binary::{Binary, Rule, left, right};
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Binary<Mul> = Binary::new();

pub(super) struct Mul;

impl Rule for Mul {
    const NAME: &'static str = "mul";
    const WGSL: &'static str = shader!("mul");
    const GRADIENTS: [Option<Gradient>; 2] = [
        Some(Gradient { needs: Needs::SECOND, rule: |scope| scope.binary(ops::MUL, scope.gradient(), right(scope)) }),
        Some(Gradient { needs: Needs::FIRST, rule: |scope| scope.binary(ops::MUL, scope.gradient(), left(scope)) }),
    ];

    fn apply(a: f32, b: f32) -> f32 {
        a * b
    }
}
