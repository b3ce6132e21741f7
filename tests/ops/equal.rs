use super::lib::binary;
use asynclab::ops::EQUAL;

#[test]
fn agrees_with_the_formula() {
    binary::check(EQUAL, 0.0, |a, b| if a == b { 1.0 } else { 0.0 });
}

#[test]
fn rejects_what_does_not_fit() {
    binary::check_errors(EQUAL);
}
