use super::lib::binary;
use super::{array, evaluate};
use asynclab::ops::DIV;

#[test]
fn agrees_with_the_formula() {
    binary::check(DIV, 1e-7, |a, b| a / b);
}

#[test]
fn rejects_what_does_not_fit() {
    binary::check_errors(DIV);
}

#[test]
fn by_zero_as_in_ieee_754() {
    let got = evaluate(DIV, &[&array(&[3], &[1.0, -1.0, 0.0])], &[1, 0]);
    assert_eq!(got.data[..2], [f32::INFINITY, f32::NEG_INFINITY]);
    assert!(got.data[2].is_nan());
}
