use super::lib::reduce;
use super::{array, evaluate, rejected};
use asynclab::ops::MIN;

#[test]
fn agrees_with_the_formula() {
    reduce::check(MIN, 0.0, false, |x| x.iter().copied().fold(f64::INFINITY, f64::min));
}

#[test]
fn rejects_what_does_not_fit() {
    reduce::check_errors(MIN);
    assert_eq!(rejected(MIN, &[&[0]], &[1, 0]).0, "SHAPE_MISMATCH");
}

#[test]
fn of_numbers_among_which_is_none() {
    let x = array(&[3], &[1.0, f32::NAN, 0.0]);
    assert!(evaluate(MIN, &[&x], &[1, 0]).data[0].is_nan());
}
