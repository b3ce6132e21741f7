use super::lib::unary;
use asynclab::ops::ABS;

#[test]
fn agrees_with_the_formula() {
    unary::check(ABS, 0.0, f64::abs);
}
