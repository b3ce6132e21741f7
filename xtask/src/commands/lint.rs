//! The `lint` suite: formatting, lints, and what must not be in a source file.

use crate::counts::Counts;
use crate::error::Result;
use crate::exec::{run, say, which};
use crate::tools;
use std::path::Path;
use std::process::Command;

/// Paths of one person's machine, in the syntax of `git grep -E`.
const MACHINE_PATHS: &str = r"(^|[^[:alnum:]_.~/-])(/(home|root|Users)/|[A-Z]:\\+Users\\)";

/// Runs every check; each counts as one.
pub(super) fn suite(root: &Path) -> Result<Counts> {
    tools::rust_components(root)?;
    tools::wasm_target(root)?;
    tools::npm_packages(root)?;
    let wasm = ["clippy", "--package", "asynclab", "--lib", "--tests", "--target", tools::WASM, "--", "-D", "warnings"];
    let mut sum = Counts::default();
    for (remedy, program, arguments) in [
        ("`cargo fmt --all` formats", "cargo", &["fmt", "--all", "--check"][..]),
        ("see above", "cargo", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
        ("see above", "cargo", &wasm),
        ("`npm run format` formats", "npm", &["run", "--silent", "format:check"]),
        ("`npm run lint -- --fix` mends some", "npm", &["run", "--silent", "lint"]),
    ] {
        say(format_args!("{program} {}", arguments.join(" ")));
        let outcome = run(Command::new(program).args(arguments).current_dir(root));
        if let Err(error) = &outcome {
            eprintln!("error: {error}; {remedy}");
        }
        sum += Counts::check(outcome.is_ok());
    }
    sum += machine_paths(root)?;
    Ok(sum)
}

/// No tracked file may name a path that exists on one machine only. Skipped outside a git checkout.
fn machine_paths(root: &Path) -> Result<Counts> {
    if which("git").is_none() || !root.join(".git").exists() {
        return Ok(Counts { skipped: 1, ..Counts::default() });
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
