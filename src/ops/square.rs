//! `x · x`.

use super::lib::unary::{Rule, Unary};
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Unary<Square> = Unary::new();

pub(super) struct Square;

impl Rule for Square {
    const NAME: &'static str = "square";
    const WGSL: &'static str = shader!("square");
    const GRADIENT: Option<Gradient> = Some(Gradient {
        needs: Needs::FIRST,
        rule: |scope| {
            let double = scope.binary(ops::MUL, scope.gradient(), 2.0);
            scope.binary(ops::MUL, double, scope.input(0))
        },
    });

    fn apply(x: f32) -> f32 {
        x * x
    }
}
