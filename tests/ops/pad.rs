use super::{array, evaluate, rejected, whole};
use asynclab::ops::{PAD, SLICE};

#[test]
fn puts_elements_where_a_slice_finds_them() {
    let x = array(&[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    let fill = 9.0_f32.to_bits();
    assert_eq!(evaluate(PAD, &[&x], &[1, 1, 2, 4, fill]).data, [9.0, 1.0, 9.0, 2.0, 9.0, 3.0, 9.0, 4.0]);
    assert_eq!(evaluate(PAD, &[&x], &[0, 0, 1, 3, fill]).data, [1.0, 2.0, 3.0, 4.0, 9.0, 9.0]);
    assert_eq!(evaluate(PAD, &[&array(&[0], &[])], &[0, 0, 1, 2, fill]).data, [9.0, 9.0]);
    let x = whole(&[4, 7, 3]);
    for (first, step) in [(2, 1), (0, 3), (18, u32::MAX - 1)] {
        let padded = evaluate(PAD, &[&x], &[1, first, step, 20, 0]);
        assert_eq!(evaluate(SLICE, &[&padded], &[1, first, step, 7]), x);
    }
}

#[test]
fn rejects_what_does_not_fit() {
    for attrs in [[0, 0, 1, 4, 0], [0, 1, 1, 5, 0], [0, 0, 2, 8, 0], [0, 0, 0, 9, 0]] {
        let (code, message) = rejected(PAD, &[&[5]], &attrs);
        assert_eq!(code, "SHAPE_MISMATCH");
        assert!(message.contains("make the axis longer"), "{message}");
    }
    assert_eq!(rejected(PAD, &[&[5]], &[1, 0, 1, 9, 0]).0, "INVALID_NUMBER");
    assert_eq!(rejected(PAD, &[&[5]], &[0, 0, 1, 9]).0, "SHAPE_MISMATCH");
}
