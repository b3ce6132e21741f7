//! `a - b`.

use super::lib::binary::{Binary, Rule};

pub(super) static OPERATION: Binary<Sub> = Binary::new();

pub(super) struct Sub;

impl Rule for Sub {
    const NAME: &'static str = "sub";
    const WGSL: &'static str = include_str!("../../shaders/sub.wgsl");

    fn apply(a: f32, b: f32) -> f32 {
        a - b
    }
}
