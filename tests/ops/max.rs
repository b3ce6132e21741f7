use super::lib::reduce;
use super::{array, evaluate, rejected};
use asynclab::ops::MAX;

#[test]
fn agrees_with_the_formula() {
    reduce::check(MAX, 0.0, false, |x| x.iter().copied().fold(f64::NEG_INFINITY, f64::max));
}

#[test]
fn rejects_what_does_not_fit() {
    reduce::check_errors(MAX);
}

#[test]
fn of_numbers_below_any_finite_one() {
    let x = array(&[3], &[f32::NEG_INFINITY; 3]);
    assert_eq!(evaluate(MAX, &[&x], &[1, 0]), array(&[], &[f32::NEG_INFINITY]));
}

#[test]
fn of_nothing_is_rejected_with_the_remedy() {
    for (dims, axes) in [(&[0][..], 1), (&[2, 0], 2), (&[2, 0], 3)] {
        let (code, message) = rejected(MAX, &[dims], &[axes, 0]);
        assert_eq!(code, "SHAPE_MISMATCH");
        assert!(message.contains("no elements") && message.contains("reduce over axes that have"), "{message}");
    }
    // If the result is empty, no maximum is missing.
    assert_eq!(evaluate(MAX, &[&array(&[2, 0], &[])], &[1, 0]), array(&[0], &[]));
}

#[test]
fn of_what_is_no_number_is_none_wherever_it_stands() {
    for at in 0..5 {
        let mut data = [1.0, 2.0, -3.0, 2.0, 0.0];
        data[at] = f32::NAN;
        let got = evaluate(MAX, &[&array(&[5], &data)], &[1, 0]).data;
        assert!(got[0].is_nan(), "at {at}: {got:?}");
    }
}
