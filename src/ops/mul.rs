//! `a * b`, element by element.

use super::lib::binary::{Binary, Rule};

pub(super) static OPERATION: Binary<Mul> = Binary::new();

pub(super) struct Mul;

impl Rule for Mul {
    const NAME: &'static str = "mul";
    const WGSL: &'static str = include_str!("../../shaders/mul.wgsl");

    fn apply(a: f32, b: f32) -> f32 {
        a * b
    }
}
