//! `dist --with libraries`: the libraries of others whose loops the page shows, in a folder of the site, so that it can run them. The plain
//! site has only recordings of the loops.

use super::dist::copy;
use super::pack;
use crate::budget::Sizes;
use crate::error::{Error, Result};
use crate::exec::{output, say};
use crate::licences;
use crate::site;
use crate::tools;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The folder in the site.
const FOLDER: &str = "libraries";

/// Each library as npm gives it, by the module that imports it.
pub(super) const PEERS: [&str; 4] =
    ["packages/jax.js", "packages/onnx.js", "packages/tensorflow.js", "packages/torch.js"];

/// The programs, and what they load from beside them.
const COPIED: [(&str, &str); 8] = [
    ("bench/libraries/index.html", "index.html"),
    ("bench/libraries/live.js", "live.js"),
    ("bench/libraries/record.js", "record.js"),
    ("bench/libraries/libraries.js", "libraries.js"),
    ("bench/libraries/products.js", "products.js"),
    ("bench/contenders/onnx-model.js", "model.js"),
    ("www/pkg/watch.js", "watch.js"),
    (
        "bench/node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.asyncify.wasm",
        "ort/ort-wasm-simd-threaded.asyncify.wasm",
    ),
];

const WHAT: &str =
    "These npm packages are run by libraries/index.html, which the page loads where a reader asks for it.";

/// Makes the page offer to run the libraries.
pub(super) fn offer(out: &Path) -> Result<()> {
    let page = out.join("index.html");
    let html = fs::read_to_string(&page).map_err(Error::io("reading", &page))?;
    let mark = format!("<meta name=\"asynclab-libraries\" content=\"{FOLDER}/index.html\" />\n  </head>");
    fs::write(&page, html.replacen("</head>", &mark, 1)).map_err(Error::io("writing", &page))
}

/// Installs the libraries that `bench/package-lock.json` names, bundles each, and writes them with their notices and the lab's own package.
pub(super) fn write(root: &Path, out: &Path) -> Result<()> {
    let (bench, folder) = (root.join("bench"), out.join(FOLDER));
    tools::npm_packages(&bench)?;
    let mut bundle = Command::new("node");
    bundle.arg("bundle.mjs").arg(std::path::absolute(folder.join("pkg")).map_err(Error::io("finding", &folder))?);
    let modules = output(bundle.args(PEERS).current_dir(&bench))?;
    pack::library(root, &folder.join("www"))?;
    for (from, to) in COPIED {
        copy(&root.join(from), &folder.join(to))?;
    }
    let notices = folder.join("licences.txt");
    let text = licences::of_modules(WHAT, root, &bench, &modules)?;
    fs::write(&notices, text).map_err(Error::io("writing", &notices))?;
    let mut sizes = Sizes::default();
    for file in site::below(&folder, Path::new(""))? {
        let path = folder.join(&file);
        sizes.add(FOLDER, file, &path)?;
    }
    let bytes: usize = sizes.of(FOLDER).iter().map(|(_, bytes)| bytes).sum();
    say(format_args!("with libraries: {:.1} MB gzipped more, loaded by who runs them", bytes as f64 / 1e6));
    Ok(())
}
