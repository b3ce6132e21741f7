use super::lib::unary;
use asynclab::ops::SQRT;

#[test]
fn agrees_with_the_formula() {
    unary::check(SQRT, 1e-7, f64::sqrt);
}
