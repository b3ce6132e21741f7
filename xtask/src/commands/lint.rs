//! The `lint` suite: formatting, lints, and texts that must not be in a source file.

use super::released;
use crate::error::{Error, Result};
use crate::exec::{output, run, status, which};
use crate::site::{self, Profile};
use crate::suite::{Report, step};
use crate::tools;
use std::path::Path;
use std::process::Command;

/// Paths of one person's machine, in the syntax of `git grep -E`.
const MACHINE_PATHS: &str = r"(^|[^[:alnum:]_.~/-])(/(home|root|Users)/|[A-Z]:\\+Users\\)";

/// The marks of an unfinished merge, also in the form that Prettier gives them in a document.
const MERGE_MARKS: &str = r"^(<{7} |={7}$|>{7} |> > > > > > > )";

/// A check: its fix, the program, and its arguments.
type Check<'a> = (&'a str, &'a str, &'a [&'a str]);

const WASM_CLIPPY: [&str; 9] =
    ["clippy", "--package", "asynclab", "--lib", "--tests", "--target", tools::WASM, "--", "-Dwarnings"];

const RUST: [Check; 2] = [
    ("see above", "cargo", &["clippy", "--workspace", "--all-targets", "--", "-Dwarnings"]),
    ("see above", "cargo", &WASM_CLIPPY),
];

const JAVASCRIPT: [Check; 4] = [
    ("`npm run format` formats", "npm", &["run", "--silent", "format:check"]),
    ("`npm run lint -- --fix` fixes some", "npm", &["run", "--silent", "lint"]),
    ("the types stand in JSDoc comments", "npm", &["run", "--silent", "types"]),
    ("layers and their order stand in `xtask/layers.mjs`", "npm", &["run", "--silent", "layers"]),
];

/// Runs every check; each counts as one.
pub(super) fn suite(root: &Path) -> Result<Report> {
    tools::rust_components(root)?;
    tools::wasm_target(root)?;
    let mut report = Report::default();
    if is_checkout(root) {
        step(&mut report, "rustfmt --check, on every Rust file", || rust_format(root));
        texts(root, &mut report);
    } else {
        report.skip("rustfmt, paths of a single machine, marks of a merge", "this is no git checkout".into());
    }
    checks(root, &RUST, &mut report);
    released::suite(root, &mut report);
    // The page's types are checked with those of the engine, which come with the site.
    site::build(root, Profile::Release)?;
    checks(root, &JAVASCRIPT, &mut report);
    Ok(report)
}

/// The checks of files that changed, and of what they belong to.
pub(super) fn changed(root: &Path, files: &[String]) -> Result<Report> {
    tools::rust_components(root)?;
    tools::npm_packages(root)?;
    let mut report = Report::default();
    texts(root, &mut report);
    let of = |endings: &[&str]| -> Vec<&str> {
        let ours = |file: &&String| endings.iter().any(|ending| file.ends_with(ending)) && root.join(file).is_file();
        files.iter().filter(ours).map(String::as_str).collect()
    };
    if !of(&[".rs", ".toml"]).is_empty() {
        step(&mut report, "rustfmt --check, on every Rust file", || rust_format(root));
        checks(root, &RUST[..1], &mut report);
    }
    for (name, arguments, endings) in [
        ("prettier", "--check", &[".js", ".mjs", ".css", ".json"][..]),
        ("eslint", "--no-warn-ignored", &[".js", ".mjs"]),
    ] {
        let files = of(endings);
        if !files.is_empty() {
            let program = root.join("node_modules/.bin").join(name);
            step(&mut report, name, || run(Command::new(program).arg(arguments).args(files).current_dir(root)));
        }
    }
    if files.iter().any(|file| file.starts_with("www/") && file.ends_with(".js")) {
        site::build(root, Profile::Release)?;
        checks(root, &JAVASCRIPT[2..], &mut report);
    }
    Ok(report)
}

fn checks(root: &Path, checks: &[Check], report: &mut Report) {
    for (remedy, program, arguments) in checks {
        step(report, &format!("{program} {}", arguments.join(" ")), || {
            run(Command::new(program).args(*arguments).current_dir(root))
                .map_err(|error| Error::Rejected(format!("{error}; {remedy}")))
        });
    }
}

/// Every Rust file is formatted. Named one by one: `cargo fmt` follows `mod` and so never sees the modules that a macro
/// declares, which every operation is.
fn rust_format(root: &Path) -> Result<()> {
    // New files too: they are to be formatted before they are committed.
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.rs"];
    let files = output(Command::new("git").args(list).current_dir(root))?;
    // git still lists files that are deleted but not yet committed.
    let files = files.split_terminator('\0').filter(|file| root.join(file).is_file());
    let mut rustfmt = Command::new("rustfmt");
    // Names alone: a file is checked again with every file that declares it as a module.
    rustfmt.args(["--check", "--files-with-diff", "--edition", "2024"]).args(files);
    run(rustfmt.current_dir(root)).map_err(|_| {
        Error::Rejected("the files above are not formatted; `rustfmt --edition 2024 FILE…` formats them".into())
    })
}

/// Checks that no tracked file contains a forbidden text.
fn texts(root: &Path, report: &mut Report) {
    let mut paths = vec![MACHINE_PATHS];
    // This checkout's own path, unless it is short enough to be a common one.
    paths.extend(root.to_str().filter(|_| root.components().count() > 2));
    step(report, "no path of a single machine", || {
        absent(root, &paths, "the lines above name paths of one machine; use relative ones")
    });
    step(report, "no mark of a merge", || absent(root, &[MERGE_MARKS], "the lines above are marks of a merge"));
}

/// Fails with `rejection` where a tracked file has a line that matches one of `patterns`.
fn absent(root: &Path, patterns: &[&str], rejection: &str) -> Result<()> {
    let mut git = Command::new("git");
    git.args(["grep", "-nIE"]);
    for pattern in patterns {
        git.args(["-e", pattern]);
    }
    let status = status(git.args(["--", ":!package-lock.json"]).current_dir(root))?;
    // git grep: 0 found something, 1 found nothing, anything else went wrong.
    if status.code() == Some(1) {
        return Ok(());
    }
    Err(Error::Rejected(rejection.into()))
}

fn is_checkout(root: &Path) -> bool {
    which("git").is_some() && root.join(".git").exists()
}
