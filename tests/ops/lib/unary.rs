//! Tests that the unary operations share.

use crate::ops::{Array, array, assert_close, evaluate, rejected};

/// Numbers of both signs and many magnitudes, with both zeros and one among them.
fn numbers() -> Array {
    let fixed = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 80.0, -80.0];
    let spread = (0..601).map(|i| (i as f32 - 300.0) / 25.0);
    let data: Vec<f32> = fixed.into_iter().chain(spread).collect();
    array(&[29, 21], &data)
}

/// A unary operation against `formula`.
pub(crate) fn check(opcode: u8, tolerance: f64, formula: fn(f64) -> f64) {
    let x = numbers();
    let got = evaluate(opcode, &[&x], &[]);
    assert_eq!(got.dims, x.dims);
    assert_close(&got.data, x.data.iter().map(|&x| formula(f64::from(x))), tolerance);
    for dims in [&[][..], &[1], &[0], &[2, 0, 3], &[1, 1, 5], &[600_001]] {
        let x = array(dims, &vec![0.25; crate::ops::elements(dims)]);
        let got = evaluate(opcode, &[&x], &[]);
        assert_eq!(got.dims, dims);
        assert_close(&got.data, x.data.iter().map(|&x| formula(f64::from(x))), tolerance);
    }
    assert_eq!(rejected(opcode, &[], &[]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(opcode, &[&[2], &[2]], &[]).0, "SHAPE_MISMATCH");
    assert_eq!(rejected(opcode, &[&[2]], &[0]).0, "SHAPE_MISMATCH");
}
