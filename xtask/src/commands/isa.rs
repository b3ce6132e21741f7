//! `bench isa`: the kernels on instruction sets of cards that are not here, by the program in `bench/isa`.

use crate::error::{Error, Result};
use crate::exec::{say, status, which};
use crate::server;
use crate::site;
use crate::tools::{self, Browser};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Its exit status where there is no such compiler.
const NOTHING_TO_COMPILE_WITH: i32 = 3;

/// Compiles every kernel for each family and prints the table; `json` is written too. With Chromium and `spirv-as`, products and peers are
/// compiled from Chromium's modules as well, which need the peers to be bundled.
pub(super) fn main(root: &Path, json: Option<&Path>, peers: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    tools::vulkan();
    let modules = match from_chromium(root, peers) {
        Ok(modules) => modules,
        Err(error) => {
            say(format_args!("without the modules of Chromium and of peers: {error}"));
            Value::Array(Vec::new())
        }
    };
    let request = json!({ "variants": true, "modules": modules, "json": json });
    if isa(root, &request)? { Ok(()) } else { Err(Error::Reported) }
}

/// Runs the program; returns whether it did what was asked.
fn isa(root: &Path, request: &Value) -> Result<bool> {
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--quiet", "--package", "asynclab-bench-isa", "--", &request.to_string()]);
    let status = status(cargo.current_dir(root))?;
    Ok(status.success() || status.code() == Some(NOTHING_TO_COMPILE_WITH))
}

/// Chromium's compilation of the products and of the peers' kernels.
fn from_chromium(root: &Path, peers: impl FnOnce(&Path) -> Result<()>) -> Result<Value> {
    if which("spirv-as").is_none() {
        crate::install::debian("the assembler of SPIR-V", &["spirv-tools"])?;
    }
    let executable = Browser::Chromium.find()?;
    site::build(root, site::Profile::Release)?;
    peers(root)?;
    let out = site::bundles(root)?.with_file_name("isa");
    fs::create_dir_all(&out).map_err(Error::io("creating", &out))?;
    let kernels = out.join("kernels.json");
    if !isa(root, &json!({ "list": kernels }))? {
        return Err(Error::Reported);
    }
    let url = server::spawn(root, server::BENCH)?;
    let mut node = Command::new("node");
    node.arg(root.join("xtask/browser/spirv.mjs"));
    node.arg(json!({ "url": url, "kernels": kernels, "out": out }).to_string());
    if !status(node.env(Browser::Chromium.variable(), executable))?.success() {
        return Err(Error::Reported);
    }
    let list = out.join("modules.json");
    let text = fs::read_to_string(&list).map_err(Error::io("reading", &list))?;
    serde_json::from_str(&text).map_err(|error| Error::Refused(format!("{}: {error}", list.display())))
}
