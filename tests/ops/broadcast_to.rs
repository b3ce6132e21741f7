use super::lib::binary::pair_of_dims;
use super::{array, cases, coordinates, evaluate, rejected, whole};
use asynclab::ops::BROADCAST_TO;
use proptest::prelude::*;

#[test]
fn by_hand() {
    let row = array(&[3], &[1.0, 2.0, 3.0]);
    assert_eq!(evaluate(BROADCAST_TO, &[&row], &[2, 3]), array(&[2, 3], &[1.0, 2.0, 3.0, 1.0, 2.0, 3.0]));
    let column = array(&[2, 1], &[1.0, 2.0]);
    assert_eq!(evaluate(BROADCAST_TO, &[&column], &[2, 2]), array(&[2, 2], &[1.0, 1.0, 2.0, 2.0]));
    assert_eq!(evaluate(BROADCAST_TO, &[&array(&[], &[7.0])], &[5]), array(&[5], &[7.0; 5]));
    assert_eq!(evaluate(BROADCAST_TO, &[&array(&[1], &[7.0])], &[0]), array(&[0], &[]));
    assert_eq!(evaluate(BROADCAST_TO, &[&array(&[], &[7.0])], &[]), array(&[], &[7.0]));
}

#[test]
fn repeats_as_operands_are_repeated() {
    proptest!(cases(200), |([small, other] in pair_of_dims())| {
        let x = whole(&small);
        // The shape that both operands broadcast to is the shape of their sum.
        let to = evaluate(asynclab::ops::ADD, &[&x, &whole(&other)], &[]).dims;
        let got = evaluate(BROADCAST_TO, &[&x], &to);
        prop_assert_eq!(&got.dims, &to);
        for (i, &value) in got.data.iter().enumerate() {
            prop_assert_eq!(value, x.at(&coordinates(&to, i)));
        }
    });
}

#[test]
fn rejects_what_does_not_fit() {
    let wrong: [(&[u32], &[u32]); 5] = [(&[3], &[2]), (&[3], &[]), (&[2, 3], &[3]), (&[3], &[3, 1]), (&[2], &[1])];
    for (from, to) in wrong {
        assert_eq!(rejected(BROADCAST_TO, &[from], to).0, "SHAPE_MISMATCH", "{from:?} to {to:?}");
    }
    assert_eq!(rejected(BROADCAST_TO, &[], &[2]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(BROADCAST_TO, &[&[1]], &[1; 7]).0, "INVALID_SHAPE");
}
