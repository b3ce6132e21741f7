//! Errors, each with its remedy.

use ash::vk;
use thiserror::Error as ThisError;

pub(crate) type Result<T> = std::result::Result<T, Error>;

/// Why kernels were not compiled.
#[derive(Debug, ThisError)]
pub(crate) enum Error {
    /// There is no Vulkan loader.
    #[error("Vulkan cannot be loaded: {0}. Debian has it in libvulkan1")]
    NoVulkan(String),
    /// There is a loader but no RADV.
    #[error(
        "Mesa's AMD driver shows no device. Debian has it in mesa-vulkan-drivers; it must know the family that was asked for"
    )]
    NoDriver,
    /// Vulkan refused.
    #[error("Vulkan: {0}")]
    Vulkan(#[from] vk::Result),
    /// The engine refused.
    #[error(transparent)]
    Engine(#[from] asynclab::error::Error),
    /// Naga refused.
    #[error("{kernel}: {problem}")]
    Shader {
        /// The kernel in question.
        kernel: String,
        /// The message of naga.
        problem: String,
    },
    /// A process that compiles for one family failed.
    #[error("the compiler for {family}: {problem}")]
    Family {
        /// The family.
        family: String,
        /// Its message.
        problem: String,
    },
    /// The argument is not what the command passes.
    #[error("this program is run by `cargo xtask bench isa`: {0}")]
    Request(String),
    /// The system refused something.
    #[error("{doing}: {source}")]
    Io {
        /// The action that failed.
        doing: String,
        /// The system's answer.
        source: std::io::Error,
    },
}
