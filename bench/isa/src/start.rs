//! Starts programs with the drivers of unpacked packages: by the packages' own dynamic loader, since their C library is newer than the machine's.

use crate::vendors::{Card, Vendor};
use serde::Deserialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Packages of one kind of processors, unpacked.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Packages {
    /// Their dynamic loader; for another processor, after the emulator.
    pub(crate) loader: Vec<PathBuf>,
    pub(crate) libraries: PathBuf,
    /// The folder of the drivers' manifests.
    pub(crate) manifests: PathBuf,
    /// The probe, built for these processors.
    pub(crate) probe: PathBuf,
}

impl Packages {
    /// A command that runs a program with a driver that stands in for a card.
    pub(crate) fn command(&self, vendor: &Vendor, card: &Card, program: &Path) -> Command {
        let manifest = self.manifests.join(format!("{}.json", vendor.manifest));
        let mut command = self.bare(Some(&format!("lib{}_noop_drm_shim.so", vendor.shim)), program);
        command.env("VK_ICD_FILENAMES", &manifest).env("VK_DRIVER_FILES", &manifest);
        if !vendor.variable.is_empty() {
            command.env(vendor.variable, card.value);
        }
        command
    }

    /// A command without a driver, for a program of the packages.
    pub(crate) fn bare(&self, preloaded: Option<&str>, program: &Path) -> Command {
        let mut command = Command::new(&self.loader[0]);
        command.args(&self.loader[1..]);
        if let Some(library) = preloaded {
            command.arg("--preload").arg(self.libraries.join(library));
        }
        command.arg("--library-path").arg(&self.libraries).arg(program);
        command
    }
}

/// The output of a command for an input.
///
/// # Errors
/// The system's.
pub(crate) fn output(command: &mut Command, input: &[u8]) -> std::io::Result<Output> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A process that has ended has printed the reason.
        _ = stdin.write_all(input);
    }
    child.wait_with_output()
}
