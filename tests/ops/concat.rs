use super::{array, evaluate, rejected};
use asynclab::ops::CONCAT;

#[test]
fn puts_one_behind_the_other() {
    let [a, b] = [array(&[2, 1], &[1.0, 2.0]), array(&[2, 2], &[3.0, 4.0, 5.0, 6.0])];
    assert_eq!(evaluate(CONCAT, &[&a, &b], &[1]), array(&[2, 3], &[1.0, 3.0, 4.0, 2.0, 5.0, 6.0]));
    let [none, b] = [array(&[0, 2], &[]), b];
    assert_eq!(evaluate(CONCAT, &[&none, &b], &[0]), b);
    assert_eq!(evaluate(CONCAT, &[&b, &none], &[0]), b);
    assert_eq!(evaluate(CONCAT, &[&b, &b], &[0]).data, [3.0, 4.0, 5.0, 6.0, 3.0, 4.0, 5.0, 6.0]);
}

#[test]
fn rejects_what_does_not_fit() {
    let (code, message) = rejected(CONCAT, &[&[2, 3], &[2, 4]], &[0]);
    assert_eq!(code, "SHAPE_MISMATCH");
    assert!(message.contains("all other dimensions"), "{message}");
    assert_eq!(rejected(CONCAT, &[&[2, 3], &[2]], &[0]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(CONCAT, &[&[2, 3], &[2]], &[1]).0, "SHAPE_MISMATCH", "the axis is one of the first");
    assert_eq!(rejected(CONCAT, &[&[2], &[2]], &[1]).0, "INVALID_NUMBER");
    assert_eq!(rejected(CONCAT, &[&[2]], &[0]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(CONCAT, &[&[1 << 31], &[1 << 31]], &[0]).0, "INVALID_SHAPE");
}
