use super::{array, assert_close, evaluate, rejected};
use asynclab::ops::ARANGE;

fn arange(start: f32, step: f32, count: u32) -> [u32; 3] {
    [start.to_bits(), step.to_bits(), count]
}

#[test]
fn counts_and_steps() {
    assert_eq!(evaluate(ARANGE, &[], &arange(0.0, 1.0, 5)), array(&[5], &[0.0, 1.0, 2.0, 3.0, 4.0]));
    assert_eq!(evaluate(ARANGE, &[], &arange(1.0, -0.5, 3)), array(&[3], &[1.0, 0.5, 0.0]));
    assert_eq!(evaluate(ARANGE, &[], &arange(1.0, 1.0, 0)), array(&[0], &[]));
    let fine = evaluate(ARANGE, &[], &arange(-3.0, 0.1, 600_001));
    assert_close(&fine.data, (0..600_001).map(|i| f64::from(i) * f64::from(0.1f32) - 3.0), 2e-7);
}

#[test]
fn rejects_what_is_no_number() {
    for (start, step) in [(f32::NAN, 1.0), (0.0, f32::INFINITY)] {
        assert_eq!(rejected(ARANGE, &[], &arange(start, step, 2)).0, "INVALID_NUMBER");
    }
    assert_eq!(rejected(ARANGE, &[], &[0, 0]).0, "INVALID_SHAPE");
    assert_eq!(rejected(ARANGE, &[&[1]], &arange(0.0, 1.0, 2)).0, "INVALID_SHAPE");
}
