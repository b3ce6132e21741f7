//! The square root; NaN below 0.

use super::lib::unary::{Rule, Unary};
use crate::example::Values;
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Unary<Sqrt> = Unary::new();

pub(super) struct Sqrt;

impl Rule for Sqrt {
    const NAME: &'static str = "sqrt";
    const WGSL: &'static str = shader!("sqrt");
    const VALUES: Values = Values::Positive;
    const GRADIENT: Option<Gradient> = Some(Gradient {
        needs: Needs::OUTPUT,
        rule: |scope| {
            let half = scope.binary(ops::MUL, scope.gradient(), 0.5);
            scope.binary(ops::DIV, half, scope.output())
        },
    });

    fn apply(x: f32) -> f32 {
        x.sqrt()
    }
}
