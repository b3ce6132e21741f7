//! `fuzz`: the engine with faults, on fresh seeds.

use crate::error::{Error, Result};
use crate::exec::{output, say, status};
use crate::site::{self, Profile};
use crate::tools::{self, Browser};
use clap::{Args, value_parser};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The number of seeds where neither it nor the time is given: about a minute's work.
const SEEDS: u64 = 100;
/// The default number of invalid backend commands, beside a minute of seeds.
const COMMANDS: u64 = 10_000_000;
/// The tests in JavaScript that play runs with faults: ports and threads, frames of programs, and pages around an experiment.
const ROUGH: [&str; 4] = ["rough-ports", "rough-sandbox", "rough-notebook", "rough-embed"];
/// The largest seed that fast-check accepts.
const MOST_SEED: u64 = i32::MAX as u64;

#[derive(Args)]
pub(crate) struct Options {
    /// Seeds to run, 100 by default
    #[arg(long, value_name = "N")]
    seeds: Option<u64>,
    /// Run as many seeds as there is time for
    #[arg(long, value_name = "M")]
    minutes: Option<u64>,
    /// The first seed, in place of a fresh one
    #[arg(long, value_name = "FIRST")]
    seed: Option<u64>,
    /// The number of backend commands that make no sense
    #[arg(long, value_name = "N", default_value_t = COMMANDS)]
    commands: u64,
    /// Instead N programs each over ports, threads, frames and pages that misbehave
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["seeds", "minutes", "commands"])]
    ports: Option<u64>,
    /// Instead N random programs of Python, here and in real NumPy and PyTorch
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["seeds", "minutes", "commands", "ports"])]
    python: Option<u64>,
}

pub(crate) fn main(root: &Path, options: &Options) -> Result<()> {
    // Fresh seeds: the time in milliseconds, with room for the following ones.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_millis() as u64);
    if let Some(programs) = options.python {
        return differential(root, programs, options.seed.unwrap_or(now));
    }
    if let Some(runs) = options.ports {
        return rough(root, runs, options.seed.unwrap_or(now) % MOST_SEED);
    }
    let seeds = options.seeds.unwrap_or(if options.minutes.is_some() { u64::MAX / 2 } else { SEEDS });
    let first = options.seed.unwrap_or(now << 16);
    say(format_args!("runs with faults, of seeds from {first} on"));
    let mut cargo = Command::new("cargo");
    // Built like the tests, with checks for overflow, which the released engine does not have.
    cargo.args(["test", "--test", "native", "faults::", "--", "--ignored", "--nocapture", "--test-threads=1"]);
    cargo.current_dir(root).env("FUZZ_SEED", first.to_string()).env("FUZZ_SEEDS", seeds.to_string());
    cargo.env("FUZZ_COMMANDS", options.commands.to_string());
    if let Some(minutes) = options.minutes {
        cargo.env("FUZZ_MINUTES", minutes.to_string());
    }
    if status(&mut cargo)?.success() { Ok(()) } else { Err(Error::Reported) }
}

/// Ports, threads, frames and pages that misbehave: `runs` runs of each. Pages, which need a browser, have a hundredth of that.
fn rough(root: &Path, runs: u64, seed: u64) -> Result<()> {
    let chromium = Browser::Chromium.find()?;
    // Some of them load files that only a built site has.
    site::build(root, Profile::Release)?;
    say(format_args!("{runs} runs of each of {}, of seed {seed}", ROUGH.join(", ")));
    let mut node = Command::new("node");
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]).current_dir(root);
    node.args(ROUGH.map(|name| format!("tests/browser/{name}.test.mjs")));
    node.env("ASYNCLAB_ROUGH", runs.to_string()).env("ASYNCLAB_SEED", seed.to_string());
    node.env(Browser::Chromium.variable(), chromium);
    if status(&mut node)?.success() { Ok(()) } else { Err(Error::Reported) }
}

/// Random programs of Python in real NumPy and PyTorch, then in the lab; in NumPy alone where PyTorch cannot be installed.
fn differential(root: &Path, programs: u64, first: u64) -> Result<()> {
    let tests = root.join("tests/python");
    let folder = site::bundles(root)?.with_file_name("reference");
    let reference =
        tools::python(&folder, &tests.join("differential/requirements.txt")).map(|()| folder).or_else(|error| {
            say(format_args!("{error}: PyTorch cannot be had here, so programs are compared with NumPy alone"));
            let numpy = site::bundles(root)?.with_file_name("numpy");
            tools::python(&numpy, &tests.join("requirements.txt")).map(|()| numpy)
        })?;
    site::build(root, Profile::Release)?;
    say(format_args!("{programs} programs of Python, of seeds from {first} on"));
    let mut text = String::new();
    for kind in [None, Some("wider"), Some("nets"), Some("arrays")] {
        let mut generate = Command::new(reference.join("bin/python"));
        generate.arg(tests.join("differential/generate.py")).args([first, programs].map(|number| number.to_string()));
        text += &output(generate.args(kind))?;
    }
    let made = reference.join("programs.json");
    fs::write(&made, text).map_err(Error::io("writing", &made))?;
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=spec", "tests/python/differential.test.mjs"]).current_dir(root);
    node.env("ASYNCLAB_PROGRAMS", &made);
    if status(&mut node)?.success() { Ok(()) } else { Err(Error::Reported) }
}
