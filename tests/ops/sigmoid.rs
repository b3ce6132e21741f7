use super::lib::unary;
use asynclab::ops::SIGMOID;

#[test]
fn agrees_with_the_formula() {
    unary::check(SIGMOID, 3e-7, |x| 1.0 / (1.0 + (-x).exp()));
}
