use super::lib::binary;
use asynclab::ops::POW;

#[test]
fn agrees_with_the_formula() {
    binary::check(POW, 1e-6, f64::powf);
}

#[test]
fn rejects_what_does_not_fit() {
    binary::check_errors(POW);
}
