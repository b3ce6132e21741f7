use super::{array, evaluate, rejected};
use asynclab::ops::EYE;

#[test]
fn has_ones_on_the_diagonal() {
    assert_eq!(evaluate(EYE, &[], &[2, 2]), array(&[2, 2], &[1.0, 0.0, 0.0, 1.0]));
    assert_eq!(evaluate(EYE, &[], &[2, 3]), array(&[2, 3], &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0]));
    assert_eq!(evaluate(EYE, &[], &[3, 2]), array(&[3, 2], &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0]));
    assert_eq!(evaluate(EYE, &[], &[0, 3]), array(&[0, 3], &[]));
    let large = evaluate(EYE, &[], &[1000, 1001]);
    assert_eq!(large.data.iter().sum::<f32>(), 1000.0);
    assert!((0..1000).all(|i| large.data[i * 1002] == 1.0));
}

#[test]
fn rejects_what_is_no_matrix() {
    assert_eq!(rejected(EYE, &[], &[2]).0, "INVALID_SHAPE");
    assert_eq!(rejected(EYE, &[], &[2, 2, 2]).0, "INVALID_SHAPE");
    assert_eq!(rejected(EYE, &[&[2]], &[2, 2]).0, "INVALID_SHAPE");
    assert_eq!(rejected(EYE, &[], &[1 << 16, 1 << 16]).0, "INVALID_SHAPE");
}
