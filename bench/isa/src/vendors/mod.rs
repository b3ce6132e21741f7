//! The vendors whose compilers Mesa has. Each driver reads the card that it stands in for when it is loaded, so each card has its own process.

mod amd;
mod apple;
mod arm;
mod nvidia;
mod qualcomm;

#[cfg(test)]
pub(crate) use amd::read as read_amd;

use crate::assembly::Assembly;
use crate::error::{Error, Result};
use crate::model::Machine;
use crate::start::{Packages, output};
use asynclab::device::Adapter;
use asynclab::op::DeviceClass;
use asynclab_bench_probe::{Answer, Job, NOTHING, Statistics};
use serde::Serialize;
use std::path::Path;
use std::process::Command;

pub(crate) const VENDORS: [&Vendor; 5] = [&amd::AMD, &nvidia::NVIDIA, &apple::APPLE, &qualcomm::QUALCOMM, &arm::ARM];

/// The argument of a process that compiles the jobs of its input.
pub(crate) const COMPILE: &str = "compile";

/// A vendor and Mesa's driver for its cards.
pub(crate) struct Vendor {
    /// The name in browsers.
    pub(crate) name: &'static str,
    /// The library `lib…_noop_drm_shim.so` that stands in for its kernel driver.
    pub(crate) shim: &'static str,
    /// The driver's manifest for Vulkan's loader.
    pub(crate) manifest: &'static str,
    /// The shim's environment variable that names a card; empty where there is only one card.
    pub(crate) variable: &'static str,
    /// Whether its driver is built only for Arm's processors.
    pub(crate) emulated: bool,
    /// The unit of [`Figures::occupancy`].
    pub(crate) occupancy: &'static str,
    pub(crate) cards: &'static [Card],
    pub(crate) figures: fn(&Statistics, &Card) -> Figures,
    /// Reads the text of a kernel; without instructions where the driver has none.
    pub(crate) read: fn(&str) -> Assembly,
}

/// A family of cards with one instruction set.
#[derive(Clone, Copy)]
pub(crate) struct Card {
    pub(crate) name: &'static str,
    /// The shim's name of it.
    pub(crate) value: &'static str,
    /// The family's name in browsers, where defaults depend on it.
    pub(crate) architecture: &'static str,
    /// Products that have it.
    pub(crate) stands_for: &'static str,
    /// The most that a core holds at once, in the vendor's unit of occupancy.
    pub(crate) full: u64,
    /// Assumptions for the model of its arithmetic.
    pub(crate) modelled: Option<Modelled>,
}

#[derive(Clone, Copy)]
pub(crate) struct Modelled {
    pub(crate) machine: Machine,
    /// SIMDs of its largest card, by AMD's white papers and data sheets: two in each compute unit of RDNA, four of GCN.
    pub(crate) simds: u32,
    /// Mesa's statistic counts waves of 32 lanes: a wave of 64 takes the places of two.
    pub(crate) halves: bool,
}

/// The figures that every vendor's driver gives, each by its own names.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Figures {
    /// Registers of 32 bits for each lane.
    pub(crate) registers: u64,
    /// Groups of lanes, or lanes, that a core holds at once.
    #[serde(rename = "waves")]
    pub(crate) occupancy: u64,
    /// Spilled registers, or the instructions that spill.
    pub(crate) spilled: u64,
    /// Bytes of memory that each lane needs besides its registers, where the driver gives them.
    pub(crate) scratch_bytes: u64,
    /// Bytes that a workgroup shares, where the driver gives them.
    pub(crate) shared_bytes: u64,
    /// Bytes of code.
    pub(crate) code_bytes: u64,
    pub(crate) instructions: u64,
    /// Cycles of one pass through all code, where the driver estimates them.
    pub(crate) cycles: Option<u64>,
}

/// A driver's figure; 0 where it has none of this name.
fn figure(statistics: &Statistics, name: &str) -> u64 {
    statistics.get(name).copied().unwrap_or(0.0) as u64
}

/// AMD's manifest on Debian 12 and 13; elsewhere the loader finds it among the others.
const MANIFESTS: [&str; 2] =
    ["/usr/share/vulkan/icd.d/radeon_icd.x86_64.json", "/usr/share/vulkan/icd.d/radeon_icd.json"];

impl Vendor {
    /// Compiles kernels for this card in a process of its own: by the drivers among `packages`, or by the machine's own, which can stand in
    /// only for AMD's cards, up to Mesa 25.
    ///
    /// # Errors
    /// `NoDriver` where there is no such compiler; `Card` with what it printed.
    pub(crate) fn compile(&self, card: &Card, packages: Option<&Packages>, jobs: &[Job]) -> Result<Answer> {
        if let Some(packages) = packages {
            return self.ask(card, &mut packages.command(self, card, &packages.probe), jobs);
        }
        let program = std::env::current_exe().map_err(|error| Error::Request(error.to_string()))?;
        let ask = |family: &str| self.ask(card, &mut self.own(family, &program)?, jobs);
        // Some cards had other names until Mesa 24.
        match ask(card.name) {
            Err(Error::Card { .. }) => ask(&card.value.to_uppercase()),
            outcome => outcome,
        }
    }

    /// The class of a card, by its names in a browser.
    pub(crate) fn class(&self, card: &Card) -> DeviceClass {
        let [vendor, architecture] = [self.name, card.architecture].map(str::to_owned);
        Adapter { vendor, architecture, ..Adapter::default() }.machine()
    }

    fn ask(&self, card: &Card, command: &mut Command, jobs: &[Job]) -> Result<Answer> {
        let failed = |problem: String| Error::Card { card: card.name.into(), problem };
        let given = serde_json::to_vec(jobs).map_err(|error| failed(error.to_string()))?;
        let output = output(command, &given).map_err(|error| failed(error.to_string()))?;
        let printed = || String::from_utf8_lossy(&output.stderr).trim().to_owned();
        match output.status.code() {
            Some(0) => serde_json::from_slice(&output.stdout).map_err(|error| failed(error.to_string())),
            Some(code) if code == i32::from(NOTHING) => Err(Error::NoDriver(printed())),
            _ => Err(failed(printed())),
        }
    }

    /// A command that runs this program with the machine's own driver.
    fn own(&self, family: &str, program: &Path) -> Result<Command> {
        if self.name != amd::AMD.name {
            return Err(Error::NoDriver(format!("the driver for {} is in packages that are not here", self.name)));
        }
        let mut command = Command::new(program);
        command.arg(COMPILE).env("RADV_FORCE_FAMILY", family);
        if let Some(manifest) = MANIFESTS.iter().find(|file| Path::new(file).exists()) {
            command.env("VK_ICD_FILENAMES", manifest).env("VK_DRIVER_FILES", manifest);
        }
        Ok(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vendor, statistics of its driver by their names, and the registers, occupancy, spills and instructions that they are.
    type Given<'a> = (&'a str, &'a [(&'a str, f64)], [u64; 4]);

    /// The figures of a kernel as a driver of Mesa 26.2.6 gave them.
    #[test]
    fn figures_are_found_by_each_drivers_names() {
        let given: [Given<'_>; 5] = [
            (
                "amd",
                &[("VGPRs", 152.0), ("Subgroups per SIMD", 6.0), ("Spilled VGPRs", 1.0), ("Instructions", 929.0)],
                [152, 3, 1, 929],
            ),
            (
                "nvidia",
                &[
                    ("Number of GPRs", 144.0),
                    ("Max warps/SM", 12.0),
                    ("Spills to memory", 2.0),
                    ("Instruction count", 2060.0),
                ],
                [144, 12, 2, 2060],
            ),
            (
                "apple",
                &[("GPRs", 255.0), ("Threads", 384.0), ("Spills", 18.0), ("Instructions", 2060.0)],
                [128, 384, 18, 2060],
            ),
            (
                "qualcomm",
                &[
                    ("Registers used", 48.0),
                    ("Max Waves Per Core", 4.0),
                    ("STP Count", 25.0),
                    ("Instruction Count", 1706.0),
                ],
                [192, 4, 25, 1706],
            ),
            (
                "arm",
                &[("Registers used", 64.0), ("Threads", 1.0), ("Spills", 253.0), ("Instructions", 2067.0)],
                [64, 1, 253, 2067],
            ),
        ];
        for (vendor, (name, statistics, expected)) in VENDORS.iter().zip(given) {
            assert_eq!(vendor.name, name);
            let statistics = statistics.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
            let figures = (vendor.figures)(&statistics, &vendor.cards[0]);
            let found = [figures.registers, figures.occupancy, figures.spilled, figures.instructions];
            assert_eq!(found, expected, "{name}");
        }
    }
}
