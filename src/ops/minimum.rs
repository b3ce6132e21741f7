//! The smaller of `a` and `b`, NaN where either is NaN. Equal operands share the gradient.

use super::lib::binary::{Binary, Rule, larger, left, right};
use crate::example::Values;
use crate::op::{Gradient, Needs};

pub(super) static OPERATION: Binary<Minimum> = Binary::new();

pub(super) struct Minimum;

impl Rule for Minimum {
    const NAME: &'static str = "minimum";
    const WGSL: &'static str = shader!("minimum");
    const VALUES: Values = Values::Distinct;
    const GRADIENTS: [Option<Gradient>; 2] = [
        Some(Gradient {
            needs: Needs::FIRST.and(Needs::SECOND),
            rule: |scope| larger(scope, right(scope), left(scope)),
        }),
        Some(Gradient {
            needs: Needs::FIRST.and(Needs::SECOND),
            rule: |scope| larger(scope, left(scope), right(scope)),
        }),
    ];

    fn apply(a: f32, b: f32) -> f32 {
        // By comparisons alone: they become SIMD.
        if a < b || a.is_nan() { a } else { b }
    }
}
