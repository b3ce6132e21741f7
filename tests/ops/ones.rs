use super::lib::constant;
use asynclab::ops::ONES;

#[test]
fn fills_any_shape() {
    constant::check(ONES, 1.0);
}
