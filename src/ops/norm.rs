//! The Euclidean norm over some axes or all: the root of the sum of the squares; 0 without elements.

use super::lib::reduce::{self, Reduce, Rule};
use crate::op::{Gradient, Needs, Scope};
use crate::ops;
use crate::wire::ArrayId;

pub(super) static OPERATION: Reduce<Norm> = Reduce::new();

pub(super) struct Norm;

impl Rule for Norm {
    const NAME: &'static str = "norm";
    const WGSL: &'static str = shader!("norm");
    const IDENTITY: f32 = 0.0;
    const OF_NOTHING: bool = true;
    const GRADIENT: Option<Gradient> = Some(Gradient { needs: Needs::FIRST.and(Needs::OUTPUT), rule: gradient });

    fn map(x: f64) -> f64 {
        x * x
    }

    fn combine(a: f64, b: f64) -> f64 {
        a + b
    }

    fn finish(total: f64, _: f64) -> f64 {
        total.sqrt()
    }
}

/// x / ‖x‖; 0 where the norm is 0.
fn gradient(scope: &mut Scope<'_>) -> ArrayId {
    let norm = reduce::output(scope);
    let zero = scope.binary(ops::EQUAL, norm, 0.0);
    let divisor = scope.binary(ops::ADD, norm, zero);
    let gradient = reduce::gradient(scope);
    let part = scope.binary(ops::DIV, gradient, divisor);
    scope.binary(ops::MUL, scope.input(0), part)
}
