//! `x · x`.

use super::lib::unary::{Rule, Unary};

pub(super) static OPERATION: Unary<Square> = Unary::new();

pub(super) struct Square;

impl Rule for Square {
    const NAME: &'static str = "square";
    const WGSL: &'static str = include_str!("../../shaders/square.wgsl");

    fn apply(x: f32) -> f32 {
        x * x
    }
}
