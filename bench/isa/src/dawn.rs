//! WGSL to SPIR-V as Chromium makes it: by Dawn, which runs in Node over the same driver that gets the modules.

use crate::error::{Error, Result};
use crate::start::{Packages, output};
use crate::vendors::Vendor;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Dawn's output before each module.
const MARK: &str = "/* Dumped SPIRV disassembly */";
/// Dawn's output before each text of a shader, and before other messages.
const OTHERS: [&str; 3] = ["\ninfo:", "\nwarning:", "\nerror:"];

/// The manifest of Mesa's driver for the CPU, on Debian 12 and 13.
const SOFTWARE: [&str; 2] = ["/usr/share/vulkan/icd.d/lvp_icd.x86_64.json", "/usr/share/vulkan/icd.d/lvp_icd.json"];

/// The programs.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Dawn {
    node: PathBuf,
    /// Reads texts of kernels as a JSON list, and makes Dawn compile them.
    script: PathBuf,
    /// `spirv-as`: the one of the packages if there are any, else the machine's.
    assembler: PathBuf,
    /// The version of its npm package.
    pub(crate) version: String,
}

impl Dawn {
    /// The modules of the texts, for the first card of a vendor; without packages, for Mesa's driver for the CPU.
    ///
    /// # Errors
    /// `Dawn` with its reason.
    pub(crate) fn modules(
        &self,
        vendor: &Vendor,
        packages: Option<&Packages>,
        texts: &[&str],
    ) -> Result<Vec<Vec<u32>>> {
        let failed = |problem: String| Error::Dawn { vendor: vendor.name.into(), problem };
        let card = vendor.cards.first().ok_or_else(|| failed("it has no card".into()))?;
        let mut command = match packages {
            Some(packages) => packages.command(vendor, card, &self.node),
            // Dawn crashes in the machine's own driver where that stands in for a card.
            None => over_software(&self.node),
        };
        command.arg(&self.script);
        let given = serde_json::to_vec(texts).map_err(|error| failed(error.to_string()))?;
        let output = output(&mut command, &given).map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(last_line(&output.stderr)));
        }
        let printed = String::from_utf8_lossy(&output.stdout);
        let modules = disassemblies(&printed);
        if modules.len() != texts.len() {
            return Err(failed(format!("it printed {} modules of {}", modules.len(), texts.len())));
        }
        modules.into_iter().map(|text| self.assemble(packages, text).map_err(&failed)).collect()
    }

    fn assemble(&self, packages: Option<&Packages>, text: &str) -> std::result::Result<Vec<u32>, String> {
        let mut command = match packages {
            Some(packages) => packages.bare(None, &self.assembler),
            None => Command::new(&self.assembler),
        };
        command.args(["--target-env", "vulkan1.3", "-o", "-", "-"]);
        let output = output(&mut command, text.as_bytes()).map_err(|error| error.to_string())?;
        if output.status.success() { Ok(words(&output.stdout)) } else { Err(last_line(&output.stderr)) }
    }
}

/// A command with the driver that runs on the CPU and stands in for no card.
fn over_software(program: &Path) -> Command {
    let mut command = Command::new(program);
    if let Some(manifest) = SOFTWARE.iter().find(|file| Path::new(file).exists()) {
        command.env("VK_ICD_FILENAMES", manifest).env("VK_DRIVER_FILES", manifest);
    }
    command
}

/// The modules in Dawn's output, in order.
fn disassemblies(printed: &str) -> Vec<&str> {
    let end = |text: &str| OTHERS.iter().filter_map(|other| text.find(other)).min().unwrap_or(text.len());
    printed.split(MARK).skip(1).map(|text| text[..end(text)].trim()).collect()
}

/// The words of a module in a file.
pub(crate) fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

fn last_line(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it printed nothing").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_among_what_dawn_prints() {
        let printed = "Warning: a limit is reduced\ninfo:\n// Dumped WGSL:\n@compute\n\ninfo:\n/* Dumped SPIRV disassembly */\n; SPIR-V\nOpA\n\n\
                       info:\n// Dumped WGSL:\nx\ninfo:\n/* Dumped SPIRV disassembly */\n; SPIR-V\nOpB\n";
        assert_eq!(disassemblies(printed), ["; SPIR-V\nOpA", "; SPIR-V\nOpB"]);
        assert_eq!(disassemblies("nothing"), Vec::<&str>::new());
    }

    #[test]
    fn what_a_program_printed_last_is_its_reason() {
        assert_eq!(last_line(b"one\n  two \n\n"), "two");
        assert_eq!(last_line(b""), "it printed nothing");
        assert_eq!(words(&[1, 0, 0, 0, 0, 1, 0, 0, 9]), [1, 256]);
    }
}
