use super::lib::constant;
use asynclab::ops::ZEROS;

#[test]
fn fills_any_shape() {
    constant::check(ZEROS, 0.0);
}
