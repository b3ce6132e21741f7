//! Tests that the binary operations share.

use crate::ops::{assert_close, cases, coordinates, dims, evaluate, rejected, whole};
use proptest::collection::vec;
use proptest::prelude::*;

/// Pairs of shapes that broadcast: leading axes are dropped and others become 1 on either side.
pub(crate) fn pair_of_dims() -> impl Strategy<Value = [Vec<u32>; 2]> {
    (dims(9), vec(0..6u8, 3), 0..3usize, any::<bool>()).prop_map(|(dims, stretched, dropped, swap)| {
        let mut sides = [dims.clone(), dims];
        for (axis, &how) in stretched.iter().enumerate().take(sides[0].len()) {
            if how < 2 {
                sides[how as usize][axis] = 1;
            }
        }
        let dropped = dropped.min(sides[0].len());
        sides[0].drain(..dropped);
        if swap {
            sides.reverse();
        }
        sides
    })
}

/// A binary operation against `formula`: arrays that broadcast, and scalars on both sides.
pub(crate) fn check(opcode: u8, tolerance: f64, formula: fn(f64, f64) -> f64) {
    let formula = |a: f32, b: f32| formula(f64::from(a), f64::from(b));
    proptest!(cases(200), |([left, right] in pair_of_dims())| {
        let (a, b) = (whole(&left), whole(&right));
        let got = evaluate(opcode, &[&a, &b], &[]);
        let expected = (0..got.data.len()).map(|i| {
            let at = coordinates(&got.dims, i);
            formula(a.at(&at), b.at(&at))
        });
        assert_close(&got.data, expected, tolerance);
    });
    for n in [0, 1, 3, 4, 65, 1000] {
        let x = whole(&[n]);
        let [on_left, on_right] = [0, 1].map(|side| evaluate(opcode, &[&x], &[side, 2.5f32.to_bits()]));
        assert_close(&on_left.data, x.data.iter().map(|&x| formula(2.5, x)), tolerance);
        assert_close(&on_right.data, x.data.iter().map(|&x| formula(x, 2.5)), tolerance);
    }
    // So many elements that an invocation of the kernel computes several vectors.
    evaluate(opcode, &[&whole(&[600_001])], &[1, 0]);
}

/// Asserts that a binary operation rejects wrong calls, with messages that name the remedy.
pub(crate) fn check_errors(opcode: u8) {
    let (code, message) = rejected(opcode, &[&[2, 3], &[2, 4]], &[]);
    assert_eq!(code, "SHAPE_MISMATCH");
    assert!(message.contains("[2, 3]") && message.contains("[2, 4]") && message.contains("make each"), "{message}");
    assert_eq!(rejected(opcode, &[&[3], &[2]], &[]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(opcode, &[&[0], &[2]], &[]).0, "SHAPE_MISMATCH");
    for (inputs, attrs) in [(0, &[][..]), (1, &[]), (1, &[1]), (1, &[2, 0]), (2, &[1, 0]), (3, &[])] {
        assert_eq!(rejected(opcode, &[&[2][..]; 3][..inputs], attrs).0, "SHAPE_MISMATCH");
    }
    // The result may be too large although neither operand is.
    assert_eq!(rejected(opcode, &[&[1 << 17, 1], &[1 << 17]], &[]).0, "INVALID_SHAPE");
}
