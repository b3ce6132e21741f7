//! The sum of the elements over some axes or all; of none, 0.

use super::lib::reduce::{Reduce, Rule};

pub(super) static OPERATION: Reduce<Sum> = Reduce::new();

pub(super) struct Sum;

impl Rule for Sum {
    const NAME: &'static str = "sum";
    const WGSL: &'static str = include_str!("../../shaders/sum.wgsl");
    const IDENTITY: f32 = 0.0;
    const OF_NOTHING: bool = true;

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
