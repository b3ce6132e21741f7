//! `−x`.

use super::lib::unary::{Rule, Unary};
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Unary<Neg> = Unary::new();

pub(super) struct Neg;

impl Rule for Neg {
    const NAME: &'static str = "neg";
    const WGSL: &'static str = shader!("neg");
    const GRADIENT: Option<Gradient> =
        Some(Gradient { needs: Needs::NOTHING, rule: |scope| scope.apply(ops::NEG, &[scope.gradient()], &[]) });

    fn apply(x: f32) -> f32 {
        -x
    }
}
