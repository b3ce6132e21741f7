//! `eˣ`. A GPU may be off by 3 + 2·|x| units in the last place.

use super::lib::unary::{Rule, Unary};
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Unary<Exp> = Unary::new();

pub(super) struct Exp;

impl Rule for Exp {
    const NAME: &'static str = "exp";
    const WGSL: &'static str = shader!("exp");
    const GRADIENT: Option<Gradient> =
        Some(Gradient { needs: Needs::OUTPUT, rule: |scope| scope.binary(ops::MUL, scope.gradient(), scope.output()) });

    fn apply(x: f32) -> f32 {
        x.exp()
    }
}
