//! Putting the site's modules and styles together for readers: fewer requests, and each with fewer bytes.

use crate::error::{Error, Result};
use crate::exec::run;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is loaded by its address, below `www/`: by `index.html`, by `new Worker`, or by programs that use the lab.
/// All else is reached from these by imports.
const ENTRIES: [&str; 9] = [
    "asynclab.js",
    "backend-worker.js",
    "page/page.js",
    "page/experiment-worker.js",
    // Runs before the first paint as a classic script, so it imports nothing.
    "page/early.js",
    "page/page.css",
    "page/experiment.css",
    "page/print.css",
    "charts/charts.css",
];

/// The same, loaded on demand.
const LATER: [&str; 1] = ["page/presentation.css"];

const OPTIONS: [&str; 9] = [
    "--bundle",
    // What a page and its workers share is one file, fetched once.
    "--splitting",
    "--format=esm",
    "--minify",
    "--target=es2022",
    // Shared modules name the engine and its worker relative to their own folder, and all lie one below `www/`.
    "--chunk-names=lib/[name]-[hash]",
    // Licences ask that their notices stay.
    "--legal-comments=eof",
    "--outbase=www",
    "--log-level=warning",
];

/// Writes the minified modules and styles of the checkout's `www/` to `out/www/`; entries keep their addresses.
///
/// Returns the files, relative to `out`, that are loaded on demand only: what no entry imports outright.
pub(crate) fn bundle(root: &Path, out: &Path) -> Result<BTreeSet<PathBuf>> {
    let report = out.join("bundle.json");
    let mut esbuild = Command::new(root.join("node_modules/.bin/esbuild"));
    esbuild.args(ENTRIES.iter().chain(&LATER).map(|entry| format!("www/{entry}"))).args(OPTIONS);
    esbuild.arg(format!("--outdir={}", out.join("www").display()));
    run(esbuild.arg(format!("--metafile={}", report.display())).current_dir(root))?;
    let text = fs::read_to_string(&report).map_err(Error::io("reading", &report))?;
    fs::remove_file(&report).map_err(Error::io("removing", &report))?;
    let meta = serde_json::from_str(&text).map_err(|error| Error::Refused(format!("esbuild's report: {error}")))?;
    Ok(on_demand(&meta))
}

/// Writes `editor.js` to `out`: CodeMirror with what we set up of it, as one module; and `editor.json`, esbuild's report.
pub(crate) fn editor(root: &Path, out: &Path) -> Result<()> {
    let report = format!("--metafile={}", out.join("editor.json").display());
    alone(root, out, "www/sandbox/editor.js", &["--format=esm", &report])
}

/// Writes `fluent.js` to `out`: what the page takes of Fluent, as one module; and `fluent.json`, esbuild's report.
pub(crate) fn fluent(root: &Path, out: &Path) -> Result<()> {
    let report = format!("--metafile={}", out.join("fluent.json").display());
    alone(root, out, "www/page/fluent.js", &["--format=esm", &report])
}

/// Writes `worker.js` to `out`: the engine's JavaScript and what runs a reader's program, as one classic script.
pub(crate) fn sandbox(root: &Path, out: &Path) -> Result<()> {
    // It is given what it would otherwise look for beside itself.
    alone(root, out, "www/sandbox/worker.js", &["--format=iife", "--define:import.meta.url=\"sandbox:\""])
}

fn alone(root: &Path, out: &Path, entry: &str, options: &[&str]) -> Result<()> {
    let mut esbuild = Command::new(root.join("node_modules/.bin/esbuild"));
    esbuild.args([entry, "--bundle", "--minify", "--target=es2022", "--legal-comments=eof", "--log-level=warning"]);
    run(esbuild.args(options).arg(format!("--outdir={}", out.display())).current_dir(root))
}

/// The outputs that no entry of ours reaches by imports other than `import()`, by their path from `www/` on.
fn on_demand(meta: &Value) -> BTreeSet<PathBuf> {
    let none = serde_json::Map::new();
    let outputs = meta["outputs"].as_object().unwrap_or(&none);
    let mut ahead: Vec<&str> = outputs
        .iter()
        .filter(|(_, output)| {
            output["entryPoint"].as_str().is_some_and(|from| ENTRIES.iter().any(|entry| from == format!("www/{entry}")))
        })
        .map(|(name, _)| name.as_str())
        .collect();
    let mut at_once = BTreeSet::new();
    while let Some(name) = ahead.pop() {
        if at_once.insert(name) {
            let imports = outputs[name]["imports"].as_array().into_iter().flatten();
            ahead.extend(
                imports
                    .filter(|import| import["kind"] != "dynamic-import")
                    .filter_map(|import| import["path"].as_str()),
            );
        }
    }
    outputs.keys().filter(|name| !at_once.contains(name.as_str())).filter_map(|name| from_www(name)).collect()
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
            },
            its_part: { "imports": [] },
        } });
        let expected = ["www/lib/experiment-2.js", "www/lib/run-3.js"].map(PathBuf::from);
        assert_eq!(on_demand(&meta), BTreeSet::from(expected));
    }
}
