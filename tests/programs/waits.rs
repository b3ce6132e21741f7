//! A wait for one array of a random program waits for the arrays that it is computed from, and for nothing else.

use super::generate;
use super::program::{Name, Program, Statement};
use super::random::Random;
use super::seeds;
use asynclab::backend::policy::Policy;
use asynclab::device::sim::Costs;
use asynclab::local::{DeviceKind, Lab};
use asynclab::trace::record::Trace;
use asynclab::wire::{ArrayId, TraceMode};
use pollster::block_on;
use std::collections::HashMap;

/// A wait for an array, with the times at which it began and ended.
struct Wait {
    array: Name,
    begin: f64,
    end: f64,
}

/// Runs a program without its reads and without its waits for everything. At the end it waits for one of the arrays that
/// are left.
fn run(lab: &mut Lab, program: &Program) -> (Vec<Wait>, Trace) {
    block_on(lab.start_trace(TraceMode::Record)).unwrap();
    let mut ids: Vec<ArrayId> = Vec::new();
    let mut waits = Vec::new();
    let last = Random::new(program.seed).pick(&program.left());
    for statement in program.statements.iter().chain([&Statement::Wait(last)]) {
        match statement {
            Statement::Apply { op, inputs, attrs, .. } => {
                let inputs: Vec<ArrayId> = inputs.iter().map(|&input| ids[input]).collect();
                ids.push(lab.apply(*op, &inputs, attrs).unwrap());
            }
            Statement::Write { values, output } => {
                ids.push(lab.array(program.arrays[*output].shape.dims(), values).unwrap());
            }
            Statement::Dispose(name) => lab.dispose(ids[*name]),
            Statement::Wait(name) => {
                let begin = lab.now();
                block_on(lab.wait_to_read(ids[*name])).unwrap();
                waits.push(Wait { array: *name, begin, end: lab.now() });
            }
            Statement::WaitAll | Statement::Read(_) => {}
        }
    }
    let trace = block_on(lab.stop_trace()).unwrap();
    program.left().into_iter().for_each(|name| lab.dispose(ids[name]));
    (waits, trace)
}

/// Checks the properties of a wait. Returns whether operations were left to do when it ended.
///
/// # Errors
/// The property that does not hold.
fn check(wait: &Wait, program: &Program, rows: &HashMap<Name, usize>, trace: &Trace) -> Result<bool, String> {
    let &Wait { array, begin, end } = wait;
    let ancestors = program.ancestors(array);
    for (name, &row) in rows {
        let completed = trace.completed[row];
        if ancestors.contains(name) {
            if completed > end {
                return Err(format!("v{array} is there at {end} ms, v{name}, which it needs, at {completed} ms"));
            }
        } else if let Some(&own) = rows.get(&array)
            && trace.submission[row] < trace.submission[own]
            && trace.submitted[row] > begin
        {
            return Err(format!(
                "v{name} went before v{array}, which does not need it, during the wait from {begin} ms on"
            ));
        }
    }
    if let Some(&own) = rows.get(&array)
        && end != trace.completed[own].max(begin)
    {
        return Err(format!(
            "the wait from {begin} ms for v{array}, there at {} ms, ended at {end} ms",
            trace.completed[own]
        ));
    }
    // Left to do are operations enqueued before the wait and completed after it.
    let enqueued = |row: usize| trace.enqueued[row] <= begin;
    Ok(rows.values().any(|&row| enqueued(row) && trace.completed[row] > end))
}

#[test]
fn a_wait_for_one_array_is_for_its_ancestors_only() {
    let (mut waits, mut early) = (0, 0);
    for seed in seeds(600) {
        let program = generate::program(seed);
        let mut random = Random::new(seed);
        let policy = Policy {
            ops_per_submit: random.pick(&[1, 2, 5]),
            max_in_flight: random.pick(&[1, 2, 3]),
            ..Policy::default()
        };
        let costs = Costs { t1: 0.001, t2: 0.05, t3: 0.5 };
        let mut lab = block_on(Lab::connect(DeviceKind::Sim(costs), policy)).unwrap();
        if program.left().is_empty() {
            continue;
        }
        let (ended, trace) = run(&mut lab, &program);
        let rows: HashMap<Name, usize> = program.operations().enumerate().map(|(row, name)| (name, row)).collect();
        for wait in &ended {
            match check(wait, &program, &rows, &trace) {
                Ok(more_to_do) => early += usize::from(more_to_do),
                Err(problem) => panic!("{problem}; {policy:?}\n{}", program.report(Some(wait.array))),
            }
        }
        waits += ended.len();
    }
    println!("{waits} waits, {early} of them over while there was more to do");
    assert!(2 * early > waits || waits < 10, "only {early} of {waits} waits left anything to do");
}
