use super::lib::binary;
use super::{array, assert_close, evaluate};
use asynclab::ops::SINE;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

/// The sine after so many quarter turns, of an angle that is small beside 2⁵³.
fn sine(a: f64, b: f64) -> f64 {
    match (b.floor() as i64).rem_euclid(4) {
        0 => a.sin(),
        1 => a.cos(),
        2 => -a.sin(),
        _ => -a.cos(),
    }
}

#[test]
fn agrees_with_the_formula() {
    binary::check(SINE, 1e-6, sine);
}

#[test]
fn refuses_what_does_not_fit() {
    binary::check_errors(SINE);
}

#[test]
fn angles_of_any_size_are_taken_apart_exactly() {
    // Where a sine of float32 is nearest to 0 it still has seven digits.
    let angles = [0.0, 0.25, FRAC_PI_4, FRAC_PI_2, PI, 355.0, 1e5, -1e5, 16_777_216.0, 1e10, -TAU, 1e-30];
    for quarters in 0..4_u8 {
        let x = array(&[12], &angles);
        let got = evaluate(SINE, &[&x], &[1, f32::from(quarters).to_bits()]).data;
        assert_close(&got, angles.iter().map(|&x| sine(f64::from(x), f64::from(quarters))), 1.5e-7);
    }
    let x = array(&[3], &[PI, 1e22, 3.402_823_5e38]);
    let got = evaluate(SINE, &[&x], &[1, 0]).data;
    // NumPy 2.4.6 in float64.
    for (got, expected) in got.iter().zip([-8.742_278e-8, -0.734_081_54, -0.521_876_5]) {
        assert!((got - expected).abs() <= 2e-7 * expected.abs(), "{got}, not {expected}");
    }
}
