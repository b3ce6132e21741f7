//! The cosine of an angle in radians: the sine a quarter turn further.

use super::lib::angle;
use super::lib::unary::{Rule, Unary};
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Unary<Cos> = Unary::new();

pub(super) struct Cos;

impl Rule for Cos {
    const NAME: &'static str = "cos";
    const WGSL: &'static str = shader!("lib/angle", "cos");
    const GRADIENT: Option<Gradient> = Some(Gradient {
        needs: Needs::FIRST,
        rule: |scope| {
            let sine = scope.apply(ops::SIN, &[scope.input(0)], &[]);
            let slope = scope.apply(ops::NEG, &[sine], &[]);
            scope.binary(ops::MUL, scope.gradient(), slope)
        },
    });

    fn apply(x: f32) -> f32 {
        angle::sine(x, 1)
    }
}
