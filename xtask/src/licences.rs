//! The site's notices: the crates compiled into the engine, the packages in its bundles, and their licences.

use crate::bundle;
use crate::error::{Error, Result};
use crate::exec::output;
use crate::site;
use crate::tools;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Prefixes of files with legal texts, in upper or lower case.
const NAMES: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

const CRATES: &str = "These crates are compiled into asynclab_bg.wasm, with Rust's standard library (MIT OR \
     Apache-2.0).\nThe texts of their licences follow, each once.";
const PACKAGES: &str = "These npm packages are part of the page and of its editors.";
/// Python's parts are copied as they are, so no bundler's report names them.
const PYTHON: &str = "\
Notebooks run Pyodide, as it is in the npm package pyodide, under the Mozilla Public License 2.0
(https://www.mozilla.org/MPL/2.0/); its source is at https://github.com/pyodide/pyodide. In it are the interpreter and
the standard library of CPython, under the Python Software Foundation License 2.0 (https://docs.python.org/3/license.html).
";

const RULE: &str = "--------------------------------------------------------------------------------";

/// A crate that is part of the engine, or a package that is part of a bundle.
#[derive(Debug)]
struct Component {
    /// Name and version.
    title: String,
    /// The SPDX expression of its manifest.
    licence: String,
    /// Names and contents of its files with legal texts.
    texts: Vec<(String, String)>,
}

/// The crates compiled into the engine, each with its licence, and then their licences' texts; then the same for the npm
/// packages in bundles. The site must have been built.
///
/// Cargo is asked with the versions of `Cargo.lock`. It may download packages that neither this program nor the engine's
/// build needed, since it resolves the whole workspace.
///
/// # Errors
/// `Failed` where Cargo cannot answer, `Io` for a text that cannot be read.
pub(crate) fn notices(root: &Path) -> Result<String> {
    Ok(format!("{}\n{}\n{PYTHON}", render(CRATES, &crates(root)?), render(PACKAGES, &packages(root)?)))
}

/// The packages that have files in the bundles.
fn packages(root: &Path) -> Result<Vec<Component>> {
    let mut names = BTreeSet::new();
    for (_, name, _) in bundle::ALONE.iter().filter(|(.., options)| options.contains(&"--sources")) {
        let report = read_json(&site::bundles(root)?.join(format!("{name}.json")))?;
        let sources = report["sources"].as_array();
        names.extend(sources.into_iter().flatten().filter_map(|path| package(path.as_str()?)));
    }
    names.into_iter().map(|name| installed(root, &name)).collect()
}

/// The notices of the packages below `folder` that these modules belong to. `modules` has one on each line.
///
/// # Errors
/// `Io` for a text that cannot be read, `Rejected` for an invalid manifest.
pub(crate) fn of_modules(what: &str, root: &Path, folder: &Path, modules: &str) -> Result<String> {
    let names: BTreeSet<_> = modules.lines().filter_map(package).collect();
    let components = names.into_iter().map(|name| installed(folder, &name)).collect::<Result<Vec<_>>>()?;
    let mut out = render(what, &components);
    // Some packages name their licence, and leave its text out.
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let path = root.join(name);
        let text = fs::read_to_string(&path).map_err(Error::io("reading", &path))?;
        let _ = write!(
            out,
            "\n{RULE}\nThe terms of {name}, where a package above holds no text\n{RULE}\n\n{}\n",
            unified(&text)
        );
    }
    Ok(out)
}

/// The package that a file belongs to: the folder, or the two of a scope, below the last `node_modules/`.
fn package(path: &str) -> Option<String> {
    let (_, rest) = path.rsplit_once("node_modules/")?;
    let parts = if rest.starts_with('@') { 2 } else { 1 };
    Some(rest.split('/').take(parts).collect::<Vec<_>>().join("/"))
}

fn installed(root: &Path, name: &str) -> Result<Component> {
    let folder = root.join("node_modules").join(name);
    let manifest = read_json(&folder.join("package.json"))?;
    let title = format!("{name} {}", manifest["version"].as_str().unwrap_or("?"));
    let licence = manifest["license"].as_str().unwrap_or("see its texts").to_owned();
    Ok(Component { title, licence, texts: texts(&folder)? })
}

fn read_json(path: &Path) -> Result<Value> {
    let text = fs::read(path).map_err(Error::io("reading", path))?;
    serde_json::from_slice(&text).map_err(|error| Error::Rejected(format!("{}: {error}", path.display())))
}

fn crates(root: &Path) -> Result<Vec<Component>> {
    // Only `cargo tree` resolves features for the engine alone, as its build does, and leaves macros out.
    let mut tree = Command::new("cargo");
    tree.args(["tree", "--locked", "--package", "asynclab", "--target", tools::WASM]);
    tree.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]);
    let tree = output(tree.current_dir(root))?;
    let mut linked: Vec<_> = tree.lines().filter_map(name_and_version).collect();
    linked.sort_unstable();
    linked.dedup();

    // Only `cargo metadata` knows the folder of a package.
    let mut metadata = Command::new("cargo");
    metadata.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", tools::WASM]);
    let metadata = output(metadata.current_dir(root))?;
    let metadata: Value = serde_json::from_str(&metadata)
        .map_err(|error| Error::Rejected(format!("`cargo metadata` cannot be understood: {error}")))?;
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    linked.into_iter().map(|named| found(packages, named)).collect()
}

/// Reads a line of `cargo tree` such as `wgpu v30.0.1 (*)`.
fn name_and_version(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace();
    Some((words.next()?, words.next()?.strip_prefix('v')?))
}

fn found(packages: &[Value], (name, version): (&str, &str)) -> Result<Component> {
    let title = format!("{name} {version}");
    let package = packages.iter().find(|package| package["name"] == name && package["version"] == version);
    let folder = package.and_then(|package| Path::new(package["manifest_path"].as_str()?).parent());
    let (Some(package), Some(folder)) = (package, folder) else {
        return Err(Error::Rejected(format!("`cargo metadata` does not know {title}, which `cargo tree` names")));
    };
    let licence = package["license"].as_str().unwrap_or("see its texts").to_owned();
    Ok(Component { title, licence, texts: texts(folder)? })
}

/// The files of a package's own folder that hold legal texts, sorted by name.
fn texts(folder: &Path) -> Result<Vec<(String, String)>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::io("reading", folder))? {
        let path = entry.map_err(Error::io("reading", folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let lower = name.to_lowercase();
        if path.is_file() && NAMES.iter().any(|beginning| lower.starts_with(beginning)) {
            let text = fs::read(&path).map_err(Error::io("reading", &path))?;
            texts.push((name, unified(&String::from_utf8_lossy(&text))));
        }
    }
    texts.sort();
    Ok(texts)
}

/// A text without trailing blanks and outer empty lines, so that one text does not count as several.
fn unified(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

fn render(what: &str, components: &[Component]) -> String {
    let width = components.iter().map(|one| one.title.len()).max().unwrap_or(0);
    let mut out = format!("{what}\n\n");
    let mut owners = BTreeMap::<&str, Vec<String>>::new();
    for Component { title, licence, texts } in components {
        let note = if texts.is_empty() { " (its package holds no text)" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{title:<width$}  {licence}{note}");
        for (file, text) in texts {
            owners.entry(text).or_default().push(format!("{title}: {file}"));
        }
    }
    let mut owners: Vec<_> = owners.into_iter().collect();
    // In the order of the list above.
    owners.sort_by(|(_, a), (_, b)| a.cmp(b));
    for (text, owners) in owners {
        let _ = write!(out, "\n{RULE}\n{}\n{RULE}\n\n{text}\n", owners.join("\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engines_crates_are_named_with_texts() -> Result<()> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let crates = crates(&root)?;
        for name in ["asynclab", "wgpu", "wasm-bindgen"] {
            let one = crates.iter().find(|one| one.title.split(' ').next() == Some(name));
            let one = one.unwrap_or_else(|| panic!("{name} is not among {crates:?}"));
            assert_eq!(one.licence, "MIT OR Apache-2.0");
            let holds = |words| one.texts.iter().any(|(_, text)| text.contains(words));
            assert!(holds("Permission is hereby granted") && holds("Apache License"), "{one:?}");
        }
        // One works at compile time only, one only tests, one is another target's, one is the commands'.
        for name in ["serde_derive", "proptest", "ash", "tokio"] {
            assert!(!crates.iter().any(|one| one.title.starts_with(&format!("{name} "))), "{name}");
        }
        Ok(())
    }

    #[test]
    fn a_text_shared_by_crates_is_written_once() {
        let one = |title: &str, texts: &[(&str, &str)]| Component {
            title: title.into(),
            licence: "MIT".into(),
            texts: texts.iter().map(|&(name, text)| (name.into(), unified(text))).collect(),
        };
        let shared = "Do as you\nlike.";
        let out = render(
            "What is in it:",
            &[
                one("a 1.0.0", &[("LICENSE", shared), ("NOTICE", "By A.")]),
                one("bb 2.0.0", &[("COPYING", "\nDo as you  \r\nlike.\r\n")]),
                one("c 3.0.0", &[]),
            ],
        );
        assert_eq!(out.matches(shared).count(), 1, "{out}");
        assert!(out.contains("\na 1.0.0: LICENSE\nbb 2.0.0: COPYING\n"), "{out}");
        assert!(out.contains("By A."), "{out}");
        assert!(out.contains("\na 1.0.0   MIT\nbb 2.0.0  MIT\nc 3.0.0   MIT (its package holds no text)\n"), "{out}");
    }

    #[test]
    fn a_file_belongs_to_a_package() {
        assert_eq!(package("node_modules/@codemirror/view/dist/index.js").as_deref(), Some("@codemirror/view"));
        assert_eq!(package("node_modules/a/node_modules/crelt/index.js").as_deref(), Some("crelt"));
        assert_eq!(package("www/sandbox/editor.js"), None);
    }

    #[test]
    fn reads_lines_of_cargo_tree() {
        assert_eq!(name_and_version("wgpu v30.0.1 (*)"), Some(("wgpu", "30.0.1")));
        assert_eq!(name_and_version("[build-dependencies]"), None);
    }
}
