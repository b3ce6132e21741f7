//! 1 for numbers above 0, −1 for numbers below 0, 0 for 0, NaN for NaN: the derivative of the absolute value.

use super::lib::unary::{Rule, Unary};

pub(super) static OPERATION: Unary<Sign> = Unary::new();

pub(super) struct Sign;

impl Rule for Sign {
    const NAME: &'static str = "sign";
    const WGSL: &'static str = shader!("sign");

    fn apply(x: f32) -> f32 {
        if x.is_nan() { x } else { f32::from(i8::from(x > 0.0) - i8::from(x < 0.0)) }
    }
}
