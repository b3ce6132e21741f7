//! The whole engine with faults: frontend, stream, queue, memory and answers on a simulated device, in any order in which
//! messages and events may come, with allocations rejected, devices lost, messages that never arrive, backends that trap and
//! labs that are closed at any point. proptest makes the runs and shrinks those that fail.

mod action;
mod commands;
mod device;
mod reference;
mod world;

use action::{Reports, Run, runs};
use asynclab::backend::policy::Policy;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Runs that every test run makes, from one fixed seed.
const FIXED: u32 = 1500;

fn runner(seed: u64, cases: u32) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 20_000, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

fn check(run: &Run, faults: &Cell<u64>) -> Result<(), TestCaseError> {
    let count = world::play(run).map_err(TestCaseError::fail)?;
    faults.set(faults.get() + count);
    Ok(())
}

#[test]
fn every_wait_settles_once_and_nothing_is_held() {
    let faults = Cell::new(0);
    runner(1, FIXED).run(&runs(), |run| check(&run, &faults)).unwrap();
    assert!(faults.get() > u64::from(FIXED) / 2, "{} faults are too few", faults.get());
}

/// For `cargo xtask fuzz`: fresh seeds, from the environment, until the seeds or the time are used up.
#[test]
#[ignore = "takes as long as it is asked to; cargo xtask fuzz runs it"]
fn fresh_seeds() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (first, seeds) = (number("FUZZ_SEED").unwrap_or(1), number("FUZZ_SEEDS").unwrap_or(1000));
    let until = Instant::now() + Duration::from_secs(60 * number("FUZZ_MINUTES").unwrap_or(24 * 60));
    let faults = Cell::new(0);
    let mut done = 0;
    for seed in (first..).take(usize::try_from(seeds).unwrap()) {
        if let Err(failure) = runner(seed, 100).run(&runs(), |run| check(&run, &faults)) {
            panic!("seed {seed} fails; FUZZ_SEED={seed} FUZZ_SEEDS=1 runs it again.\n{failure}");
        }
        done += 1;
        if Instant::now() > until {
            break;
        }
    }
    println!("{done} seeds from {first} on, {} runs, {} faults", done * 100, faults.get());
}

/// The same for commands that can be decoded and are wrong.
#[test]
#[ignore = "takes as long as it is asked to; cargo xtask fuzz runs it"]
fn fresh_commands() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (first, most) = (number("FUZZ_SEED").unwrap_or(1), number("FUZZ_COMMANDS").unwrap_or(10_000_000));
    let mut taken = 0;
    let mut seed = first;
    while taken < most {
        taken += commands::play(seed);
        seed += 1;
    }
    println!("{taken} commands of seeds {first} to {}", seed - 1);
}

#[test]
fn wrong_commands_end_in_errors() {
    let taken: u64 = (0..40).map(commands::play).sum();
    assert!(taken > 10_000, "{taken}");
}

#[test]
fn runs_are_made_of_their_seed_alone() {
    let made = |seed| format!("{:?}", runs().new_tree(&mut runner(seed, 1)).unwrap().current());
    assert_eq!(made(7), made(7));
    assert_ne!(made(7), made(8));
}

#[test]
fn what_was_prioritised_once_is_prioritised_again() {
    use action::Action::{Dispose, Full, Gradient, Unary, Upload, Wait};
    let full = || Full(0, 0, 0.5);
    let actions = vec![
        Upload(0, 7),
        Gradient(0),
        Upload(0, 0),
        Dispose(9),
        full(),
        Upload(0, 0),
        Upload(0, 0),
        Dispose(0),
        Upload(0, 0),
        full(),
        full(),
        full(),
        full(),
        full(),
        Unary(9, 13),
        full(),
        full(),
        full(),
        Wait(10),
    ];
    let policy =
        Policy { lazy: true, ops_per_submit: 3, max_in_flight: 3, memory_limit: 1 << 16, ..Default::default() };
    world::play(&Run { policy, devices: 1, reports: Reports::Later, counted: (0, 0), actions }).unwrap();
}
