use super::lib::binary;
use asynclab::ops::GREATER;

#[test]
fn agrees_with_the_formula() {
    binary::check(GREATER, 0.0, |a, b| f64::from(u8::from(a > b)));
}

#[test]
fn rejects_what_does_not_fit() {
    binary::check_errors(GREATER);
}
