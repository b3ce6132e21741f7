//! Capture and replay: a program has the results of its single operations, and its replay is one command.

use crate::lazy::random::{build, data, start};
use crate::lazy::{kernels, lab, number, on_every_device, policy, then};
use asynclab::backend::policy::Policy;
use asynclab::error::Error;
use asynclab::frontend::{Captured, OWN};
use asynclab::local::{DeviceKind, Lab};
use asynclab::ops;
use asynclab::trace::record::Trace;
use asynclab::wire::{ArrayId, ProgramId, TraceMode};
use pollster::block_on;

mod binding;
mod gradients;
mod rejected;

/// Captures the operations that `program` enqueues. A replay may pass other arrays for `seen`.
fn capture(lab: &mut Lab, seen: &[ArrayId], program: impl FnOnce(&mut Lab)) -> Captured {
    capture_with(lab, seen, &[], program)
}

/// As `capture`, with attributes (`free`) for which a replay may pass other values.
fn capture_with(lab: &mut Lab, seen: &[ArrayId], free: &[u32], program: impl FnOnce(&mut Lab)) -> Captured {
    lab.frontend().begin_capture(OWN).unwrap();
    program(lab);
    lab.frontend().end_capture(seen, free).unwrap()
}

fn replay(lab: &mut Lab, program: &Captured, inputs: &[ArrayId]) -> Vec<ArrayId> {
    let id: ProgramId = program.program.clone().unwrap();
    lab.frontend().replay(id, inputs, &[]).unwrap()
}

fn traced(lab: &mut Lab, program: impl FnOnce(&mut Lab)) -> Trace {
    block_on(lab.start_trace(TraceMode::Measure)).unwrap();
    program(lab);
    block_on(lab.stop_trace()).unwrap()
}

/// `(x * 3 + 1)²`.
fn chain(lab: &mut Lab, x: ArrayId) -> ArrayId {
    let y = lab.apply(ops::MUL, &[x], &[1, 3.0_f32.to_bits()]).unwrap();
    let y = number(lab, ops::ADD, y, 1.0);
    then(lab, ops::SQUARE, &[y], &[])
}

const LAZY: Policy = policy(true, 4 << 30);

on_every_device! {
    fn random_programs_have_the_bits_of_eager_ones(kind: DeviceKind) {
        let seeds = if matches!(kind, DeviceKind::WebGpu) { 12 } else { 60 };
        for policy in [Policy::default(), LAZY, policy(false, 1 << 19)] {
            let [mut eager, mut compiled] = [Policy::default(), policy].map(|policy| lab(kind, policy));
            for seed in 0..seeds {
                let given = start(&mut eager, seed);
                let results = build(&mut eager, seed, given);
                let expected: Vec<_> = results.iter().map(|&array| data(&mut eager, array)).collect();
                results.iter().chain([&given]).for_each(|&array| eager.dispose(array));

                let given = start(&mut compiled, seed);
                let mut kept = Vec::new();
                let program = capture(&mut compiled, &[given], |lab| kept = build(lab, seed, given));
                // A program keeps its results in the order of its operations.
                let order: Vec<usize> =
                    kept.iter().map(|id| program.outputs.iter().position(|output| output == id).unwrap()).collect();
                // The program may have further outputs.
                assert!(program.inputs == [0] && program.outputs.len() >= kept.len());
                for turn in 0..3 {
                    let outputs =
                        if turn == 0 { program.outputs.clone() } else { replay(&mut compiled, &program, &[given]) };
                    let got: Vec<_> = order.iter().map(|&at| data(&mut compiled, outputs[at])).collect();
                    assert!(got == expected, "{kind:?} {policy:?}: seed {seed}, turn {turn}");
                    outputs.iter().for_each(|&array| compiled.dispose(array));
                }
                compiled.frontend().forget_program(program.program.unwrap());
                compiled.dispose(given);
                block_on(compiled.wait_all()).unwrap();
                let memory = compiled.backend().memory();
                assert_eq!((memory.used, memory.pending, compiled.frontend().live()), (0, 0, 0), "{kind:?}: seed {seed}");
            }
        }
    }

    fn numbers_are_those_of_the_replay(kind: DeviceKind) {
        // The last policy has no room for kernels of several operations.
        for policy in [Policy::default(), LAZY, policy(false, 1 << 19)] {
            let mut lab = lab(kind, policy);
            let x = lab.array(&[30_000], &(0..30_000).map(|at| at as f32).collect::<Vec<_>>()).unwrap();
            // At the capture two numbers are equal, and one belongs to an operation that is not replaced.
            let compute = |lab: &mut Lab, [a, b]: [f32; 2]| {
                let y = lab.apply(ops::MUL, &[x], &[1, a.to_bits()]).unwrap();
                let y = number(lab, ops::ADD, y, b);
                let y = number(lab, ops::SUB, y, 3.0);
                then(lab, ops::SUM, &[y], &[1, 0])
            };
            let program = capture_with(&mut lab, &[x], &[1, 17], |lab| _ = compute(lab, [3.0, 3.0]));
            let id = program.program.clone().unwrap();
            for numbers in [[3.0, 3.0], [0.5, 3.0], [3.0, -7.25]] {
                let words = numbers.map(f32::to_bits);
                let output = lab.frontend().replay(id, &[x], &words).unwrap()[0];
                let eager = compute(&mut lab, numbers);
                assert_eq!(data(&mut lab, output), data(&mut lab, eager), "{kind:?} {numbers:?}");
            }
            let as_captured = replay(&mut lab, &program, &[x])[0];
            let eager = compute(&mut lab, [3.0, 3.0]);
            assert_eq!(data(&mut lab, as_captured), data(&mut lab, eager), "{kind:?}");
            assert_eq!(lab.frontend().replay(id, &[x], &[1]).unwrap_err().code(), "NOT_CAPTURABLE");
        }
    }

    fn a_chain_is_one_kernel_in_an_eager_lab(kind: DeviceKind) {
        let mut lab = lab(kind, Policy::default());
        let x = lab.array(&[3], &[1.0, 2.0, 3.0]).unwrap();
        let program = capture(&mut lab, &[x], |lab| { chain(lab, x); });
        let other = lab.array(&[3], &[4.0, 5.0, 6.0]).unwrap();
        let trace = traced(&mut lab, |lab| {
            let outputs = replay(lab, &program, &[other]);
            assert_eq!(block_on(lab.data(outputs[0])).unwrap(), [169.0, 256.0, 361.0], "{kind:?}");
        });
        assert_eq!(kernels(&trace), [["mul", "add", "square"]], "{kind:?}");
        assert!(trace.enqueued.iter().all(|&at| at == trace.enqueued[0]), "{kind:?}: {:?}", trace.enqueued);
        assert!(trace.completed.iter().all(|at| at.is_finite()), "{kind:?}");
        assert_eq!(block_on(lab.data(program.outputs[0])).unwrap(), [16.0, 49.0, 100.0], "{kind:?}");
    }
}

#[test]
fn a_replay_is_one_command_whatever_its_length() {
    for length in [1, 100] {
        let mut lab = lab(DeviceKind::Cpu, Policy::default());
        let x = lab.array(&[4], &[1.0; 4]).unwrap();
        let program = capture(&mut lab, &[x], |lab| {
            let mut y = lab.apply(ops::NEG, &[x], &[]).unwrap();
            (1..length).for_each(|_| y = number(lab, ops::ADD, y, 1.0));
        });
        lab.flush();
        replay(&mut lab, &program, &[x]);
        let words = lab.frontend().chunk(OWN).len();
        assert_eq!(words, 7, "a header, the program, three counts, an input and an output; {length} operations");
        assert_eq!(lab.frontend().enqueued(OWN), 1 + 2 * length);
    }
}

#[test]
fn the_memory_of_intermediate_results_is_that_of_the_last_replay() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let x = lab.apply(ops::FULL, &[], &[0, 1 << 16]).unwrap();
    let program = capture(&mut lab, &[x], |lab| {
        let mut y = lab.apply(ops::TRANSPOSE, &[x], &[0]).unwrap();
        (0..20).for_each(|_| y = then(lab, ops::CUMSUM, &[y], &[0, 0]));
    });
    block_on(lab.wait_all()).unwrap();
    let peak = lab.backend().memory().peak;
    assert!(peak < 6 << 18, "{peak}");
    for _ in 0..50 {
        let outputs = replay(&mut lab, &program, &[x]);
        outputs.iter().for_each(|&output| lab.dispose(output));
    }
    block_on(lab.wait_all()).unwrap();
    assert!(lab.backend().memory().peak <= peak + (1 << 18));
}

#[test]
fn inputs_may_be_disposed_and_the_program_forgotten_while_it_runs() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let x = lab.array(&[2], &[1.0, 2.0]).unwrap();
    let program = capture(&mut lab, &[x], |lab| {
        chain(lab, x);
    });
    let y = lab.array(&[2], &[3.0, 4.0]).unwrap();
    let outputs = replay(&mut lab, &program, &[y]);
    lab.dispose(x);
    lab.dispose(y);
    lab.frontend().forget_program(program.program.clone().unwrap());
    assert_eq!(block_on(lab.data(outputs[0])).unwrap(), [100.0, 169.0]);
    assert_eq!(block_on(lab.data(program.outputs[0])).unwrap(), [16.0, 49.0]);
    let again = lab.frontend().replay(program.program.unwrap(), &[y], &[]);
    assert!(matches!(again, Err(Error::Disposed { op: "compile" })));
}

#[test]
fn an_array_that_is_disposed_in_the_capture_is_read_first() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let mut w = lab.array(&[2], &[1.0, 2.0]).unwrap();
    let old = w;
    lab.frontend().begin_capture(OWN).unwrap();
    // Both disposed arrays' names are free at once, and other arrays get them.
    w = then(&mut lab, ops::NEG, &[w], &[]);
    w = then(&mut lab, ops::EXP, &[w], &[]);
    let program = lab.frontend().end_capture(&[old], &[]).unwrap();
    assert!(matches!(program.program, Err(Error::NotCapturable { .. })), "nobody can read it again");
    assert_eq!(block_on(lab.data(w)).unwrap(), [(-1.0_f32).exp(), (-2.0_f32).exp()]);
    lab.dispose(w);
    block_on(lab.wait_all()).unwrap();
    assert_eq!((lab.frontend().live(), lab.backend().memory().used), (0, 0));
}

#[test]
fn views_share_the_memory_of_inputs_and_of_each_other() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let x = lab.array(&[6], &[1.0; 6]).unwrap();
    let program = capture(&mut lab, &[x], |lab| {
        lab.apply(ops::RESHAPE, &[x], &[2, 3]).unwrap();
        let y = lab.apply(ops::NEG, &[x], &[]).unwrap();
        lab.apply(ops::RESHAPE, &[y], &[3, 2]).unwrap();
    });
    let used = lab.frontend().used(OWN);
    let outputs = replay(&mut lab, &program, &[x]);
    block_on(lab.wait_all()).unwrap();
    assert_eq!(lab.frontend().used(OWN), used + used / 2, "one buffer more beside two");
    assert_eq!(lab.backend().memory().used, lab.frontend().used(OWN));
    lab.dispose(outputs[1]);
    block_on(lab.wait_all()).unwrap();
    assert_eq!(block_on(lab.data(outputs[2])).unwrap(), [-1.0; 6]);
    outputs[..1].iter().chain(&outputs[2..]).for_each(|&output| lab.dispose(output));
    block_on(lab.wait_all()).unwrap();
    assert_eq!((lab.frontend().used(OWN), lab.backend().memory().used), (used, used));
}

#[test]
fn random_numbers_are_drawn_with_the_seeds_of_the_replay() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let normal = |lab: &mut Lab, seed: u32| lab.apply(ops::NORMAL, &[], &[seed, 7, 0, 1.0_f32.to_bits(), 8]).unwrap();
    let program = capture_with(&mut lab, &[], &[0, 1], |lab| {
        let y = normal(lab, 1);
        number(lab, ops::ADD, y, 1.0);
    });
    let id = program.program.unwrap();
    for (words, seed) in [(&[][..], 1), (&[5, 7], 5), (&[6, 7], 6)] {
        let output = lab.frontend().replay(id, &[], words).unwrap()[0];
        let eager = normal(&mut lab, seed);
        let eager = number(&mut lab, ops::ADD, eager, 1.0);
        assert_eq!(block_on(lab.data(output)).unwrap(), block_on(lab.data(eager)).unwrap());
    }
}

#[test]
fn a_place_that_is_no_number_is_rejected() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let x = lab.array(&[2], &[1.0, 2.0]).unwrap();
    // Places of a number's side, of no attribute, of the length of random numbers, and of no operation.
    for attribute in [0, 2, 16 + 4, 32] {
        let program = capture_with(&mut lab, &[x], &[attribute], |lab| {
            lab.apply(ops::ADD, &[x], &[1, 1.0_f32.to_bits()]).unwrap();
            lab.apply(ops::NORMAL, &[], &[1, 7, 0, 1.0_f32.to_bits(), 8]).unwrap();
        });
        assert_eq!(program.program.unwrap_err().code(), "NOT_CAPTURABLE", "{attribute}");
        assert_eq!(block_on(lab.data(program.outputs[0])).unwrap(), [2.0, 3.0], "it was computed all the same");
    }
}

#[test]
fn each_device_has_programs_of_its_own() {
    let mut lab = lab(DeviceKind::Cpu, Policy::default());
    let other = block_on(lab.add_device(DeviceKind::Cpu, Policy::default())).unwrap();
    for device in [OWN, other, other, OWN] {
        let x = lab.frontend().apply_on(device, ops::FULL, &[], &[2.0_f32.to_bits(), 2]).unwrap();
        lab.frontend().begin_capture(device).unwrap();
        chain(&mut lab, x);
        let program = lab.frontend().end_capture(&[x], &[]).unwrap();
        let output = replay(&mut lab, &program, &[x])[0];
        assert_eq!(block_on(lab.data(output)).unwrap(), [49.0; 2]);
    }
}
