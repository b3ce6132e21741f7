//! Putting the site's modules and styles together for readers: fewer requests, and each with fewer bytes.

use crate::error::{Error, Result};
use crate::exec::run;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files below `www/` that are loaded by their addresses: by `index.html`, by `new Worker`, by the page once
/// something is opened, or by programs that use the lab.
/// All else is reached from these by imports.
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

/// Loaded by other pages, which embed one experiment, and by the frame for those that take only frames.
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

/// The files of the first experiment: it, its run, and the charts of its figure.
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

/// The bundled files, by addresses from the site's root on.
pub(crate) struct Bundle {
    /// The files loaded on demand only, which no entry imports outright; each with the source that most of it comes from.
    pub(crate) on_demand: BTreeMap<PathBuf, PathBuf>,
    /// The files that the page needs before it can start, beside its own module.
    pub(crate) page_imports: Vec<PathBuf>,
    /// The files that the first experiment needs before it can run.
    pub(crate) first: BTreeSet<PathBuf>,
}

/// Writes the minified modules and styles of the checkout's `www/` to `out/www/`; entries keep their addresses.
pub(crate) fn bundle(root: &Path, out: &Path) -> Result<Bundle> {
    let report = out.join("bundle.json");
    let mut node = Command::new("node");
    node.arg("xtask/bundle.mjs").arg(out).args(ENTRIES.iter().chain(&EMBED).chain(&LATER));
    run(node.current_dir(root))?;
    let text = fs::read_to_string(&report).map_err(Error::io("reading", &report))?;
    fs::remove_file(&report).map_err(Error::io("removing", &report))?;
    let meta = serde_json::from_str(&text).map_err(|error| Error::Rejected(format!("the bundles' report: {error}")))?;
    Ok(Bundle { on_demand: on_demand(&meta), page_imports: page_imports(&meta), first: first(&meta)? })
}

/// Modules and a style that the page cannot load as they lie in the checkout, each with all that it imports: its address below `www/`, its
/// file in `www/pkg/`, and the options of `xtask/bundle-alone.mjs`.
pub(crate) const ALONE: [(&str, &str, &[&str]); 7] = [
    // From npm packages, whose licences go along: CodeMirror as the sandbox and the notebook set it up, and parts of Fluent.
    ("sandbox/editor.js", "editor.js", &["--sources"]),
    ("kit/fluent.js", "fluent.js", &["--sources"]),
    ("notebook/python-editor.js", "python-editor.js", &["--sources"]),
    // A sheet that a program makes imports nothing.
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

/// The outputs that no entry of ours reaches by imports other than `import()`, each with its main source.
fn on_demand(meta: &Value) -> BTreeMap<PathBuf, PathBuf> {
    let entries = ENTRIES.iter().filter_map(|entry| output_of(meta, entry)).collect();
    let at_once = reached(meta, entries);
    outputs(meta)
        .filter(|(name, _)| !at_once.contains(name.as_str()))
        .filter_map(|(name, output)| Some((from_www(name)?, main_source(output)?)))
        .collect()
}

/// The outputs that the page's module imports outright, and their imports.
fn page_imports(meta: &Value) -> Vec<PathBuf> {
    let page = output_of(meta, PAGE);
    let needed = reached(meta, page.into_iter().collect());
    needed.into_iter().filter(|name| Some(*name) != page).filter_map(from_www).collect()
}

/// The outputs that the first experiment imports outright, and their imports.
fn first(meta: &Value) -> Result<BTreeSet<PathBuf>> {
    let output = |entry| output_of(meta, entry).ok_or_else(|| Error::Rejected(format!("www/{entry} is not bundled")));
    let needed = reached(meta, FIRST.into_iter().map(output).collect::<Result<_>>()?);
    Ok(needed.into_iter().filter_map(from_www).collect())
}

fn outputs(meta: &Value) -> impl Iterator<Item = (&String, &Value)> {
    meta["outputs"].as_object().into_iter().flatten()
}

/// The output that an entry became.
fn output_of<'a>(meta: &'a Value, entry: &str) -> Option<&'a str> {
    let source = format!("www/{entry}");
    outputs(meta).find(|(_, output)| output["entryPoint"] == source.as_str()).map(|(name, _)| name.as_str())
}

/// These outputs and all that they import, but for `import()`.
fn reached<'a>(meta: &'a Value, mut ahead: Vec<&'a str>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    while let Some(name) = ahead.pop() {
        if reached.insert(name) {
            let imports = meta["outputs"][name]["imports"].as_array().into_iter().flatten();
            ahead.extend(
                imports
                    .filter(|import| import["kind"] != "dynamic-import")
                    .filter_map(|import| import["path"].as_str()),
            );
        }
    }
    reached
}

/// The source with the most bytes in an output.
fn main_source(output: &Value) -> Option<PathBuf> {
    let inputs = output["inputs"].as_object()?;
    let largest = inputs.iter().max_by_key(|(_, input)| input["bytesInOutput"].as_u64());
    // A module that only imports has no bytes of its own.
    largest.map(|(name, _)| name.as_str()).or(output["entryPoint"].as_str()).map(PathBuf::from)
}

/// The part of an output's path that starts at the site's `www/`, the last one of that name.
fn from_www(name: &str) -> Option<PathBuf> {
    let (_, rest) = name.rsplit_once("www/")?;
    Some(Path::new("www").join(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_only_an_import_call_reaches_is_on_demand() {
        let import = |path: &str, kind: &str| json!({ "path": path, "kind": kind });
        let (page, shared) = ("../out/www/page/page.js", "../out/www/lib/chunk-1.js");
        let (opened, its_part) = ("../out/www/lib/experiment-2.js", "../out/www/lib/run-3.js");
        let meta = json!({ "outputs": {
            page: {
                "entryPoint": "www/page/page.js",
                "imports": [import(shared, "import-statement"), import(opened, "dynamic-import")],
            },
            shared: { "imports": [] },
            opened: {
                "entryPoint": "www/experiments/a/experiment.js",
                "imports": [import(shared, "import-statement"), import(its_part, "import-statement")],
                "inputs": {},
            },
            its_part: {
                "imports": [],
                "inputs": {
                    "www/experiments/lib/a.js": { "bytesInOutput": 1 },
                    "www/experiments/a/run.js": { "bytesInOutput": 2 },
                },
            },
        } });
        let of = |file: &str, source: &str| (PathBuf::from(file), PathBuf::from(source));
        let expected = [
            of("www/lib/experiment-2.js", "www/experiments/a/experiment.js"),
            of("www/lib/run-3.js", "www/experiments/a/run.js"),
        ];
        assert_eq!(on_demand(&meta), BTreeMap::from(expected));
        assert_eq!(page_imports(&meta), [PathBuf::from("www/lib/chunk-1.js")]);
    }
}
