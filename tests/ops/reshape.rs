use super::{array, evaluate, rejected, whole};
use asynclab::ops::RESHAPE;

#[test]
fn keeps_the_elements_in_order() {
    let x = whole(&[4, 6]);
    for dims in [&[24][..], &[2, 3, 4], &[1, 24, 1], &[6, 4]] {
        let y = evaluate(RESHAPE, &[&x], dims);
        assert_eq!((y.dims.as_slice(), &y.data), (dims, &x.data));
    }
    assert_eq!(evaluate(RESHAPE, &[&array(&[1, 1], &[7.0])], &[]), array(&[], &[7.0]));
    assert_eq!(evaluate(RESHAPE, &[&array(&[0, 3], &[])], &[5, 0]), array(&[5, 0], &[]));
}

#[test]
fn rejects_another_number_of_elements() {
    for dims in [&[5][..], &[], &[2, 2, 2]] {
        assert_eq!(rejected(RESHAPE, &[&[2, 3]], dims).0, "SHAPE_MISMATCH");
    }
    assert_eq!(rejected(RESHAPE, &[], &[1]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(RESHAPE, &[&[1]], &[1; 7]).0, "INVALID_SHAPE");
}
