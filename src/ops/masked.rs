//! `a` where `b` is not 0, and −0 elsewhere. To add −0 changes no value, so the sum of two arrays with opposite masks chooses between them, whatever
//! their values are.

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
                // Elements that were left out have the gradient 0, not -0.
                scope.binary(ops::ADD, part, 0.0)
            },
        }),
        None,
    ];

    fn apply(a: f32, b: f32) -> f32 {
        if b == 0.0 { -0.0 } else { a }
    }
}
