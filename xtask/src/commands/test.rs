//! `test`: every suite, and one honest sum.

use super::{dist, docs, lint, pack};
use crate::budget::Budget;
use crate::counts::Counts;
use crate::error::{Error, Result};
use crate::exec::{aside, listen, print, say, tell};
use crate::server;
use crate::site;
use crate::slowest;
use crate::tools::{self, Browser};
use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::thread;
use std::time::Instant;

/// A suite's name on the command line, when it runs, and how.
type Suite = (&'static str, Place, fn(&Path) -> Result<Counts>);

/// Where a suite runs, so that two processors are used and nothing is measured beside other work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In a thread beside the others, which go first: builds, most of all.
    Beside,
    /// In front of the user.
    Front,
    /// After all others: it measures.
    Alone,
}

const SUITES: [Suite; 8] = [
    ("lint", Place::Beside, lint::suite),
    ("native", Place::Beside, native),
    ("wasm", Place::Beside, wasm),
    ("python", Place::Front, python),
    ("page", Place::Front, page),
    ("embed", Place::Front, embed),
    ("package", Place::Front, package),
    ("page", Place::Alone, measuring),
];

pub(crate) fn main(root: &Path, mut arguments: lexopt::Parser) -> Result<()> {
    let mut named = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            lexopt::Arg::Value(name) => named.push(name),
            other => return Err(other.unexpected().into()),
        }
    }
    if let Some(name) = named.iter().find(|name| !SUITES.iter().any(|(suite, ..)| name == suite)) {
        let suites = SUITES.iter().filter(|(_, place, _)| *place != Place::Alone).map(|(suite, ..)| *suite);
        let suites = suites.collect::<Vec<_>>().join(", ");
        return Err(Error::Usage(format!("there is no suite {}; there are {suites}", name.display())));
    }
    let start = Instant::now();
    let chosen = |place| {
        let all = SUITES.iter().filter(move |(_, its, _)| *its == place);
        all.filter(|(name, ..)| named.is_empty() || named.iter().any(|given| given == name)).collect::<Vec<_>>()
    };
    let (beside, front) = (chosen(Place::Beside), chosen(Place::Front));
    let mut done = if beside.is_empty() || front.is_empty() {
        // Nothing to be beside of.
        beside.iter().chain(&front).map(|suite| run(root, suite)).collect()
    } else {
        side_by_side(root, &beside, &front)?
    };
    done.extend(chosen(Place::Alone).into_iter().map(|suite| run(root, suite)));

    slowest::list();
    let sum = done.iter().fold(Counts::default(), |sum, (_, counts)| sum + *counts);
    let table = done.iter().map(|(row, _)| row.as_str()).collect::<Vec<_>>().join("\n");
    print(format_args!("\n{table}\n{:<8}{:>6.0} s\n{sum}", "all", start.elapsed().as_secs_f64()));
    if sum.failed == 0 { Ok(()) } else { Err(Error::Reported) }
}

/// A suite's row of the table, and its counts.
type Done = (String, Counts);

/// Runs some suites in front and others beside them, and prints what those printed when all are over.
fn side_by_side(root: &Path, beside: &[&Suite], front: &[&Suite]) -> Result<Vec<Done>> {
    let folder = site::target_directory(root)?.join("xtask");
    fs::create_dir_all(&folder).map_err(Error::io("creating", &folder))?;
    let path = folder.join("beside.log");
    let log = File::create(&path).map_err(Error::io("creating", &path))?;
    let names = beside.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ");
    say(format_args!("beside the others: {names}; what they tell comes after those"));
    let (mut first, second) = thread::scope(|threads| {
        let other = threads.spawn(|| aside(log, || beside.iter().map(|suite| run(root, suite)).collect::<Vec<_>>()));
        let second = front.iter().map(|suite| run(root, suite)).collect::<Vec<_>>();
        // A thread that panicked has run nothing to its end.
        let failed = || vec![("beside  failed".to_owned(), Counts::check(false))];
        (other.join().unwrap_or_else(|_| failed()), second)
    });
    print(fs::read_to_string(&path).map_err(Error::io("reading", &path))?);
    first.extend(second);
    Ok(first)
}

fn run(root: &Path, (name, place, suite): &Suite) -> Done {
    say(format_args!("testing: {name}{}", if *place == Place::Alone { ", the files that measure" } else { "" }));
    let start = Instant::now();
    let counts = suite(root).unwrap_or_else(|error| {
        // One suite that cannot run says so and counts; the others still tell what they know.
        tell(format_args!("error: {error}"));
        Counts::check(false)
    });
    (format!("{name:<8}{:>6.0} s   {counts}", start.elapsed().as_secs_f64()), counts)
}

/// Everything that builds without a browser, on this machine's own target.
fn native(root: &Path) -> Result<Counts> {
    tools::vulkan();
    counted(
        Command::new("cargo").args(["test", "--workspace", "--no-fail-fast"]).current_dir(root),
        Counts::from_libtest,
    )
}

/// The engine's tests in a real browser's workers, by the command that a developer types.
fn wasm(root: &Path) -> Result<Counts> {
    tools::wasm_target(root)?;
    let bindgen = tools::wasm_bindgen(root)?;
    let pack = tools::wasm_pack()?;
    Browser::Chromium.find()?;
    tools::chromedriver()?;
    // wasm-pack looks for wasm-bindgen on the PATH before it would download its own.
    let folders = bindgen.parent().into_iter().map(Path::to_path_buf);
    let path = env::join_paths(folders.chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())));
    let path = path.map_err(|error| Error::Refused(format!("the PATH cannot be extended: {error}")))?;
    let mut command = Command::new(&pack);
    command.args(["test", "--headless", "--chrome"]).env("PATH", &path);
    counted(command.current_dir(root), Counts::from_libtest)
}

/// Python over the lab in Node: semantics and printing, the latter beside NumPy's own; and its wheel in a JupyterLite site.
fn python(root: &Path) -> Result<Counts> {
    dist_site(root)?; // For the engine.
    let numpy = site::bundles(root)?.with_file_name("numpy");
    tools::python(&numpy, &root.join("tests/python/requirements.txt"))?;
    let interpreter = numpy.join("bin/python");
    let lite = numpy.with_file_name("jupyterlite");
    tools::python(&lite, &root.join("tests/python/jupyterlite/requirements.txt"))?;
    node_tests(root, &files(&root.join("tests/python"), ".test.mjs")?, 2, |node| {
        node.env("ASYNCLAB_PYTHON", &interpreter).env("ASYNCLAB_JUPYTERLITE", &lite);
        Ok(())
    })
}

/// A file of the page's tests that measures says so in a line that begins with this and goes on with the reason.
const ALONE: &str = "\n// Alone: ";

/// The page, driven in a real browser, two files of tests at once: a browser with a software GPU fills the machine in part only.
fn page(root: &Path) -> Result<Counts> {
    page_tests(root, false, 2)
}

/// The files of the page's tests that measure, one at a time.
fn measuring(root: &Path) -> Result<Counts> {
    page_tests(root, true, 1)
}

fn page_tests(root: &Path, alone: bool, at_once: usize) -> Result<Counts> {
    let site = dist_site(root)?;
    let mut tests = Vec::new();
    for file in files(&root.join("tests/browser"), ".test.mjs")? {
        let text = fs::read_to_string(&file).map_err(Error::io("reading", &file))?;
        if text.contains(ALONE) == alone {
            tests.push(file);
        }
    }
    node_tests(root, &tests, at_once, |node| {
        node.env("ASYNCLAB_DIST", site).env("ASYNCLAB_SITE", server::spawn(site, server::SITE)?);
        node.env("ASYNCLAB_SOURCES", server::spawn(root, server::SITE)?);
        if alone {
            // In the browser that readers have.
            node.env_remove(tools::SHELL);
        }
        Ok(())
    })
}

/// Course pages, made with the tools that courses are made with and opened in a real browser.
fn embed(root: &Path) -> Result<Counts> {
    let made = site::bundles(root)?.with_file_name("courses");
    let (python, myst) = (made.join("python"), made.join("myst"));
    tools::python(&python, &root.join("tests/embed/requirements.txt"))?;
    fs::create_dir_all(&myst).map_err(Error::io("creating", &myst))?;
    for file in ["package.json", "package-lock.json"] {
        let from = root.join("tests/embed/myst").join(file);
        fs::copy(&from, myst.join(file)).map_err(Error::io("copying", &from))?;
    }
    tools::npm_packages(&myst)?;
    let site = dist_site(root)?;
    node_tests(root, &files(&root.join("tests/embed"), ".test.mjs")?, 2, |node| {
        node.env("ASYNCLAB_DIST", site).env("ASYNCLAB_MDBOOK", tools::mdbook()?);
        node.env("ASYNCLAB_PYTHON", python).env("ASYNCLAB_MYST", myst);
        Ok(())
    })
}

/// The things that others get: the npm package in projects that were just created, the documentation and its examples, the workflows.
fn package(root: &Path) -> Result<Counts> {
    let archive = pack::write(root, None)?;
    let docs = docs::write(root, None)?;
    node_tests(root, &files(&root.join("tests/package"), ".test.mjs")?, 2, |node| {
        node.env("ASYNCLAB_PACKAGE", archive).env("ASYNCLAB_DOCS", docs);
        node.env("ASYNCLAB_SITE", server::spawn(root, server::SITE)?);
        Ok(())
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

/// Runs files of tests with Node's test runner and Chromium's shell, so many of them at once; `prepare` says what else they are told. Files
/// with tests that fail beside others run once more, alone: a test fails if it does so twice, and one that does not is listed as unsteady.
fn node_tests(
    root: &Path,
    tests: &[PathBuf],
    at_once: usize,
    prepare: impl FnOnce(&mut Command) -> Result<()>,
) -> Result<Counts> {
    if tests.is_empty() {
        return Ok(Counts::default());
    }
    let mut node = Command::new("node");
    node.env(Browser::Chromium.variable(), Browser::Chromium.find()?);
    match tools::shell() {
        Ok(Some(shell)) => _ = node.env(tools::SHELL, shell),
        Ok(None) => {}
        Err(error) => say(format_args!("without Chromium's shell: {error}")),
    }
    // Where it may not be installed, its tests say that they are skipped.
    match Browser::Firefox.find() {
        Ok(firefox) => _ = node.env(Browser::Firefox.variable(), firefox),
        Err(error) => say(format_args!("without Firefox: {error}")),
    }
    prepare(&mut node)?;
    node.args(["--test", "--test-reporter=spec", "--test-timeout=900000"]).current_dir(root);
    let mut failed = BTreeSet::new();
    let first = node_run(&node, tests, at_once, &mut failed)?;
    if first.failed == 0 || failed.is_empty() {
        return Ok(first);
    }
    say("once more, alone: the files with tests that failed");
    let again = failed.iter().map(PathBuf::from).collect::<Vec<_>>();
    if node_run(&node, &again, 1, &mut BTreeSet::new())?.failed > 0 {
        return Ok(first);
    }
    for file in &failed {
        slowest::unsteady(file);
    }
    Ok(Counts { passed: first.passed + first.failed, failed: 0, ..first })
}

/// One run of files of tests by the command that was prepared; takes down the files with failures.
fn node_run(prepared: &Command, tests: &[PathBuf], at_once: usize, failed: &mut BTreeSet<String>) -> Result<Counts> {
    let mut node = Command::new(prepared.get_program());
    node.args(prepared.get_args()).arg(format!("--test-concurrency={at_once}")).args(tests);
    for (name, value) in prepared.get_envs() {
        match value {
            Some(value) => node.env(name, value),
            None => node.env_remove(name),
        };
    }
    if let Some(folder) = prepared.get_current_dir() {
        node.current_dir(folder);
    }
    let mut counts = Counts::default();
    let status = listen(&mut node, |line| {
        slowest::note_node(line);
        failed.extend(failed_file(line).map(str::to_owned));
        counts += Counts::from_node(line).unwrap_or_default();
    })?;
    Ok(counts.or_failed(status.success()))
}

/// The file in a line of Node's list of failures, such as `test at tests/browser/page.test.mjs:12:1`.
fn failed_file(line: &str) -> Option<&str> {
    let place = line.trim().strip_prefix("test at ")?;
    place.rsplitn(3, ':').last()
}

/// Runs tests and adds up the summaries that `read` finds in what they print.
fn counted(command: &mut Command, read: fn(&str) -> Option<Counts>) -> Result<Counts> {
    let mut counts = Counts::default();
    let status = listen(command, |line| counts += read(line).unwrap_or_default())?;
    Ok(counts.or_failed(status.success()))
}

/// The files of a folder whose names end in `ending`, sorted; none if there is no such folder.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::io("reading", folder))? {
        let path = entry.map_err(Error::io("reading", folder))?.path();
        if path.is_file() && path.to_string_lossy().ends_with(ending) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_file_of_a_failure() {
        assert_eq!(failed_file("test at tests/browser/page.test.mjs:12:1"), Some("tests/browser/page.test.mjs"));
        assert_eq!(failed_file("✖ a test at dusk (3ms)"), None);
    }
}
