//! Checks of the released parts: the version is the same everywhere, and the crate can be documented and packaged.

use crate::error::{Error, Result};
use crate::exec::{output, run};
use crate::suite::{Report, step};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The version as `Cargo.toml` names it; all other places agree with it.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The most bytes of the crate's compressed archive: enough for the sources, but not for a large file beside them.
const MOST: u64 = 260_000;

/// A check's name and its function.
type Check = (&'static str, fn(&Path) -> Result<()>);

const CHECKS: [Check; 3] =
    [("one version everywhere", versions), ("cargo doc --no-deps", documentation), ("cargo package", package)];

/// Runs every check; each counts as one.
pub(super) fn suite(root: &Path, report: &mut Report) {
    for (name, check) in CHECKS {
        step(report, name, || check(root));
    }
}

/// Every place that names the version names Cargo's, and the changelog has an entry for it or for the next one.
fn versions(root: &Path) -> Result<()> {
    for file in ["package.json", "package-lock.json"] {
        let manifest: Value = serde_json::from_str(&read(root, file)?).unwrap_or_default();
        if manifest["version"] != VERSION {
            return Err(Error::Rejected(format!(
                "{file} is of another version than Cargo.toml: run `npm version {VERSION}`"
            )));
        }
    }
    let constant = format!("export const VERSION = '{VERSION}';");
    if !read(root, "www/lib/info.js")?.contains(&constant) {
        return Err(Error::Rejected(format!("www/lib/info.js is of another version: write `{constant}`")));
    }
    let changelog = read(root, "CHANGELOG.md")?;
    let mut latest = changelog.lines().filter_map(|line| line.strip_prefix("## [")?.split(']').next()).take(2);
    if !latest.any(|version| [VERSION, "Unreleased"].contains(&version)) {
        return Err(Error::Rejected(format!(
            "CHANGELOG.md begins with neither `## [{VERSION}]` nor `## [Unreleased]`"
        )));
    }
    Ok(())
}

/// The crate's documentation, without warnings.
fn documentation(root: &Path) -> Result<()> {
    let mut doc = Command::new("cargo");
    doc.args(["doc", "--quiet", "--no-deps", "--package", "asynclab"]).env("RUSTDOCFLAGS", "-D warnings");
    run(doc.current_dir(root))
}

/// The crate's archive has all sources and shaders, and is small.
fn package(root: &Path) -> Result<()> {
    let cargo = |words: &[&str]| {
        let mut cargo = Command::new("cargo");
        // Changes are checked before they are committed.
        cargo.args(["package", "--quiet", "--package", "asynclab", "--allow-dirty"]).args(words).current_dir(root);
        cargo
    };
    let listed = output(&mut cargo(&["--list"]))?;
    let packaged = |file: &str| listed.lines().any(|line| line == file);
    let sources =
        output(Command::new("git").args(["ls-files", "src", "shaders"]).current_dir(root)).unwrap_or_default();
    let texts = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "CHANGELOG.md"];
    if let Some(file) = sources.lines().chain(texts).find(|file| root.join(file).is_file() && !packaged(file)) {
        return Err(Error::Rejected(format!("the crate lacks {file}: see `include` in Cargo.toml")));
    }
    run(&mut cargo(&["--no-verify"]))?;
    let archive = crate::site::target_directory(root)?.join(format!("package/asynclab-{VERSION}.crate"));
    let size = fs::metadata(&archive).map_err(Error::io("reading", &archive))?.len();
    if size > MOST {
        return Err(Error::Rejected(format!("the crate has {size} bytes of {MOST}: see `include` in Cargo.toml")));
    }
    Ok(())
}

fn read(root: &Path, file: &str) -> Result<String> {
    let path = root.join(file);
    fs::read_to_string(&path).map_err(Error::io("reading", &path))
}
