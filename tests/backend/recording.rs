//! A recording: its operations, and its calls of the device.

use super::{Called, Encode, Measure, Station, Submit};
use asynclab::backend::Reply;
use asynclab::backend::policy::{Kernels, Policy};
use asynclab::device::Event;
use asynclab::op::Call;
use asynclab::ops;
use asynclab::shape::Shape;
use asynclab::trace::record::Trace;
use asynclab::wire::{ArrayId, Command, TraceMode};

fn trace(station: &mut Station) -> Trace {
    let replies = station.backend.take_replies();
    let mut traces = replies
        .into_iter()
        .filter_map(|reply| if let Reply::Trace { trace, .. } = reply { Some(*trace) } else { None });
    let found = traces.next().unwrap();
    assert!(traces.next().is_none(), "one recording has one answer");
    found
}

/// Whether submissions lie between the encoding of operations, in order.
fn apart(calls: &[Called]) -> Vec<bool> {
    let at: Vec<usize> = (0..calls.len()).filter(|&at| matches!(calls[at], Encode(..))).collect();
    at.windows(2).map(|pair| calls[pair[0]..pair[1]].iter().any(|call| matches!(call, Submit(_)))).collect()
}

#[test]
fn a_recording_that_is_on_is_dropped_for_a_new_one() {
    let mut station = Station::new(Policy::default());
    station.calibrated();
    station.trace(1, TraceMode::Record).full(1, 4).trace(2, TraceMode::Record).full(2, 4).full(3, 4);
    station.trace(3, TraceMode::Stop).send();
    let serial = station.submitted();
    station.complete(serial, 100.0);
    assert_eq!(trace(&mut station).len(), 2);
    station.trace(4, TraceMode::Stop).send();
    assert_eq!(trace(&mut station).len(), 0, "nothing is recorded");
}

#[test]
fn operations_from_before_and_after_share_no_submission_with_recorded_ones() {
    for lazy in [false, true] {
        let mut station = Station::new(Policy { lazy, ..Policy::default() });
        station.calibrated();
        station
            .full(1, 4)
            .trace(1, TraceMode::Record)
            .full(2, 4)
            .trace(2, TraceMode::Stop)
            .full(3, 4)
            .wait(3, 0)
            .send();
        let calls = station.calls();
        assert_eq!(apart(&calls), [true, true], "lazy: {lazy}; {calls:?}");
    }
}

#[test]
fn what_is_handed_over_after_the_end_has_its_times_and_its_work() {
    let mut station = Station::new(Policy { max_in_flight: 1, ops_per_submit: 1, ..Policy::default() });
    station.calibrated();
    station.trace(1, TraceMode::Record).full(1, 64).neg(2, 1).trace(2, TraceMode::Stop).neg(3, 2).send();
    for (at, ms) in [(0, 101.0), (1, 103.0)] {
        let serial = station.submitted();
        assert_eq!(station.backend.progress().completed, at);
        station.complete(serial, ms);
    }
    let trace = trace(&mut station);
    assert_eq!((trace.len(), trace.completed[0], trace.completed[1]), (2, 101.0, 103.0));
    assert!(trace.flops[1] > 0.0 && trace.bytes[1] == 512.0, "{} {}", trace.flops[1], trace.bytes[1]);
    assert_eq!((trace.turn[1], trace.inputs.as_slice(), trace.kernel.as_slice()), (3, &[0][..], &[0, 1][..]));
}

#[test]
fn the_device_times_operations_as_long_as_a_recording_needs_it() {
    let mut station = Station::new(Policy::default());
    station.calibrated();
    station.trace(1, TraceMode::Measure).full(1, 4).apply(ops::NEG, 2, &[1], &[]).trace(2, TraceMode::Stop).send();
    let calls = station.calls();
    assert_eq!(calls[0], Measure(true));
    let Some(&Submit(serial)) = calls.last() else { panic!("{calls:?}") };
    station.complete(serial, 100.0);
    assert_eq!(station.answers(), [(1, "done")], "the times are on their way");
    station.backend.handle(Event::Timed { serial, spans: vec![(90.0, 91.0), (91.0, 95.0)] });
    let trace = trace(&mut station);
    assert_eq!((trace.started.as_slice(), trace.ended.as_slice()), (&[90.0, 91.0][..], &[91.0, 95.0][..]));
    assert_eq!(station.calls(), [Measure(false)], "and not for longer");
}

#[test]
fn a_series_has_each_moment_at_which_something_changed() {
    let mut station = Station::new(Policy::default());
    station.trace(1, TraceMode::Memory).send();
    assert_eq!(station.answers(), [(1, "done")]);
    station.device.now.set(2.0);
    station.full(1, 64).send();
    let serial = station.submitted();
    station.complete(serial, 5.0);
    station.device.now.set(7.0);
    station.dispose(1).send();
    station.device.now.set(9.0);
    station.trace(2, TraceMode::Stop).send();
    let series = trace(&mut station).series;
    assert_eq!(series.at, [0.0, 2.0, 5.0, 7.0]);
    assert_eq!((series.decoded, series.completed), (vec![0.0, 1.0, 1.0, 1.0], vec![0.0, 0.0, 1.0, 1.0]));
    assert_eq!((series.used, series.pooled), (vec![0.0, 256.0, 256.0, 0.0], vec![0.0, 0.0, 0.0, 256.0]));
}

#[test]
fn only_calls_that_share_a_reading_of_the_clock_have_an_uncertain_time() {
    for (calls, expected) in [(1, 0.0), (2, 4.0)] {
        let mut station = Station::new(Policy::default());
        station.calibrated();
        station.trace(1, TraceMode::Record);
        for (round, at) in [(0, 5.0_f64), (1, 9.0)] {
            station.put(&Command::Stamp { at: at.to_bits() });
            (0..calls).for_each(|call| _ = station.full(1 + round * calls + call, 4));
        }
        station.trace(2, TraceMode::Stop).send();
        let serial = station.submitted();
        station.complete(serial, 100.0);
        let trace = trace(&mut station);
        assert_eq!((trace.enqueued[0], trace.enqueued_within), (5.0, expected));
    }
}

/// A backend whose device has kernels, with a matrix as its array 2.
fn with_kernels(kernels: Kernels) -> Station {
    let mut station = Station::new(Policy { kernels, ..Policy::default() });
    station.calibrated();
    station.device.kernels.set(true);
    station.full(1, 512 * 512).apply(ops::RESHAPE, 2, &[1], &[512, 512]).send();
    station
}

/// Multiplies, and counts the products that the device encodes.
fn product(station: &mut Station, output: ArrayId) -> usize {
    station.apply(ops::MATMUL, output, &[2, 2], &[0, 0]).send();
    station.calls().iter().filter(|call| matches!(call, Encode("matmul", ..))).count()
}

#[test]
fn kernels_are_tried_while_nothing_is_recorded() {
    let mut station = with_kernels(Kernels::Tuned);
    station.trace(1, TraceMode::Record).send();
    assert_eq!(product(&mut station, 3), 1, "a trial would disturb what is measured");
    station.trace(2, TraceMode::Stop).send();
    assert!(product(&mut station, 4) > 1 && station.backend.trying());
}

#[test]
fn a_call_is_planned_anew_once_its_kernel_is_pinned() {
    let mut station = with_kernels(Kernels::Fixed);
    let op = ops::by_opcode(ops::MATMUL).unwrap();
    let square = Shape::new("matmul", &[512, 512]).unwrap();
    let class = op.sample(&Call { inputs: &[square; 2], attrs: &[0, 0], output: square }, 0.0).unwrap().class;
    product(&mut station, 3);
    station.backend.pin(&class, op.kernels()[1]).unwrap();
    product(&mut station, 4);
    assert_eq!(station.device.planned.get(), Some(1));
    let chosen = station.backend.take_chosen();
    assert_eq!((chosen.len(), chosen[0].kernel, chosen[0].evidence.as_str()), (1, op.kernels()[1], ""));
    assert!(station.backend.take_chosen().is_empty());
}

#[test]
fn what_did_not_run_was_never_complete() {
    let mut station = Station::new(Policy::default());
    station.calibrated();
    station.trace(1, TraceMode::Record).full(1, 4).neg(2, 1).trace(2, TraceMode::Stop).send();
    let serial = station.submitted();
    // The device reports late that there is no memory for the second operation's result.
    station.allocated(1, false);
    station.complete(serial, 100.0);
    assert_eq!(station.backend.take_failed(), [0, 1], "a device runs nothing of such a submission");
    let trace = trace(&mut station);
    assert!(trace.completed.iter().all(|at| at.is_nan()), "{:?}", trace.completed);
}
