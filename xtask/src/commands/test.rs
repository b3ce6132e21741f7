//! `test`: every suite, and one honest sum.

use super::{dist, docs, lint, pack};
use crate::budget::Budget;
use crate::counts::Counts;
use crate::error::{Error, Result};
use crate::exec::{listen, print, say};
use crate::server;
use crate::site;
use crate::tools::{self, Browser};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Instant;

type Suite = fn(&Path) -> Result<Counts>;

const SUITES: [(&str, Suite); 6] =
    [("lint", lint::suite), ("native", native), ("wasm", wasm), ("page", page), ("embed", embed), ("package", package)];

pub(crate) fn main(root: &Path, mut arguments: lexopt::Parser) -> Result<()> {
    let mut named = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            lexopt::Arg::Value(name) => named.push(name),
            other => return Err(other.unexpected().into()),
        }
    }
    if let Some(name) = named.iter().find(|name| !SUITES.iter().any(|(suite, _)| name == suite)) {
        let suites = SUITES.map(|(suite, _)| suite).join(", ");
        return Err(Error::Usage(format!("there is no suite {}; there are {suites}", name.display())));
    }

    let (mut sum, mut table) = (Counts::default(), Vec::new());
    for (name, suite) in SUITES {
        if !named.is_empty() && !named.iter().any(|given| given == name) {
            continue;
        }
        say(format_args!("testing: {name}"));
        let start = Instant::now();
        let counts = suite(root).unwrap_or_else(|error| {
            // One suite that cannot run says so and counts; the others still tell what they know.
            eprintln!("error: {error}");
            Counts::check(false)
        });
        table.push(format!("{name:<8}{:>6.0} s   {counts}", start.elapsed().as_secs_f64()));
        sum += counts;
    }
    print(format_args!("\n{}\n{sum}", table.join("\n")));
    if sum.failed == 0 { Ok(()) } else { Err(Error::Reported) }
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

/// What a file of the page's tests says that measures something: a line of its own, which goes on with the reason.
const ALONE: &str = "\n// Alone: ";

/// The page, driven in a real browser. Files of tests that measure have the machine to themselves, of the others two share it:
/// a browser with a software GPU fills it in part only, but makes the other one slower.
fn page(root: &Path) -> Result<Counts> {
    let site = dist_site(root)?;
    let address = server::spawn(root, server::SITE)?;
    let (mut alone, mut together) = (Vec::new(), Vec::new());
    for file in files(&root.join("tests/browser"), ".test.mjs")? {
        let text = fs::read_to_string(&file).map_err(Error::io("reading", &file))?;
        if text.contains(ALONE) { &mut alone } else { &mut together }.push(file);
    }
    let mut sum = Counts::default();
    for (tests, at_once) in [(together, 2), (alone, 1)] {
        sum += node_tests(root, tests, at_once, |node| {
            node.env("ASYNCLAB_SITE", &address).env("ASYNCLAB_DIST", site);
            Ok(())
        })?;
    }
    Ok(sum)
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
    node_tests(root, files(&root.join("tests/embed"), ".test.mjs")?, 1, |node| {
        node.env("ASYNCLAB_DIST", site).env("ASYNCLAB_MDBOOK", tools::mdbook()?);
        node.env("ASYNCLAB_PYTHON", python).env("ASYNCLAB_MYST", myst);
        Ok(())
    })
}

/// What others get: the npm package in projects that were just created, the documentation and its examples, the workflows.
fn package(root: &Path) -> Result<Counts> {
    let archive = pack::write(root, None)?;
    let docs = docs::write(root, None)?;
    node_tests(root, files(&root.join("tests/package"), ".test.mjs")?, 1, |node| {
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

/// Runs files of tests with Node's test runner and Chromium, so many of them at once; `prepare` says what else they are told.
fn node_tests(
    root: &Path,
    tests: Vec<PathBuf>,
    at_once: usize,
    prepare: impl FnOnce(&mut Command) -> Result<()>,
) -> Result<Counts> {
    let chromium = Browser::Chromium.find()?;
    if tests.is_empty() {
        return Ok(Counts::default());
    }
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=spec", "--test-timeout=900000"]);
    node.arg(format!("--test-concurrency={at_once}")).args(tests);
    node.env(Browser::Chromium.variable(), chromium);
    prepare(&mut node)?;
    counted(node.current_dir(root), Counts::from_node)
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
