//! The suites that are made of files of tests in JavaScript.

use super::{NIGHTLY_FUZZ, NIGHTLY_RUN, Run, logs};
use crate::commands::{dist, docs, imports, pack};
use crate::error::{Error, Result};
use crate::exec::{self, say};
use crate::server;
use crate::site;
use crate::suite::Report;
use crate::suite::node::{self, Pace};
use crate::tools::{self, Browser};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// A file of tests that measures has a line that begins with this mark and goes on with the reason.
const ALONE: &str = "// Alone: ";

/// A file of tests that only the nightly run has contains a line that begins with this mark and goes on with the reason. Single nightly
/// tests check [`NIGHTLY_RUN`].
const NIGHTLY: &str = "// Nightly: ";

/// A file of tests with this name needs the libraries of others. It skips its tests of them where they are not installed.
const LIBRARIES: &str = "lacksLibraries";

/// The environment variable that names the folder of [`python_snapshot`].
const SNAPSHOT: &str = "ASYNCLAB_SNAPSHOT";

/// Files of tests that need no browser.
pub(super) fn units(run: &Run<'_>) -> Result<Report> {
    page_tests(run, Pace::FRONT, |file| !file.alone && !file.browser)
}

/// The page, driven in a real browser.
pub(super) fn page(run: &Run<'_>) -> Result<Report> {
    page_tests(run, Pace::FRONT, |file| !file.alone && file.browser)
}

/// The files of the page's tests that measure, one at a time.
pub(super) fn measuring(run: &Run<'_>) -> Result<Report> {
    page_tests(run, Pace::ALONE, |file| file.alone)
}

/// Whether a line of a file begins with a mark.
fn is_marked(text: &str, mark: &str) -> bool {
    text.lines().any(|line| line.starts_with(mark))
}

/// A file of tests, as its text says.
struct Kind {
    alone: bool,
    browser: bool,
}

fn page_tests(run: &Run<'_>, pace: Pace, is_ours: fn(&Kind) -> bool) -> Result<Report> {
    let root = run.root;
    let (mut tests, mut libraries) = (Vec::new(), false);
    for file in files(run, "tests/browser")? {
        let text = fs::read_to_string(&file).map_err(Error::io("reading", &file))?;
        if is_ours(&Kind { alone: is_marked(&text, ALONE), browser: starts_browser(&file) }) {
            tests.push(file);
            libraries |= text.contains(LIBRARIES);
        }
    }
    if tests.is_empty() {
        return Ok(Report::default());
    }
    if libraries {
        tools::npm_packages(&root.join("bench"))
            .unwrap_or_else(|error| say(format_args!("without the libraries: {error}")));
    }
    let site = dist_site(root)?;
    let snapshot = python_snapshot(root)?;
    let serve = |root| server::spawn_tested(root, server::SITE, &snapshot);
    let (served, sources) = (serve(&site)?, serve(root)?);
    node_tests(run, &tests, pace, |node| {
        node.env("ASYNCLAB_DIST", &site).env("ASYNCLAB_SITE", &served).env("ASYNCLAB_SOURCES", &sources);
        node.env(SNAPSHOT, &snapshot);
        if pace == Pace::ALONE {
            // In the browser that readers have.
            node.env_remove(tools::SHELL);
        }
    })
}

/// Whether a file of tests starts browsers, by itself or by what it imports.
fn starts_browser(file: &Path) -> bool {
    imports::starts_browser(&imports::modules(file))
}

/// Python over the lab in Node: semantics, and printing in comparison with NumPy's; and its wheel in a JupyterLite site.
pub(super) fn python(run: &Run<'_>) -> Result<Report> {
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
    let snapshot = python_snapshot(root)?;
    node_tests(run, &files, Pace::FRONT, |node| {
        node.env(SNAPSHOT, &snapshot).env("ASYNCLAB_PYTHON", &interpreter).env("ASYNCLAB_JUPYTERLITE", &lite);
    })
}

/// Course pages, made with the tools of courses and opened in a real browser.
pub(super) fn embed(run: &Run<'_>) -> Result<Report> {
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
    node_tests(run, &files, Pace::BESIDE, |node| {
        node.env("ASYNCLAB_DIST", &site).env("ASYNCLAB_MDBOOK", &mdbook);
        node.env("ASYNCLAB_PYTHON", &python).env("ASYNCLAB_MYST", &myst);
    })
}

/// The published parts: the npm package in projects that were just created, the documentation and its examples, the workflows.
pub(super) fn package(run: &Run<'_>) -> Result<Report> {
    let root = run.root;
    let files = files(run, "tests/package")?;
    if files.is_empty() {
        return Ok(Report::default());
    }
    let (archive, docs) = (pack::write(root, None)?, docs::write(root, None)?);
    let served = server::spawn(root, server::SITE)?;
    node_tests(run, &files, Pace::BESIDE, |node| {
        node.env("ASYNCLAB_PACKAGE", &archive).env("ASYNCLAB_DOCS", &docs).env("ASYNCLAB_SITE", &served);
    })
}

/// The folder of a snapshot of Python after its start, for tests of later behaviour. It is written if it is missing or of an older site.
fn python_snapshot(root: &Path) -> Result<PathBuf> {
    let folder = site::bundles(root)?.with_file_name("snapshot");
    let mut node = Command::new("node");
    node.arg("xtask/snapshot.mjs").arg(&folder).env(Browser::Chromium.variable(), Browser::Chromium.find()?);
    exec::run(node.current_dir(root))?;
    Ok(folder)
}

/// The site as `dist` writes it, made once for all suites: a folder that tests read and leave as it is.
fn dist_site(root: &Path) -> Result<PathBuf> {
    static WRITTEN: Mutex<Option<PathBuf>> = Mutex::new(None);
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(folder) = &*written {
        return Ok(folder.clone());
    }
    Ok(written.insert(dist::built(root)?).clone())
}

/// Runs files of tests with Node and Chromium's shell; `prepare` adds their environment.
fn node_tests(run: &Run<'_>, tests: &[PathBuf], pace: Pace, prepare: impl Fn(&mut Command) + Sync) -> Result<Report> {
    let root = run.root;
    tools::npm_packages(root)?;
    let chromium = Browser::Chromium.find()?;
    let shell = tools::shell().unwrap_or_else(|error| {
        say(format_args!("without Chromium's shell: {error}"));
        None
    });
    // Where Firefox may not be installed, its tests report that they are skipped.
    let firefox = Browser::Firefox.find().inspect_err(|error| say(format_args!("without Firefox: {error}"))).ok();
    let reporter = format!("--test-reporter={}", root.join("xtask/reporter.mjs").display());
    let program = env::current_exe().map_err(|source| Error::Io { doing: "finding this program".into(), source })?;
    node::run(root, tests, pace, &logs(root)?, || {
        let mut node = Command::new("node");
        node.env(Browser::Chromium.variable(), &chromium).current_dir(root);
        // Each command would build the site first, which has just been done.
        node.env("ASYNCLAB_XTASK", &program).env(site::BUILT, "1");
        node.envs(shell.iter().map(|shell| (tools::SHELL, shell)));
        node.envs(firefox.iter().map(|firefox| (Browser::Firefox.variable(), firefox)));
        if run.chosen.nightly {
            node.env(NIGHTLY_RUN, "1").envs(NIGHTLY_FUZZ);
        }
        prepare(&mut node);
        // The report goes to a file.
        node.args([reporter.as_str(), "--test-reporter-destination=stderr", "--test-force-exit"]);
        node
    })
}

/// The files of tests of a folder that are to run: the chosen ones, and in the nightly run only the nightly ones. They are in reverse alphabetical
/// order: a long file that begins last would run alone, and the engine's files, at the front of the alphabet, are short.
fn files(run: &Run<'_>, folder: &str) -> Result<Vec<PathBuf>> {
    let folder = run.root.join(folder);
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).map_err(Error::io("reading", &folder))? {
        let path = entry.map_err(Error::io("reading", &folder))?.path();
        if !path.to_string_lossy().ends_with(".test.mjs") || !run.chosen.has_file(run.root, &path) {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(Error::io("reading", &path))?;
        let (nightly, partly) =
            (is_marked(&text, NIGHTLY), text.contains(NIGHTLY_RUN) || text.contains("ASYNCLAB_ROUGH"));
        if if run.chosen.nightly { nightly || partly } else { !nightly } {
            files.push(path);
        }
    }
    files.sort_by(|one, other| other.cmp(one));
    Ok(files)
}
