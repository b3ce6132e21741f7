//! The mean of the elements over some axes or all; of none, NaN.

use super::lib::reduce::{Reduce, Rule};

pub(super) static OPERATION: Reduce<Mean> = Reduce::new();

pub(super) struct Mean;

impl Rule for Mean {
    const NAME: &'static str = "mean";
    const WGSL: &'static str = include_str!("../../shaders/mean.wgsl");
    const IDENTITY: f32 = 0.0;
    const OF_NOTHING: bool = true;

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
