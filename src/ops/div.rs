//! `a / b`. By IEEE 754, x / 0 is ±∞ and 0 / 0 is NaN; a GPU may round the last place differently.

use super::lib::binary::{Binary, Rule};

pub(super) static OPERATION: Binary<Div> = Binary::new();

pub(super) struct Div;

impl Rule for Div {
    const NAME: &'static str = "div";
    const WGSL: &'static str = include_str!("../../shaders/div.wgsl");

    fn apply(a: f32, b: f32) -> f32 {
        a / b
    }
}
