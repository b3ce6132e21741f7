//! `−x`.

use super::lib::unary::{Rule, Unary};

pub(super) static OPERATION: Unary<Neg> = Unary::new();

pub(super) struct Neg;

impl Rule for Neg {
    const NAME: &'static str = "neg";
    const WGSL: &'static str = include_str!("../../shaders/neg.wgsl");

    fn apply(x: f32) -> f32 {
        -x
    }
}
