//! `a + b`.

use super::lib::binary::{Binary, Rule};
use crate::op::{Gradient, Needs};

pub(super) static OPERATION: Binary<Add> = Binary::new();

pub(super) struct Add;

impl Rule for Add {
    const NAME: &'static str = "add";
    const WGSL: &'static str = shader!("add");
    const GRADIENTS: [Option<Gradient>; 2] = [
        Some(Gradient { needs: Needs::NOTHING, rule: |scope| scope.gradient() }),
        Some(Gradient { needs: Needs::NOTHING, rule: |scope| scope.gradient() }),
    ];

    fn apply(a: f32, b: f32) -> f32 {
        a + b
    }
}
