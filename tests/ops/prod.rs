use super::lib::reduce;
use super::{array, evaluate};
use asynclab::ops::PROD;

#[test]
fn agrees_with_the_formula() {
    reduce::check(PROD, 1e-6, true, |x| x.iter().product());
}

#[test]
fn rejects_what_does_not_fit() {
    reduce::check_errors(PROD);
}

#[test]
fn of_nothing_is_one() {
    assert_eq!(evaluate(PROD, &[&array(&[0, 2], &[])], &[1, 0]), array(&[2], &[1.0; 2]));
}
