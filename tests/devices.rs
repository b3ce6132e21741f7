//! Several devices in one lab: arrays that one device computes and another needs, and the devices' other work meanwhile.

use asynclab::backend::graph::{PendingOperation, Stage};
use asynclab::backend::policy::Policy;
use asynclab::frontend::OWN;
use asynclab::local::{DeviceKind, Lab};
use asynclab::ops;
use asynclab::wire::{ArrayId, DeviceIndex, TraceMode};
use pollster::block_on;

const OTHER: DeviceIndex = 1;

/// One operation at a time, so that the rest stays in the queue.
const NARROW: Policy = policy(1, 4 << 30);

const fn policy(max_in_flight: u32, memory_limit: u64) -> Policy {
    Policy {
        ops_per_submit: 1,
        work_per_submit: 1e7,
        max_in_flight,
        blocking: false,
        lazy: false,
        allocator: asynclab::backend::policy::Allocator::StreamOrdered,
        memory_limit,
        kernels: asynclab::backend::policy::Kernels::Fixed,
    }
}

/// Two CPUs: neither works before somebody waits.
fn lab(own: Policy, other: Policy) -> Lab {
    let mut lab = block_on(Lab::connect(DeviceKind::Cpu, own)).unwrap();
    assert_eq!(block_on(lab.add_device(DeviceKind::Cpu, other)).unwrap(), OTHER);
    lab
}

fn full(lab: &mut Lab, device: DeviceIndex, elements: u32, value: f32) -> ArrayId {
    lab.frontend().apply_on(device, ops::FULL, &[], &[value.to_bits(), elements]).unwrap()
}

fn plus(lab: &mut Lab, array: ArrayId, number: f32) -> ArrayId {
    lab.apply(ops::ADD, &[array], &[1, number.to_bits()]).unwrap()
}

fn send(lab: &mut Lab, array: ArrayId, device: DeviceIndex) -> ArrayId {
    lab.frontend().transfer(array, device).unwrap()
}

fn stages(graph: &[PendingOperation]) -> Vec<Stage> {
    graph.iter().map(|operation| operation.stage).collect()
}

#[test]
fn going_from_device_to_device_changes_no_bit() {
    let run = |travels: bool, policy: Policy| {
        let mut lab = lab(policy, policy);
        let attrs = [7, 0, 0.0_f32.to_bits(), 1.0_f32.to_bits(), 9, 11];
        let mut x = lab.apply(ops::NORMAL, &[], &attrs).unwrap();
        let mut at = OWN;
        for step in 0..40 {
            let y = plus(&mut lab, x, step as f32 / 3.0);
            let product = lab.apply(ops::MUL, &[y, x], &[]).unwrap();
            let scaled = lab.apply(ops::DIV, &[product], &[1, 7.7_f32.to_bits()]).unwrap();
            for array in [x, y, product] {
                lab.dispose(array);
            }
            x = scaled;
            if travels {
                at = 1 - at;
                x = send(&mut lab, scaled, at);
                lab.dispose(scaled);
            }
        }
        let bits: Vec<u32> = block_on(lab.data(x)).unwrap().into_iter().map(f32::to_bits).collect();
        lab.dispose(x);
        block_on(lab.wait_all()).unwrap();
        let memory = lab.backend().memory();
        assert_eq!((memory.used, memory.pending), (0, 0), "nothing on its way is forgotten");
        bits
    };
    let expected = run(false, Policy::default());
    assert!(expected.iter().any(|&bits| bits != expected[0]));
    assert!(run(true, Policy::default()) == expected);
    assert!(run(true, NARROW) == expected);
    assert!(run(true, Policy { blocking: true, ..Policy::default() }) == expected);
    assert!(run(true, Policy { lazy: true, ..Policy::default() }) == expected);
}

#[test]
fn what_waits_for_another_device_lets_only_independent_operations_pass() {
    let mut lab = lab(Policy::default(), Policy::default());
    let there = full(&mut lab, OTHER, 4, 2.0);
    let here = send(&mut lab, there, OWN);
    let needs = plus(&mut lab, here, 1.0);
    let free = full(&mut lab, OWN, 4, 10.0);
    let sum = lab.apply(ops::ADD, &[needs, free], &[]).unwrap();
    let alone = plus(&mut lab, free, 5.0);
    lab.flush();
    let graph = block_on(lab.graph()).unwrap();
    let (waiting, running) = (Stage::Waiting, Stage::Running);
    assert_eq!(stages(&graph), [waiting, waiting, running, waiting, running]);
    assert_eq!(graph[0].from, Some((OTHER, 0)));
    assert_eq!(graph[3].reads.as_slice(), [1, 2]);
    assert_eq!(block_on(lab.data(alone)).unwrap(), [15.0; 4]);
    assert_eq!(block_on(lab.data(sum)).unwrap(), [13.0; 4]);
    assert_eq!(block_on(lab.graph()).unwrap(), []);
}

#[test]
fn what_has_arrived_goes_on_in_program_order() {
    let mut lab = lab(policy(1000, 4 << 30), NARROW);
    block_on(lab.start_trace(TraceMode::Record)).unwrap();
    let mut late = full(&mut lab, OTHER, 4, 1.0);
    for _ in 0..10 {
        late = plus(&mut lab, late, 1.0);
    }
    let soon = full(&mut lab, OTHER, 4, 30.0);
    let [first, second] = [late, soon].map(|array| send(&mut lab, array, OWN));
    let mut chain = first;
    for _ in 0..3 {
        chain = lab.apply(ops::ADD, &[chain, second], &[]).unwrap();
    }
    let other = plus(&mut lab, second, 1.0);
    // The other device computes and sends `second` before `first`, since this wait needs only `second`.
    block_on(lab.wait_to_read(soon)).unwrap();
    assert_eq!(block_on(lab.data(other)).unwrap(), [31.0; 4]);
    assert_eq!(stages(&block_on(lab.graph()).unwrap()), [Stage::Waiting; 4], "the first one and the chain");
    // A wait for operations that were set aside has them computed as soon as their input is there.
    block_on(lab.wait_to_read(chain)).unwrap();
    assert_eq!(block_on(lab.data(chain)).unwrap(), [101.0; 4]);
    let trace = block_on(lab.stop_trace()).unwrap();
    let serials = &trace.submission;
    assert_eq!(serials.len(), 6);
    assert!(serials[1] < serials[5] && serials[5] < serials[0], "it overtook what it does not read: {serials:?}");
    assert!(serials[0] < serials[2] && serials[2..5].is_sorted(), "{serials:?}");
}

#[test]
fn what_was_prioritised_and_set_aside_goes_back_to_its_place() {
    let mut lab = lab(NARROW, NARROW);
    let mut chain = full(&mut lab, OWN, 4, 0.0);
    for _ in 0..99 {
        chain = plus(&mut lab, chain, 1.0);
    }
    let before = lab.frontend().wait_all(OWN);
    let there = full(&mut lab, OTHER, 4, 5.0);
    let here = send(&mut lab, there, OWN);
    // The transfer is prioritised over the queued chain, and has to be set aside until its value arrives.
    assert_eq!(block_on(lab.data(here)).unwrap(), [5.0; 4]);
    assert!(lab.backend().progress().complete_before < 100, "it did not wait for the chain");
    block_on(lab.answer(before)).unwrap();
    assert!(lab.backend().progress().complete_before >= 100, "all of the chain is complete");
    assert_eq!(block_on(lab.data(chain)).unwrap(), [99.0; 4]);
}

#[test]
fn arrays_disposed_before_they_arrive_serve_their_readers_and_leave_nothing() {
    let mut lab = lab(Policy::default(), NARROW);
    let x = full(&mut lab, OTHER, 64, 3.0);
    let y = plus(&mut lab, x, 1.0);
    let here = send(&mut lab, y, OWN);
    let again = send(&mut lab, y, OWN); // Nobody reads this one.
    let result = plus(&mut lab, here, 0.5);
    for array in [x, y, here, again] {
        lab.dispose(array);
    }
    assert_eq!(block_on(lab.data(result)).unwrap(), [4.5; 64]);
    block_on(lab.wait_all()).unwrap();
    let memory = lab.backend().memory();
    assert_eq!((memory.used, memory.pending), (256, 0));
    // A transfer to the array's own device returns the same array, with another reference.
    assert_eq!(lab.frontend().transfer(result, OWN).unwrap(), result);
    lab.dispose(result);
    assert_eq!(block_on(lab.data(result)).unwrap(), [4.5; 64], "the second reference keeps it");
}

#[test]
fn what_fails_on_one_device_fails_on_the_other_and_is_reported_once() {
    let mut lab = lab(Policy::default(), policy(16, 1 << 16));
    let large = full(&mut lab, OTHER, 100_000, 1.0);
    let here = send(&mut lab, large, OWN);
    let needs = plus(&mut lab, here, 1.0);
    let back = send(&mut lab, needs, OTHER);
    let fine = full(&mut lab, OWN, 8, 7.0);
    for array in [needs, back] {
        let error = block_on(lab.data(array)).unwrap_err();
        assert_eq!(error.code(), "OUT_OF_MEMORY");
        assert!(error.to_string().contains("[100000]"), "{error}");
    }
    assert_eq!(block_on(lab.data(fine)).unwrap(), [7.0; 8]);
    block_on(lab.wait_all()).unwrap();
    let there = send(&mut lab, fine, OTHER);
    assert_eq!(block_on(lab.data(there)).unwrap(), [7.0; 8], "both go on");
}

#[test]
fn nothing_takes_the_memory_that_what_it_overtakes_will_need() {
    const ARRAY: u32 = 16_384; // 64 KiB
    // In program order there is room enough for two arrays at a time.
    let mut lab = lab(policy(1000, (2 << 16) + 1024), Policy::default());
    let held = full(&mut lab, OWN, ARRAY, 1.0);
    let mut number = full(&mut lab, OTHER, 1, 2.0);
    for _ in 0..10 {
        number = plus(&mut lab, number, 1.0);
    }
    let here = send(&mut lab, number, OWN);
    let needs = lab.apply(ops::MUL, &[held, here], &[]).unwrap();
    lab.dispose(held);
    lab.dispose(here);
    let sum = lab.apply(ops::SUM, &[needs], &[1, 0]).unwrap();
    lab.dispose(needs);
    let independent = full(&mut lab, OWN, ARRAY, 5.0);
    assert_eq!(block_on(lab.data(independent)).unwrap()[0], 5.0);
    assert_eq!(block_on(lab.data(sum)).unwrap(), [12.0 * ARRAY as f32]);
    block_on(lab.wait_all()).unwrap();
}
