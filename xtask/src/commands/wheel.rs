//! `wheel`: the Python package with the engine in it, for Pyodide wherever it runs.

use super::dist::out_folder;
use crate::error::Result;
use crate::exec::{output, print};
use crate::site::{self, Profile};
use std::path::Path;
use std::process::Command;

pub(crate) fn main(root: &Path, out: Option<&Path>) -> Result<()> {
    site::build(root, Profile::Release)?;
    print(write(root, out)?);
    Ok(())
}

/// Writes the wheel of a built site to a folder that is empty or not there yet, `target/wheel` by default. Returns the wheel's path.
pub(crate) fn write(root: &Path, out: Option<&Path>) -> Result<String> {
    let out = out_folder(root, out, "wheel")?;
    let mut node = Command::new("node");
    node.arg("xtask/wheel.mjs").arg(&out).arg(env!("CARGO_PKG_VERSION"));
    Ok(output(node.current_dir(root))?.trim().to_owned())
}
