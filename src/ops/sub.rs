//! `a - b`.

use super::lib::binary::{Binary, Rule};
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Binary<Sub> = Binary::new();

pub(super) struct Sub;

impl Rule for Sub {
    const NAME: &'static str = "sub";
    const WGSL: &'static str = shader!("sub");
    const GRADIENTS: [Option<Gradient>; 2] = [
        Some(Gradient { needs: Needs::NOTHING, rule: |scope| scope.gradient() }),
        Some(Gradient { needs: Needs::NOTHING, rule: |scope| scope.apply(ops::NEG, &[scope.gradient()], &[]) }),
    ];

    fn apply(a: f32, b: f32) -> f32 {
        a - b
    }
}
