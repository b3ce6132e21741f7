//! The largest of the elements over some axes or all. Of none there is no largest, which is an error.

use super::lib::reduce::{self, Reduce, Rule};
use crate::op::{Gradient, Needs, Scope};
use crate::ops;
use crate::wire::ArrayId;

pub(super) static OPERATION: Reduce<Max> = Reduce::new();

pub(super) struct Max;

impl Rule for Max {
    const NAME: &'static str = "max";
    const WGSL: &'static str = wgsl!("../../shaders/max.wgsl");
    const IDENTITY: f32 = f32::NEG_INFINITY;
    const OF_NOTHING: bool = false;
    const GRADIENT: Option<Gradient> = Some(Gradient { needs: Needs::FIRST.and(Needs::OUTPUT), rule: gradient });

    fn map(x: f64) -> f64 {
        x
    }

    fn combine(a: f64, b: f64) -> f64 {
        a.max(b)
    }

    fn finish(total: f64, _: f64) -> f64 {
        total
    }
}

/// Goes to the largest elements, in equal parts where there are several.
fn gradient(scope: &mut Scope<'_>) -> ArrayId {
    let max = reduce::output(scope);
    let largest = scope.binary(ops::EQUAL, scope.input(0), max);
    let count = scope.apply(ops::SUM, &[largest], &[scope.attrs()[0], 1]);
    let gradient = reduce::gradient(scope);
    let part = scope.binary(ops::DIV, gradient, count);
    scope.binary(ops::MUL, largest, part)
}
