//! Counts: bytes, operations in flight, references.

use super::{LIMITS, frontend, full, leaving, with};
use asynclab::frontend::{Bounds, Capacity, Frontend, OWN};
use asynclab::ops;
use asynclab::wire::ArrayId;

/// A frontend whose device has room for this many arrays of 256 bytes.
fn with_room_for(arrays: u64) -> Frontend {
    with(Capacity { memory: 256 * arrays, ..Capacity::unbounded(LIMITS) }, Bounds::default()).0
}

fn square(frontend: &mut Frontend, x: ArrayId) -> ArrayId {
    frontend.apply(ops::MUL, &[x, x], &[]).unwrap()
}

#[test]
fn what_failed_on_one_device_takes_no_memory_there_alone() {
    let (mut frontend, _) = frontend();
    let other = frontend.add_device("other", Capacity::unbounded(LIMITS));
    for device in [OWN, other] {
        frontend.apply_on(device, ops::FULL, &[], &[0, 64]).unwrap();
        frontend.apply_on(device, ops::FULL, &[], &[0, 64]).unwrap();
    }
    frontend.fail(OWN, &[0]);
    assert_eq!([OWN, other].map(|device| frontend.used(device)), [256, 512]);
}

#[test]
fn nothing_is_in_flight_once_all_is_complete_and_a_lower_bound_holds_at_once() {
    let (mut frontend, _) = with(Capacity::unbounded(LIMITS), Bounds { operations: 1600, ..Bounds::default() });
    for _ in 0..3 {
        full(&mut frontend, &[64]);
    }
    frontend.complete_before(OWN, 2);
    assert_eq!(frontend.in_flight(OWN).0, 1);
    frontend.complete_before(OWN, 3);
    assert_eq!(frontend.in_flight(OWN), (0, 0));
    frontend.bound_operations(16);
    for _ in 0..16 {
        full(&mut frontend, &[64]);
    }
    assert_eq!(frontend.room(OWN, 1, 0), Some(15), "there is room as soon as one of them is complete");
    assert_eq!(frontend.apply(ops::FULL, &[], &[0]).unwrap_err().code(), "QUEUE_FULL");
}

#[test]
fn what_a_wait_would_cure_is_reported_before_what_it_would_not() {
    let capacity = Capacity { memory: 256, ..Capacity::unbounded(LIMITS) };
    let (mut frontend, _) = with(capacity, Bounds { operations: 1, ..Bounds::default() });
    full(&mut frontend, &[64]);
    let code = |frontend: &mut Frontend| frontend.apply(ops::FULL, &[], &[0, 64]).unwrap_err().code();
    assert_eq!(code(&mut frontend), "QUEUE_FULL");
    frontend.complete_before(OWN, 1);
    assert_eq!(code(&mut frontend), "OUT_OF_MEMORY");
}

#[test]
fn a_backward_pass_leaves_bounds_and_recording_as_they_were() {
    let (mut frontend, _) = with(Capacity::unbounded(LIMITS), Bounds { operations: 8, ..Bounds::default() });
    let x = full(&mut frontend, &[4]);
    frontend.attach_grad(x, false).unwrap();
    assert!(!frontend.start_recording());
    let loss = square(&mut frontend, x);
    frontend.backward(loss, None, false).unwrap();
    assert!(frontend.is_recording());
    assert_eq!(frontend.backward(loss, None, false).unwrap_err().code(), "NO_GRADIENT");
    assert!(frontend.is_recording(), "also of a pass that fails");
    let rejected = (0..8).find_map(|_| frontend.apply(ops::FULL, &[], &[0]).err());
    assert_eq!(rejected.unwrap().code(), "QUEUE_FULL");
}

#[test]
fn the_head_of_a_pass_is_no_gradient_itself() {
    let (mut frontend, _) = frontend();
    let [x, head] = [[4], [4]].map(|dims| full(&mut frontend, &dims));
    frontend.attach_grad(x, false).unwrap();
    frontend.start_recording();
    // The gradient of `x` with respect to itself is the head.
    assert_eq!(frontend.gradients(x, Some(head), &[x], true).unwrap(), [head]);
    let product = frontend.apply(ops::MUL, &[x, head], &[]).unwrap();
    frontend.backward(product, None, false).unwrap();
}

#[test]
fn a_name_that_the_tape_kept_is_of_no_array_once_it_let_go() {
    let (mut frontend, _) = frontend();
    let x = full(&mut frontend, &[4]);
    frontend.attach_grad(x, false).unwrap();
    frontend.start_recording();
    let y = square(&mut frontend, x);
    let loss = square(&mut frontend, y);
    frontend.release(y);
    frontend.backward(loss, None, false).unwrap();
    frontend.release(loss);
    let others: Vec<ArrayId> = (0..8).map(|_| full(&mut frontend, &[4])).collect();
    for gone in [y, loss] {
        assert!(!others.contains(&gone) && !frontend.release(gone), "its slot has another array");
    }
}

#[test]
fn a_gradient_that_is_forgotten_gives_its_memory_back() {
    let (mut frontend, _) = frontend();
    let x = full(&mut frontend, &[64]);
    frontend.attach_grad(x, false).unwrap();
    for _ in 0..2 {
        frontend.start_recording();
        let loss = square(&mut frontend, x);
        frontend.backward(loss, None, false).unwrap();
        frontend.release(loss);
        assert_eq!((frontend.used(OWN), frontend.live()), (512, 2));
        frontend.zero_grad(x).unwrap();
        assert_eq!((frontend.used(OWN), frontend.live()), (256, 1));
    }
    assert_eq!(frontend.peak(OWN) % 256, 0);
    frontend.reset_peak(OWN);
    assert_eq!(frontend.peak(OWN), 256);
}

#[test]
fn a_replay_that_the_limit_has_no_room_for_enqueues_nothing() {
    let mut frontend = with_room_for(4);
    let x = full(&mut frontend, &[64]);
    frontend.begin_capture(OWN).unwrap();
    square(&mut frontend, x);
    let program = frontend.end_capture(&[x], &[]).unwrap().program.unwrap();
    let made = [0; 2].map(|_| frontend.replay(program, &[x], &[]).unwrap()[0]);
    let enqueued = frontend.enqueued(OWN);
    let error = frontend.replay(program, &[x], &[]).unwrap_err();
    assert_eq!(error.code(), "OUT_OF_MEMORY");
    assert_eq!((frontend.used(OWN), frontend.enqueued(OWN)), (1024, enqueued));
    frontend.release(made[0]);
    assert!(frontend.replay(program, &[x], &[]).is_ok());
}

#[test]
fn a_program_without_operations_is_nothing_to_forget() {
    let (mut frontend, _) = frontend();
    let x = full(&mut frontend, &[4]);
    leaving(&mut frontend, OWN);
    for (operations, expected) in [(0, vec![]), (1, vec!["define", "replay", "forget"])] {
        frontend.begin_capture(OWN).unwrap();
        (0..operations).for_each(|_| _ = square(&mut frontend, x));
        let program = frontend.end_capture(&[x], &[]).unwrap().program.unwrap();
        frontend.forget_program(program);
        assert_eq!(leaving(&mut frontend, OWN), expected);
    }
}

#[test]
fn a_replay_that_replaces_an_array_and_its_gradient_keeps_them_together() {
    let (mut frontend, _) = frontend();
    let [w, g] = [[4], [4]].map(|dims| full(&mut frontend, &dims));
    frontend.attach_grad(w, false).unwrap();
    frontend.set_grad(w, g).unwrap();
    frontend.begin_capture(OWN).unwrap();
    for op in [ops::NEG, ops::EXP] {
        frontend.apply(op, &[w], &[]).unwrap();
    }
    let captured = frontend.end_capture(&[w], &[]).unwrap();
    let program = captured.program.unwrap();
    // The first result replaces the array, the second its gradient. There is another reference to the array.
    frontend.bind(program, &[w], &[0], &[0, 1]).unwrap();
    frontend.retain(w);
    let [array, gradient] = frontend.replay(program, &[w], &[]).unwrap()[..] else { unreachable!() };
    assert_ne!(array, w);
    assert_eq!(frontend.grad(array).unwrap(), Some(gradient));
    assert_eq!(frontend.grad(w).unwrap(), None, "it went along");
}
