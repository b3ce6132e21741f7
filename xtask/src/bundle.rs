//! Bundles the site's modules and styles: readers make fewer requests, and each has fewer bytes.

use crate::error::{Error, Result};
use crate::exec::{output_of, run};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files below `www/` that are loaded by their addresses: by `index.html`, by `new Worker`, by the page once
/// something is opened, or by programs that use the lab.
/// All other files are reached from these by imports.
const ENTRIES: [&str; 9] = [
    "asynclab.js",
    "backend-worker.js",
    PAGE,
    "run/experiment-worker.js",
    "page/offline.js",
    // Runs before the first paint as a classic script, so it imports nothing.
    "page/early.js",
    "page/page.css",
    "page/experiment.css",
    "page/print.css",
];

/// The module of the page itself.
const PAGE: &str = "page/page.js";

/// Entries of other pages: of pages that embed an experiment, of the frame for pages that accept only frames, and of the site's other documents.
const EMBED: [&str; 7] = [
    "embed.js",
    "embed/element.js",
    "embed/frame.js",
    "embed/fit.js",
    "gallery/gallery.js",
    // A document of its own as well.
    "notebook/page.js",
    "selftest/page.js",
];

/// The files of the first experiment: its module, its run, and the charts of its figure.
const FIRST: [&str; 4] =
    ["charts/charts.css", "charts/linked-figure.js", "experiments/warmup/experiment.js", "experiments/warmup/run.js"];

/// Loaded by their addresses, but on demand only.
const LATER: [&str; 12] = [
    "charts/charts.css",
    "page/presentation.css",
    "page/binding/binding.css",
    "page/export/export.css",
    "page/writer.js",
    "embed/anywidget.js",
    "pkg/embed.css",
    "pkg/watch.js",
    "embed/frame.css",
    "gallery/gallery.css",
    "notebook/notebook.css",
    "selftest/selftest.css",
];

/// The bundled files, by their addresses below the site's root.
pub(crate) struct Bundle {
    /// The files loaded only on demand, since no entry imports them statically; each with the source that most of its bytes come from.
    pub(crate) on_demand: BTreeMap<PathBuf, PathBuf>,
    /// The files that the page needs before it can start, beside its own module.
    pub(crate) page_imports: Vec<PathBuf>,
    /// The files that the first experiment needs before it can run.
    pub(crate) first: BTreeSet<PathBuf>,
}

/// The written files, by the same addresses.
type Outputs = BTreeMap<String, Output>;

#[derive(Deserialize)]
struct Output {
    /// The source that is loaded by this file's address.
    entry: Option<String>,
    /// The files that it imports other than by `import()`.
    imports: Vec<String>,
    /// The bytes in it of each source.
    sources: BTreeMap<PathBuf, u64>,
}

/// Writes the minified modules and styles of the checkout's `www/` to `out/www/`; entries keep their addresses.
pub(crate) fn bundle(root: &Path, out: &Path) -> Result<Bundle> {
    let mut node = Command::new("node");
    node.arg("xtask/bundle.mjs").arg(out).args(ENTRIES.iter().chain(&EMBED).chain(&LATER));
    let report = output_of(node.current_dir(root))?;
    let outputs =
        serde_json::from_str(&report).map_err(|error| Error::Rejected(format!("the bundles' report: {error}")))?;
    Ok(Bundle { on_demand: on_demand(&outputs), page_imports: page_imports(&outputs), first: first(&outputs)? })
}

/// Modules and a style that the page cannot load as they are in the checkout. Each is bundled with all that it imports. An entry has the
/// source's address below `www/`, its file in `www/pkg/`, and the options of `xtask/bundle-alone.mjs`.
pub(crate) const ALONE: [(&str, &str, &[&str]); 7] = [
    // With npm packages, whose licences are listed: CodeMirror as the sandbox and the notebook set it up, and parts of Fluent.
    ("sandbox/editor.js", "editor.js", &["--sources"]),
    ("kit/fluent.js", "fluent.js", &["--sources"]),
    ("notebook/python-editor.js", "python-editor.js", &["--sources"]),
    // A style sheet that a program constructs cannot import others.
    ("embed/embed.css", "embed.css", &[]),
    ("watch/script.js", "watch.js", &["--iife"]),
    // The frames of the sandbox and of notebooks may load nothing: they get a program as text.
    ("sandbox/worker.js", "sandbox-source.js", &["--iife"]),
    ("python/frame.js", "python-source.js", &["--iife"]),
];

/// Writes a module or a style below `www/`, with all that it imports, to `file`.
pub(crate) fn alone(root: &Path, entry: &str, file: &Path, options: &[&str]) -> Result<()> {
    let mut node = Command::new("node");
    node.arg("xtask/bundle-alone.mjs").arg(Path::new("www").join(entry)).arg(file).args(options);
    run(node.current_dir(root))
}

/// The outputs that no entry of [`ENTRIES`] reaches by imports other than `import()`, each with its main source.
fn on_demand(outputs: &Outputs) -> BTreeMap<PathBuf, PathBuf> {
    let entries = ENTRIES.iter().filter_map(|entry| file_of(outputs, entry)).collect();
    let at_once = reached(outputs, entries);
    let later = outputs.iter().filter(|(name, _)| !at_once.contains(name.as_str()));
    later.filter_map(|(name, output)| Some((PathBuf::from(name), main_source(output)?))).collect()
}

/// The outputs that the page's module imports statically, and their imports.
fn page_imports(outputs: &Outputs) -> Vec<PathBuf> {
    let page = file_of(outputs, PAGE);
    let needed = reached(outputs, page.into_iter().collect());
    needed.into_iter().filter(|name| Some(*name) != page).map(PathBuf::from).collect()
}

/// The outputs that the first experiment imports statically, and their imports.
fn first(outputs: &Outputs) -> Result<BTreeSet<PathBuf>> {
    let file = |entry| file_of(outputs, entry).ok_or_else(|| Error::Rejected(format!("www/{entry} is not bundled")));
    let needed = reached(outputs, FIRST.into_iter().map(file).collect::<Result<_>>()?);
    Ok(needed.into_iter().map(PathBuf::from).collect())
}

/// The output that an entry became.
fn file_of<'a>(outputs: &'a Outputs, entry: &str) -> Option<&'a str> {
    let source = format!("www/{entry}");
    outputs.iter().find(|(_, output)| output.entry.as_ref() == Some(&source)).map(|(name, _)| name.as_str())
}

/// These outputs, and all that they import other than by `import()`.
fn reached<'a>(outputs: &'a Outputs, mut ahead: Vec<&'a str>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    while let Some(name) = ahead.pop() {
        if reached.insert(name) {
            ahead.extend(outputs.get(name).into_iter().flat_map(|output| &output.imports).map(String::as_str));
        }
    }
    reached
}

/// The source with the most bytes in an output.
fn main_source(output: &Output) -> Option<PathBuf> {
    let largest = output.sources.iter().max_by_key(|(_, bytes)| **bytes);
    // A module that only imports has no bytes of its own.
    largest.map(|(source, _)| source.clone()).or_else(|| output.entry.as_ref().map(PathBuf::from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_only_an_import_call_reaches_is_on_demand() {
        let outputs = serde_json::from_value(json!({
            // It also opens `experiment-2.js`, by `import()`.
            "www/page/page.js": {
                "entry": "www/page/page.js",
                "imports": ["www/lib/chunk-1.js"],
                "sources": {},
            },
            "www/lib/chunk-1.js": { "imports": [], "sources": {} },
            "www/lib/experiment-2.js": {
                "entry": "www/experiments/a/experiment.js",
                "imports": ["www/lib/chunk-1.js", "www/lib/run-3.js"],
                "sources": {},
            },
            "www/lib/run-3.js": {
                "imports": [],
                "sources": { "www/experiments/lib/a.js": 1, "www/experiments/a/run.js": 2 },
            },
        }));
        let outputs = outputs.unwrap();
        let of = |file: &str, source: &str| (PathBuf::from(file), PathBuf::from(source));
        let expected = [
            of("www/lib/experiment-2.js", "www/experiments/a/experiment.js"),
            of("www/lib/run-3.js", "www/experiments/a/run.js"),
        ];
        assert_eq!(on_demand(&outputs), BTreeMap::from(expected));
        assert_eq!(page_imports(&outputs), [PathBuf::from("www/lib/chunk-1.js")]);
    }
}
