//! `mutants`: programs broken on purpose, one place at a time, and the tests that should notice.

use crate::error::{Error, Result};
use crate::exec::status;
use crate::site::{self, Profile};
use crate::tools;
use clap::Args;
use std::path::Path;
use std::process::Command;

/// The target that cargo-mutants tries; the others are those of `tests/mutants/targets.mjs`.
const ENGINE: &str = "engine";
/// Mutants of a target where no number is given: some minutes for each target.
const SAMPLE: u64 = 60;
/// The engine has some thousands of mutants; a run tries one part in this many, another one each day.
const SHARDS: u64 = 100;
/// Exit codes of cargo-mutants where it tried all: every mutant was noticed, some were not, some made the tests hang.
const TRIED: [i32; 3] = [0, 2, 3];

#[derive(Args)]
pub(crate) struct Options {
    /// Of core, engine, judges, kit, library and python; all by default
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// Places of each target but the engine
    #[arg(long, value_name = "N", default_value_t = SAMPLE)]
    sample: u64,
    /// Repeats the choice of places, which is another one each day
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

pub(crate) fn main(root: &Path, options: &Options) -> Result<()> {
    let Options { targets, sample, seed } = options;
    let all = targets.is_empty();
    let others = targets.iter().filter(|name| *name != ENGINE).map(String::as_str).collect::<Vec<_>>();
    let mut held = true;
    if all || !others.is_empty() {
        site::build(root, Profile::Release)?;
        let mut request = serde_json::json!({ "targets": others, "sample": sample });
        if let Some(seed) = *seed {
            request["seed"] = seed.into();
        }
        let mut node = Command::new("node");
        node.arg("tests/mutants/run.mjs").arg(request.to_string()).current_dir(root);
        held &= status(&mut node)?.success();
    }
    if all || others.len() < targets.len() {
        held &= engine(root, *seed)?;
    }
    if held { Ok(()) } else { Err(Error::Reported) }
}

/// Part of the engine's mutants, on the native tests. The settings are in `.cargo/mutants.toml`.
fn engine(root: &Path, seed: Option<u64>) -> Result<bool> {
    let mutants = tools::cargo_mutants()?;
    let days = std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs() / 86_400);
    let shard = format!("{}/{SHARDS}", seed.unwrap_or(days) % SHARDS);
    let folder = site::target_directory(root)?.join("mutants");
    let mut command = Command::new(mutants);
    command.args(["mutants", "--shard", &shard, "--output"]).arg(&folder);
    let ended = status(command.current_dir(root))?;
    if !ended.code().is_some_and(|code| TRIED.contains(&code)) {
        return Ok(false);
    }
    let mut floor = Command::new("node");
    floor.arg("tests/mutants/floor.mjs").arg(folder.join("mutants.out/outcomes.json")).current_dir(root);
    Ok(status(&mut floor)?.success())
}
