use super::lib::unary;
use asynclab::ops::NEG;

#[test]
fn agrees_with_the_formula() {
    unary::check(NEG, 0.0, |x| -x);
}
