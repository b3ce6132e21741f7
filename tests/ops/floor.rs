use super::lib::unary;
use asynclab::ops::FLOOR;

#[test]
fn agrees_with_the_formula() {
    unary::check(FLOOR, 0.0, f64::floor);
}
