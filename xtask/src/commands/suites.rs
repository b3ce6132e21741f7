//! The suites of `test`: what each needs, and how it runs.

use super::changed::{self, Chosen};
use super::{dist, docs, lint as checks, pack};
use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::exec::{output_of, say, shown};
use crate::server;
use crate::site;
use crate::suite::watch::Limits;
use crate::suite::{Report, libtest, node};
use crate::tools::{self, Browser};
use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Where a suite runs, so that two processors are used and nothing is measured beside other work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a thread beside the others: builds, most of all.
    Beside,
    /// In front of the user.
    Front,
    /// After all others: it measures.
    Alone,
}

/// A suite: its name on the command line, when it runs, and how.
pub(super) struct Suite {
    pub(super) name: &'static str,
    pub(super) place: Place,
    pub(super) run: fn(&Run<'_>) -> Result<Report>,
}

/// A run of tests: of which checkout, and what of its tests.
pub(super) struct Run<'a> {
    pub(super) root: &'a Path,
    pub(super) chosen: &'a Chosen,
}

const fn suite(name: &'static str, place: Place, run: fn(&Run<'_>) -> Result<Report>) -> Suite {
    Suite { name, place, run }
}

pub(super) const SUITES: [Suite; 9] = [
    suite("native", Place::Beside, native),
    suite("wasm", Place::Beside, wasm),
    suite("lint", Place::Beside, lint),
    suite("units", Place::Front, units),
    suite("python", Place::Front, python),
    suite("page", Place::Front, page),
    suite("embed", Place::Front, embed),
    suite("package", Place::Front, package),
    suite("page", Place::Alone, measuring),
];

/// A file of tests that measures says so in a line that begins with this and goes on with the reason.
const ALONE: &str = "\n// Alone: ";

/// A file of tests that only the nightly run has says so in a line that begins with this and goes on with the reason. Single tests
/// look for [`NIGHTLY_RUN`].
const NIGHTLY: &str = "\n// Nightly: ";

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

/// Everything that builds without a browser, on this machine's own target: one build of the whole workspace, as clippy has it too.
fn native(run: &Run<'_>) -> Result<Report> {
    tools::vulkan();
    let mut build = Command::new("cargo");
    build.args(["test", "--workspace", "--no-run", "--message-format=json-render-diagnostics"]);
    let built = tests_built(build.current_dir(run.root))?;
    let logs = logs(run.root)?;
    let limits = if run.chosen.nightly { Limits::NIGHT } else { Limits::TESTS };
    let mut report = Report::default();
    for (name, program, folder) in built {
        let mut tests = Command::new(&program);
        // Only as JSON does Rust's harness say which tests have begun, and only to those who accept that it may change.
        tests.args(["-Zunstable-options", "--format=json", "--report-time"]).env("RUSTC_BOOTSTRAP", "1");
        tests.current_dir(folder);
        if run.chosen.nightly {
            tests.arg("--include-ignored").envs(NIGHTLY_FUZZ).env(NIGHTLY_RUN, "1");
        }
        report.extend(libtest::run(&mut tests, &name, &logs.join(format!("{name}.log")), limits)?);
    }
    Ok(report)
}

/// Builds programs of tests: of each its name, where it lies, and the folder that it runs in.
fn tests_built(build: &mut Command) -> Result<Vec<(String, PathBuf, PathBuf)>> {
    say(shown(build));
    let messages = output_of(build)?;
    let mut built = Vec::new();
    for line in messages.lines() {
        let message: Value = serde_json::from_str(line).unwrap_or_default();
        let [program, manifest, target] =
            [&message["executable"], &message["manifest_path"], &message["target"]["name"]].map(Value::as_str);
        if let (Some(program), Some(manifest), Some(target), Some(true)) =
            (program, manifest, target, message["profile"]["test"].as_bool())
        {
            let folder = Path::new(manifest).parent().unwrap_or(Path::new("."));
            let kind = message["target"]["kind"][0].as_str().unwrap_or_default();
            let name = if kind == "test" { target.to_owned() } else { format!("{target}-units") };
            built.push((name, program.into(), folder.into()));
        }
    }
    built.sort();
    if built.is_empty() { Err(Error::Refused("cargo built no tests".into())) } else { Ok(built) }
}

/// The engine's tests in a real browser's workers, by wasm-bindgen's own runner; in the nightly run by the command that a developer types.
fn wasm(run: &Run<'_>) -> Result<Report> {
    let root = run.root;
    tools::wasm_target(root)?;
    let bindgen = tools::wasm_bindgen(root)?;
    Browser::Chromium.find()?;
    let driver = tools::chromedriver()?;
    let mut command = if run.chosen.nightly {
        // wasm-pack looks for wasm-bindgen on the PATH before it would download its own.
        let folders = bindgen.parent().into_iter().map(Path::to_path_buf);
        let path = env::join_paths(folders.chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())));
        let path = path.map_err(|error| Error::Refused(format!("the PATH cannot be extended: {error}")))?;
        let mut pack = Command::new(tools::wasm_pack()?);
        pack.args(["test", "--headless", "--chrome"]).env("PATH", path).env(NIGHTLY_RUN, "1");
        pack
    } else {
        let mut cargo = Command::new("cargo");
        cargo.args(["test", "--test", "gpu", "--target", tools::WASM]).env("CHROMEDRIVER", driver);
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", tools::wasm_bindgen_test_runner(root)?);
        cargo
    };
    libtest::run(command.current_dir(root), "wasm", &logs(root)?.join("wasm.log"), Limits::BUILD)
}

/// Files of tests that need no browser.
fn units(run: &Run<'_>) -> Result<Report> {
    page_tests(run, 2, |file| !file.alone && !file.browser)
}

/// The page, driven in a real browser, two files of tests at once: a browser with a software GPU fills the machine in part only.
fn page(run: &Run<'_>) -> Result<Report> {
    page_tests(run, 2, |file| !file.alone && file.browser)
}

/// The files of the page's tests that measure, one at a time.
fn measuring(run: &Run<'_>) -> Result<Report> {
    page_tests(run, 1, |file| file.alone)
}

/// A file of tests, as its text says.
struct Kind {
    alone: bool,
    browser: bool,
}

fn page_tests(run: &Run<'_>, at_once: usize, is_ours: fn(&Kind) -> bool) -> Result<Report> {
    let root = run.root;
    let mut tests = Vec::new();
    for file in files(run, "tests/browser")? {
        let text = fs::read_to_string(&file).map_err(Error::io("reading", &file))?;
        if is_ours(&Kind { alone: text.contains(ALONE), browser: starts_browser(&file) }) {
            tests.push(file);
        }
    }
    if tests.is_empty() {
        return Ok(Report::default());
    }
    let site = dist_site(root)?;
    let (served, sources) = (server::spawn(site, server::SITE)?, server::spawn(root, server::SITE)?);
    node_tests(run, &tests, at_once, |node| {
        node.env("ASYNCLAB_DIST", site).env("ASYNCLAB_SITE", &served).env("ASYNCLAB_SOURCES", &sources);
        if at_once == 1 {
            // In the browser that readers have.
            node.env_remove(tools::SHELL);
        }
    })
}

/// Whether a file of tests starts browsers, by itself or by what it imports.
fn starts_browser(file: &Path) -> bool {
    changed::modules(file).iter().any(|module| module.ends_with("xtask/browser/launch.mjs"))
}

/// Python over the lab in Node: semantics and printing, the latter beside NumPy's own; and its wheel in a JupyterLite site.
fn python(run: &Run<'_>) -> Result<Report> {
    let root = run.root;
    let files = files(run, "tests/python")?;
    if files.is_empty() {
        return Ok(Report::default());
    }
    dist_site(root)?; // For the engine.
    let numpy = site::bundles(root)?.with_file_name("numpy");
    tools::python(&numpy, &root.join("tests/python/requirements.txt"))?;
    let interpreter = numpy.join("bin/python");
    let lite = numpy.with_file_name("jupyterlite");
    tools::python(&lite, &root.join("tests/python/jupyterlite/requirements.txt"))?;
    node_tests(run, &files, 2, |node| {
        node.env("ASYNCLAB_PYTHON", &interpreter).env("ASYNCLAB_JUPYTERLITE", &lite);
    })
}

/// Course pages, made with the tools that courses are made with and opened in a real browser.
fn embed(run: &Run<'_>) -> Result<Report> {
    let root = run.root;
    let files = files(run, "tests/embed")?;
    if files.is_empty() {
        return Ok(Report::default());
    }
    let made = site::bundles(root)?.with_file_name("courses");
    let (python, myst) = (made.join("python"), made.join("myst"));
    tools::python(&python, &root.join("tests/embed/requirements.txt"))?;
    fs::create_dir_all(&myst).map_err(Error::io("creating", &myst))?;
    for file in ["package.json", "package-lock.json"] {
        let from = root.join("tests/embed/myst").join(file);
        fs::copy(&from, myst.join(file)).map_err(Error::io("copying", &from))?;
    }
    tools::npm_packages(&myst)?;
    let (site, mdbook) = (dist_site(root)?, tools::mdbook()?);
    node_tests(run, &files, 2, |node| {
        node.env("ASYNCLAB_DIST", site).env("ASYNCLAB_MDBOOK", &mdbook);
        node.env("ASYNCLAB_PYTHON", &python).env("ASYNCLAB_MYST", &myst);
    })
}

/// The things that others get: the npm package in projects that were just created, the documentation and its examples, the workflows.
fn package(run: &Run<'_>) -> Result<Report> {
    let root = run.root;
    let files = files(run, "tests/package")?;
    if files.is_empty() {
        return Ok(Report::default());
    }
    let (archive, docs) = (pack::write(root, None)?, docs::write(root, None)?);
    let served = server::spawn(root, server::SITE)?;
    node_tests(run, &files, 2, |node| {
        node.env("ASYNCLAB_PACKAGE", &archive).env("ASYNCLAB_DOCS", &docs).env("ASYNCLAB_SITE", &served);
    })
}

/// The site as `dist` writes it, made once for all suites: a folder that tests read and leave as it is.
fn dist_site(root: &Path) -> Result<&'static Path> {
    static WRITTEN: OnceLock<PathBuf> = OnceLock::new();
    if let Some(folder) = WRITTEN.get() {
        return Ok(folder);
    }
    let folder = dist::cleared(site::bundles(root)?.with_file_name("site"))?;
    dist::write(root, &folder, &Budget::read(&root.join("budget.json"))?)?;
    Ok(WRITTEN.get_or_init(|| folder))
}

/// Runs files of tests with Node and Chromium's shell, so many of them at once; `prepare` says what else they are told.
fn node_tests(
    run: &Run<'_>,
    tests: &[PathBuf],
    at_once: usize,
    prepare: impl Fn(&mut Command) + Sync,
) -> Result<Report> {
    let root = run.root;
    tools::npm_packages(root)?;
    let chromium = Browser::Chromium.find()?;
    let shell = tools::shell().unwrap_or_else(|error| {
        say(format_args!("without Chromium's shell: {error}"));
        None
    });
    // Where it may not be installed, its tests say that they are skipped.
    let firefox = Browser::Firefox.find().inspect_err(|error| say(format_args!("without Firefox: {error}"))).ok();
    let reporter = format!("--test-reporter={}", root.join("xtask/reporter.mjs").display());
    node::run(root, tests, at_once, &logs(root)?, || {
        let mut node = Command::new("node");
        node.env(Browser::Chromium.variable(), &chromium).current_dir(root);
        node.envs(shell.iter().map(|shell| (tools::SHELL, shell)));
        node.envs(firefox.iter().map(|firefox| (Browser::Firefox.variable(), firefox)));
        if run.chosen.nightly {
            node.env(NIGHTLY_RUN, "1").envs(NIGHTLY_FUZZ);
        }
        prepare(&mut node);
        // The report goes to a file.
        node.args([reporter.as_str(), "--test-reporter-destination=stderr"]);
        node
    })
}

/// The files of tests of a folder that are to run, sorted: those that were asked for, and in the nightly run those of the night alone.
fn files(run: &Run<'_>, folder: &str) -> Result<Vec<PathBuf>> {
    let folder = run.root.join(folder);
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).map_err(Error::io("reading", &folder))? {
        let path = entry.map_err(Error::io("reading", &folder))?.path();
        if !path.to_string_lossy().ends_with(".test.mjs") || !run.chosen.has_file(run.root, &path) {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(Error::io("reading", &path))?;
        let (nightly, partly) = (text.contains(NIGHTLY), text.contains(NIGHTLY_RUN) || text.contains("ASYNCLAB_ROUGH"));
        if if run.chosen.nightly { nightly || partly } else { !nightly } {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Where tests write what they print.
fn logs(root: &Path) -> Result<PathBuf> {
    let logs = site::target_directory(root)?.join("xtask").join("tests");
    fs::create_dir_all(&logs).map_err(Error::io("creating", &logs))?;
    Ok(logs)
}
