use super::lib::unary;
use asynclab::ops::TANH;

#[test]
fn agrees_with_the_formula() {
    unary::check(TANH, 5e-7, f64::tanh);
}
