//! The frontend alone: the commands that it writes, its counts, and its errors once a device is lost.

mod counts;

use asynclab::error::Error;
use asynclab::frontend::{Bounds, Capacity, Frontend, OWN};
use asynclab::op::{Limits, Opcode};
use asynclab::ops;
use asynclab::trace::clock::Clock;
use asynclab::wire::{ArrayId, Command, Decoder, TraceMode};
use std::cell::Cell;
use std::rc::Rc;

const LIMITS: Limits = Limits { array_bytes: 1 << 24, workgroups: 1 << 16, temporaries: 0 };

/// A clock that the test advances.
#[derive(Default)]
struct Moved {
    now: Cell<f64>,
    is_virtual: bool,
}

impl Clock for Moved {
    fn now(&self) -> f64 {
        self.now.get()
    }

    fn turn(&self) -> u32 {
        0
    }

    fn virtual_step(&self) -> Option<f64> {
        self.is_virtual.then_some(0.0)
    }
}

fn with(capacity: Capacity, bounds: Bounds) -> (Frontend, Rc<Moved>) {
    let clock = Rc::new(Moved::default());
    let mut frontend = Frontend::new(clock.clone(), bounds);
    frontend.add_device("own", capacity);
    (frontend, clock)
}

fn frontend() -> (Frontend, Rc<Moved>) {
    with(Capacity::unbounded(LIMITS), Bounds::default())
}

fn full(frontend: &mut Frontend, dims: &[u32]) -> ArrayId {
    let attrs: Vec<u32> = [0].iter().chain(dims).copied().collect();
    frontend.apply(ops::FULL, &[], &attrs).unwrap()
}

/// The names of the commands to be sent to a device, with the times of stamps.
fn leaving(frontend: &mut Frontend, device: u8) -> Vec<String> {
    let name = |command: Command<'_>| match command {
        Command::Stamp { at } => format!("stamp {}", f64::from_bits(at)),
        Command::Apply { op, .. } => ops::by_opcode(op).unwrap().name().to_owned(),
        other => format!("{other:?}").split([' ', '{']).next().unwrap().to_lowercase(),
    };
    let named = Decoder::new(frontend.chunk(device)).map(|command| name(command.unwrap())).collect();
    frontend.clear(device);
    named
}

#[test]
fn once_everything_is_lost_calls_fail_for_the_first_reason_on_every_device() {
    let (mut frontend, _) = frontend();
    frontend.trace(OWN, TraceMode::Record);
    let x = full(&mut frontend, &[64]);
    frontend.lose(Error::DeviceLost { reason: "the first".into() });
    frontend.lose(Error::Closed { op: "later" });
    let late = frontend.add_device("late", Capacity::unbounded(LIMITS));
    for device in [OWN, late] {
        let error = frontend.apply_on(device, ops::FULL, &[], &[0, 4]).unwrap_err();
        assert!(error.to_string().contains("the first"), "device {device}: {error}");
        assert_eq!(leaving(&mut frontend, device), [""; 0]);
    }
    assert_eq!(frontend.shape("shape", x).unwrap_err().code(), "DEVICE_LOST");
    assert_eq!((frontend.used(OWN), frontend.live(), frontend.order().len(), frontend.wait_all(OWN)), (0, 0, 0, 0));
    assert!(frontend.retain(x) && frontend.release(x), "what is lost counts as an array");
}

#[test]
fn the_load_of_a_chunk_is_the_work_of_its_operations() {
    let (mut frontend, _) = frontend();
    let [x, y] = [[100, 50], [50, 20]].map(|dims| full(&mut frontend, &dims));
    leaving(&mut frontend, OWN);
    let mut load = |calls: &[(Opcode, &[ArrayId], &[u32])]| {
        let before = frontend.load(OWN).outstanding;
        for (op, inputs, attrs) in calls {
            frontend.apply(*op, inputs, attrs).unwrap();
        }
        leaving(&mut frontend, OWN);
        frontend.load(OWN).outstanding - before
    };
    let made = load(&[(ops::FULL, &[], &[0, 100, 20])]);
    assert_eq!(load(&[(ops::FULL, &[], &[0, 100, 20])]), made, "a chunk counts for itself");
    // The difference is in flops and bytes beyond those of filling a result of the same size.
    assert_eq!(load(&[(ops::MATMUL, &[x, y], &[0, 0])]) - made, 2 * 100 * 50 * 20);
    let one = load(&[(ops::FULL, &[], &[0])]);
    assert_eq!(load(&[(ops::SUM, &[x], &[3, 0])]) - one, 4 * 100 * 50 - 4);
    assert_eq!(load(&[(ops::FULL, &[], &[0]), (ops::FULL, &[], &[0])]), 2 * one);
}

#[test]
fn a_chunk_ends_with_the_time_until_which_its_operations_were_enqueued() {
    let (mut frontend, clock) = frontend();
    full(&mut frontend, &[4]);
    assert_eq!(leaving(&mut frontend, OWN), ["full"], "nothing is traced");
    frontend.set_clock_step(1.0);
    clock.now.set(10.0);
    frontend.trace(OWN, TraceMode::Record);
    for _ in 0..5 {
        full(&mut frontend, &[4]);
    }
    clock.now.set(11.0);
    let commands = leaving(&mut frontend, OWN);
    let stamps = commands.iter().filter(|command| *command == "stamp 10").count();
    assert!((1..5).contains(&stamps), "operations within a step share a reading: {commands:?}");
    assert_eq!(commands.last().unwrap(), "stamp 11");
    full(&mut frontend, &[4]);
    assert_eq!(leaving(&mut frontend, OWN), ["stamp 11", "full"], "a reading that none shares needs no end");
    assert_eq!(frontend.order(), [OWN; 6]);
}

#[test]
fn on_a_virtual_clock_each_operation_has_its_time_whatever_the_step() {
    let clock = Rc::new(Moved { is_virtual: true, ..Moved::default() });
    let mut frontend = Frontend::new(clock, Bounds::default());
    frontend.add_device("own", Capacity::unbounded(LIMITS));
    frontend.set_clock_step(1.0);
    for _ in 0..5 {
        full(&mut frontend, &[4]);
    }
    assert_eq!(leaving(&mut frontend, OWN), ["stamp 0", "full"].repeat(5));
}

#[test]
fn a_device_that_was_fast_may_have_more_to_do() {
    let capacity = Capacity { least_rate: 1.0, ..Capacity::unbounded(LIMITS) };
    let (mut frontend, clock) = with(capacity, Bounds::default());
    frontend.set_departures(1e12, || {});
    let enqueue = |frontend: &mut Frontend| {
        for _ in 0..50 {
            full(frontend, &[1000]);
        }
    };
    enqueue(&mut frontend);
    assert!(frontend.room(OWN, 1, 4).is_some(), "at the least rate that takes it more than ten seconds");
    clock.now.set(1.0);
    frontend.complete_before(OWN, 50);
    enqueue(&mut frontend);
    assert_eq!(frontend.room(OWN, 1, 4), None);
}

#[test]
fn a_chunk_that_should_leave_is_reported_by_its_age_and_by_its_work() {
    let (mut frontend, clock) = frontend();
    let notified = Rc::new(Cell::new(0));
    let counter = notified.clone();
    frontend.set_departures(1e5, move || counter.set(counter.get() + 1));
    let small = |frontend: &mut Frontend| {
        full(frontend, &[4]);
        notified.take()
    };
    assert_eq!(small(&mut frontend), 0);
    clock.now.set(0.9);
    assert_eq!(small(&mut frontend), 0);
    clock.now.set(1.0);
    assert_eq!(small(&mut frontend), 1, "its first operation is a ms old");
    leaving(&mut frontend, OWN);
    assert_eq!(small(&mut frontend), 0, "the next one begins anew");
    let [a, b] = [[10, 1000], [1000, 10]].map(|dims| full(&mut frontend, &dims));
    notified.take();
    leaving(&mut frontend, OWN);
    frontend.apply(ops::MATMUL, &[a, b], &[0, 0]).unwrap();
    assert_eq!(notified.take(), 1, "a product has flops enough");
}

#[test]
fn tracing_another_device_keeps_the_order_of_operations_so_far() {
    let (mut frontend, _) = frontend();
    let other = frontend.add_device("other", Capacity::unbounded(LIMITS));
    full(&mut frontend, &[4]);
    frontend.trace(OWN, TraceMode::Record);
    let x = full(&mut frontend, &[4]);
    frontend.trace(other, TraceMode::Record);
    frontend.transfer(x, other).unwrap();
    assert_eq!(frontend.order(), [OWN, other]);
    frontend.trace(OWN, TraceMode::Record);
    assert!(frontend.order().is_empty());
}

#[test]
fn a_token_is_never_zero_and_an_array_that_is_there_is_retained() {
    let (mut frontend, _) = frontend();
    frontend.count_from(u32::MAX - 1, 0);
    assert_eq!([0; 3].map(|_| frontend.wait_all(OWN)), [u32::MAX, 1, 2]);
    let x = full(&mut frontend, &[4]);
    assert_eq!(frontend.transfer(x, OWN).unwrap(), x);
    assert!(frontend.release(x) && frontend.shape("shape", x).is_ok(), "the transfer has a reference of its own");
    assert!(frontend.release(x) && !frontend.release(x));
}

#[test]
fn questions_and_traces_go_on_around_a_capture() {
    let (mut frontend, clock) = frontend();
    frontend.trace(OWN, TraceMode::Record);
    let x = full(&mut frontend, &[4]);
    leaving(&mut frontend, OWN);
    frontend.begin_capture(OWN).unwrap();
    assert_eq!(leaving(&mut frontend, OWN), [""; 0], "nobody sends what is captured");
    assert_ne!(frontend.wait_all(OWN), 0);
    frontend.trim(OWN);
    frontend.apply(ops::NEG, &[x], &[]).unwrap();
    let captured = frontend.end_capture(&[x], &[]).unwrap();
    clock.now.set(4.0);
    full(&mut frontend, &[4]);
    let commands = leaving(&mut frontend, OWN);
    assert_eq!(
        commands.iter().filter(|name| !name.starts_with("stamp")).collect::<Vec<_>>(),
        ["wait", "trim", "define", "replay", "full"]
    );
    assert!(commands.contains(&"stamp 4".to_owned()), "operations are stamped again: {commands:?}");
    assert_eq!(frontend.order().len(), 3);
    assert_eq!(captured.operations, 1);
}
