use super::lib::binary;
use super::{array, evaluate};
use asynclab::ops::RELU_GRAD;

#[test]
fn agrees_with_the_formula() {
    binary::check(RELU_GRAD, 0.0, |a, b| if b > 0.0 { a } else { 0.0 });
}

#[test]
fn rejects_what_does_not_fit() {
    binary::check_errors(RELU_GRAD);
}

#[test]
fn stops_a_gradient_that_is_no_number() {
    let gradient = array(&[2], &[f32::NAN, f32::INFINITY]);
    assert_eq!(evaluate(RELU_GRAD, &[&gradient, &array(&[2], &[-1.0, 0.0])], &[]).data, [0.0, 0.0]);
}
