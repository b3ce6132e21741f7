//! `a / b`. By IEEE 754, x / 0 is ±∞ and 0 / 0 is NaN; a GPU may round the last place differently.

use super::lib::binary::{Binary, Rule, right};
use crate::example::Values;
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Binary<Div> = Binary::new();

pub(super) struct Div;

impl Rule for Div {
    const NAME: &'static str = "div";
    const WGSL: &'static str = shader!("div");
    const VALUES: Values = Values::Positive;
    const GRADIENTS: [Option<Gradient>; 2] = [
        Some(Gradient { needs: Needs::SECOND, rule: |scope| scope.binary(ops::DIV, scope.gradient(), right(scope)) }),
        Some(Gradient {
            needs: Needs::SECOND.and(Needs::OUTPUT),
            rule: |scope| {
                let product = scope.binary(ops::MUL, scope.gradient(), scope.output());
                let quotient = scope.binary(ops::DIV, product, right(scope));
                scope.apply(ops::NEG, &[quotient], &[])
            },
        }),
    ];

    fn apply(a: f32, b: f32) -> f32 {
        a / b
    }
}
