//! The smallest element over some axes or all; NaN if an element is NaN. Without elements there is no smallest one, which is an error.

use super::lib::reduce::{Reduce, Rule, extreme};
use crate::example::Values;
use crate::op::{Gradient, Needs};

pub(super) static OPERATION: Reduce<Min> = Reduce::new();

pub(super) struct Min;

impl Rule for Min {
    const NAME: &'static str = "min";
    const WGSL: &'static str = shader!("min");
    const VALUES: Values = Values::Distinct;
    const IDENTITY: f32 = f32::INFINITY;
    const OF_NOTHING: bool = false;
    const GRADIENT: Option<Gradient> = Some(Gradient { needs: Needs::FIRST.and(Needs::OUTPUT), rule: extreme });

    fn map(x: f64) -> f64 {
        x
    }

    fn combine(a: f64, b: f64) -> f64 {
        // By comparisons alone: they become SIMD.
        if a < b || a.is_nan() { a } else { b }
    }

    fn finish(total: f64, _: f64) -> f64 {
        total
    }
}
