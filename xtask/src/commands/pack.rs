//! `pack`: the npm package, as a folder and as the archive that npm would publish.

use super::dist::{self, cleared, copy, out_folder};
use crate::budget::Budget;
use crate::bundle;
use crate::error::{Error, Result};
use crate::exec::{output, print, run, say};
use crate::licences;
use crate::site::{self, Profile};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// The package's modules: the path below `www/`, and the name in the package. Each becomes one file, with all that it imports.
const MODULES: [(&str, &str); 3] =
    [("asynclab.js", "asynclab.js"), ("trace/index.js", "trace.js"), ("watch/watch.js", "watch.js")];

/// The backend's worker: in one file, too, so that a copy made by a bundler or a reader works with nothing beside it.
const WORKER: &str = "backend-worker.js";

const ENGINE: &str = "asynclab_bg.wasm";

/// In the package, the files that the library finds by their addresses lie beside it. Bundlers write all files into one folder, so the addresses
/// still hold.
const MOVED: [(&str, &str); 2] =
    [("../pkg/asynclab_bg.wasm", "./asynclab_bg.wasm"), ("../backend-worker.js", "./backend-worker.js")];

/// The declarations of the package's entries.
const ENTRIES: [&str; 4] = ["asynclab.d.ts", "embed.d.ts", "trace/index.d.ts", "watch/watch.d.ts"];

/// The text that stands for the version in `npm/package.json`.
const UNVERSIONED: &str = "0.0.0";

/// Documents that are copied to the package's `docs/`, beside the pages of `npm/pages`.
const DOCUMENTS: [&str; 2] = ["docs/names.md", "docs/special-values.md"];

const TEXTS: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"];

/// The types mention `Symbol.dispose`. This reference declares it for programs whose target is an older ECMAScript.
const LIBRARIES: &str = "/// <reference lib=\"esnext.disposable\" />\n";

pub(crate) fn main(root: &Path, out: Option<&Path>) -> Result<()> {
    print(write(root, out)?.display());
    Ok(())
}

/// Writes the package below `out`, which must be empty, or else into `target/npm`, which it clears; returns the path of its archive.
pub(super) fn write(root: &Path, out: Option<&Path>) -> Result<PathBuf> {
    let out = out_folder(root, out, "npm")?;
    site::build(root, Profile::Release)?;
    let package = out.join("package");
    fill(root, &package)?;
    // npm itself decides what is in the archive, by the manifest's `files`.
    let mut npm = Command::new("npm");
    npm.args(["pack", "--silent", "--ignore-scripts", "--pack-destination"]).arg(&out);
    let archive = out.join(output(npm.current_dir(&package))?.trim());
    say(format_args!("wrote {}", package.display()));
    Ok(archive)
}

fn fill(root: &Path, package: &Path) -> Result<()> {
    let dist = package.join("dist");
    library(root, &dist)?;
    types(root, &dist.join("types"))?;
    // The embed finds its words, pictures and experiments by their addresses: it comes with the site that has them.
    dist::write(root, &package.join("site"), &Budget::read(&root.join("budget.json"))?)?;
    for text in TEXTS {
        copy(&root.join(text), &package.join(text))?;
    }
    documents(root, package)?;
    write_text(&package.join("licences.txt"), &licences::notices(root)?)?;
    write_text(&package.join("package.json"), &manifest(root)?)
}

/// Writes the package's modules, with the worker and the engine, to `dist`.
pub(super) fn library(root: &Path, dist: &Path) -> Result<()> {
    for (source, name) in MODULES {
        // Its users minify it, or read it in a debugger.
        module(root, source, &dist.join(name), &["--readable"])?;
    }
    module(root, WORKER, &dist.join(WORKER), &[])?;
    copy(&root.join("www/pkg").join(ENGINE), &dist.join(ENGINE))
}

fn module(root: &Path, name: &str, file: &Path, options: &[&str]) -> Result<()> {
    bundle::alone(root, name, file, options)?;
    let text = fs::read_to_string(file).map_err(Error::io("reading", file))?;
    write_text(file, &moved(&text))
}

fn moved(text: &str) -> String {
    MOVED.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// The README, and the documents that it names in one folder beside it.
fn documents(root: &Path, package: &Path) -> Result<()> {
    let (path, folder) = (root.join("npm/README.md"), package.join("docs"));
    let text = fs::read_to_string(&path).map_err(Error::io("reading", &path))?;
    write_text(&package.join("README.md"), &text.replace("](pages/", "](docs/").replace("](../docs/", "](docs/"))?;
    let pages = root.join("npm/pages");
    let entries = fs::read_dir(&pages).map_err(Error::io("reading", &pages))?;
    for entry in entries {
        let page = entry.map_err(Error::io("reading", &pages))?.path();
        copy(&page, &folder.join(page.file_name().unwrap_or_default()))?;
    }
    DOCUMENTS.iter().try_for_each(|name| copy(&root.join(name), &folder.join(name.trim_start_matches("docs/"))))
}

/// Writes the declarations of the entries' exports, from their documentation.
fn types(root: &Path, folder: &Path) -> Result<()> {
    let all = cleared(site::target_directory(root)?.join("xtask/types"))?;
    let mut tsc = Command::new(root.join("node_modules/.bin/tsc"));
    run(tsc.args(["--project", "npm", "--outDir"]).arg(&all).current_dir(root))?;
    // The library's own declarations mention those of the engine.
    copy(&root.join("www/pkg/asynclab.d.ts"), &all.join("pkg/asynclab.d.ts"))?;
    // The compiler declares every module that these import. The package has only those that the entries' declarations name.
    let mut open: Vec<PathBuf> = ENTRIES.map(PathBuf::from).into();
    let mut kept = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !kept.insert(name.clone()) {
            continue;
        }
        copy(&all.join(&name), &folder.join(&name))?;
        let text = fs::read_to_string(all.join(&name)).map_err(Error::io("reading", &name))?;
        let beside = name.parent().unwrap_or(Path::new(""));
        open.extend(modules(&text).into_iter().map(|module| normal(&beside.join(module))));
    }
    let entry = folder.join("asynclab.d.ts");
    let text = fs::read_to_string(&entry).map_err(Error::io("reading", &entry))?;
    write_text(&entry, &format!("{LIBRARIES}{text}"))
}

/// The modules that a file of declarations names, by the files that declare them.
fn modules(text: &str) -> Vec<String> {
    let named = |start| text.split(start).skip(1).filter_map(|rest| rest.split(['"', '\'']).nth(1));
    let relative = named("import(").chain(named(" from ")).filter(|name| name.starts_with('.'));
    relative.filter_map(|name| Some(format!("{}.d.ts", name.strip_suffix(".js")?))).collect()
}

/// A relative path without steps back.
fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = parts.pop(),
            Component::CurDir => {}
            part => parts.push(part),
        }
    }
    parts
}

/// The manifest of `npm/`, with Cargo's version.
fn manifest(root: &Path) -> Result<String> {
    let path = root.join("npm/package.json");
    let text = fs::read_to_string(&path).map_err(Error::io("reading", &path))?;
    // As text: the order of the conditions in `exports` has a meaning.
    Ok(text.replacen(UNVERSIONED, env!("CARGO_PKG_VERSION"), 1))
}

fn write_text(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(Error::io("writing", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_in_types_and_in_imports() {
        let text = "import { A } from './a.js';\nlet b: import(\"../b/c.js\").D;\nimport x from 'left';";
        assert_eq!(modules(text), ["../b/c.d.ts", "./a.d.ts"]);
        assert_eq!(normal(&Path::new("lib").join("../b/c.d.ts")), Path::new("b/c.d.ts"));
    }

    #[test]
    fn the_engine_and_the_worker_are_looked_for_beside_the_library() {
        let bundled = r#"new URL("../pkg/asynclab_bg.wasm", import.meta.url), new URL("../backend-worker.js", u)"#;
        assert_eq!(
            moved(bundled),
            r#"new URL("./asynclab_bg.wasm", import.meta.url), new URL("./backend-worker.js", u)"#
        );
        assert_eq!(moved("new URL(`../backend-worker.js`,u)"), "new URL(`./backend-worker.js`,u)");
    }
}
