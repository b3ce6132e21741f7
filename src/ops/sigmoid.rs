//! The logistic function, 1 / (1 + e⁻ˣ), by exponentials that do not overflow.

use super::lib::unary::{Rule, Unary};
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Unary<Sigmoid> = Unary::new();

pub(super) struct Sigmoid;

impl Rule for Sigmoid {
    const NAME: &'static str = "sigmoid";
    const WGSL: &'static str = shader!("sigmoid");
    const GRADIENT: Option<Gradient> = Some(Gradient {
        needs: Needs::OUTPUT,
        rule: |scope| {
            let rest = scope.binary(ops::SUB, 1.0, scope.output());
            let slope = scope.binary(ops::MUL, scope.output(), rest);
            scope.binary(ops::MUL, scope.gradient(), slope)
        },
    });

    fn apply(x: f32) -> f32 {
        let e = (-x.abs()).exp();
        if x < 0.0 { e / (1.0 + e) } else { 1.0 / (1.0 + e) }
    }
}
