//! Tests that the reductions share.

use crate::ops::{Array, assert_close, cases, coordinates, dims, elements, evaluate, rejected, whole};
use proptest::prelude::*;

/// The elements that each output is computed from, found one by one from their coordinates.
fn groups(x: &Array, axes: u32) -> Vec<Vec<f64>> {
    let kept: Vec<u32> = x.dims.iter().enumerate().map(|(i, &dim)| if axes >> i & 1 == 1 { 1 } else { dim }).collect();
    let mut groups = vec![Vec::new(); elements(&kept)];
    for (i, &value) in x.data.iter().enumerate() {
        let at = coordinates(&x.dims, i);
        let group = kept.iter().zip(at).fold(0, |group, (&dim, c)| group * dim as usize + c.min(dim as usize - 1));
        groups[group].push(f64::from(value));
    }
    groups
}

/// Compares a reduction with `formula`: over random shapes and axes, with reduced axes dropped or kept, and over sizes
/// beyond every limit of the plan.
pub(crate) fn check(opcode: u8, tolerance: f64, of_nothing: bool, formula: fn(&[f64]) -> f64) {
    let compare = |dims: &[u32], axes: u32| {
        let x = whole(dims);
        let groups = groups(&x, axes);
        let kept: Vec<u32> =
            dims.iter().enumerate().map(|(i, &dim)| if axes >> i & 1 == 1 { 1 } else { dim }).collect();
        let dropped: Vec<u32> = (0..dims.len()).filter(|i| axes >> i & 1 == 0).map(|i| dims[i]).collect();
        for (keep, expected) in [(0, dropped), (1, kept)] {
            let got = evaluate(opcode, &[&x], &[axes, keep]);
            assert_eq!(got.dims, expected);
            assert_close(&got.data, groups.iter().map(|group| formula(group)), tolerance);
        }
    };
    proptest!(cases(200), |(dims in dims(9), axes in 0..8u32)| {
        let axes = axes & ((1 << dims.len()) - 1);
        if of_nothing || elements(&dims) > 0 {
            compare(&dims, axes);
        }
    });
    let large: [(&[u32], u32); 8] = [
        (&[70_001], 1),
        (&[2, 9_000], 2),
        (&[9_000, 2], 1),
        (&[300, 3], 2),
        (&[300, 600], 2),
        (&[3, 4, 5, 6, 2, 3], 0b10_1010),
        (&[3, 4, 5, 6, 2, 3], 0b01_0101),
        (&[5_000, 8], 1),
    ];
    for (dims, axes) in large {
        compare(dims, axes);
    }
}

/// Calls that a reduction rejects.
pub(crate) fn check_errors(opcode: u8) {
    let (code, message) = rejected(opcode, &[&[2, 3]], &[0b100, 0]);
    assert_eq!(code, "INVALID_NUMBER");
    assert!(message.contains("axis is 2"), "{message}");
    assert_eq!(rejected(opcode, &[&[]], &[1, 0]).0, "INVALID_NUMBER");
    assert_eq!(rejected(opcode, &[&[1; 6]], &[u32::MAX, 0]).0, "INVALID_NUMBER");
    for (inputs, attrs) in [(0, &[0, 0][..]), (2, &[0, 0]), (1, &[]), (1, &[0]), (1, &[0, 0, 0])] {
        assert_eq!(rejected(opcode, &[&[2][..]; 2][..inputs], attrs).0, "SHAPE_MISMATCH");
    }
}
