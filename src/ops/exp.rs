//! `eˣ`. A GPU may be off by 3 + 2·|x| units in the last place.

use super::lib::unary::{Rule, Unary};

pub(super) static OPERATION: Unary<Exp> = Unary::new();

pub(super) struct Exp;

impl Rule for Exp {
    const NAME: &'static str = "exp";
    const WGSL: &'static str = include_str!("../../shaders/exp.wgsl");

    fn apply(x: f32) -> f32 {
        x.exp()
    }
}
