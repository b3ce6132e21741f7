//! The absolute value.

use super::lib::unary::{Rule, Unary};
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Unary<Abs> = Unary::new();

pub(super) struct Abs;

impl Rule for Abs {
    const NAME: &'static str = "abs";
    const WGSL: &'static str = shader!("abs");
    const GRADIENT: Option<Gradient> = Some(Gradient {
        needs: Needs::FIRST,
        rule: |scope| {
            let sign = scope.apply(ops::SIGN, &[scope.input(0)], &[]);
            scope.binary(ops::MUL, scope.gradient(), sign)
        },
    });

    fn apply(x: f32) -> f32 {
        x.abs()
    }
}
