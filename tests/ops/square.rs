use super::lib::unary;
use asynclab::ops::SQUARE;

#[test]
fn agrees_with_the_formula() {
    unary::check(SQUARE, 1e-7, |x| x * x);
}
