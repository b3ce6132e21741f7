//! `docs`: the documentation of the JavaScript API, from its docstrings.

use super::dist::out_folder;
use crate::error::Result;
use crate::exec::{run, say};
use crate::site::{self, Profile};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn main(root: &Path, out: Option<&Path>) -> Result<()> {
    write(root, out)?;
    Ok(())
}

/// Writes the documentation to `out`, an empty folder, or to `target/docs`, and returns the folder's path.
pub(super) fn write(root: &Path, out: Option<&Path>) -> Result<PathBuf> {
    let out = out_folder(root, out, "docs")?;
    // The documentation needs the engine's types, too.
    site::build(root, Profile::Release)?;
    let mut typedoc = Command::new(root.join("node_modules/.bin/typedoc"));
    typedoc.args(["--options", "npm/typedoc.json", "--out"]).arg(&out);
    // The tests read the examples from it.
    run(typedoc.arg("--json").arg(out.join("api.json")).current_dir(root))?;
    say(format_args!("wrote {}", out.display()));
    Ok(out)
}
