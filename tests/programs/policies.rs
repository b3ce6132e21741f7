//! Programs under every policy: grouping, windows, allocators, blocking, tracing and chunks of the stream change only the
//! times of operations. On one device the results are equal bit by bit.

use super::generate;
use super::program::Program;
use super::random::Random;
use super::run::{Results, Way, run, trim};
use super::seeds;
use asynclab::backend::policy::{Allocator, Policy};
use asynclab::device::sim::Costs;
use asynclab::local::{DeviceKind, Lab};
use asynclab::wire::TraceMode;
use pollster::block_on;

/// Bytes that suffice for every program, if the backend waits for completions.
const TIGHT: u64 = 1 << 21;

/// Every combination, the default first.
fn policies() -> Vec<Policy> {
    let mut policies = vec![Policy::default()];
    for allocator in [Allocator::StreamOrdered, Allocator::OnCompletion] {
        policies.push(Policy { allocator, blocking: true, ..Policy::default() });
        for ops_per_submit in [1, 2, 7, 256] {
            for work_per_submit in [1.0, 1e12] {
                for max_in_flight in [1, 3, 16_384] {
                    // Little memory makes the backend wait for completions all the time.
                    let memory_limit = if max_in_flight == 3 { TIGHT } else { Policy::default().memory_limit };
                    policies.push(Policy {
                        ops_per_submit,
                        work_per_submit,
                        max_in_flight,
                        allocator,
                        blocking: false,
                        lazy: false,
                        memory_limit,
                        ..Policy::default()
                    });
                }
            }
        }
    }
    let lazy = Policy { lazy: true, ..Policy::default() };
    policies.push(lazy);
    for allocator in [Allocator::StreamOrdered, Allocator::OnCompletion] {
        policies.push(Policy { memory_limit: TIGHT, allocator, ..lazy });
        policies.push(Policy { ops_per_submit: 7, max_in_flight: 3, allocator, ..lazy });
    }
    policies
}

fn way(random: &mut Random) -> Way {
    let trace = random.pick(&[None, Some(TraceMode::Record), Some(TraceMode::Measure)]);
    Way { chunks: (!random.one_in(3)).then(|| random.bits()), trace }
}

/// The first difference, if there is one.
fn difference(got: &Results, expected: &Results) -> Option<(usize, String)> {
    got.iter().zip(expected).find_map(|((name, got), (_, expected))| {
        let differ = |&(got, expected): &(&f32, &f32)| got.to_bits() != expected.to_bits();
        let at =
            got.iter().zip(expected).position(|pair| differ(&pair)).or((got.len() != expected.len()).then_some(0))?;
        Some((*name, format!("v{name}[{at}] is {:?} instead of {:?}", got.get(at), expected.get(at))))
    })
}

fn run_and_trim(lab: &mut Lab, program: &Program, way: Way) -> Result<Results, String> {
    let results = block_on(run(lab, program, way))?;
    trim(lab).map(|()| results)
}

/// Runs `count` programs under the default policy, and each program under `ways` other policies.
fn under_all_policies(kind: DeviceKind, policies: &[Policy], count: u64, ways: usize) {
    let mut labs: Vec<(Policy, Lab)> =
        policies.iter().map(|&policy| (policy, block_on(Lab::connect(kind, policy)).unwrap())).collect();
    for seed in seeds(count) {
        let program = generate::program(seed);
        let mut random = Random::new(!seed);
        let (_, first) = &mut labs[0];
        let expected = run_and_trim(first, &program, Way::default());
        let expected = expected.unwrap_or_else(|error| panic!("{error}\n{}", program.report(None)));
        for _ in 0..ways {
            let index = random.below(labs.len());
            let (policy, lab) = &mut labs[index];
            let way = way(&mut random);
            let got = run_and_trim(lab, &program, way);
            let got = got.unwrap_or_else(|error| panic!("{error}, with {policy:?}, {way:?}\n{}", program.report(None)));
            if let Some((name, problem)) = difference(&got, &expected) {
                panic!("{problem} with {policy:?}, {way:?}\n{}", program.report(Some(name)));
            }
        }
    }
    println!("{count} programs, each in {} ways of {}", ways + 1, policies.len());
}

#[test]
fn results_on_the_cpu_do_not_depend_on_the_policy() {
    under_all_policies(DeviceKind::Cpu, &policies(), 600, 12);
}

#[test]
fn results_on_a_simulated_device_do_not_depend_on_the_policy() {
    under_all_policies(DeviceKind::Sim(Costs::default()), &policies(), 300, 12);
}

#[test]
fn results_on_a_gpu_do_not_depend_on_the_policy() {
    if !crate::adapter::is_there() {
        return;
    }
    // Each lab compiles its own kernels, so only some of the policies are run.
    let some: Vec<Policy> = policies().into_iter().step_by(7).collect();
    under_all_policies(DeviceKind::WebGpu, &some, 60, 4);
}
