//! The largest whole number that is not above each element.

use super::lib::unary::{Rule, Unary};
use crate::example::Values;

pub(super) static OPERATION: Unary<Floor> = Unary::new();

pub(super) struct Floor;

impl Rule for Floor {
    const NAME: &'static str = "floor";
    const WGSL: &'static str = shader!("floor");
    const VALUES: Values = Values::Fractional;

    fn apply(x: f32) -> f32 {
        x.floor()
    }
}
