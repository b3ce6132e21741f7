//! The suites of `test`: what each needs, and how it runs.

mod engine;
mod files;

use super::changed::Chosen;
use super::lint as checks;
use crate::error::{Error, Result};
use crate::site;
use crate::suite::Report;
use engine::{native, wasm};
use files::{embed, measuring, package, page, python, units};
use std::fs;
use std::path::{Path, PathBuf};

/// When a suite runs, so that two processors are used and nothing is measured beside other work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Schedule {
    /// In a thread beside the others: builds, and suites that wait for installers.
    Beside,
    /// In the foreground: its output is printed as it comes.
    Front,
    /// After all others: it measures.
    Alone,
}

/// A suite: its name on the command line, when it runs, and how.
pub(super) struct Suite {
    pub(super) name: &'static str,
    pub(super) schedule: Schedule,
    pub(super) run: fn(&Run<'_>) -> Result<Report>,
}

/// A run of tests: the checkout, and the chosen tests.
pub(super) struct Run<'a> {
    pub(super) root: &'a Path,
    pub(super) chosen: &'a Chosen,
}

const fn suite(name: &'static str, schedule: Schedule, run: fn(&Run<'_>) -> Result<Report>) -> Suite {
    Suite { name, schedule, run }
}

pub(super) const SUITES: [Suite; 9] = [
    suite("native", Schedule::Beside, native),
    suite("wasm", Schedule::Beside, wasm),
    suite("lint", Schedule::Beside, lint),
    suite("package", Schedule::Beside, package),
    suite("embed", Schedule::Beside, embed),
    suite("units", Schedule::Front, units),
    suite("python", Schedule::Front, python),
    suite("page", Schedule::Front, page),
    suite("page", Schedule::Alone, measuring),
];

/// Set in the nightly run.
const NIGHTLY_RUN: &str = "ASYNCLAB_NIGHTLY";

/// Minutes of fresh seeds in the nightly run, and runs of ports, threads, frames and pages that misbehave.
const NIGHTLY_FUZZ: [(&str, &str); 4] =
    [("FUZZ_SEEDS", "1000000000"), ("FUZZ_MINUTES", "20"), ("FUZZ_COMMANDS", "100000000"), ("ASYNCLAB_ROUGH", "3000")];

fn lint(run: &Run<'_>) -> Result<Report> {
    match &run.chosen.changed {
        Some(files) => checks::changed(run.root, files),
        None => checks::suite(run.root),
    }
}

/// The folder for the output of tests.
fn logs(root: &Path) -> Result<PathBuf> {
    let logs = site::target_directory(root)?.join("xtask").join("tests");
    fs::create_dir_all(&logs).map_err(Error::io("creating", &logs))?;
    Ok(logs)
}
