//! The choice of tests to run: all, suites by name, single files, those that a change can affect, or those of the nightly run only.

use super::imports::{followed, modules, starts_browser};
use crate::error::{Error, Result};
use crate::exec::{output, say};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The tests that are asked for.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    /// The suites; `None` for all.
    suites: Option<BTreeSet<String>>,
    /// The only files to run, in suites that are made of files.
    files: Option<BTreeSet<String>>,
    /// Only the tests that take long.
    pub(super) nightly: bool,
    /// The files that changed, where the tests that they affect were requested.
    pub(super) changed: Option<Vec<String>>,
}

/// Folders of files of tests, and the suites that run them.
const FOLDERS: [(&str, &[&str]); 4] = [
    ("tests/browser/", &["units", "page"]),
    ("tests/python/", &["python"]),
    ("tests/embed/", &["embed"]),
    ("tests/package/", &["package"]),
];

/// The names of the suites. `page` is the name of two.
pub(super) const NAMES: [&str; 8] = ["embed", "lint", "native", "package", "page", "python", "units", "wasm"];

impl Chosen {
    /// The nightly tests of these suites, or, without names, of all suites that have some.
    pub(super) fn nightly(names: &[String]) -> Self {
        let all = ["native", "wasm", "units", "python", "page"].map(str::to_owned);
        Self { nightly: true, ..Self::named(if names.is_empty() { &all } else { names }) }
    }

    /// The tests of suites and files, by their names.
    pub(super) fn named(names: &[String]) -> Self {
        let (mut suites, mut files) = (BTreeSet::new(), BTreeSet::new());
        for name in names {
            match FOLDERS.iter().find(|(folder, _)| name.starts_with(folder)) {
                Some((_, its)) => {
                    suites.extend(its.iter().map(|suite| (*suite).to_owned()));
                    files.insert(name.clone());
                }
                None => _ = suites.insert(name.clone()),
            }
        }
        Self { suites: Some(suites), files: (!files.is_empty()).then_some(files), ..Self::default() }
    }

    /// A name that no suite has, if there is one.
    pub(super) fn unknown(&self) -> Option<&str> {
        self.suites.iter().flatten().map(String::as_str).find(|name| !NAMES.contains(name))
    }

    pub(super) fn has(&self, suite: &str) -> bool {
        self.suites.as_ref().is_none_or(|suites| suites.contains(suite))
    }

    pub(super) fn has_file(&self, root: &Path, file: &Path) -> bool {
        let name = file.strip_prefix(root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        self.files.as_ref().is_none_or(|files| files.contains(&name))
    }
}

/// Files that differ from the main branch, committed or not.
fn changed_files(root: &Path) -> Result<Vec<String>> {
    let git = |words: &[&str]| output(Command::new("git").args(words).current_dir(root));
    let base = ["origin/main", "main"].iter().find_map(|main| git(&["merge-base", main, "HEAD"]).ok());
    let base = base.map_or_else(|| "HEAD".to_owned(), |base| base.trim().to_owned());
    let mut files = BTreeSet::new();
    for words in [&["diff", "--name-only", &base][..], &["ls-files", "--others", "--exclude-standard"]] {
        files.extend(git(words)?.lines().map(str::to_owned));
    }
    Ok(files.into_iter().collect())
}

/// The suites and files of tests that a change in a folder can affect, by the beginning of a path. The first match counts. `*` stands for the
/// name of an experiment, and a name that ends in `-` for all files that begin so. Tests that import a changed module need no entry here.
const AFFECTED: [(&str, &[&str]); 43] = [
    ("src/ops/", &["native", "api-ops"]),
    ("src/device/webgpu", &["native", "wasm"]),
    ("src/web", &["native", "wasm", "api-"]),
    ("src/", &["native", "api-arrays", "api-errors", "api-waits"]),
    ("shaders/", &["native", "wasm", "api-ops"]),
    ("bench/", &["native"]),
    ("xtask/src/", &["native"]),
    ("Cargo", &["native", "wasm"]),
    ("www/experiments/lib/", &["experiments-units", "verdicts", "words", "glossary"]),
    (
        "www/experiments/",
        &[
            "experiment-*",
            "experiments-units",
            "recordings-units",
            "programs-units",
            "by-hand-units",
            "words",
            "glossary",
        ],
    ),
    (
        "www/lib/",
        &["api-arrays", "api-errors", "api-lifetimes", "api-waits", "autograd", "tests/python/array.test.mjs"],
    ),
    ("www/asynclab.js", &["api-arrays", "api-load"]),
    ("www/backend-worker.js", &["api-arrays", "api-load"]),
    ("www/kit/", &["kit-units", "inference-units", "page-units", "experiments-units"]),
    ("www/trace/", &["export-units"]),
    ("www/watch/", &["watch", "watched-"]),
    ("www/page/watched/", &["watched-", "words", "glossary"]),
    ("www/page/", &["page-states", "page-units", "words", "glossary"]),
    ("www/charts/", &["charts-units", "timeline", "words", "glossary"]),
    ("www/run/", &["runner-units", "experiments"]),
    ("www/embed", &["embed"]),
    ("www/sandbox/", &["experiment-sandbox"]),
    ("www/selftest/", &["selftest"]),
    ("www/python/", &["notebook"]),
    ("www/notebook/", &["notebook", "notebook-units"]),
    ("www/gallery/", &["gallery"]),
    ("www/recordings/", &["libraries-units"]),
    ("www/schema/", &["documents", "fused-units"]),
    ("www/service-worker.js", &["offline"]),
    ("www/icons/", &["offline"]),
    ("www/manifest.webmanifest", &["offline"]),
    ("examples/notebooks/", &["tests/python/notebooks.test.mjs"]),
    ("python/frameworks/", &["tests/python/chapters.test.mjs", "tests/python/tensorflow.test.mjs"]),
    ("python/asynclab/torch/", &["tests/python/chapters.test.mjs", "tests/python/pytorch.test.mjs"]),
    ("python/", &["tests/python/array.test.mjs", "tests/python/printing.test.mjs"]),
    ("tests/python/differential/", &["tests/python/differential.test.mjs"]),
    ("tests/python/", &["tests/python/chapters.test.mjs", "tests/python/pytorch.test.mjs"]),
    (".github/", &["supply", "tests/package/releases.test.mjs"]),
    ("index.html", &["page-states", "small-faults"]),
    ("embed.html", &["embed"]),
    ("gallery.html", &["gallery"]),
    ("notebook.html", &["notebook"]),
    ("selftest.html", &["selftest"]),
];

/// The tests that the changes since the main branch can affect: checks of the files themselves, tests that changed or import a changed module,
/// and those that [`AFFECTED`] names.
pub(super) fn chosen(root: &Path) -> Result<Chosen> {
    let changed = changed_files(root)?;
    let (mut names, tests) = (BTreeSet::from(["lint".to_owned()]), all_tests(root)?);
    for file in &changed {
        if file.starts_with("tests/") && file.ends_with(".rs") {
            names.insert("native".to_owned());
        }
        if file.ends_with(".md") {
            names.insert("tests/browser/docs-units.test.mjs".to_owned());
        }
        names.extend(named(file, &tests));
    }
    let paths: BTreeSet<PathBuf> = changed.iter().filter_map(|file| root.join(file).canonicalize().ok()).collect();
    let imports = |test: &&String| sources(root, test).iter().any(|module| paths.contains(module));
    names.extend(tests.iter().filter(imports).cloned());
    let names: Vec<String> = names.into_iter().collect();
    say(format_args!("{} changed files can affect: {}", changed.len(), names.join(", ")));
    Ok(Chosen { changed: Some(changed), ..Chosen::named(&names) })
}

/// The suites and files of tests that [`AFFECTED`] names for a file.
fn named(file: &str, tests: &[String]) -> Vec<String> {
    let Some((folder, names)) = AFFECTED.iter().find(|(folder, _)| file.starts_with(folder)) else { return Vec::new() };
    let part = file[folder.len()..].split('/').next().unwrap_or_default();
    let all = names.iter().map(|name| name.replace('*', part)).flat_map(|name| {
        if NAMES.contains(&name.as_str()) {
            return vec![name];
        }
        let stem = if name.starts_with("tests/") { name } else { format!("tests/browser/{name}") };
        let fits =
            |test: &&String| test.starts_with(&stem) && (stem.ends_with('-') || test[stem.len()..].starts_with('.'));
        tests.iter().filter(|test| **test == stem || fits(test)).cloned().collect()
    });
    all.collect()
}

/// Every file of tests in JavaScript, relative to the checkout.
fn all_tests(root: &Path) -> Result<Vec<String>> {
    let mut tests = Vec::new();
    for (folder, _) in FOLDERS {
        let path = root.join(folder);
        for entry in fs::read_dir(&path).map_err(Error::io("reading", &path))? {
            let name = entry.map_err(Error::io("reading", &path))?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".test.mjs") {
                tests.push(format!("{folder}{name}"));
            }
        }
    }
    Ok(tests)
}

/// The modules whose change a file of tests notices. A file of units takes seconds, so it notices every module that it imports. The others take minutes, so
/// they notice only those modules of the site that they or their fixtures import directly; [`AFFECTED`] names the other changes, by folder.
fn sources(root: &Path, test: &str) -> BTreeSet<PathBuf> {
    let file = root.join(test);
    let all = modules(&file);
    if test.starts_with("tests/browser/") && !starts_browser(&all) {
        return all;
    }
    let own = ["tests", "xtask"].map(|folder| root.join(folder).canonicalize().unwrap_or_default());
    followed(&file, |module| own.iter().any(|folder| module.starts_with(folder)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_affects_what_is_named_for_its_folder() {
        let tests = ["tests/browser/api-ops.test.mjs", "tests/browser/api-waits.test.mjs"].map(str::to_owned);
        let other = ["tests/browser/api-ops-too.test.mjs".to_owned()];
        assert_eq!(named("src/ops/add.rs", &other), ["native"], "its name goes on");
        assert_eq!(named("src/web/reply.rs", &other).len(), 3, "each that begins so");
        assert_eq!(named("src/ops/add.rs", &tests), ["native", "tests/browser/api-ops.test.mjs"]);
        assert_eq!(named("src/web/reply.rs", &tests).len(), 4);
        let tests = ["tests/browser/experiment-graph.test.mjs".to_owned()];
        assert_eq!(named("www/experiments/graph/run.js", &tests), tests);
        assert!(named("docs/glossary.md", &tests).is_empty());
    }

    #[test]
    fn each_part_of_the_page_is_named_and_what_it_names_exists() -> Result<()> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let parts = output(Command::new("git").args(["ls-files", "www", "python", "*.html"]).current_dir(&root))?;
        let parts = parts.lines().filter(|file| !file.starts_with("examples/") && !file.starts_with("tests/"));
        for file in parts {
            assert!(AFFECTED.iter().any(|(folder, _)| file.starts_with(folder)), "{file} affects no test");
        }
        let tests = all_tests(&root)?;
        for (folder, names) in AFFECTED {
            let experiment = if folder == "www/experiments/" { "graph/run.js" } else { "" };
            let found = named(&format!("{folder}{experiment}"), &tests);
            assert!(found.len() >= names.len(), "{folder}: {names:?} are {found:?}");
        }
        Ok(())
    }

    #[test]
    fn a_change_reaches_units_through_all_modules_and_what_starts_browsers_directly() -> Result<()> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let module = |name: &str| root.join(name).canonicalize().map_err(Error::io("finding", &root));
        let has = |test: &str, name: &str| {
            Ok::<_, Error>(sources(&root, &format!("tests/browser/{test}.test.mjs")).contains(&module(name)?))
        };
        assert!(has("library-units", "www/lib/core/waiting.js")?);
        assert!(has("experiment-graph", "www/kit/dependencies.js")?);
        assert!(has("experiment-graph", "xtask/browser/launch.mjs")?, "through the harness");
        assert!(!has("experiment-graph", "www/lib/core/protocol.js")?);
        assert!(!has("experiments-units", "www/kit/dependencies.js")?, "each experiment is loaded when it is opened");
        Ok(())
    }

    #[test]
    fn files_differ_that_were_committed_on_the_branch_edited_or_made_but_not_those_that_git_ignores() -> Result<()> {
        let root = std::env::temp_dir().join(format!("asynclab-changed-{}", std::process::id()));
        fs::create_dir_all(&root).map_err(Error::io("creating", &root))?;
        let write = |name: &str, text: &str| {
            let file = root.join(name);
            fs::write(&file, text).map_err(Error::io("writing", &file))
        };
        let git = |words: &str| output(Command::new("git").args(words.split(' ')).current_dir(&root));
        let commit = || git("add .").and_then(|_| git("-c user.name=a -c user.email=a@b.c commit -q -m change"));
        git("init -q -b main")?;
        for name in ["same", "edited"] {
            write(name, "before")?;
        }
        write(".gitignore", "ignored")?;
        commit()?;
        git("switch -q -c branch")?;
        write("committed", "")?;
        commit()?;
        for name in ["edited", "made", "ignored"] {
            write(name, "after")?;
        }
        let changed = changed_files(&root);
        fs::remove_dir_all(&root).map_err(Error::io("removing", &root))?;
        assert_eq!(changed?, ["committed", "edited", "made"]);
        Ok(())
    }

    #[test]
    fn names_are_of_suites_or_of_files() {
        let chosen = Chosen::named(&["lint".into(), "tests/browser/words.test.mjs".into()]);
        assert!(chosen.has("lint") && chosen.has("units") && chosen.has("page") && !chosen.has("native"));
        let root = Path::new("root");
        assert!(chosen.has_file(root, &root.join("tests/browser/words.test.mjs")));
        assert!(!chosen.has_file(root, &root.join("tests/browser/page.test.mjs")));
        assert_eq!(Chosen::named(&["pages".into()]).unknown(), Some("pages"));
        assert_eq!(Chosen::default().unknown(), None);
    }
}
