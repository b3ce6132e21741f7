//! `bench`: workloads measured side by side in one headless Chromium, the lab's and those of its peers; or the engine alone, as a
//! native program.

use super::dist::{self, cleared, copy};
use super::{isa, libraries as peers_of, pack, wheel};
use crate::arguments::{file, positive};
use crate::driver::{Adapter, Driver};
use crate::error::{Error, Result};
use crate::exec::{run, say, status};
use crate::server;
use crate::site::{self, Profile};
use crate::tools::{self, Browser};
use clap::{Args, Subcommand, value_parser};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The workload that also runs over a backend without a GPU.
const ENQUEUE: &str = "enqueue";

/// With `--native`: the name for the product's kernels beside each other, on a card.
const PRODUCT: &str = "product";

/// The workload that needs the built site.
const START: &str = "start";

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Options {
    #[command(subcommand)]
    other: Option<Other>,
    /// Workloads; all by default
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    rounds: Rounds,
    /// A file for charts
    #[arg(long, value_name = "FILE", value_parser = file)]
    html: Option<PathBuf>,
    #[arg(long, default_value = "auto")]
    adapter: Adapter,
    /// Another checkout, whose site was built: its lab and this one alone
    #[arg(long, value_name = "CHECKOUT", value_parser = built)]
    against: Option<PathBuf>,
    /// The engine as a native program on Vulkan and on the CPU, beside PyTorch and NumPy where Python has them; `product`: its kernels
    #[arg(long, conflicts_with_all = ["null", "html", "adapter", "against"])]
    native: bool,
    /// The card's TFLOP/s
    #[arg(long, value_name = "TFLOPS", requires = "native", value_parser = positive)]
    peak: Option<f64>,
    /// `enqueue` in Node, over Dawn's backend that runs nothing
    #[arg(long, conflicts_with_all = ["html", "adapter", "against"])]
    null: bool,
}

/// Options of the benches that have rounds.
#[derive(Args)]
struct Rounds {
    /// Rounds; with `truth` seeds of noise
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    // Fewer than 7 make no quartiles.
    #[arg(default_value = "7", default_value_if("quick", "true", "3"))]
    rounds: u32,
    /// Fewer repetitions and rounds, which show what is far off
    #[arg(long)]
    quick: bool,
    /// A file for the figures
    #[arg(long, value_name = "FILE", value_parser = file)]
    json: Option<PathBuf>,
}

/// Benches of something else than workloads.
#[derive(Subcommand)]
enum Other {
    /// Python beside JavaScript, bare Pyodide and native PyTorch: what a call costs, the start, the bytes, each with its goal
    Python {
        /// A Python that may have PyTorch
        #[arg(long, value_name = "PYTHON", default_value = "python3")]
        torch: String,
        #[arg(long, default_value = "auto")]
        adapter: Adapter,
        #[command(flatten)]
        rounds: Rounds,
    },
    /// Count what the experiments state falsely on machines whose truth is known
    Truth {
        /// The preset of the experiments, such as course, in place of the automatic one
        #[arg(long, value_name = "NAME")]
        preset: Option<String>,
        /// The experiments' intervals and verdicts, in place of what they state
        #[arg(long, conflicts_with = "preset")]
        coverage: bool,
        #[command(flatten)]
        rounds: Rounds,
    },
    /// Compile every kernel, and the peers' products for AMD, with Mesa's compilers for cards that are not here
    ///
    /// It prints registers, waves, spills and instructions, as each compiler gives them.
    Isa {
        /// Compile for the cards of this vendor alone
        #[arg(long, value_parser = isa::VENDORS)]
        vendor: Option<String>,
        /// A file for the tables
        #[arg(long, value_name = "FILE", value_parser = file)]
        json: Option<PathBuf>,
    },
    /// Record the same loop in other libraries, for the page: www/recordings/
    Libraries,
}

pub(crate) fn main(root: &Path, options: &Options) -> Result<()> {
    match &options.other {
        Some(Other::Python { torch, adapter, rounds }) => return python(root, torch, *adapter, rounds),
        Some(Other::Truth { preset, coverage, rounds }) => return truth(root, preset.as_deref(), *coverage, rounds),
        Some(Other::Isa { vendor, json }) => return isa::main(root, vendor.as_deref(), json.as_deref(), bundled),
        Some(Other::Libraries) => return libraries(root),
        None => {}
    }
    if let Some(message) = conflict(options) {
        return Err(Error::Usage(message.into()));
    }
    if options.native {
        return native(root, options);
    }
    if options.null {
        return null(root, &options.rounds);
    }
    let driver = Driver::find(Browser::Chromium, options.adapter)?;
    site::build(root, Profile::Release)?;
    peers(root)?;
    if let Some(checkout) = &options.against {
        let earlier = cleared(root.join("bench/pkg/earlier"))?;
        run(Command::new("cp").arg("-rL").arg(checkout.join("www")).arg(&earlier))?;
    }
    let starts = options.names.is_empty() || options.names.iter().any(|name| name == START);
    let request = json!({
        "site": if starts { Some(dist::built(root)?) } else { None },
        "url": format!(
            "{}bench/index.html{}",
            server::spawn(root, server::BENCH)?,
            if options.against.is_some() { "?against" } else { "" }
        ),
        "names": options.names,
        "rounds": options.rounds.rounds,
        "quick": options.rounds.quick,
        "json": options.rounds.json,
        "html": options.html,
    });
    say("measuring; other work on this machine distorts the figures");
    driver.run(root, "bench.mjs", &request)
}

/// Runs every experiment on every modelled machine, with a seed of noise for each round. Counts its false statements, by an oracle, and
/// the questions that it left open; or how often its intervals contain the truth, and its verdicts are wrong on equal machines.
fn truth(root: &Path, preset: Option<&str>, coverage: bool, rounds: &Rounds) -> Result<()> {
    site::build(root, Profile::Release)?;
    let request = json!({ "seeds": rounds.rounds, "preset": preset, "json": rounds.json });
    let mut node = Command::new("node");
    let script = if coverage { "coverage.mjs" } else { "table.mjs" };
    node.arg(root.join("tests/truth").join(script)).arg(request.to_string());
    let status = status(&mut node)?;
    if status.success() { Ok(()) } else { Err(Error::Reported) }
}

/// Python beside JavaScript, native PyTorch and bare Pyodide: the cost of a call, the start, the bytes.
fn python(root: &Path, torch: &str, adapter: Adapter, rounds: &Rounds) -> Result<()> {
    let driver = Driver::find(Browser::Chromium, adapter)?;
    site::build(root, Profile::Release)?;
    let request = json!({
        "url": server::spawn(root, server::SITE)?,
        "dist": dist::built(root)?,
        "pyodide": root.join("node_modules/pyodide"),
        "wheel": wheel::write(root, None)?,
        "torch": torch,
        "rounds": rounds.rounds,
        "json": rounds.json,
    });
    say("measuring; other work on this machine distorts the figures");
    driver.run(root, "python.mjs", &request)
}

/// Enqueuing and encoding in Node, over Dawn's backend that runs nothing.
fn null(root: &Path, options: &Rounds) -> Result<()> {
    site::build(root, Profile::Release)?;
    tools::npm_packages(&root.join("bench/dawn"))?;
    bundled(root)?;
    let request = json!({ "rounds": options.rounds, "json": options.json });
    say("measuring; other work on this machine distorts the figures");
    let mut node = Command::new("node");
    node.arg(root.join("bench/dawn/null.mjs")).arg(request.to_string());
    if status(&mut node)?.success() { Ok(()) } else { Err(Error::Reported) }
}

/// Watches the same loop in each of the libraries, and writes `www/recordings/`.
fn libraries(root: &Path) -> Result<()> {
    site::build(root, Profile::Release)?;
    tools::npm_packages(&root.join("bench"))?;
    run(Command::new("node").arg(root.join("bench/libraries.mjs")).current_dir(root))
}

/// The engine on Vulkan and on the CPU, by the program in `bench/native`.
fn native(root: &Path, options: &Options) -> Result<()> {
    tools::vulkan();
    let request = json!({
        "rounds": options.rounds.rounds,
        "kernels": options.names == [PRODUCT],
        "quick": options.rounds.quick,
        "peak": options.peak,
        "json": options.rounds.json,
    });
    say("building, then measuring; other work on this machine distorts the figures");
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--profile", "native", "--package", "asynclab-bench-native", "--", &request.to_string()]);
    let status = status(cargo.current_dir(root))?;
    if status.success() { Ok(()) } else { Err(Error::Reported) }
}

/// Installs the peers that `bench/package-lock.json` names, and bundles each as a page would load it, into `bench/pkg/`. The lab's npm package
/// is bundled likewise.
fn peers(root: &Path) -> Result<()> {
    bundled(root)?;
    // The worker and the engine are copied, as bundlers do.
    let (library, lab) = (cleared(site::target_directory(root)?.join("xtask/lab"))?, root.join("bench/pkg/lab"));
    pack::library(root, &library)?;
    bundle(root, "pkg/lab", &[&library.join("asynclab.js").to_string_lossy()])?;
    for name in ["backend-worker.js", "asynclab_bg.wasm"] {
        copy(&library.join(name), &lab.join(name))?;
    }
    Ok(())
}

/// The peers alone.
fn bundled(root: &Path) -> Result<()> {
    tools::npm_packages(&root.join("bench"))?;
    bundle(root, "pkg", &peers_of::PEERS)
}

fn bundle(root: &Path, out: &str, entries: &[&str]) -> Result<()> {
    run(Command::new("node").args(["bundle.mjs", out]).args(entries).current_dir(root.join("bench")))
}

/// A checkout that has the built engine.
fn built(checkout: &str) -> Result<PathBuf, &'static str> {
    let there = Path::new(checkout).join("www/pkg/asynclab_bg.wasm").is_file();
    if there { Ok(checkout.into()) } else { Err("give a checkout whose site was built (cargo xtask dist there)") }
}

/// The message for names that conflict with each other or with an option, if any do.
fn conflict(options: &Options) -> Option<&'static str> {
    let Options { names, native, null, against, .. } = options;
    let rules = [
        (
            names.iter().any(|name| Other::has_subcommand(name)),
            "python, truth, isa and libraries stand alone, before their options",
        ),
        (*native && !names.is_empty() && *names != [PRODUCT], "--native runs all its workloads, or product alone"),
        (*null && *names != [ENQUEUE], "--null runs enqueue alone"),
        (
            against.is_some() && names.iter().any(|name| name == START),
            "--against belongs to workloads of the bench page",
        ),
    ];
    rules.into_iter().find_map(|(broken, message)| broken.then_some(message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::parse;

    fn accepted(words: &[&str]) -> Option<Options> {
        parse::<Options>(words).ok().filter(|options| conflict(options).is_none())
    }

    #[test]
    fn a_quick_run_has_fewer_rounds() {
        for (words, rounds) in [
            (&[][..], 7),
            (&["--quick"], 3),
            (&["--rounds", "5", "--quick"], 5),
            (&["enqueue", "--rounds", "9", "start"], 9),
        ] {
            assert_eq!(accepted(words).map(|options| options.rounds.rounds), Some(rounds), "{words:?}");
        }
    }

    #[test]
    fn names_go_with_some_options() {
        for words in [
            &["--peak", "19.5", "--native"][..],
            &["product", "--native"],
            &["enqueue", "--null"],
            &["truth", "--preset", "course"],
            &["isa", "--vendor", "nvidia"],
            &["python", "--torch", "python3", "--rounds", "3"],
        ] {
            assert!(accepted(words).is_some(), "{words:?}");
        }
        for words in [
            &["--peak", "67"][..],
            &["--native", "enqueue"],
            &["--native", "--html", "a.html"],
            &["--native", "--adapter", "software"],
            &["waiting", "--null"],
            &["enqueue", "--null", "--adapter", "software"],
            &["libraries", "enqueue"],
            &["enqueue", "python"],
            &["enqueue", "--against", "/no/such/checkout"],
            &["--quick", "truth"],
        ] {
            assert!(accepted(words).is_none(), "{words:?}");
        }
    }
}
