//! Tests of the operations that fill an array with one value.

use crate::ops::{array, evaluate, rejected};

/// Checks an operation that creates arrays of this value.
pub(crate) fn check(opcode: u8, value: f32) {
    assert_eq!(evaluate(opcode, &[], &[]), array(&[], &[value]));
    assert_eq!(evaluate(opcode, &[], &[2, 3]), array(&[2, 3], &[value; 6]));
    assert_eq!(evaluate(opcode, &[], &[3, 0, 2]), array(&[3, 0, 2], &[]));
    assert_eq!(evaluate(opcode, &[], &[600_001]).data, vec![value; 600_001]);
    assert_eq!(rejected(opcode, &[&[2]], &[2]).0, "INVALID_SHAPE");
    assert_eq!(rejected(opcode, &[], &[1; 7]).0, "INVALID_SHAPE");
    assert_eq!(rejected(opcode, &[], &[1 << 16, 1 << 16]).0, "INVALID_SHAPE");
}
