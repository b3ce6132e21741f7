//! The Euclidean norm over some axes or all: the root of the sum of the squares; of none, 0.

use super::lib::reduce::{Reduce, Rule};

pub(super) static OPERATION: Reduce<Norm> = Reduce::new();

pub(super) struct Norm;

impl Rule for Norm {
    const NAME: &'static str = "norm";
    const WGSL: &'static str = include_str!("../../shaders/norm.wgsl");
    const IDENTITY: f32 = 0.0;
    const OF_NOTHING: bool = true;

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
