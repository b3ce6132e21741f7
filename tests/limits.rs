//! Bounds: bytes on the device, operations in flight, and the last operations, for which a mark does not wait.

use asynclab::backend::policy::{Allocator, Policy};
use asynclab::device::sim::Costs;
use asynclab::frontend::OWN;
use asynclab::local::{DeviceKind, Lab};
use asynclab::ops;
use asynclab::wire::{ArrayId, TraceMode};
use pollster::block_on;
use std::collections::HashSet;

const SIM: DeviceKind = DeviceKind::Sim(Costs { t1: 0.002, t2: 0.05, t3: 0.7 });
/// Elements of an array, and its bytes.
const SIZE: u32 = 8192;
const BYTES: u64 = 32_768;

fn lab(kind: DeviceKind, policy: Policy) -> Lab {
    block_on(Lab::connect(kind, policy)).unwrap()
}

/// Room for this many arrays.
fn room_for(arrays: u64, allocator: Allocator) -> Policy {
    Policy { allocator, memory_limit: arrays * BYTES, ..Policy::default() }
}

fn full(lab: &mut Lab, elements: u32, value: f32) -> ArrayId {
    lab.apply(ops::FULL, &[], &[value.to_bits(), elements]).unwrap()
}

fn plus(lab: &mut Lab, array: ArrayId, number: f32) -> ArrayId {
    lab.apply(ops::ADD, &[array], &[1, number.to_bits()]).unwrap()
}

#[test]
fn at_the_memory_limit_the_backend_waits_for_completions() {
    for kind in [SIM, DeviceKind::Cpu] {
        let mut lab = lab(kind, room_for(5, Allocator::OnCompletion));
        block_on(lab.start_trace(TraceMode::Record)).unwrap();
        let mut x = full(&mut lab, SIZE, 0.0);
        for _ in 0..99 {
            let next = plus(&mut lab, x, 1.0);
            lab.dispose(x);
            x = next;
        }
        lab.flush();
        let progress = lab.backend().progress();
        assert_eq!(progress.decoded, 100);
        assert!((1..=5).contains(&progress.handed_over_before), "{progress:?}");
        assert_eq!(block_on(lab.data(x)).unwrap(), vec![99.0; SIZE as usize]);
        let memory = lab.backend().memory();
        assert_eq!((memory.peak, memory.used), (5 * BYTES, BYTES));
        let trace = block_on(lab.stop_trace()).unwrap();
        let submissions: HashSet<_> = trace.submission.iter().collect();
        assert!(submissions.len() >= 20, "five at a time, and not {} submissions", submissions.len());
        // Operation 50 uses memory of operations that were complete before its submission.
        assert!(trace.submitted[50] >= trace.completed[40]);
    }
}

#[test]
fn uploads_wait_for_memory_too() {
    for allocator in [Allocator::StreamOrdered, Allocator::OnCompletion] {
        let mut lab = lab(SIM, room_for(3, allocator));
        let sums: Vec<ArrayId> = (0..20)
            .map(|step| {
                let values = vec![step as f32; SIZE as usize];
                let array = lab.array(&[SIZE], &values).unwrap();
                let sum = lab.apply(ops::SUM, &[array], &[1, 0]).unwrap();
                lab.dispose(array);
                sum
            })
            .collect();
        for (step, sum) in sums.into_iter().enumerate() {
            assert_eq!(block_on(lab.data(sum)).unwrap(), [(step * SIZE as usize) as f32], "{allocator:?}");
        }
        assert!(lab.backend().memory().peak <= 3 * BYTES);
        block_on(lab.wait_all()).unwrap();
    }
}

#[test]
fn what_can_never_have_room_fails_by_name_and_alone() {
    let mut lab = lab(DeviceKind::Cpu, room_for(3, Allocator::OnCompletion));
    let (x, y) = (full(&mut lab, SIZE, 1.0), full(&mut lab, SIZE, 2.0));
    let rejected = full(&mut lab, 2 * SIZE, 3.0);
    let fits = plus(&mut lab, y, 1.0);
    let error = block_on(lab.data(rejected)).unwrap_err();
    assert_eq!(error.code(), "OUT_OF_MEMORY");
    for part in ["[16384]", "65536", "98304", "memoryLimit"] {
        assert!(error.to_string().contains(part), "{error}");
    }
    for (array, value) in [(x, 1.0), (y, 2.0), (fits, 3.0)] {
        assert_eq!(block_on(lab.data(array)).unwrap(), vec![value; SIZE as usize]);
    }
    block_on(lab.wait_all()).expect("it was reported already");
    for array in [x, y, fits, rejected] {
        lab.dispose(array);
    }
    let again = full(&mut lab, 2 * SIZE, 3.0);
    assert_eq!(block_on(lab.data(again)).unwrap()[0], 3.0, "there is room now");
}

#[test]
fn a_failure_is_reported_by_the_wait_that_it_concerns() {
    let mut lab = lab(SIM, Policy { ops_per_submit: 1, ..room_for(3, Allocator::StreamOrdered) });
    let x = full(&mut lab, 4, 1.0);
    let mut waits = vec![lab.frontend().wait_all(OWN)];
    let missing = full(&mut lab, 8 * SIZE, 1.0);
    for _ in 0..2 {
        plus(&mut lab, missing, 1.0);
        plus(&mut lab, x, 1.0);
        waits.push(lab.frontend().wait_all(OWN));
    }
    plus(&mut lab, x, 1.0);
    waits.push(lab.frontend().wait_all(OWN));
    let failed: Vec<bool> = waits.into_iter().map(|wait| block_on(lab.answer(wait)).is_err()).collect();
    assert_eq!(failed, [false, true, true, false]);
    plus(&mut lab, missing, 1.0);
    assert_eq!(block_on(lab.wait_to_read(x)), Ok(()), "a wait for one array reports that one");
    assert_eq!(block_on(lab.wait_all()).unwrap_err().code(), "OUT_OF_MEMORY");
}

#[test]
fn a_mark_waits_for_all_but_the_last_operations() {
    let policy = Policy { ops_per_submit: 1, ..room_for(3, Allocator::StreamOrdered) };
    let mut lab = lab(SIM, policy);
    let mut x = full(&mut lab, 4, 0.0);
    for _ in 0..9 {
        x = plus(&mut lab, x, 1.0);
    }
    block_on(lab.mark(3)).unwrap();
    assert_eq!(lab.backend().progress().completed, 7);
    block_on(lab.mark(100)).unwrap();
    assert_eq!(lab.backend().progress().completed, 7, "that was nothing to wait for");
    full(&mut lab, 8 * SIZE, 1.0);
    block_on(lab.mark(0)).unwrap();
    assert_eq!(lab.backend().progress().completed, 11, "what failed is over too");
    assert_eq!(block_on(lab.wait_all()).unwrap_err().code(), "OUT_OF_MEMORY", "and yet to be reported");
    assert_eq!(block_on(lab.data(x)).unwrap(), [9.0; 4]);
}

#[test]
fn a_wait_moves_nothing_into_memory_that_the_operations_before_it_need() {
    let policy = Policy { max_in_flight: 1, ops_per_submit: 1, ..room_for(2, Allocator::StreamOrdered) };
    let mut lab = lab(SIM, policy);
    let x = full(&mut lab, SIZE, 1.0);
    let y = plus(&mut lab, x, 1.0);
    lab.dispose(x);
    let z = plus(&mut lab, y, 1.0);
    lab.dispose(y);
    let wanted = full(&mut lab, SIZE, 7.0);
    assert_eq!(block_on(lab.data(wanted)).unwrap()[0], 7.0);
    assert_eq!(block_on(lab.data(z)).unwrap()[0], 3.0);
    block_on(lab.wait_all()).unwrap();
}
