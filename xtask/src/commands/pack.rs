//! `pack`: the npm package, as a folder and as the archive that npm would publish.

use super::dist::{self, cleared, copy, empty_folder};
use crate::budget::Budget;
use crate::bundle;
use crate::error::{Error, Result};
use crate::exec::{output, print, run, say};
use crate::licences;
use crate::site::{self, Profile};
use lexopt::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The modules of the package, below `www/` and as they are called there, each in one file with all that it imports: the worker is
/// then found where a bundler or a reader has copied it, with nothing beside it.
const MODULES: [(&str, &str); 4] = [
    ("asynclab.js", "asynclab.js"),
    ("backend-worker.js", "backend-worker.js"),
    ("lib/door.js", "door.js"),
    ("trace/index.js", "trace.js"),
];

/// Files that the library finds by their addresses lie beside it in the package: bundlers keep that, and they write into one
/// folder too.
const MOVED: [(&str, &str); 2] =
    [("../pkg/asynclab_bg.wasm", "./asynclab_bg.wasm"), ("../backend-worker.js", "./backend-worker.js")];

/// The text that stands for the version in `npm/package.json`.
const UNVERSIONED: &str = "0.0.0";

const TEXTS: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"];

/// The types mention `Symbol.dispose`, which programs may use that are compiled for an older language.
const LIBRARIES: &str = "/// <reference lib=\"esnext.disposable\" />\n";

pub(crate) fn main(root: &Path, mut arguments: lexopt::Parser) -> Result<()> {
    let mut out = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("out") => out = Some(PathBuf::from(arguments.value()?)),
            other => return Err(other.unexpected().into()),
        }
    }
    print(write(root, out)?.display());
    Ok(())
}

/// Writes the package below `out`, an empty folder or ours by default, and returns the path of its archive.
pub(super) fn write(root: &Path, out: Option<PathBuf>) -> Result<PathBuf> {
    let out = match out {
        Some(out) => empty_folder(&out)?,
        None => cleared(site::target_directory(root)?.join("npm"))?,
    };
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
    for (source, name) in MODULES {
        module(root, source, &dist.join(name))?;
    }
    copy(&root.join("www/pkg/asynclab_bg.wasm"), &dist.join("asynclab_bg.wasm"))?;
    types(root, &dist.join("types"))?;
    // The embed finds its words, pictures and experiments by their addresses: it comes with the site that has them.
    dist::write(root, &package.join("site"), &Budget::read(&root.join("budget.json"))?)?;
    for text in TEXTS {
        copy(&root.join(text), &package.join(text))?;
    }
    copy(&root.join("npm/README.md"), &package.join("README.md"))?;
    write_text(&package.join("licences.txt"), &licences::notices(root)?)?;
    write_text(&package.join("package.json"), &manifest(root)?)
}

fn module(root: &Path, name: &str, file: &Path) -> Result<()> {
    bundle::readable(root, &format!("www/{name}"), file)?;
    let text = fs::read_to_string(file).map_err(Error::io("reading", file))?;
    write_text(file, &moved(&text))
}

fn moved(text: &str) -> String {
    MOVED.iter().fold(text.to_owned(), |text, (from, to)| text.replace(&format!("\"{from}\""), &format!("\"{to}\"")))
}

/// Writes the declarations of what `asynclab.js` exports, from its documentation.
fn types(root: &Path, folder: &Path) -> Result<()> {
    let mut tsc = Command::new(root.join("node_modules/.bin/tsc"));
    run(tsc.args(["--project", "npm", "--outDir"]).arg(folder).current_dir(root))?;
    // The library's own declarations mention those of the engine.
    copy(&root.join("www/pkg/asynclab.d.ts"), &folder.join("pkg/asynclab.d.ts"))?;
    let entry = folder.join("asynclab.d.ts");
    let text = fs::read_to_string(&entry).map_err(Error::io("reading", &entry))?;
    write_text(&entry, &format!("{LIBRARIES}{text}"))
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
    fn the_engine_and_the_worker_are_looked_for_beside_the_library() {
        let bundled = r#"new URL("../pkg/asynclab_bg.wasm", import.meta.url), new URL("../backend-worker.js", u)"#;
        assert_eq!(
            moved(bundled),
            r#"new URL("./asynclab_bg.wasm", import.meta.url), new URL("./backend-worker.js", u)"#
        );
    }
}
