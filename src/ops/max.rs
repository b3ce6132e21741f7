//! The largest of the elements over some axes or all. Of none there is no largest, which is an error.

use super::lib::reduce::{Reduce, Rule};

pub(super) static OPERATION: Reduce<Max> = Reduce::new();

pub(super) struct Max;

impl Rule for Max {
    const NAME: &'static str = "max";
    const WGSL: &'static str = include_str!("../../shaders/max.wgsl");
    const IDENTITY: f32 = f32::NEG_INFINITY;
    const OF_NOTHING: bool = false;

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
