use super::lib::binary;
use asynclab::ops::MUL;

#[test]
fn agrees_with_the_formula() {
    binary::check(MUL, 0.0, |a, b| a * b);
}

#[test]
fn rejects_what_does_not_fit() {
    binary::check_errors(MUL);
}
