//! Families of cards. The driver reads which one it stands for when it is loaded, so each has a process of its own.

use crate::error::{Error, Result};
use crate::model::{GCN, Machine, RDNA};
use crate::radv::{Compiled, Compiler};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// The argument of a process that compiles what it is given.
pub(crate) const COMPILE: &str = "compile";

/// A family of cards with one instruction set.
pub(crate) struct Family {
    /// As Mesa 22 calls it.
    pub(crate) name: &'static str,
    /// As newer versions do, where they call it otherwise.
    renamed: Option<&'static str>,
    /// Cards that have it.
    pub(crate) cards: &'static str,
    pub(crate) machine: Machine,
    /// SIMDs of its largest card, by AMD's white papers and data sheets: two in each compute unit of RDNA, four of GCN.
    pub(crate) simds: u32,
    /// Mesa's statistic counts waves of 32 lanes, of which a wave of 64 takes two places.
    pub(crate) counts_halves: bool,
}

pub(crate) const FAMILIES: [Family; 4] = [
    Family {
        name: "NAVI21",
        renamed: None,
        cards: "Radeon RX 6800–6950, RDNA 2",
        machine: RDNA,
        simds: 160,
        counts_halves: true,
    },
    Family {
        name: "GFX1100",
        renamed: Some("NAVI31"),
        cards: "Radeon RX 7900, RDNA 3",
        machine: RDNA,
        simds: 192,
        counts_halves: true,
    },
    Family {
        name: "VEGA10",
        renamed: None,
        cards: "Radeon RX Vega 56–64, GCN 5",
        machine: GCN,
        simds: 256,
        counts_halves: false,
    },
    Family {
        name: "RENOIR",
        renamed: None,
        cards: "Ryzen 4000 notebooks, GCN 5",
        machine: GCN,
        simds: 32,
        counts_halves: false,
    },
];

/// A kernel to be compiled.
#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct Job {
    pub(crate) name: String,
    pub(crate) spirv: Vec<u32>,
    pub(crate) trips: usize,
    pub(crate) dispatched: u32,
}

/// The answer of a process.
#[derive(Deserialize, Serialize)]
pub(crate) struct Answer {
    pub(crate) driver: String,
    pub(crate) kernels: Vec<Compiled>,
}

/// The driver's manifest on Debian 12 and 13; elsewhere the loader finds it among the others.
const MANIFESTS: [&str; 2] =
    ["/usr/share/vulkan/icd.d/radeon_icd.x86_64.json", "/usr/share/vulkan/icd.d/radeon_icd.json"];

impl Family {
    /// Compiles kernels in a process that stands for this family.
    ///
    /// # Errors
    /// `NoVulkan` or `NoDriver` where there is no such compiler; `Family` with what it said.
    pub(crate) fn compile_elsewhere(&self, jobs: &[Job]) -> Result<Answer> {
        match (self.compile_as(self.name, jobs), self.renamed) {
            (Err(Error::Family { .. }), Some(name)) => self.compile_as(name, jobs),
            (outcome, _) => outcome,
        }
    }

    fn compile_as(&self, name: &str, jobs: &[Job]) -> Result<Answer> {
        let failed = |problem: String| Error::Family { family: self.name.into(), problem };
        let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
        let mut command = Command::new(program);
        command.arg(COMPILE).env("RADV_FORCE_FAMILY", name);
        if let Some(manifest) = MANIFESTS.iter().find(|file| Path::new(file).exists()) {
            command.env("VK_ICD_FILENAMES", manifest).env("VK_DRIVER_FILES", manifest);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let given = serde_json::to_vec(jobs).map_err(|error| failed(error.to_string()))?;
        if let Some(mut input) = child.stdin.take() {
            // A process that has ended has said why.
            _ = input.write_all(&given);
        }
        let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
        if output.status.code() == Some(3) {
            return Err(Error::NoDriver);
        }
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
        }
        serde_json::from_slice(&output.stdout).map_err(|error| failed(error.to_string()))
    }
}

/// The other side: reads jobs, writes what they were compiled to.
pub(crate) fn compile() -> Result<()> {
    let mut given = Vec::new();
    let request = |error: String| Error::Request(error);
    std::io::stdin().read_to_end(&mut given).map_err(|error| request(error.to_string()))?;
    let jobs: Vec<Job> = serde_json::from_slice(&given).map_err(|error| request(error.to_string()))?;
    let compiler = Compiler::open()?;
    let mut kernels = Vec::new();
    for job in &jobs {
        kernels.push(compiler.compile(&job.spirv)?);
    }
    let answer = Answer { driver: compiler.driver.clone(), kernels };
    let text = serde_json::to_vec(&answer).map_err(|error| request(error.to_string()))?;
    std::io::stdout().write_all(&text).map_err(|error| request(error.to_string()))
}
