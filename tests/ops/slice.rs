use super::{array, evaluate, rejected, whole};
use asynclab::ops::SLICE;

#[test]
fn takes_every_so_many_th_element() {
    let x = array(&[2, 5], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    let slice = |attrs: &[u32]| evaluate(SLICE, &[&x], attrs);
    assert_eq!(slice(&[1, 1, 2, 2]), array(&[2, 2], &[1.0, 3.0, 6.0, 8.0]));
    assert_eq!(slice(&[1, 4, u32::MAX, 5]).data, [4.0, 3.0, 2.0, 1.0, 0.0, 9.0, 8.0, 7.0, 6.0, 5.0]);
    assert_eq!(slice(&[0, 1, 1, 1]).data, [5.0, 6.0, 7.0, 8.0, 9.0]);
    assert_eq!(slice(&[1, 5, 1, 0]), array(&[2, 0], &[]));
    assert_eq!(slice(&[1, 3, 0, 2]).data, [3.0, 3.0, 8.0, 8.0]);
    evaluate(SLICE, &[&whole(&[300, 301, 3])], &[1, 3, 2, 100]);
}

#[test]
fn rejects_what_does_not_fit() {
    for attrs in [[0, 5, 1, 1], [0, 0, 1, 6], [0, 4, 2, 2], [0, 1, u32::MAX, 3]] {
        let (code, message) = rejected(SLICE, &[&[5]], &attrs);
        assert_eq!(code, "SHAPE_MISMATCH");
        assert!(message.contains("within the axis"), "{message}");
    }
    assert_eq!(rejected(SLICE, &[&[5]], &[1, 0, 1, 1]).0, "INVALID_NUMBER");
    assert_eq!(rejected(SLICE, &[&[5], &[5]], &[0, 0, 1, 1]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(SLICE, &[&[5]], &[0, 0, 1]).0, "SHAPE_MISMATCH");
}
