//! The sum of the elements over some axes or all; 0 without elements.

use super::lib::reduce::{self, Reduce, Rule};
use crate::example::Values;
use crate::op::{Gradient, Needs, Scope};
use crate::wire::ArrayId;

pub(super) static OPERATION: Reduce<Sum> = Reduce::new();

pub(super) struct Sum;

impl Rule for Sum {
    const NAME: &'static str = "sum";
    const WGSL: &'static str = shader!("sum");
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

    fn finish(total: f64, _: f64) -> f64 {
        total
    }
}

/// An element's gradient is that of its sum.
fn gradient(scope: &mut Scope<'_>) -> ArrayId {
    let gradient = reduce::gradient(scope);
    scope.broadcast(gradient)
}
