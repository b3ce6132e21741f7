use super::lib::binary;
use asynclab::ops::SUB;

#[test]
fn agrees_with_the_formula() {
    binary::check(SUB, 0.0, |a, b| a - b);
}

#[test]
fn rejects_what_does_not_fit() {
    binary::check_errors(SUB);
}
