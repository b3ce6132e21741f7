use super::lib::angle;
use asynclab::ops::COS;

#[test]
fn angles_of_any_size_are_taken_apart_exactly() {
    angle::check(COS, f64::cos, [-1.0, 0.679_061_34, 0.853_021]);
}
