//! The work that a trace states for each kernel: floating-point operations, and bytes read and written.

use super::{LAZY, lab, number, on_every_device, then, traced};
use asynclab::backend::policy::Policy;
use asynclab::local::{DeviceKind, Lab};
use asynclab::ops;
use asynclab::trace::record::Trace;
use asynclab::wire::ArrayId;
use pollster::block_on;

/// An array of 2 × 3 numbers.
fn given(lab: &mut Lab) -> ArrayId {
    lab.array(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap()
}

/// The work of each row.
fn work(trace: &Trace) -> Vec<(f64, f64)> {
    trace.flops.iter().copied().zip(trace.bytes.iter().copied()).collect()
}

fn worked(kind: DeviceKind, policy: Policy, program: impl Fn(&mut Lab, ArrayId) -> ArrayId) -> Vec<(f64, f64)> {
    let mut lab = lab(kind, policy);
    let x = given(&mut lab);
    work(&traced(&mut lab, |lab| {
        let y = program(lab, x);
        block_on(lab.wait_to_read(y)).unwrap();
    }))
}

/// `(x + 1) · 3`.
fn chain(lab: &mut Lab, x: ArrayId) -> ArrayId {
    let y = lab.apply(ops::ADD, &[x], &[1, 1.0_f32.to_bits()]).unwrap();
    number(lab, ops::MUL, y, 3.0)
}

on_every_device! {
    fn each_operation_has_its_own(kind: DeviceKind) {
        let eager = Policy::default();
        assert_eq!(worked(kind, eager, chain), [(6.0, 48.0), (6.0, 48.0)]);
        let product = |lab: &mut Lab, x| {
            let y = lab.apply(ops::TRANSPOSE, &[x], &[1, 0]).unwrap();
            let z = lab.apply(ops::MATMUL, &[x, y], &[0, 0]).unwrap();
            then(lab, ops::RESHAPE, &[z], &[4])
        };
        // A view has no kernel.
        assert_eq!(worked(kind, eager, product), [(0.0, 48.0), (24.0, 64.0), (0.0, 0.0)]);
    }
    fn a_fused_kernel_has_the_arithmetic_of_all_and_the_bytes_of_its_ends(kind: DeviceKind) {
        assert_eq!(worked(kind, LAZY, chain), [(0.0, 0.0), (12.0, 48.0)]);
        let reduced = |lab: &mut Lab, x| {
            let y = chain(lab, x);
            then(lab, ops::SUM, &[y], &[2, 0])
        };
        assert_eq!(worked(kind, LAZY, reduced), [(0.0, 0.0), (0.0, 0.0), (18.0, 32.0)]);
        let multiplied = |lab: &mut Lab, x| {
            let y = lab.apply(ops::MATMUL, &[x, x], &[1, 0]).unwrap();
            number(lab, ops::ADD, y, 1.0)
        };
        assert_eq!(worked(kind, LAZY, multiplied), [(0.0, 0.0), (36.0 + 9.0, 48.0 + 36.0)]);
    }
}
