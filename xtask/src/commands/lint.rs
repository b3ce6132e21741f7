//! The `lint` suite: formatting, lints, and what must not be in a source file.

use super::released;
use crate::counts::Counts;
use crate::error::Result;
use crate::exec::{output, run, say, status, tell, which};
use crate::site::{self, Profile};
use crate::slowest;
use crate::tools;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Paths of one person's machine, in the syntax of `git grep -E`.
const MACHINE_PATHS: &str = r"(^|[^[:alnum:]_.~/-])(/(home|root|Users)/|[A-Z]:\\+Users\\)";

const SKIPPED: Counts = Counts { passed: 0, failed: 0, skipped: 1 };

/// A check: what mends it, the program, and its arguments.
type Check<'a> = (&'a str, &'a str, &'a [&'a str]);

const WASM_CLIPPY: [&str; 9] =
    ["clippy", "--package", "asynclab", "--lib", "--tests", "--target", tools::WASM, "--", "-Dwarnings"];

const RUST: [Check; 2] = [
    ("see above", "cargo", &["clippy", "--workspace", "--all-targets", "--", "-Dwarnings"]),
    ("see above", "cargo", &WASM_CLIPPY),
];

const JAVASCRIPT: [Check; 4] = [
    ("`npm run format` formats", "npm", &["run", "--silent", "format:check"]),
    ("`npm run lint -- --fix` mends some", "npm", &["run", "--silent", "lint"]),
    ("the types stand in JSDoc comments", "npm", &["run", "--silent", "types"]),
    ("layers and their order stand in `xtask/layers.mjs`", "npm", &["run", "--silent", "layers"]),
];

/// Runs every check; each counts as one.
pub(super) fn suite(root: &Path) -> Result<Counts> {
    tools::rust_components(root)?;
    tools::wasm_target(root)?;
    let mut sum = rust_format(root)?;
    sum += checks(root, &RUST);
    sum += machine_paths(root)?;
    sum += released::suite(root)?;
    // The page's types are checked with those of the engine, which come with the site.
    site::build(root, Profile::Release)?;
    sum += checks(root, &JAVASCRIPT);
    Ok(sum)
}

fn checks(root: &Path, checks: &[Check]) -> Counts {
    let mut sum = Counts::default();
    for (remedy, program, arguments) in checks {
        let name = format!("{program} {}", arguments.join(" "));
        say(&name);
        let start = Instant::now();
        let outcome = run(Command::new(program).args(*arguments).current_dir(root));
        slowest::note(name, start.elapsed().as_secs_f64());
        if let Err(error) = &outcome {
            tell(format_args!("error: {error}; {remedy}"));
        }
        sum += Counts::check(outcome.is_ok());
    }
    sum
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
    // git still lists files that are deleted but not yet committed.
    let files = files.split_terminator('\0').filter(|file| root.join(file).is_file());
    say("rustfmt --check, on every Rust file");
    let mut rustfmt = Command::new("rustfmt");
    // Names alone: a file is checked again with every file that declares it as a module.
    rustfmt.args(["--check", "--files-with-diff", "--edition", "2024"]).args(files);
    let outcome = run(rustfmt.current_dir(root));
    if outcome.is_err() {
        tell(format_args!("error: the files above are not formatted; `rustfmt --edition 2024 FILE…` formats them"));
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
    let status = status(git.args(["--", ":!package-lock.json"]).current_dir(root));
    // git grep: 0 found something, 1 found nothing, anything else went wrong.
    let clean = status.is_ok_and(|status| status.code() == Some(1));
    if !clean {
        tell(format_args!("error: the lines above name paths of one machine; use relative ones"));
    }
    Ok(Counts::check(clean))
}

fn is_checkout(root: &Path) -> bool {
    which("git").is_some() && root.join(".git").exists()
}
