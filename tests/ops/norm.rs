use super::lib::reduce;
use super::{array, evaluate};
use asynclab::ops::NORM;

#[test]
fn agrees_with_the_formula() {
    reduce::check(NORM, 1e-7, true, |x| x.iter().map(|x| x * x).sum::<f64>().sqrt());
}

#[test]
fn rejects_what_does_not_fit() {
    reduce::check_errors(NORM);
}

#[test]
fn by_hand() {
    assert_eq!(evaluate(NORM, &[&array(&[2], &[3.0, -4.0])], &[1, 0]), array(&[], &[5.0]));
    assert_eq!(evaluate(NORM, &[&array(&[0], &[])], &[1, 1]), array(&[1], &[0.0]));
    // A norm over no axes is the absolute value.
    assert_eq!(evaluate(NORM, &[&array(&[2], &[3.0, -4.0])], &[0, 0]), array(&[2], &[3.0, 4.0]));
}
