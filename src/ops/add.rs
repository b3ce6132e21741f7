//! `a + b`.

use super::lib::binary::{Binary, Rule};

pub(super) static OPERATION: Binary<Add> = Binary::new();

pub(super) struct Add;

impl Rule for Add {
    const NAME: &'static str = "add";
    const WGSL: &'static str = include_str!("../../shaders/add.wgsl");

    fn apply(a: f32, b: f32) -> f32 {
        a + b
    }
}
