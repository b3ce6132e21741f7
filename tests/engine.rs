//! The engine on the CPU and on a simulated device: results, the order of waits, and costs.

use asynclab::backend::policy::{Allocator, Policy};
use asynclab::device::sim::Costs;
use asynclab::error::{Error, Report};
use asynclab::frontend::OWN;
use asynclab::local::{DeviceKind, Lab};
use asynclab::ops;
use asynclab::wire::{ArrayId, TraceMode};
use pollster::block_on;

const SIM: DeviceKind = DeviceKind::Sim(Costs { t1: 0.002, t2: 0.05, t3: 0.7 });

fn lab(kind: DeviceKind, policy: Policy) -> Lab {
    block_on(Lab::connect(kind, policy)).unwrap()
}

fn full(lab: &mut Lab, dims: &[u32], value: f32) -> ArrayId {
    let attrs: Vec<u32> = [value.to_bits()].into_iter().chain(dims.iter().copied()).collect();
    lab.apply(ops::FULL, &[], &attrs).unwrap()
}

fn plus(lab: &mut Lab, array: ArrayId, number: f32) -> ArrayId {
    lab.apply(ops::ADD, &[array], &[1, number.to_bits()]).unwrap()
}

#[test]
fn the_first_example_of_the_course() {
    for kind in [DeviceKind::Cpu, SIM] {
        let mut lab = lab(kind, Policy::default());
        let (x, y) = (full(&mut lab, &[1, 2], 1.0), full(&mut lab, &[1, 2], 1.0));
        let product = lab.apply(ops::MUL, &[x, y], &[]).unwrap();
        let z = plus(&mut lab, product, 2.0);
        assert_eq!(block_on(lab.data(z)).unwrap(), [3.0, 3.0]);
        assert_eq!(lab.shape(z).unwrap().dims(), [1, 2]);
    }
}

#[test]
fn waiting_for_an_early_array_leaves_later_work_queued() {
    let policy = Policy { ops_per_submit: 1, ..Policy::default() };
    let mut lab = lab(SIM, policy);
    let x = full(&mut lab, &[4], 0.0);
    let early = plus(&mut lab, x, 1.0);
    let mut last = early;
    for _ in 0..100 {
        last = plus(&mut lab, last, 1.0);
    }
    block_on(lab.wait_to_read(early)).unwrap();
    let progress = lab.backend().progress();
    assert_eq!(progress.decoded, 102);
    assert_eq!(
        (progress.completed, progress.complete_before),
        (2, 2),
        "the two operations that `early` needs are complete, no more"
    );
    block_on(lab.wait_all()).unwrap();
    let progress = lab.backend().progress();
    assert_eq!((progress.completed, progress.complete_before, progress.handed_over_before), (102, 102, 102));
}

#[test]
fn a_wait_overtakes_only_what_it_does_not_need() {
    // Only one operation may be in flight, so the rest stays in the queue until a wait needs its last operation.
    let policy = Policy { ops_per_submit: 1, max_in_flight: 1, ..Policy::default() };
    let mut lab = lab(SIM, policy);
    block_on(lab.start_trace(TraceMode::Record)).unwrap();
    let x = full(&mut lab, &[4], 1.0);
    let mut chain = x;
    for _ in 0..20 {
        chain = plus(&mut lab, chain, 1.0);
    }
    let wanted = plus(&mut lab, x, 41.0);
    assert_eq!(block_on(lab.data(wanted)).unwrap(), [42.0; 4]);
    assert!(lab.backend().progress().completed <= 3, "only its ancestors ran");
    assert_eq!(block_on(lab.data(chain)).unwrap(), [21.0; 4]);
    let trace = block_on(lab.stop_trace()).unwrap();
    let row = trace.len() - 1;
    let before = trace.submission.iter().filter(|&&serial| serial < trace.submission[row]).count();
    assert_eq!(before, 1, "of the twenty operations enqueued earlier only the one it reads went first");
}

#[test]
fn results_do_not_depend_on_the_policy() {
    let run = |policy| {
        let mut lab = lab(DeviceKind::Cpu, policy);
        let x = lab.apply(ops::NORMAL, &[], &[7, 0, 0.0_f32.to_bits(), 1.0_f32.to_bits(), 33, 17]).unwrap();
        let mut y = x;
        for step in 0..30 {
            let next = plus(&mut lab, y, step as f32);
            let product = lab.apply(ops::MUL, &[next, x], &[]).unwrap();
            if step > 0 {
                lab.dispose(y);
            }
            lab.dispose(next);
            y = lab.apply(ops::DIV, &[product], &[1, 2.5_f32.to_bits()]).unwrap();
            lab.dispose(product);
        }
        block_on(lab.data(y)).unwrap()
    };
    let expected = run(Policy::default());
    assert!(expected.iter().all(|value| value.is_finite()));
    for allocator in [Allocator::StreamOrdered, Allocator::OnCompletion] {
        for (ops_per_submit, max_in_flight, blocking) in [(1, 1, false), (7, 3, false), (64, 1000, false), (9, 9, true)]
        {
            let policy = Policy { ops_per_submit, max_in_flight, blocking, allocator, ..Policy::default() };
            assert_eq!(run(policy), expected, "{policy:?}");
        }
    }
}

#[test]
fn memory_is_flat_in_stream_order_and_piles_up_on_completion() {
    let peak = |allocator| {
        let mut lab = lab(SIM, Policy { allocator, ..Policy::default() });
        let mut x = full(&mut lab, &[1024], 0.0);
        for _ in 0..50 {
            let next = plus(&mut lab, x, 1.0);
            lab.dispose(x);
            x = next;
        }
        lab.flush();
        let peak = lab.backend().memory().peak;
        block_on(lab.wait_all()).unwrap();
        lab.dispose(x);
        lab.frontend().trim(OWN);
        lab.flush();
        let left = lab.backend().memory();
        assert_eq!((left.used, left.pending, left.pooled, left.allocated), (0, 0, 0, 0));
        peak
    };
    let array = 4096;
    assert_eq!(peak(Allocator::StreamOrdered), 2 * array);
    assert_eq!(peak(Allocator::OnCompletion), 51 * array);
}

#[test]
fn an_array_disposed_while_it_is_queued_is_still_right_for_those_that_read_it() {
    let policy = Policy { max_in_flight: 2, ops_per_submit: 1, ..Policy::default() };
    let mut lab = lab(DeviceKind::Cpu, policy);
    let x = full(&mut lab, &[3], 2.0);
    let results: Vec<ArrayId> = (0..10)
        .map(|step| {
            let shifted = plus(&mut lab, x, step as f32);
            let squared = lab.apply(ops::MUL, &[shifted, shifted], &[]).unwrap();
            lab.dispose(shifted);
            squared
        })
        .collect();
    lab.dispose(x);
    for (step, result) in results.into_iter().enumerate() {
        let expected = (2.0 + step as f32).powi(2);
        assert_eq!(block_on(lab.data(result)).unwrap(), [expected; 3]);
    }
}

#[test]
fn a_reshaped_array_shares_its_memory_until_both_are_gone() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let x = full(&mut lab, &[4, 6], 3.0);
    let flat = lab.apply(ops::RESHAPE, &[x], &[24]).unwrap();
    block_on(lab.wait_all()).unwrap();
    let one = lab.backend().memory().used;
    assert_eq!(lab.backend().memory().allocated, one);
    lab.dispose(x);
    lab.flush();
    assert_eq!(lab.backend().memory().used, one, "the other one still needs it");
    let y = full(&mut lab, &[24], 1.0);
    let sum = lab.apply(ops::ADD, &[flat, y], &[]).unwrap();
    assert_eq!(block_on(lab.data(sum)).unwrap(), [4.0; 24]);
    for array in [flat, y, sum] {
        lab.dispose(array);
    }
    block_on(lab.wait_all()).unwrap();
    assert_eq!(lab.backend().memory().used, 0);
}

#[test]
fn a_wait_for_values_of_the_host_waits_for_their_upload() {
    let DeviceKind::Sim(costs) = SIM else { unreachable!() };
    let mut lab = lab(SIM, Policy::default());
    let begin = lab.now();
    let x = lab.array(&[3], &[1.0, 2.0, 3.0]).unwrap();
    block_on(lab.wait_to_read(x)).unwrap();
    assert!(lab.now() - begin > 0.99 * costs.t3, "it was seen done before it could be");
    block_on(lab.wait_all()).unwrap();
    assert_eq!(block_on(lab.data(x)).unwrap(), [1.0, 2.0, 3.0]);
}

#[test]
fn device_times_belong_to_the_operations_of_the_trace() {
    // The trace begins while operations from before it wait in the queue and will share submissions with it.
    let costs = Costs { t1: 0.0, t2: 1.0, t3: 0.1 };
    let policy = Policy { ops_per_submit: 4, max_in_flight: 4, ..Policy::default() };
    let mut lab = lab(DeviceKind::Sim(costs), policy);
    let x = full(&mut lab, &[8], 0.0);
    for _ in 0..9 {
        plus(&mut lab, x, 1.0);
    }
    lab.flush();
    block_on(lab.start_trace(TraceMode::Measure)).unwrap();
    for _ in 0..2 {
        plus(&mut lab, x, 1.0);
    }
    let trace = block_on(lab.stop_trace()).unwrap();
    assert_eq!(trace.len(), 2);
    assert!((trace.started[1] - trace.ended[0]).abs() < 1e-9);
    assert!((trace.completed[1] - trace.ended[1] - costs.t3).abs() < 1e-9, "{trace:?}");
}

#[test]
fn a_submission_is_closed_once_its_operations_have_enough_work_together() {
    let submissions = |work_per_submit| {
        let mut lab = lab(SIM, Policy { work_per_submit, ..Policy::default() });
        let x = full(&mut lab, &[1000], 0.0);
        block_on(lab.wait_all()).unwrap();
        block_on(lab.start_trace(TraceMode::Record)).unwrap();
        for _ in 0..8 {
            plus(&mut lab, x, 1.0);
        }
        block_on(lab.stop_trace()).unwrap()
    };
    let trace = submissions(f64::INFINITY);
    assert_eq!(trace.submission, [trace.submission[0]; 8]);
    let work = trace.flops[0] + trace.bytes[0];
    let serials = submissions(4.0 * work).submission;
    assert_eq!(serials.iter().map(|serial| serial - serials[0]).collect::<Vec<_>>(), [0, 0, 0, 0, 1, 1, 1, 1]);
}

#[test]
fn the_simulated_costs_are_recovered_from_the_trace() {
    let DeviceKind::Sim(costs) = SIM else { unreachable!() };
    let mut lab = lab(SIM, Policy { ops_per_submit: 1, ..Policy::default() });
    block_on(lab.wait_all()).unwrap();
    let near = |measured: f64, given: f64, what: &str| {
        assert!((measured - given).abs() <= 0.01 * given, "{what}: measured {measured} ms, given {given} ms");
    };

    let n = 500;
    let x = full(&mut lab, &[8], 0.0);
    block_on(lab.wait_all()).unwrap();
    block_on(lab.start_trace(TraceMode::Measure)).unwrap();
    let begin = lab.now();
    for _ in 0..n {
        let y = plus(&mut lab, x, 1.0);
        lab.dispose(y);
    }
    block_on(lab.wait_all()).unwrap();
    let once = lab.now() - begin;
    let trace = block_on(lab.stop_trace()).unwrap();
    let last = trace.len() - 1;
    assert_eq!(trace.len(), n);
    near((trace.enqueued[last] - trace.enqueued[0]) / (n - 1) as f64, costs.t1, "t1");
    near((trace.ended[last] - trace.started[0]) / n as f64, costs.t2, "t2");
    near(trace.completed[last] - trace.ended[last], costs.t3, "t3");
    near(
        trace.completed[last] - trace.enqueued[last],
        n as f64 * costs.t2 + costs.t3 - (n - 1) as f64 * costs.t1,
        "gap",
    );
    near(once, costs.t1 + n as f64 * costs.t2 + costs.t3, "waiting once");

    let begin = lab.now();
    for _ in 0..n {
        let y = plus(&mut lab, x, 1.0);
        block_on(lab.wait_to_read(y)).unwrap();
        lab.dispose(y);
    }
    near(lab.now() - begin, n as f64 * (costs.t1 + costs.t2 + costs.t3), "waiting each time");
}

#[test]
fn a_lost_device_fails_every_wait_and_says_why() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let x = full(&mut lab, &[3], 2.0);
    block_on(lab.wait_to_read(x)).unwrap();
    lab.lose();
    let y = plus(&mut lab, x, 1.0);
    let error = block_on(lab.data(y)).unwrap_err();
    assert_eq!(error.code(), "DEVICE_LOST");
    assert_eq!(block_on(lab.wait_all()).unwrap_err(), error);
}

#[test]
fn bad_calls_are_rejected_at_the_call_and_change_nothing() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let (x, y) = (full(&mut lab, &[2, 3], 1.0), full(&mut lab, &[4], 1.0));
    let enqueued = lab.frontend().enqueued(OWN);
    let error = lab.apply(ops::ADD, &[x, y], &[]).unwrap_err();
    assert_eq!(error.code(), "SHAPE_MISMATCH");
    let message = error.to_string();
    assert!(message.contains("add") && message.contains("[2, 3]") && message.contains("[4]"), "{message}");
    assert_eq!(lab.apply(ops::FULL, &[], &[0, 60_000, 60_000, 60_000]).unwrap_err().code(), "INVALID_SHAPE");
    let too_large = lab.apply(ops::FULL, &[], &[0, 60_000, 60_000]).unwrap_err();
    assert_eq!(too_large.code(), "TOO_LARGE");
    lab.dispose(y);
    lab.dispose(y);
    assert_eq!(lab.apply(ops::ADD, &[x, y], &[]).unwrap_err(), Error::Disposed { op: "add" });
    assert_eq!(lab.frontend().enqueued(OWN), enqueued);
    assert_eq!(block_on(lab.data(x)).unwrap(), [1.0; 6]);
}

#[test]
fn options_out_of_range_name_the_range() {
    for policy in [
        Policy { ops_per_submit: 0, ..Policy::default() },
        Policy { max_in_flight: 0, ..Policy::default() },
        Policy { work_per_submit: f64::NAN, ..Policy::default() },
    ] {
        let error = block_on(Lab::connect(DeviceKind::Cpu, policy)).err().unwrap();
        assert_eq!(error.code(), "INVALID_OPTION");
    }
}

#[test]
fn an_error_of_another_thread_keeps_the_code_that_programs_act_on() {
    for (given, code) in [
        ("OUT_OF_MEMORY", "OUT_OF_MEMORY"),
        ("CLOSED", "CLOSED"),
        ("DEVICE_LOST", "DEVICE_LOST"),
        ("unheard of", "DEVICE_ERROR"),
    ] {
        let error = Report::elsewhere(given, "why".into());
        assert_eq!((error.code(), error.to_string().as_str()), (code, "why"));
    }
}
