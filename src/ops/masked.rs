//! `a` where `b` is not 0, and −0 elsewhere: the zero that a sum leaves everything as it is with, so that the sum of two opposite
//! masks chooses between two arrays, whatever their values are.

use super::lib::binary::{Binary, Rule, right};
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Binary<Masked> = Binary::new();

pub(super) struct Masked;

impl Rule for Masked {
    const NAME: &'static str = "masked";
    const WGSL: &'static str = shader!("masked");
    const GRADIENTS: [Option<Gradient>; 2] = [
        Some(Gradient {
            needs: Needs::SECOND,
            rule: |scope| {
                let part = scope.binary(ops::MASKED, scope.gradient(), right(scope));
                // What was left out has the gradient 0, not -0.
                scope.binary(ops::ADD, part, 0.0)
            },
        }),
        None,
    ];

    fn apply(a: f32, b: f32) -> f32 {
        if b == 0.0 { -0.0 } else { a }
    }
}
