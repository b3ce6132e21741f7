//! The largest element over some axes or all; NaN if an element is NaN. Without elements there is no largest one, which is an error.

use super::lib::reduce::{Reduce, Rule, extreme};
use crate::example::Values;
use crate::op::{Gradient, Needs};

pub(super) static OPERATION: Reduce<Max> = Reduce::new();

pub(super) struct Max;

impl Rule for Max {
    const NAME: &'static str = "max";
    const WGSL: &'static str = shader!("max");
    const VALUES: Values = Values::Distinct;
    const IDENTITY: f32 = f32::NEG_INFINITY;
    const OF_NOTHING: bool = false;
    const GRADIENT: Option<Gradient> = Some(Gradient { needs: Needs::FIRST.and(Needs::OUTPUT), rule: extreme });

    fn map(x: f64) -> f64 {
        x
    }

    fn combine(a: f64, b: f64) -> f64 {
        // By comparisons alone: they become SIMD.
        if a > b || a.is_nan() { a } else { b }
    }

    fn finish(total: f64, _: f64) -> f64 {
        total
    }
}
