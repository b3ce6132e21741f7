//! Makes a Vulkan driver of Mesa's compile kernels for the card that the environment names. Each card has a process of its own, since the driver
//! reads the name when it is loaded.

mod module;
mod vulkan;

pub use module::Interface;

use ash::vk;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::process::ExitCode;
use thiserror::Error as ThisError;

/// The exit status of [`run`] where there is no driver.
pub const NOTHING: u8 = 3;

/// The driver's figures, by the driver's names.
pub type Statistics = BTreeMap<String, f64>;

/// Why kernels were not compiled.
#[derive(Debug, ThisError)]
pub enum Error {
    /// There is no Vulkan loader.
    #[error("Vulkan cannot be loaded: {0}. Debian has it in libvulkan1")]
    NoVulkan(String),
    /// There is a loader but no driver of a card.
    #[error("no driver shows a card. Debian has them in mesa-vulkan-drivers; it must know the card that was asked for")]
    NoDriver,
    /// Vulkan returned an error.
    #[error("Vulkan: {0}")]
    Vulkan(#[from] vk::Result),
    /// The input is not SPIR-V.
    #[error("a module is no SPIR-V")]
    Module,
    /// The input or the output is invalid.
    #[error("the request: {0}")]
    Request(String),
}

/// A kernel to be compiled.
#[derive(Clone, Deserialize, Serialize)]
pub struct Job {
    /// Its computation, in words.
    pub name: String,
    /// Its module.
    pub spirv: Vec<u32>,
    /// Rounds of its innermost loop in each round of the loop around it.
    pub trips: usize,
    /// Waves of 64 lanes that it is dispatched in.
    pub dispatched: u32,
}

/// A compiled kernel.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Compiled {
    /// The driver's figures.
    pub statistics: Statistics,
    /// Instructions as text; empty where the driver has none.
    pub assembly: String,
}

/// The answer of a process.
#[derive(Deserialize, Serialize)]
pub struct Answer {
    /// The card and the driver, in the driver's own words.
    pub driver: String,
    /// In the order of the jobs.
    pub kernels: Vec<Compiled>,
}

/// Compiles the jobs of the standard input, and writes an [`Answer`]. Prints the reason if it fails.
#[must_use]
pub fn run() -> ExitCode {
    let Err(error) = compile() else { return ExitCode::SUCCESS };
    eprintln!("{error}");
    let nothing = matches!(error, Error::NoVulkan(_) | Error::NoDriver);
    if nothing { ExitCode::from(NOTHING) } else { ExitCode::FAILURE }
}

/// Reads jobs as JSON from the standard input, and writes an [`Answer`].
///
/// # Errors
/// `NoVulkan`, `NoDriver`, or Vulkan's own error.
fn compile() -> Result<(), Error> {
    let mut given = Vec::new();
    let request = |error: String| Error::Request(error);
    std::io::stdin().read_to_end(&mut given).map_err(|error| request(error.to_string()))?;
    let jobs: Vec<Job> = serde_json::from_slice(&given).map_err(|error| request(error.to_string()))?;
    let compiler = vulkan::Compiler::open()?;
    let kernels = jobs.iter().map(|job| compiler.compile(&job.spirv)).collect::<Result<_, _>>()?;
    let text = serde_json::to_vec(&Answer { driver: compiler.driver.clone(), kernels });
    let text = text.map_err(|error| request(error.to_string()))?;
    std::io::stdout().write_all(&text).map_err(|error| request(error.to_string()))
}
