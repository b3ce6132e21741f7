use super::lib::unary;
use asynclab::ops::SIGN;

#[test]
fn agrees_with_the_formula() {
    unary::check(SIGN, 0.0, |x| if x == 0.0 { 0.0 } else { x.signum() });
}
