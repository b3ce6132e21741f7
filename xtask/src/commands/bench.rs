//! `bench`: workloads measured side by side in one headless Chromium, the lab's and those of its peers; or the engine alone, as a
//! native program.

use super::dist::{self, cleared, copy};
use super::run::{file, text};
use super::{isa, libraries as peers_of, pack, wheel};
use crate::driver::{Adapter, Driver};
use crate::error::{Error, Result};
use crate::exec::{run, say, status};
use crate::server;
use crate::site::{self, Profile};
use crate::tools::{self, Browser};
use lexopt::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Fewer make no quartiles.
const ROUNDS: u32 = 7;
/// Of a quick run, which is to show what is far off.
const QUICK_ROUNDS: u32 = 3;

/// Counts the false statements of the experiments on machines whose truth is known; no workload.
const TRUTH: &str = "truth";
/// Benches that measure nothing and look at compiled kernels.
const ISA: &str = "isa";

/// The cost of Python, beside JavaScript and PyTorch: a run of its own.
const PYTHON: &str = "python";

/// Measures nothing: it records the loops of other libraries that the page brings along.
const LIBRARIES: &str = "libraries";

/// The workload that also runs over a backend without a GPU.
const ENQUEUE: &str = "enqueue";

/// Natively: its kernels beside each other, on a card.
const PRODUCT: &str = "product";

/// The workload that needs the built site.
const START: &str = "start";

struct Options {
    names: Vec<String>,
    /// None: the default of benches that start a browser.
    adapter: Option<Adapter>,
    native: bool,
    /// Over a backend that runs nothing.
    null: bool,
    peak: Option<f64>,
    /// Of the compiled kernels, in place of all.
    vendor: Option<String>,
    /// A Python that has PyTorch.
    torch: Option<String>,
    /// Of the experiments, in place of the automatic one.
    preset: Option<String>,
    /// Of the experiments' intervals and verdicts, in place of what they say that is false.
    coverage: bool,
    /// Another checkout, built, whose lab is measured beside this one's.
    against: Option<PathBuf>,
    rounds: u32,
    quick: bool,
    json: Option<PathBuf>,
    html: Option<PathBuf>,
}

pub(crate) fn main(root: &Path, arguments: lexopt::Parser) -> Result<()> {
    let options = parse(arguments)?;
    if options.names == [TRUTH] {
        return truth(root, &options);
    }
    if options.names == [PYTHON] {
        return python(root, &options);
    }
    if options.names == [LIBRARIES] {
        return libraries(root);
    }
    if options.native {
        return native(root, &options);
    }
    if options.null {
        return null(root, &options);
    }
    if options.names.iter().any(|name| name == ISA) {
        return isa::main(root, options.vendor.as_deref(), options.json.as_deref(), bundled);
    }
    let driver = Driver::find(Browser::Chromium, options.adapter.unwrap_or(Adapter::AUTO))?;
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
        "rounds": options.rounds,
        "quick": options.quick,
        "json": options.json,
        "html": options.html,
    });
    say("measuring; other work on this machine distorts the figures");
    driver.run(root, "bench.mjs", &request)
}

/// Every experiment on every modelled machine, with as many seeds of noise as there are rounds: what it said that is false, by an
/// oracle, and how often it left the question open; or how often its intervals hold the truth and its verdicts err on machines that are alike.
fn truth(root: &Path, options: &Options) -> Result<()> {
    site::build(root, Profile::Release)?;
    let request = json!({ "seeds": options.rounds, "preset": options.preset, "json": options.json });
    let mut node = Command::new("node");
    let script = if options.coverage { "coverage.mjs" } else { "table.mjs" };
    node.arg(root.join("tests/truth").join(script)).arg(request.to_string());
    let status = status(&mut node)?;
    if status.success() { Ok(()) } else { Err(Error::Reported) }
}

/// Python beside JavaScript, native PyTorch and bare Pyodide: what a call costs, the start, the bytes.
fn python(root: &Path, options: &Options) -> Result<()> {
    let driver = Driver::find(Browser::Chromium, options.adapter.unwrap_or(Adapter::AUTO))?;
    site::build(root, Profile::Release)?;
    let request = json!({
        "url": server::spawn(root, server::SITE)?,
        "dist": dist::built(root)?,
        "pyodide": root.join("node_modules/pyodide"),
        "wheel": wheel::write(root, None)?,
        "torch": options.torch.as_deref().unwrap_or("python3"),
        "rounds": options.rounds,
        "json": options.json,
    });
    say("measuring; other work on this machine distorts the figures");
    driver.run(root, "python.mjs", &request)
}

/// Enqueuing and encoding in Node, over Dawn's backend that runs nothing.
fn null(root: &Path, options: &Options) -> Result<()> {
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
        "rounds": options.rounds,
        "kernels": options.names == [PRODUCT],
        "quick": options.quick,
        "peak": options.peak,
        "json": options.json,
    });
    say("building, then measuring; other work on this machine distorts the figures");
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--profile", "native", "--package", "asynclab-bench-native", "--", &request.to_string()]);
    let status = status(cargo.current_dir(root))?;
    if status.success() { Ok(()) } else { Err(Error::Reported) }
}

/// Installs the peers that `bench/package-lock.json` names, and bundles each as a page would load it, into `bench/pkg/`; likewise the lab, as npm
/// gives it to programs.
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

fn parse(mut arguments: lexopt::Parser) -> Result<Options> {
    let mut rounds = None;
    let mut options = Options {
        names: Vec::new(),
        adapter: None,
        native: false,
        null: false,
        peak: None,
        vendor: None,
        torch: None,
        preset: None,
        coverage: false,
        against: None,
        rounds: ROUNDS,
        quick: false,
        json: None,
        html: None,
    };
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("rounds") => {
                let value = text(arguments.value()?)?;
                let number = value.parse().ok().filter(|&number| number > 0);
                rounds = Some(number.ok_or_else(|| unfit("--rounds takes a whole number of 1 or more", &value))?);
            }
            Long("adapter") => options.adapter = Some(Adapter::named(&arguments.value()?)?),
            Long("native") => options.native = true,
            Long("null") => options.null = true,
            Long("peak") => {
                let value = text(arguments.value()?)?;
                let peak = value.parse().ok().filter(|&peak: &f64| peak > 0.0 && peak.is_finite());
                options.peak =
                    Some(peak.ok_or_else(|| unfit("--peak takes the card's TFLOP/s, a number above 0", &value))?);
            }
            Long("torch") => options.torch = Some(text(arguments.value()?)?),
            Long("vendor") => options.vendor = Some(vendor(text(arguments.value()?)?)?),
            Long("coverage") => options.coverage = true,
            Long("against") => options.against = Some(built(arguments.value()?.into())?),
            Long("preset") => options.preset = Some(text(arguments.value()?)?),
            Long("quick") => options.quick = true,
            Long("json") => options.json = Some(file(&arguments.value()?)?),
            Long("html") => options.html = Some(file(&arguments.value()?)?),
            Value(name) => options.names.push(text(name)?),
            other => return Err(other.unexpected().into()),
        }
    }
    if let Some(message) = conflict(&options) {
        return Err(Error::Usage(message.into()));
    }
    options.rounds = rounds.unwrap_or(if options.quick { QUICK_ROUNDS } else { ROUNDS });
    Ok(options)
}

fn unfit(rule: &str, value: &str) -> Error {
    Error::Usage(format!("{rule}, not {value:?}"))
}

fn vendor(value: String) -> Result<String> {
    let known = isa::VENDORS.contains(&value.as_str());
    if known { Ok(value) } else { Err(unfit(&format!("--vendor takes {}", isa::VENDORS.join(", ")), &value)) }
}

/// A checkout that has the built engine.
fn built(checkout: PathBuf) -> Result<PathBuf> {
    let rule = "--against takes a checkout whose site was built (cargo xtask dist there)";
    let there = checkout.join("www/pkg/asynclab_bg.wasm").is_file();
    if there { Ok(checkout) } else { Err(unfit(rule, &checkout.display().to_string())) }
}

/// The first of the options that do not go together, as a sentence.
fn conflict(options: &Options) -> Option<&'static str> {
    let has = |wanted: &str| options.names.iter().any(|name| name == wanted);
    let shared = options.names.len() > 1 || options.html.is_some();
    let bare = options.native || options.null || has(ISA) || has(TRUTH) || has(LIBRARIES);
    let truth_alone = options.names == [TRUTH];
    let rules = [
        (
            options.native && !(options.names.is_empty() || options.names == [PRODUCT])
                || options.native && options.html.is_some(),
            "--native runs all its workloads, or product alone, and writes no HTML",
        ),
        (has(ISA) && shared, "isa compiles and measures nothing: it stands alone, and writes no HTML"),
        (options.peak.is_some() && !options.native, "--peak belongs to --native"),
        (has(LIBRARIES) && shared, "libraries records and measures nothing: it stands alone, and writes no HTML"),
        (has(PYTHON) && shared, "python measures another page: it stands alone, and writes no HTML"),
        (options.adapter.is_some() && bare, "--adapter belongs to benches that start a browser"),
        (
            options.against.is_some() && (bare || has(PYTHON) || has(START)),
            "--against belongs to workloads of the bench page",
        ),
        (
            options.null && (options.names != [ENQUEUE] || options.html.is_some()),
            "--null runs enqueue alone, and writes no HTML",
        ),
        (options.vendor.is_some() && !has(ISA), "--vendor belongs to isa"),
        (options.torch.is_some() && !has(PYTHON), "--torch belongs to python"),
        (options.coverage && !truth_alone, "--coverage belongs to truth"),
        (options.preset.is_some() && !truth_alone, "--preset belongs to truth"),
    ];
    rules.into_iter().find_map(|(broken, message)| broken.then_some(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_options_are_read_in_any_order() -> Result<()> {
        let options = parse(lexopt::Parser::from_args(["enqueue", "--rounds", "9", "start"]))?;
        assert_eq!((options.names, options.rounds), (vec!["enqueue".to_owned(), "start".to_owned()], 9));
        assert_eq!(parse(lexopt::Parser::from_args::<[&str; 0]>([]))?.rounds, ROUNDS);
        assert_eq!(parse(lexopt::Parser::from_args(["--quick"]))?.rounds, QUICK_ROUNDS);
        assert_eq!(parse(lexopt::Parser::from_args(["--rounds", "5", "--quick"]))?.rounds, 5);
        let options = parse(lexopt::Parser::from_args(["--peak", "19.5", "--native"]))?;
        assert_eq!((options.native, options.peak), (true, Some(19.5)));
        let options = parse(lexopt::Parser::from_args(["truth", "--preset", "course"]))?;
        assert_eq!(options.preset.as_deref(), Some("course"));
        let options = parse(lexopt::Parser::from_args(["isa", "--vendor", "nvidia"]))?;
        assert_eq!(options.vendor.as_deref(), Some("nvidia"));
        assert!(parse(lexopt::Parser::from_args(["enqueue", "--null"]))?.null);
        assert!(parse(lexopt::Parser::from_args(["product", "--native"]))?.native);
        Ok(())
    }

    #[test]
    fn bad_command_lines_are_rejected() {
        for words in [
            &["--rounds", "0"][..],
            &["--rounds", "many"],
            &["--rounds"],
            &["--json", "/no/such/folder/a"],
            &["--native", "--peak", "0"],
            &["--peak", "67"],
            &["--native", "enqueue"],
            &["--native", "--html", "a.html"],
            &["isa", "enqueue"],
            &["isa", "--vendor", "intel"],
            &["enqueue", "--vendor", "nvidia"],
            &["waiting", "--null"],
            &["enqueue", "--null", "--adapter", "software"],
            &["libraries", "enqueue"],
            &["python", "enqueue"],
            &["enqueue", "--torch", "python3"],
            &["enqueue", "--coverage"],
            &["enqueue", "--against", "/no/such/checkout"],
            &["enqueue", "--preset", "course"],
            &["--native", "--adapter", "software"],
            &["enqueue", "--adapter", "gpu"],
        ] {
            assert!(matches!(parse(lexopt::Parser::from_args(words)), Err(Error::Usage(_))), "{words:?}");
        }
    }
}
