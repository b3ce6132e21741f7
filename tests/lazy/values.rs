//! NaN and infinities within a kernel of three operations: the one in the middle has NumPy's results.

use super::{LAZY, kernels, lab, number, on_every_device, then, traced};
use asynclab::local::Lab;
use asynclab::ops;
use asynclab::wire::ArrayId;
use pollster::block_on;

const VALUES: [f32; 8] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, 2.5, -2.5, 1e30, -1e30];

/// An operation of which NaN could be lost, and its result.
type Case = (&'static str, fn(&mut Lab, ArrayId) -> ArrayId, fn(f32) -> f32);

/// NaN for NaN, otherwise `result`.
fn or_nan(x: f32, result: f32) -> f32 {
    if x.is_nan() { f32::NAN } else { result }
}

const CASES: [Case; 7] = [
    ("relu", |lab, x| then(lab, ops::RELU, &[x], &[]), |x| or_nan(x, x.max(0.0))),
    ("sign", |lab, x| then(lab, ops::SIGN, &[x], &[]), |x| or_nan(x, if x == 0.0 { 0.0 } else { x.signum() })),
    ("maximum", |lab, x| number(lab, ops::MAXIMUM, x, -1.0), |x| or_nan(x, x.max(-1.0))),
    ("minimum", |lab, x| number(lab, ops::MINIMUM, x, 1.0), |x| or_nan(x, x.min(1.0))),
    ("clip", clip, |x| or_nan(x, x.clamp(-1.0, 1.0))),
    // `x` where it is above 0, otherwise `x` − 1. NaN is not above 0.
    ("where", chosen, |x| if x > 0.0 { x } else { x - 1.0 }),
    ("greater", |lab, x| number(lab, ops::GREATER, x, 0.0), |x| f32::from(x > 0.0)),
];

fn clip(lab: &mut Lab, x: ArrayId) -> ArrayId {
    let above = number(lab, ops::MAXIMUM, x, -1.0);
    number(lab, ops::MINIMUM, above, 1.0)
}

fn chosen(lab: &mut Lab, x: ArrayId) -> ArrayId {
    let condition = lab.apply(ops::GREATER, &[x], &[1, 0]).unwrap();
    let yes = lab.apply(ops::MASKED, &[x, condition], &[]).unwrap();
    let less = number(lab, ops::SUB, x, 1.0);
    let otherwise = number(lab, ops::EQUAL, condition, 0.0);
    let no = then(lab, ops::MASKED, &[less, otherwise], &[]);
    then(lab, ops::ADD, &[yes, no], &[])
}

on_every_device! {
    fn nan_and_infinities_go_through_operations_in_the_middle_of_a_kernel(kind: DeviceKind) {
        let mut lab = lab(kind, LAZY);
        // A few elements, and so many that an invocation computes several.
        for elements in [VALUES.len(), 40_000] {
            let given: Vec<f32> = VALUES.iter().copied().cycle().take(elements).collect();
            for (name, compute, expected) in CASES {
                let array = lab.array(&[elements as u32], &given).unwrap();
                let mut got = Vec::new();
                let trace = traced(&mut lab, |lab| {
                    let x = number(lab, ops::MUL, array, 1.0);
                    let y = compute(lab, x);
                    let y = number(lab, ops::MUL, y, 1.0);
                    got = block_on(lab.data(y)).unwrap();
                });
                assert_eq!(kernels(&trace).len(), 1, "{kind:?}: {name}");
                for (&x, &y) in given.iter().zip(&got) {
                    let right = expected(x);
                    assert!(
                        y == right || y.is_nan() && right.is_nan(),
                        "{kind:?}: {name} of {x} gives {y}, not {right}"
                    );
                }
            }
            // Reductions behind a chain, with a NaN at several places.
            for op in [ops::MAX, ops::MIN] {
                for at in [0, elements / 2, elements - 1] {
                    let mut values = vec![1.0; elements];
                    values[at] = f32::NAN;
                    let array = lab.array(&[elements as u32], &values).unwrap();
                    let x = number(&mut lab, ops::MUL, array, 1.0);
                    let result = then(&mut lab, op, &[x], &[1, 0]);
                    let name = ops::ALL[usize::from(op)].name();
                    assert!(block_on(lab.data(result)).unwrap()[0].is_nan(), "{kind:?}: {name} with NaN at {at}");
                }
            }
        }
    }
}
