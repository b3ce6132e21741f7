use super::lib::reduce;
use super::{array, evaluate};
use asynclab::ops::MEAN;

#[test]
fn agrees_with_the_formula() {
    reduce::check(MEAN, 1e-7, true, |x| x.iter().sum::<f64>() / x.len() as f64);
}

#[test]
fn rejects_what_does_not_fit() {
    reduce::check_errors(MEAN);
}

#[test]
fn of_nothing_is_not_a_number() {
    let got = evaluate(MEAN, &[&array(&[2, 0], &[])], &[2, 0]);
    assert_eq!(got.dims, [2]);
    assert!(got.data.iter().all(|x| x.is_nan()));
}
