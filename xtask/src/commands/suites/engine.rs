//! The engine's tests, natively and in a browser.

use super::{NIGHTLY_FUZZ, NIGHTLY_RUN, Run, logs};
use crate::error::{Error, Result};
use crate::exec::{output_of, say, shown};
use crate::suite::watch::Limits;
use crate::suite::{Report, libtest};
use crate::tools::{self, Browser};
use serde_json::Value;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The tests that need no browser, on this machine's own target. The whole workspace is built at once, as by clippy.
pub(super) fn native(run: &Run<'_>) -> Result<Report> {
    tools::vulkan();
    // Tests that need Dawn are skipped where it is missing; in the workflow's nightly run they fail.
    if run.chosen.nightly
        && let Err(error) = tools::dawn(run.root)
    {
        say(format_args!("without modules of Dawn: {error}"));
    }
    let mut build = Command::new("cargo");
    build.args(["test", "--workspace", "--no-run", "--message-format=json-render-diagnostics"]);
    let built = tests_built(build.current_dir(run.root))?;
    let logs = logs(run.root)?;
    let mut limits = if run.chosen.nightly { Limits::NIGHT } else { Limits::TESTS };
    let mut report = Report::default();
    for (name, program, folder) in built {
        let mut tests = Command::new(&program);
        // Rust's harness reports the tests that have begun only as JSON, which is unstable.
        tests.args(["-Zunstable-options", "--format=json", "--report-time"]).env("RUSTC_BOOTSTRAP", "1");
        tests.current_dir(folder);
        if run.chosen.nightly {
            tests.arg("--include-ignored").envs(NIGHTLY_FUZZ).env(NIGHTLY_RUN, "1");
        }
        report.extend(libtest::run(&mut tests, &name, &logs.join(format!("{name}.log")), &mut limits)?);
    }
    Ok(report)
}

/// Builds programs of tests. Returns the name, the path, and the working folder of each.
fn tests_built(build: &mut Command) -> Result<Vec<(String, PathBuf, PathBuf)>> {
    say(shown(build));
    let messages = output_of(build)?;
    let mut built = Vec::new();
    for line in messages.lines() {
        let message: Value = serde_json::from_str(line).unwrap_or_default();
        let [program, manifest, target] =
            [&message["executable"], &message["manifest_path"], &message["target"]["name"]].map(Value::as_str);
        if let (Some(program), Some(manifest), Some(target), Some(true)) =
            (program, manifest, target, message["profile"]["test"].as_bool())
        {
            let folder = Path::new(manifest).parent().unwrap_or(Path::new("."));
            let kind = message["target"]["kind"][0].as_str().unwrap_or_default();
            let name = if kind == "test" { target.to_owned() } else { format!("{target}-units") };
            built.push((name, program.into(), folder.into()));
        }
    }
    built.sort();
    if built.is_empty() { Err(Error::Rejected("cargo built no tests".into())) } else { Ok(built) }
}

/// The engine's tests in a real browser's workers, by wasm-bindgen's own runner; in the nightly run by the command that a developer types.
pub(super) fn wasm(run: &Run<'_>) -> Result<Report> {
    let root = run.root;
    tools::wasm_target(root)?;
    let bindgen = tools::wasm_bindgen(root)?;
    Browser::Chromium.find()?;
    let driver = tools::chromedriver()?;
    let mut command = if run.chosen.nightly {
        // wasm-pack looks for wasm-bindgen on the PATH before it would download its own.
        let folders = bindgen.parent().into_iter().map(Path::to_path_buf);
        let path = env::join_paths(folders.chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())));
        let path = path.map_err(|error| Error::Rejected(format!("the PATH cannot be extended: {error}")))?;
        let mut pack = Command::new(tools::wasm_pack()?);
        pack.args(["test", "--headless", "--chrome"]).env("PATH", path).env(NIGHTLY_RUN, "1");
        pack
    } else {
        let mut cargo = Command::new("cargo");
        cargo.args(["test", "--test", "gpu", "--target", tools::WASM]).env("CHROMEDRIVER", driver);
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", tools::wasm_bindgen_test_runner(root)?);
        cargo
    };
    let mut limits = Limits::BUILD;
    libtest::run(command.current_dir(root), "wasm", &logs(root)?.join("wasm.log"), &mut limits)
}
