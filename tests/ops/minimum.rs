use super::lib::binary;
use super::{array, evaluate};
use asynclab::ops::MINIMUM;

#[test]
fn agrees_with_the_formula() {
    binary::check(MINIMUM, 0.0, f64::min);
}

#[test]
fn rejects_what_does_not_fit() {
    binary::check_errors(MINIMUM);
}

#[test]
fn of_none_there_is_none() {
    let x = array(&[2], &[f32::NAN, 1.0]);
    let y = array(&[2], &[1.0, f32::NAN]);
    assert!(evaluate(MINIMUM, &[&x, &y], &[]).data.iter().all(|x| x.is_nan()));
}
