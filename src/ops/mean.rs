//! The mean of the elements over some axes or all; NaN without elements.

use super::lib::reduce::{self, Reduce, Rule};
use crate::example::Values;
use crate::op::{Gradient, Needs, Scope};
use crate::ops;
use crate::wire::ArrayId;

pub(super) static OPERATION: Reduce<Mean> = Reduce::new();

pub(super) struct Mean;

impl Rule for Mean {
    const NAME: &'static str = "mean";
    const WGSL: &'static str = shader!("mean");
    const VALUES: Values = Values::Positive;
    const IDENTITY: f32 = 0.0;
    const OF_NOTHING: bool = true;
    const GRADIENT: Option<Gradient> = Some(Gradient { needs: Needs::NOTHING, rule: gradient });

    fn map(x: f64) -> f64 {
        x
    }

    fn combine(a: f64, b: f64) -> f64 {
        a + b
    }

    fn finish(total: f64, count: f64) -> f64 {
        total / count
    }
}

/// An element's gradient is that of its mean, divided by the number of the mean's elements.
fn gradient(scope: &mut Scope<'_>) -> ArrayId {
    let (elements, means) = (scope.wanted().elements(), scope.shape(scope.gradient()).elements());
    let gradient = reduce::gradient(scope);
    let part = scope.binary(ops::MUL, gradient, means as f32 / elements as f32);
    scope.broadcast(part)
}
