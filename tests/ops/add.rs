use super::lib::binary;
use super::{array, evaluate};
use asynclab::ops::ADD;

#[test]
fn agrees_with_the_formula() {
    binary::check(ADD, 0.0, |a, b| a + b);
}

#[test]
fn rejects_what_does_not_fit() {
    binary::check_errors(ADD);
}

#[test]
fn sizes_of_one_and_none() {
    let one = array(&[], &[2.0]);
    assert_eq!(evaluate(ADD, &[&one, &one], &[]), array(&[], &[4.0]));
    assert_eq!(evaluate(ADD, &[&one, &array(&[1, 1], &[3.0])], &[]), array(&[1, 1], &[5.0]));
    assert_eq!(evaluate(ADD, &[&one, &array(&[0, 2], &[])], &[]), array(&[0, 2], &[]));
    assert_eq!(evaluate(ADD, &[&array(&[2, 0], &[]), &array(&[1], &[1.0])], &[]), array(&[2, 0], &[]));
}

#[test]
fn a_row_a_column_and_both() {
    let row = array(&[3], &[1.0, 2.0, 3.0]);
    let column = array(&[2, 1], &[10.0, 20.0]);
    let both = array(&[2, 3], &[11.0, 12.0, 13.0, 21.0, 22.0, 23.0]);
    assert_eq!(evaluate(ADD, &[&row, &column], &[]), both);
    assert_eq!(evaluate(ADD, &[&both, &row], &[]), array(&[2, 3], &[12.0, 14.0, 16.0, 22.0, 24.0, 26.0]));
}
