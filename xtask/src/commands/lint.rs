//! The `lint` suite: formatting, lints, and what must not be in a source file.

use super::released;
use crate::counts::Counts;
use crate::error::Result;
use crate::exec::{output, run, say, which};
use crate::site::{self, Profile};
use crate::tools;
use std::path::Path;
use std::process::Command;

/// Paths of one person's machine, in the syntax of `git grep -E`.
const MACHINE_PATHS: &str = r"(^|[^[:alnum:]_.~/-])(/(home|root|Users)/|[A-Z]:\\+Users\\)";

const SKIPPED: Counts = Counts { passed: 0, failed: 0, skipped: 1 };

/// Runs every check; each counts as one.
pub(super) fn suite(root: &Path) -> Result<Counts> {
    tools::rust_components(root)?;
    // The page's types are checked with those of the engine.
    site::build(root, Profile::Release)?;
    let wasm = ["clippy", "--package", "asynclab", "--lib", "--tests", "--target", tools::WASM, "--", "-D", "warnings"];
    let mut sum = rust_format(root)?;
    for (remedy, program, arguments) in [
        ("see above", "cargo", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"][..]),
        ("see above", "cargo", &wasm),
        ("`npm run format` formats", "npm", &["run", "--silent", "format:check"]),
        ("`npm run lint -- --fix` mends some", "npm", &["run", "--silent", "lint"]),
        ("the types stand in JSDoc comments", "npm", &["run", "--silent", "types"]),
        ("layers and their order stand in `xtask/layers.mjs`", "npm", &["run", "--silent", "layers"]),
    ] {
        say(format_args!("{program} {}", arguments.join(" ")));
        let outcome = run(Command::new(program).args(arguments).current_dir(root));
        if let Err(error) = &outcome {
            eprintln!("error: {error}; {remedy}");
        }
        sum += Counts::check(outcome.is_ok());
    }
    sum += machine_paths(root)?;
    sum += released::suite(root)?;
    Ok(sum)
}

/// Every Rust file is formatted. Named one by one: `cargo fmt` follows `mod` and so never sees the modules that a macro
/// declares, which every operation is. Skipped outside a git checkout.
fn rust_format(root: &Path) -> Result<Counts> {
    if !is_checkout(root) {
        return Ok(SKIPPED);
    }
    // New files too: they are to be formatted before they are committed.
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.rs"];
    let files = output(Command::new("git").args(list).current_dir(root))?;
    // What is deleted but not yet committed is still listed.
    let files = files.split_terminator('\0').filter(|file| root.join(file).is_file());
    say("rustfmt --check, on every Rust file");
    let mut rustfmt = Command::new("rustfmt");
    // Names alone: a file is checked again with every file that declares it as a module.
    rustfmt.args(["--check", "--files-with-diff", "--edition", "2024"]).args(files);
    let outcome = run(rustfmt.current_dir(root));
    if outcome.is_err() {
        eprintln!("error: the files above are not formatted; `rustfmt --edition 2024 FILE…` formats them");
    }
    Ok(Counts::check(outcome.is_ok()))
}

/// No tracked file may name a path that exists on one machine only. Skipped outside a git checkout.
fn machine_paths(root: &Path) -> Result<Counts> {
    if !is_checkout(root) {
        return Ok(SKIPPED);
    }
    say("looking for paths of a single machine");
    let mut git = Command::new("git");
    git.args(["grep", "-nIE", "-e", MACHINE_PATHS]);
    // This checkout's own path, unless it is short enough to be a common one.
    if root.components().count() > 2 {
        git.arg("-e").arg(root);
    }
    let status = git.args(["--", ":!package-lock.json"]).current_dir(root).status();
    // git grep: 0 found something, 1 found nothing, anything else went wrong.
    let clean = status.is_ok_and(|status| status.code() == Some(1));
    if !clean {
        eprintln!("error: the lines above name paths of one machine; use relative ones");
    }
    Ok(Counts::check(clean))
}

fn is_checkout(root: &Path) -> bool {
    which("git").is_some() && root.join(".git").exists()
}
