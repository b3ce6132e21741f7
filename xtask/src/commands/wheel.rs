//! `wheel`: the Python package with the engine in it, for Pyodide wherever it runs.

use super::dist::{cleared, empty_folder};
use crate::error::Result;
use crate::exec::{output, print};
use crate::site::{self, Profile};
use lexopt::prelude::*;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn main(root: &Path, mut arguments: lexopt::Parser) -> Result<()> {
    let mut out = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("out") => out = Some(PathBuf::from(arguments.value()?)),
            other => return Err(other.unexpected().into()),
        }
    }
    site::build(root, Profile::Release)?;
    print(write(root, out)?);
    Ok(())
}

/// Writes the wheel of a built site to a folder that is empty or not there yet, `target/wheel` by default; gives its path.
pub(crate) fn write(root: &Path, out: Option<PathBuf>) -> Result<String> {
    let out = match out {
        Some(out) => empty_folder(&out)?,
        None => cleared(site::target_directory(root)?.join("wheel"))?,
    };
    let mut node = Command::new("node");
    node.arg("xtask/wheel.mjs").arg(&out).arg(env!("CARGO_PKG_VERSION"));
    Ok(output(node.current_dir(root))?.trim().to_owned())
}
