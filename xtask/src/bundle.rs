//! Putting the site's modules and styles together for readers: fewer requests, and each with fewer bytes.

use crate::error::Result;
use crate::exec::run;
use std::path::Path;
use std::process::Command;

/// What is loaded by its address, below `www/`: by `index.html`, by `new Worker`, or by programs that use the lab.
/// All else is reached from these by imports.
const ENTRIES: [&str; 8] = [
    "asynclab.js",
    "backend-worker.js",
    "page/page.js",
    "page/experiment-worker.js",
    // Runs before the first paint as a classic script, so it imports nothing.
    "page/theme.js",
    "page/page.css",
    "page/experiment.css",
    "charts/charts.css",
];

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
pub(crate) fn bundle(root: &Path, out: &Path) -> Result<()> {
    let mut esbuild = Command::new(root.join("node_modules/.bin/esbuild"));
    esbuild.args(ENTRIES.map(|entry| format!("www/{entry}"))).args(OPTIONS);
    run(esbuild.arg(format!("--outdir={}", out.join("www").display())).current_dir(root))
}
