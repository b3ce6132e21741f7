use super::lib::angle;
use asynclab::ops::SIN;

#[test]
fn angles_of_any_size_are_taken_apart_exactly() {
    angle::check(SIN, f64::sin, [-8.742_278e-8, -0.734_081_54, -0.521_876_5]);
}
