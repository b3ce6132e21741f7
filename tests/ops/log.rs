use super::lib::unary;
use super::{array, evaluate};
use asynclab::ops::LOG;

#[test]
fn agrees_with_the_formula() {
    unary::check(LOG, 1e-7, f64::ln);
}

#[test]
fn outside_the_domain() {
    let got = evaluate(LOG, &[&array(&[3], &[0.0, -1.0, f32::INFINITY])], &[]);
    assert_eq!(got.data[0], f32::NEG_INFINITY);
    assert!(got.data[1].is_nan());
    assert_eq!(got.data[2], f32::INFINITY);
}
