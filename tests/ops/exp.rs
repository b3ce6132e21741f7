use super::lib::unary;
use asynclab::ops::EXP;

#[test]
fn agrees_with_the_formula() {
    unary::check(EXP, 1e-7, f64::exp);
}
