//! Answers to the frontend: their contents, number and order.

use super::{Encode, Measure, Release, Station, Submit};
use asynclab::backend::Reply;
use asynclab::backend::graph::Stage;
use asynclab::backend::policy::{Kernels, Policy};
use asynclab::device::Event;
use asynclab::error::Error;
use asynclab::ops;
use asynclab::wire::{Command, Encoder};

fn lost() -> Error {
    Error::DeviceLost { reason: "gone".into() }
}

#[test]
fn the_policy_is_checked_at_its_bounds() {
    let code = |policy: Policy| policy.checked().map_or_else(|error| error.code(), |_| "ok");
    let default = Policy::default;
    for (policy, expected) in [
        (Policy { memory_limit: 65_536, ..default() }, "ok"),
        (Policy { memory_limit: 65_535, ..default() }, "INVALID_OPTION"),
        (Policy { work_per_submit: f64::MIN_POSITIVE, ..default() }, "ok"),
        (Policy { work_per_submit: 0.0, ..default() }, "INVALID_OPTION"),
        (Policy { work_per_submit: -1.0, ..default() }, "INVALID_OPTION"),
        (Policy { max_in_flight: 1, ops_per_submit: 1, ..default() }, "ok"),
        (Policy { max_in_flight: 0, ..default() }, "INVALID_OPTION"),
        (Policy { ops_per_submit: 0, ..default() }, "INVALID_OPTION"),
        (Policy { blocking: true, lazy: true, ..default() }, "INVALID_OPTION"),
    ] {
        assert_eq!(code(policy), expected, "{policy:?}");
    }
    let blocking = Policy { blocking: true, ..default() }.checked().unwrap();
    assert_eq!((blocking.ops_per_submit, blocking.max_in_flight), (1, 1));
}

#[test]
fn kernels_are_tuned_on_a_gpu_that_has_timestamps() {
    for (software, timestamps, expected) in
        [(false, true, Kernels::Tuned), (true, true, Kernels::Fixed), (false, false, Kernels::Fixed)]
    {
        let made = Station::new(Policy::default());
        made.device.software.set(software);
        made.device.timestamps.set(timestamps);
        let device = Box::new(super::Noting(made.device.clone()));
        let backend = asynclab::backend::Backend::new(device, made.device.clone(), Policy::default()).unwrap();
        assert_eq!(backend.policy().kernels, expected);
    }
}

#[test]
fn a_blocking_backend_submits_one_operation_at_a_time() {
    let mut station = Station::new(Policy { blocking: true, ..Policy::default() });
    station.full(1, 4).full(2, 4).send();
    assert_eq!(station.submitted(), 1);
    station.complete(1, 1.0);
    assert_eq!(station.submitted(), 2);
}

#[test]
fn a_lost_device_is_reported_once_and_answers_nothing_more() {
    let mut station = Station::new(Policy::default());
    station.full(1, 4).wait(1, 1).send();
    for _ in 0..2 {
        station.backend.handle(Event::Failed(lost()));
        station.backend.fail(&lost());
    }
    // A lost device reports all work as complete.
    station.complete(1, 1.0);
    station.wait(2, 1).send();
    assert_eq!(station.answers(), [(0, "DEVICE_LOST")]);
}

#[test]
fn waits_of_one_submission_are_answered_in_the_order_in_which_they_were_asked() {
    let mut station = Station::new(Policy::default());
    station.full(1, 4).full(2, 4);
    for (token, array) in [(5, 2), (4, 1), (3, 0), (2, 2)] {
        station.wait(token, array);
    }
    station.send();
    assert_eq!(station.answers(), []);
    let serial = station.submitted();
    station.complete(serial, 1.0);
    assert_eq!(station.answers(), [5, 4, 3, 2].map(|token| (token, "done")));
}

#[test]
fn completions_out_of_order_take_none_back() {
    let mut station = Station::new(Policy { ops_per_submit: 1, ..Policy::default() });
    station.full(1, 4).full(2, 4).send();
    station.complete(2, 1.0);
    station.complete(1, 2.0);
    station.wait(1, 2).send();
    assert_eq!(station.answers(), [(1, "done")]);
    assert_eq!(station.backend.progress().complete_before, 2);
}

#[test]
fn a_wait_for_everything_reports_the_first_failure_and_forgets_the_others() {
    let mut station = Station::new(Policy::default());
    station.device.room.set(4096);
    station.full(1, 2000).full(2, 3000).full(3, 4).send();
    assert_eq!(station.backend.take_failed(), [0, 1]);
    assert_eq!(station.backend.take_failed(), [], "each is reported once");
    station.wait(1, 0).wait(2, 0).send();
    let serial = station.submitted();
    station.complete(serial, 1.0);
    let replies = station.backend.take_replies();
    let [Reply::Failed { token: 1, error }, Reply::Done { token: 2 }] = &replies[..] else { panic!("{replies:?}") };
    assert!(error.to_string().contains("[2000]"), "{error}");
}

#[test]
fn progress_and_graph_say_how_far_each_operation_is() {
    let mut station = Station::new(Policy { max_in_flight: 2, ops_per_submit: 2, ..Policy::default() });
    station.full(1, 4).put(&Command::Graph { token: 1 }).neg(2, 1).neg(3, 2).put(&Command::Graph { token: 2 }).send();
    let stages = |reply: &Reply| match reply {
        Reply::Graph { operations, .. } => operations.iter().map(|one| (one.seq, one.stage)).collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    let replies = station.backend.take_replies();
    assert_eq!(stages(&replies[0]), [(0, Stage::Queued)], "it is not submitted");
    assert_eq!(stages(&replies[1]), [(0, Stage::Running), (1, Stage::Running), (2, Stage::Queued)]);
    let progress = station.backend.progress();
    assert_eq!((progress.decoded, progress.handed_over_before, progress.complete_before), (3, 2, 0));
    station.complete(1, 1.0);
    let progress = station.backend.progress();
    assert_eq!((progress.completed, progress.handed_over_before, progress.complete_before), (2, 3, 2));
}

#[test]
fn a_program_that_is_forgotten_leaves_its_name_to_another() {
    let mut station = Station::new(Policy::default());
    let commands = |op| {
        let mut commands = Encoder::default();
        commands.push(&Command::Apply { op, output: 1, inputs: &[0], attrs: &[] });
        commands
    };
    station.full(1, 4);
    for (op, output) in [(ops::NEG, 2), (ops::EXP, 3)] {
        let kept = commands(op);
        let define = Command::Define { program: 0, inputs: &[1], outputs: &[0], free: &[], commands: kept.words() };
        station.put(&define);
        station.put(&Command::Replay { program: 0, inputs: &[1], disposed: &[], outputs: &[output], words: &[] });
        station.put(&Command::Forget { program: 0 });
    }
    station.send();
    let named = |call| if let Encode(name, ..) = call { Some(name) } else { None };
    assert_eq!(station.calls().into_iter().filter_map(named).collect::<Vec<_>>(), ["full", "neg", "exp"]);
    assert_eq!(station.answers(), []);
}

#[test]
fn clocks_are_measured_once_and_what_came_meanwhile_runs_then() {
    let mut station = Station::new(Policy::default());
    station.put(&Command::Calibrate { token: 1 }).put(&Command::Calibrate { token: 2 }).full(1, 4).wait(3, 1).send();
    for floor in 1..=12 {
        let serial = station.submitted();
        station.complete(serial, station.device.now.get() + f64::from(floor));
    }
    let calls = station.calls();
    let timed = calls.iter().filter(|call| matches!(call, Encode("full", ..))).count();
    assert!(timed > 10 && calls.contains(&Measure(true)), "{calls:?}");
    assert_eq!(station.answers(), [], "operations of the device are not timed yet");
    let Some(&Submit(serial)) = calls.last() else { panic!("{calls:?}") };
    station.complete(serial, station.device.now.get() + 50.0);
    // In ms, on a clock with steps of 65,536 ns.
    let spans = (1..=24).map(|at| (f64::from(at) * 0.065_536, f64::from(at + 3) * 0.065_536)).collect();
    station.backend.handle(Event::Timed { serial, spans });
    assert_eq!(station.answers(), [(0, "calibrated"), (1, "done"), (2, "done")]);
    let calibration = *station.backend.calibration().unwrap();
    assert_eq!((calibration.floor.samples, calibration.floor.median), (12, 6.5));
    assert_eq!(calibration.timestamps.unwrap().quantum, 0.065_536);
    let calls = station.calls();
    assert!(matches!(calls[..], [Release(_), Measure(false), .., Submit(_)]), "{calls:?}");
    let serial = serial + 1;
    station.complete(serial, station.device.now.get());
    assert_eq!(station.answers(), [(3, "done")]);
    station.put(&Command::Calibrate { token: 4 }).send();
    assert_eq!(station.answers(), [(4, "done")], "it is known");
}
