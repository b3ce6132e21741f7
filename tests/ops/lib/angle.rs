//! Tests that sine and cosine share.

use super::unary;
use crate::ops::{array, assert_close, evaluate};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

/// A function of an angle against `formula`, with its values for π, 10²² and the largest number (NumPy 2.4.6 in float64).
pub(crate) fn check(opcode: u8, formula: fn(f64) -> f64, large: [f32; 3]) {
    unary::check(opcode, 1e-6, formula);
    // Also the float32 angles whose sine is nearest to 0 have results of seven correct digits.
    let angles = [0.0, 0.25, FRAC_PI_4, FRAC_PI_2, PI, 355.0, 1e5, -1e5, 16_777_216.0, 1e10, -TAU, 1e-30];
    let got = evaluate(opcode, &[&array(&[12], &angles)], &[]).data;
    assert_close(&got, angles.iter().map(|&x| formula(f64::from(x))), 1.5e-7);
    let got = evaluate(opcode, &[&array(&[3], &[PI, 1e22, 3.402_823_5e38])], &[]).data;
    for (got, expected) in got.iter().zip(large) {
        assert!((got - expected).abs() <= 2e-7 * expected.abs(), "{got}, not {expected}");
    }
}
