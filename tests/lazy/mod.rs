//! The lazy mode: which operations are computed together, when, and that results and errors do not change.

use asynclab::backend::graph::Stage;
use asynclab::backend::policy::Policy;
use asynclab::error::Error;
use asynclab::local::{DeviceKind, Lab};
use asynclab::ops;
use asynclab::trace::record::Trace;
use asynclab::wire::{ArrayId, TraceMode};
use pollster::block_on;

mod ends;
pub(crate) mod random;
mod values;
mod work;

const LAZY: Policy = policy(true, 4 << 30);

pub(crate) const fn policy(lazy: bool, memory_limit: u64) -> Policy {
    Policy {
        ops_per_submit: 256,
        work_per_submit: 1e7,
        max_in_flight: 16_384,
        blocking: false,
        lazy,
        kernels: asynclab::backend::policy::Kernels::Fixed,
        allocator: asynclab::backend::policy::Allocator::StreamOrdered,
        memory_limit,
    }
}

pub(crate) fn lab(kind: DeviceKind, policy: Policy) -> Lab {
    block_on(Lab::connect(kind, policy)).unwrap()
}

fn cpu() -> Lab {
    lab(DeviceKind::Cpu, LAZY)
}

/// Each test runs on every device. On the GPU it is a separate test, which may be skipped.
macro_rules! on_every_device {
    ($(fn $name:ident($kind:ident: DeviceKind) $body:block)*) => { $(
        mod $name {
            use super::*;

            fn on($kind: asynclab::local::DeviceKind) $body

            #[test]
            fn on_the_cpu() {
                on(asynclab::local::DeviceKind::Cpu);
            }

            #[test]
            fn on_a_simulated_device() {
                on(asynclab::local::DeviceKind::Sim(asynclab::device::sim::Costs::default()));
            }

            #[test]
            fn on_a_gpu() {
                if crate::adapter::is_there() {
                    on(asynclab::local::DeviceKind::WebGpu);
                }
            }
        }
    )* };
}
pub(crate) use on_every_device;

/// Applies an operation and disposes its inputs.
pub(crate) fn then(lab: &mut Lab, op: u8, inputs: &[ArrayId], attrs: &[u32]) -> ArrayId {
    let output = lab.apply(op, inputs, attrs).unwrap();
    inputs.iter().for_each(|&input| lab.dispose(input));
    output
}

/// `x ∘ number`. Disposes `x`.
pub(crate) fn number(lab: &mut Lab, op: u8, x: ArrayId, number: f32) -> ArrayId {
    then(lab, op, &[x], &[1, number.to_bits()])
}

fn traced(lab: &mut Lab, program: impl FnOnce(&mut Lab)) -> Trace {
    block_on(lab.start_trace(TraceMode::Measure)).unwrap();
    program(lab);
    block_on(lab.stop_trace()).unwrap()
}

/// Names of the operations of each kernel. Kernels are in the order of their last operations.
pub(crate) fn kernels(trace: &Trace) -> Vec<Vec<&'static str>> {
    let names = |last: u32| {
        let rows = (0..trace.len()).filter(move |&row| trace.kernel[row] == last);
        rows.map(|row| ops::by_opcode(trace.op[row]).map_or("array", |op| op.name())).collect()
    };
    (0..trace.len() as u32).filter(|&row| trace.kernel[row as usize] == row).map(names).collect()
}

on_every_device! {
    fn a_chain_is_one_kernel_and_has_the_times_of_one(kind: DeviceKind) {
        let mut lab = lab(kind, LAZY);
        let x = lab.array(&[5], &[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        let trace = traced(&mut lab, |lab| {
            let y = lab.apply(ops::ADD, &[x], &[1, 1.0_f32.to_bits()]).unwrap();
            let y = number(lab, ops::MUL, y, 3.0);
            let y = then(lab, ops::SQUARE, &[y], &[]);
            assert_eq!(block_on(lab.data(y)).unwrap(), [36.0, 81.0, 144.0, 225.0, 324.0]);
        });
        assert_eq!(kernels(&trace), [["add", "mul", "square"]], "{kind:?}");
        for times in [&trace.submitted, &trace.started, &trace.ended, &trace.completed] {
            assert!(times.iter().all(|&time| time.is_finite() && time == times[0]), "{kind:?}: {times:?}");
        }
        assert!(trace.enqueued[0] <= trace.enqueued[2] && trace.started[0] >= trace.enqueued[2], "{kind:?}");
    }
}

#[test]
fn eager_operations_are_kernels_of_their_own() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let trace = traced(&mut lab, |lab| {
        let x = lab.apply(ops::FULL, &[], &[0, 4]).unwrap();
        let y = number(lab, ops::ADD, x, 1.0);
        number(lab, ops::ADD, y, 1.0);
    });
    assert_eq!(kernels(&trace), [["full"], ["add"], ["add"]]);
}

#[test]
fn nothing_begins_before_it_is_needed_and_then_only_what_is() {
    let mut lab = cpu();
    let x = lab.apply(ops::FULL, &[], &[1.0_f32.to_bits(), 8]).unwrap();
    let [needed, other] = [ops::NEG, ops::EXP].map(|op| lab.apply(op, &[x], &[]).unwrap());
    let stages = |lab: &mut Lab| -> Vec<Stage> {
        block_on(lab.graph()).unwrap().iter().map(|operation| operation.stage).collect()
    };
    assert_eq!(stages(&mut lab), [Stage::Queued; 3]);
    assert_eq!(lab.backend().memory().allocated, 0);
    block_on(lab.wait_to_read(needed)).unwrap();
    assert_eq!(stages(&mut lab), [Stage::Queued], "the exponential waits for a need of its own");
    assert_eq!(block_on(lab.data(other)).unwrap(), [1.0_f32.exp(); 8]);
}

#[test]
fn what_is_disposed_unread_is_computed_nevertheless() {
    let mut lab = cpu();
    let trace = traced(&mut lab, |lab| {
        let x = lab.apply(ops::FULL, &[], &[0, 4]).unwrap();
        let y = number(lab, ops::ADD, x, 1.0);
        lab.dispose(y);
    });
    assert!(trace.completed.iter().all(|time| time.is_finite()));
    let memory = lab.backend().memory();
    assert_eq!((memory.used, memory.pending), (0, 0));
}

#[test]
fn what_the_program_can_still_read_ends_a_kernel() {
    for dispose in [true, false] {
        let mut lab = cpu();
        let x = lab.array(&[4], &[1.0; 4]).unwrap();
        let trace = traced(&mut lab, |lab| {
            let held = lab.apply(ops::EXP, &[x], &[]).unwrap();
            let y = lab.apply(ops::NEG, &[held], &[]).unwrap();
            if dispose {
                lab.dispose(held);
            }
            block_on(lab.wait_to_read(y)).unwrap();
        });
        let expected: &[&[&str]] = if dispose { &[&["exp", "neg"]] } else { &[&["exp"], &["neg"]] };
        assert_eq!(kernels(&trace), expected);
    }
}

#[test]
fn what_a_wait_is_for_is_stored_even_if_it_is_disposed() {
    let mut lab = cpu();
    let x = lab.array(&[4], &[1.0; 4]).unwrap();
    let y = lab.apply(ops::ADD, &[x], &[1, 1.0_f32.to_bits()]).unwrap();
    let z = lab.apply(ops::SQUARE, &[y], &[]).unwrap();
    let token = lab.frontend().read(y).unwrap();
    lab.dispose(y);
    assert_eq!(block_on(lab.data(z)).unwrap(), [4.0; 4]);
    assert!(block_on(lab.answer(token)).is_ok());
}

#[test]
fn a_value_read_twice_by_one_kernel_is_computed_in_it_and_by_two_is_stored() {
    let mut lab = cpu();
    let x = lab.array(&[4], &[2.0; 4]).unwrap();
    let trace = traced(&mut lab, |lab| {
        let y = lab.apply(ops::EXP, &[x], &[]).unwrap();
        let a = lab.apply(ops::NEG, &[y], &[]).unwrap();
        let b = lab.apply(ops::ABS, &[y], &[]).unwrap();
        lab.dispose(y);
        let z = then(lab, ops::ADD, &[a, b], &[]);
        assert_eq!(block_on(lab.data(z)).unwrap(), [0.0; 4]);
    });
    assert_eq!(kernels(&trace), [["exp", "neg", "abs", "add"]]);
    let trace = traced(&mut lab, |lab| {
        let y = lab.apply(ops::EXP, &[x], &[]).unwrap();
        lab.apply(ops::NEG, &[y], &[]).unwrap();
        lab.apply(ops::ABS, &[y], &[]).unwrap();
        lab.dispose(y);
    });
    assert_eq!(kernels(&trace), [["exp"], ["neg"], ["abs"]]);
}

on_every_device! {
    fn long_chains_and_wide_sums_are_several_kernels(kind: DeviceKind) {
        let mut lab = lab(kind, LAZY);
        let mut chain = lab.array(&[3], &[0.0; 3]).unwrap();
        let trace = traced(&mut lab, |lab| {
            for _ in 0..150 {
                chain = number(lab, ops::ADD, chain, 1.0);
            }
            assert_eq!(block_on(lab.data(chain)).unwrap(), [150.0; 3], "{kind:?}");
        });
        let sizes: Vec<usize> = kernels(&trace).iter().map(Vec::len).collect();
        assert_eq!(sizes, [22, 64, 64], "{kind:?}");

        let terms: Vec<ArrayId> = (0..20).map(|i| lab.array(&[3], &[i as f32; 3]).unwrap()).collect();
        let trace = traced(&mut lab, |lab| {
            let mut sum = chain;
            for &term in &terms {
                let next = lab.apply(ops::ADD, &[sum, term], &[]).unwrap();
                lab.dispose(sum);
                sum = next;
            }
            assert_eq!(block_on(lab.data(sum)).unwrap(), [340.0; 3], "{kind:?}");
        });
        assert_eq!(kernels(&trace).iter().map(Vec::len).collect::<Vec<_>>(), [2, 6, 6, 6], "{kind:?}");
    }
}

/// A chain of products and sums whose roundings would change by contraction or reassociation.
fn rounding(lab: &mut Lab, elements: u32) -> Vec<u32> {
    let [x, y] = [1, 2].map(|seed| lab.apply(ops::NORMAL, &[], &[seed, 0, 0, 1.0_f32.to_bits(), elements]).unwrap());
    let mut z = lab.apply(ops::MUL, &[x, y], &[]).unwrap();
    for turn in 0..8_u8 {
        let sum = lab.apply([ops::ADD, ops::SUB][turn as usize % 2], &[z, x], &[]).unwrap();
        lab.dispose(z);
        let far = number(lab, ops::ADD, sum, 1e3 + f32::from(turn));
        let back = number(lab, ops::SUB, far, 1e3 + f32::from(turn));
        z = lab.apply(ops::MUL, &[back, y], &[]).unwrap();
        lab.dispose(back);
    }
    for op in [ops::ABS, ops::LOG, ops::EXP, ops::SQRT, ops::SQUARE] {
        z = then(lab, op, &[z], &[]);
    }
    let z = number(lab, ops::DIV, z, 3.0);
    let z = number(lab, ops::MUL, z, 3.0);
    block_on(lab.data(z)).unwrap().iter().map(|value| value.to_bits()).collect()
}

/// A chain on one array and two numbers. Its kernel computes two vectors at a time.
fn numbers(lab: &mut Lab, elements: u32) -> Vec<u32> {
    let mut x = lab.apply(ops::NORMAL, &[], &[1, 0, 0, 1.0_f32.to_bits(), elements]).unwrap();
    for turn in 0..32 {
        x = number(lab, [ops::MUL, ops::ADD, ops::SUB, ops::DIV][turn % 4], x, [0.3, 100.0][turn / 2 % 2]);
    }
    block_on(lab.data(x)).unwrap().iter().map(|value| value.to_bits()).collect()
}

on_every_device! {
    fn results_have_the_bits_of_eager_ones(kind: DeviceKind) {
        let programs: [fn(&mut Lab, u32) -> Vec<u32>; 2] = [rounding, numbers];
        for program in programs {
            for elements in [1, 3, 1000, 20_001] {
                let [eager, lazy] = [Policy::default(), LAZY].map(|policy| program(&mut lab(kind, policy), elements));
                let differ = eager.iter().zip(&lazy).filter(|(eager, lazy)| eager != lazy).count();
                assert_eq!((differ, lazy.len()), (0, elements as usize), "{kind:?}");
            }
        }
    }
}

#[test]
fn a_window_of_operations_begins_by_itself() {
    let mut lab = cpu();
    let mut x = lab.array(&[4], &[0.0; 4]).unwrap();
    for _ in 0..600 {
        x = number(&mut lab, ops::ADD, x, 1.0);
    }
    lab.flush();
    let waiting = block_on(lab.graph()).unwrap().iter().filter(|operation| operation.stage == Stage::Queued).count();
    assert_eq!(waiting, 601 - 512);
    assert_eq!(block_on(lab.data(x)).unwrap(), [600.0; 4]);
}

#[test]
fn a_loop_has_the_same_kernels_each_time_round() {
    let mut lab = cpu();
    let x = lab.array(&[4], &[1.0; 4]).unwrap();
    let trace = traced(&mut lab, |lab| {
        for _ in 0..300 {
            let mut y = lab.apply(ops::EXP, &[x], &[]).unwrap();
            for _ in 0..6 {
                y = number(lab, ops::MUL, y, 0.5);
            }
            lab.dispose(y);
        }
    });
    let kernels = kernels(&trace);
    assert_eq!(kernels.len(), 300);
    assert!(kernels.iter().all(|kernel| kernel.len() == 7));
}

#[test]
fn little_memory_gives_the_results_and_errors_of_eager_operations() {
    let limit = 4 * 16_384 + 1024;
    let run = |lazy| {
        let mut lab = lab(DeviceKind::Cpu, policy(lazy, limit));
        // One by one, the terms need not exist all at once. In one kernel they do.
        let mut sum = lab.apply(ops::FULL, &[], &[0, 4096]).unwrap();
        for term in 0..12_u8 {
            let term = lab.apply(ops::FULL, &[], &[f32::from(term).to_bits(), 4096]).unwrap();
            sum = then(&mut lab, ops::ADD, &[sum, term], &[]);
        }
        let sum = block_on(lab.data(sum)).unwrap();
        let much = lab.apply(ops::FULL, &[], &[0, 32_768]).unwrap();
        let error = block_on(lab.data(much)).unwrap_err();
        (sum, matches!(error, Error::MemoryLimit { .. }))
    };
    assert_eq!(run(true), run(false));
    assert_eq!(run(true), (vec![66.0; 4096], true));
}

#[test]
fn what_fails_fails_as_one_by_one() {
    let mut lab = lab(DeviceKind::Cpu, policy(true, 1 << 16));
    let x = lab.apply(ops::FULL, &[], &[0, 1 << 16]).unwrap();
    let y = number(&mut lab, ops::ADD, x, 1.0);
    let z = number(&mut lab, ops::MUL, y, 2.0);
    assert!(matches!(block_on(lab.data(z)).unwrap_err(), Error::MemoryLimit { .. }));
    // The read has already returned the error.
    block_on(lab.wait_all()).unwrap();
    lab.dispose(z);
    block_on(lab.wait_all()).unwrap();
    let memory = lab.backend().memory();
    assert_eq!((memory.used, memory.pending, lab.backend().progress().completed), (0, 0, 3));
}

#[test]
fn lazy_and_blocking_exclude_each_other() {
    let error = block_on(Lab::connect(DeviceKind::Cpu, Policy { blocking: true, ..LAZY })).err();
    assert!(matches!(error, Some(Error::InvalidOption { name: "lazy", .. })), "{error:?}");
}
