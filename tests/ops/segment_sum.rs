use super::{array, evaluate, rejected};
use asynclab::ops::SEGMENT_SUM;

#[test]
fn sums_up_what_has_the_same_index() {
    let x = array(&[4, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    let indices = array(&[4], &[2.0, 0.0, 2.0, -1.0]);
    assert_eq!(evaluate(SEGMENT_SUM, &[&x, &indices], &[0, 3]), array(&[3, 2], &[3.0, 4.0, 0.0, 0.0, 13.0, 16.0]));
    let outside = array(&[4], &[3.0, -4.0, 0.5, f32::NAN]);
    assert_eq!(evaluate(SEGMENT_SUM, &[&x, &outside], &[0, 3]), array(&[3, 2], &[0.0; 6]));
    let grid = array(&[2, 2], &[0.0, 1.0, 1.0, 1.0]);
    let flat = array(&[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    assert_eq!(evaluate(SEGMENT_SUM, &[&flat, &grid], &[0, 2]), array(&[2], &[1.0, 9.0]));
    assert_eq!(evaluate(SEGMENT_SUM, &[&array(&[0], &[]), &array(&[0], &[])], &[0, 2]), array(&[2], &[0.0; 2]));
}

#[test]
fn rejects_what_does_not_fit() {
    assert_eq!(rejected(SEGMENT_SUM, &[&[2], &[3]], &[0, 2]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(SEGMENT_SUM, &[&[2], &[2]], &[1, 2]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(SEGMENT_SUM, &[&[2]], &[0, 2]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(SEGMENT_SUM, &[&[2], &[2]], &[0, u32::MAX]).0, "SHAPE_MISMATCH");
}
