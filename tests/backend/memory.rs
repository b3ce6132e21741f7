//! When buffers are allocated, used again, and released to the device.

use super::{Allocate, Called, Encode, Release, Station, Submit, Write};
use asynclab::backend::policy::{Allocator, Policy};
use asynclab::ops;
use asynclab::wire::Command;

fn position(calls: &[Called], wanted: impl Fn(&Called) -> bool) -> usize {
    calls.iter().position(wanted).unwrap_or_else(|| panic!("{calls:?}"))
}

#[test]
fn pooled_memory_is_given_back_behind_what_uses_it_and_then_something_is_submitted() {
    let mut station = Station::new(Policy::default());
    station.full(1, 64).neg(2, 1).begin().dispose(1).put(&Command::Trim).send();
    let calls = station.calls();
    let released = position(&calls, |call| *call == Release(0));
    assert!(calls[..released].contains(&Submit(1)), "{calls:?}");
    // A browser frees what was destroyed when something is submitted.
    assert!(calls[released..].iter().any(|call| matches!(call, Submit(_))), "{calls:?}");
    let memory = station.backend.memory();
    assert_eq!((memory.used, memory.pooled, memory.allocated), (256, 0, 256));
}

#[test]
fn values_of_the_host_are_written_behind_the_operations_that_use_the_same_memory() {
    let mut station = Station::new(Policy::default());
    station.full(1, 64).neg(2, 1).dispose(1);
    station.put(&Command::Write { output: 3, dims: &[64], bits: &[0; 64] }).send();
    let calls = station.calls();
    let written = position(&calls, |call| *call == Write(0));
    assert!(calls[..written].contains(&Submit(1)), "{calls:?}");
}

#[test]
fn on_completion_memory_is_free_when_its_last_reader_is_complete() {
    let mut station = Station::new(Policy { allocator: Allocator::OnCompletion, ..Policy::default() });
    station.full(1, 64).full(2, 1000).send();
    station.complete(1, 1.0);
    station.neg(3, 1).send();
    station.neg(4, 2).send();
    // Array 2, whose reader completes last, is disposed first.
    station.dispose(2).dispose(1).send();
    let states = |station: &Station| {
        let memory = station.backend.memory();
        (memory.pending, memory.pooled)
    };
    assert_eq!(states(&station), (256 + 4096, 0));
    station.complete(2, 2.0);
    assert_eq!(states(&station), (4096, 256));
    station.complete(3, 3.0);
    assert_eq!(states(&station), (0, 256 + 4096));
    station.dispose(4).send();
    assert_eq!(states(&station), (0, 256 + 2 * 4096), "its last use is the last that is complete");
}

#[test]
fn what_a_device_rejected_is_not_asked_for_again_before_something_is_given_back() {
    let mut station = Station::new(Policy::default());
    station.device.asks.set(true);
    station.full(1, 64).full(2, 1000).full(3, 2000).full(4, 1000).send();
    let asked = |station: &mut Station| {
        let sizes = |call| if let Allocate(_, bytes) = call { Some(bytes) } else { None };
        station.calls().into_iter().filter_map(sizes).collect::<Vec<_>>()
    };
    assert_eq!(asked(&mut station), [256], "one after the other");
    station.allocated(0, true);
    assert_eq!(asked(&mut station), [4096]);
    station.allocated(1, false);
    assert_eq!(asked(&mut station), [], "the first is running, and may free some");
    station.complete(1, 1.0);
    assert_eq!(station.backend.take_failed(), [1]);
    assert_eq!(asked(&mut station), [8192], "the next request may ask again");
}

#[test]
fn a_granted_buffer_is_computed_into_at_once() {
    let mut station = Station::new(Policy::default());
    station.device.asks.set(true);
    station.full(1, 64).wait(1, 1).send();
    assert_eq!(station.calls(), [Allocate(0, 256)]);
    station.allocated(0, true);
    assert!(matches!(station.calls()[..], [Encode("full", ..), Submit(1)]));
    station.complete(1, 1.0);
    assert_eq!(station.answers(), [(1, "done")]);
}

#[test]
fn a_full_limit_is_named_and_a_full_device_otherwise() {
    let limit = 1 << 16;
    let code = |room: u64, elements: u32| {
        let mut station = Station::new(Policy { memory_limit: limit, ..Policy::default() });
        station.device.room.set(room);
        station.full(1, elements).wait(1, 1).send();
        let failed = station.backend.take_replies();
        format!("{failed:?}").contains("MemoryLimit")
    };
    assert!(code(u64::MAX, (limit / 4) as u32 + 1));
    assert!(!code(100, (limit / 4) as u32), "the limit would have room for it");
}

#[test]
fn a_buffer_is_released_once_whoever_held_it() {
    let mut station = Station::new(Policy::default());
    station.full(1, 64).full(2, 1000).begin().dispose(1).put(&Command::Trim).send();
    let mut calls = station.calls();
    let Station { backend, device, .. } = station;
    assert_eq!(backend.close(), 0);
    calls.extend(device.calls.take());
    for id in [0, 1] {
        assert_eq!(calls.iter().filter(|&call| *call == Release(id)).count(), 1, "{id}: {calls:?}");
    }
}

#[test]
fn what_shares_memory_that_was_never_there_fails_with_it_once() {
    let mut station = Station::new(Policy::default());
    // The view of values of the host stays valid, although other buffers of its submission get no memory.
    station.put(&Command::Write { output: 1, dims: &[4], bits: &[7; 4] }).send();
    station.apply(ops::RESHAPE, 2, &[1], &[2, 2]).full(3, 64).neg(4, 3).full(5, 1000).send();
    let serial = station.submitted();
    assert_eq!(station.backend.take_failed(), []);
    for lacking in [1, 3] {
        station.allocated(lacking, false);
    }
    assert_eq!(station.backend.take_failed(), [2, 3, 4]);
    station.complete(serial, 1.0);
    station.wait(1, 2).wait(2, 4).send();
    assert_eq!(station.answers(), [(1, "done"), (2, "OUT_OF_MEMORY")]);
    assert_eq!(station.backend.memory().used, 256, "of the values of the host");
}

#[test]
fn an_operation_that_waited_did_not_begin_when_it_was_enqueued() {
    for (lazy, expected) in [(false, Some(5.0)), (true, None)] {
        let mut station = Station::new(Policy { lazy, ..Policy::default() });
        station.put(&Command::Stamp { at: 5.0_f64.to_bits() }).full(1, 4).wait(1, 1).send();
        let calls = station.calls();
        let Encode(.., enqueued) = calls[position(&calls, |call| matches!(call, Encode(..)))] else { unreachable!() };
        assert_eq!(enqueued, expected, "lazy: {lazy}");
    }
}

#[test]
fn a_name_that_a_running_submission_uses_is_given_to_no_other_buffer() {
    let mut station = Station::new(Policy::default());
    station.full(1, 64).begin().dispose(1).put(&Command::Trim).full(2, 64).send();
    let made = |calls: Vec<Called>| calls.into_iter().filter(|call| matches!(call, Allocate(..))).collect::<Vec<_>>();
    assert_eq!(made(station.calls()), [Allocate(0, 256), Allocate(1, 256)]);
    station.complete(3, 1.0);
    station.full(3, 64).send();
    assert_eq!(made(station.calls()), [Allocate(0, 256)]);
}

#[test]
fn temporaries_of_what_has_no_room_are_given_back() {
    let elements = 140_000;
    let mut station = Station::new(Policy { memory_limit: 2_000_000, ..Policy::default() });
    station.full(1, elements).send();
    station.complete(1, 1.0);
    let before = station.backend.memory().used;
    station.apply(ops::SORT, 2, &[1], &[0, 0]).wait(1, 2).send();
    assert_eq!(station.answers(), [(1, "OUT_OF_MEMORY")], "there is room for the temporary alone");
    let calls = station.calls();
    assert!(calls.iter().any(|call| matches!(call, Allocate(_, bytes) if *bytes > 1_000_000)), "{calls:?}");
    let memory = station.backend.memory();
    assert_eq!((memory.used, memory.pending), (before, 0));
}
