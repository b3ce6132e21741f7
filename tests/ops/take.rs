use super::{array, evaluate, rejected};
use asynclab::ops::{TAKE, by_opcode};
use asynclab::shape::Shape;

#[test]
fn takes_elements_by_their_indices() {
    let x = array(&[3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let take = |indices: &[f32], dims: &[u32], axis| evaluate(TAKE, &[&x, &array(dims, indices)], &[axis]);
    assert_eq!(take(&[2.0, 0.0, -1.0], &[3], 0).data, [5.0, 6.0, 1.0, 2.0, 5.0, 6.0]);
    assert_eq!(take(&[1.0], &[], 1), array(&[3], &[2.0, 4.0, 6.0]));
    assert_eq!(take(&[0.0, 1.0, 1.0, 0.0], &[2, 2], 1).dims, [3, 2, 2]);
}

#[test]
fn what_is_no_index_gives_no_number() {
    let x = array(&[2], &[1.0, 2.0]);
    let indices = array(&[6], &[2.0, -3.0, 0.5, f32::NAN, f32::INFINITY, 1.0]);
    let got = evaluate(TAKE, &[&x, &indices], &[0]).data;
    assert!(got[..5].iter().all(|x| x.is_nan()) && got[5] == 2.0, "{got:?}");
    let none = evaluate(TAKE, &[&array(&[0], &[]), &array(&[1], &[0.0])], &[0]).data;
    assert!(none[0].is_nan());
}

#[test]
fn rejects_what_does_not_fit() {
    assert_eq!(rejected(TAKE, &[&[2], &[2]], &[1]).0, "INVALID_NUMBER");
    assert_eq!(rejected(TAKE, &[&[2]], &[0]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(TAKE, &[&[1, 1, 1, 1], &[1, 1, 1, 1]], &[0]).0, "INVALID_SHAPE");
    let shapes = [&[1 << 24], &[1]].map(|dims: &[u32; 1]| Shape::new("take", dims).unwrap());
    assert_eq!(by_opcode(TAKE).unwrap().infer(&shapes, &[0]).unwrap().dims(), [1], "its last index is a float32");
    let (code, message) = rejected(TAKE, &[&[(1 << 24) + 1], &[1]], &[0]);
    assert_eq!(code, "SHAPE_MISMATCH");
    assert!(message.contains("2^24"), "{message}");
}
