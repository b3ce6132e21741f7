//! The sine of an angle in radians.

use super::lib::angle;
use super::lib::unary::{Rule, Unary};
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Unary<Sin> = Unary::new();

pub(super) struct Sin;

impl Rule for Sin {
    const NAME: &'static str = "sin";
    const WGSL: &'static str = shader!("lib/angle", "sin");
    const GRADIENT: Option<Gradient> = Some(Gradient {
        needs: Needs::FIRST,
        rule: |scope| {
            let slope = scope.apply(ops::COS, &[scope.input(0)], &[]);
            scope.binary(ops::MUL, scope.gradient(), slope)
        },
    });

    fn apply(x: f32) -> f32 {
        angle::sine(x, 0)
    }
}
