use super::lib::unary;
use asynclab::ops::RELU;

#[test]
fn agrees_with_the_formula() {
    unary::check(RELU, 0.0, |x| if x > 0.0 { x } else { 0.0 });
}
