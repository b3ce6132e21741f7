//! Installation of missing tools, and the message where it is not allowed.

use crate::error::{Error, Result};
use crate::exec::{output, run, say, which};
use std::fs;
use std::process::Command;
use std::sync::Once;

/// Installs Debian packages, or says how to.
///
/// # Errors
/// `Missing` with the command to run, where this is not Debian or not root.
pub(crate) fn debian(what: &str, packages: &[&str]) -> Result<()> {
    let install = format!("apt-get install --yes {}", packages.join(" "));
    if !is_debian() {
        let install = format!("{install}    # on Debian; elsewhere with your system's package manager");
        return Err(Error::Missing { what: what.into(), install });
    }
    if !is_root() {
        return Err(Error::Missing { what: what.into(), install: format!("sudo {install}") });
    }
    say(format_args!("{what} is missing: installing {}", packages.join(", ")));
    // Package lists age, and machines made from images often have none; once a run is enough.
    static UPDATE: Once = Once::new();
    let mut updated = Ok(());
    UPDATE.call_once(|| updated = run(apt().arg("update")));
    updated?;
    run(apt().args(["install", "--yes", "--no-install-recommends"]).args(packages))
}

/// Runs `install` because `what` is missing.
pub(crate) fn with(what: &str, install: &mut Command) -> Result<()> {
    say(format_args!("{what} is missing: installing it"));
    run(install)
}

fn apt() -> Command {
    let mut apt = Command::new("apt-get");
    apt.args(["--quiet", "-o", "Dpkg::Use-Pty=0", "-o", "DPkg::Lock::Timeout=120"])
        .env("DEBIAN_FRONTEND", "noninteractive");
    apt
}

fn is_debian() -> bool {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    release.lines().any(|line| line == "ID=debian") && which("apt-get").is_some()
}

fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0")
}
