//! The hyperbolic tangent: by its series near 0, where the quotient of exponentials would cancel out.

use super::lib::unary::{Rule, Unary};
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Unary<Tanh> = Unary::new();

pub(super) struct Tanh;

impl Rule for Tanh {
    const NAME: &'static str = "tanh";
    const WGSL: &'static str = shader!("tanh");
    const GRADIENT: Option<Gradient> = Some(Gradient {
        needs: Needs::OUTPUT,
        rule: |scope| {
            let square = scope.apply(ops::SQUARE, &[scope.output()], &[]);
            let rest = scope.binary(ops::SUB, 1.0, square);
            scope.binary(ops::MUL, scope.gradient(), rest)
        },
    });

    fn apply(x: f32) -> f32 {
        if x.abs() < 0.3 {
            let x2 = x * x;
            let series = -1.0 / 3.0
                + x2 * (2.0 / 15.0 + x2 * (-17.0 / 315.0 + x2 * (62.0 / 2835.0 - x2 * (1382.0 / 155_925.0))));
            return x * (1.0 + x2 * series);
        }
        let e = (-2.0 * x.abs()).exp();
        ((1.0 - e) / (1.0 + e)).copysign(x)
    }
}
