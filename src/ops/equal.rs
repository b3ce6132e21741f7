//! 1 where both sides are equal, 0 elsewhere.

use super::lib::binary::{Binary, Rule};

pub(super) static OPERATION: Binary<Equal> = Binary::new();

pub(super) struct Equal;

impl Rule for Equal {
    const NAME: &'static str = "equal";
    const WGSL: &'static str = shader!("equal");

    fn apply(a: f32, b: f32) -> f32 {
        f32::from(u8::from(a == b))
    }
}
