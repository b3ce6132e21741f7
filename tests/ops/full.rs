use super::{array, evaluate, rejected};
use asynclab::ops::FULL;

fn full(value: f32, dims: &[u32]) -> Vec<u32> {
    [&[value.to_bits()], dims].concat()
}

#[test]
fn fills_any_shape() {
    assert_eq!(evaluate(FULL, &[], &full(2.5, &[])), array(&[], &[2.5]));
    assert_eq!(evaluate(FULL, &[], &full(-1.0, &[2, 3])), array(&[2, 3], &[-1.0; 6]));
    assert_eq!(evaluate(FULL, &[], &full(1.0, &[3, 0, 2])), array(&[3, 0, 2], &[]));
    assert_eq!(evaluate(FULL, &[], &full(0.0, &[600_001])).data, vec![0.0; 600_001]);
}

#[test]
fn rejects_what_is_no_shape() {
    assert_eq!(rejected(FULL, &[], &[]).0, "INVALID_SHAPE");
    assert_eq!(rejected(FULL, &[&[2]], &full(0.0, &[2])).0, "INVALID_SHAPE");
    let (code, message) = rejected(FULL, &[], &full(0.0, &[1; 7]));
    assert_eq!(code, "INVALID_SHAPE");
    assert!(message.contains("7 dimensions") && message.contains("at most 6"), "{message}");
    assert_eq!(rejected(FULL, &[], &full(0.0, &[1 << 16, 1 << 16])).0, "INVALID_SHAPE");
}
