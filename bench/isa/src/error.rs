//! Errors, each with its remedy.

use thiserror::Error as ThisError;

pub(crate) type Result<T> = std::result::Result<T, Error>;

/// Why kernels were not compiled.
#[derive(Debug, ThisError)]
pub(crate) enum Error {
    /// There is no driver.
    #[error("{0}")]
    NoDriver(String),
    /// The engine returned an error.
    #[error(transparent)]
    Engine(#[from] asynclab::error::Error),
    /// Naga returned an error.
    #[error("{kernel}: {problem}")]
    Shader {
        /// The kernel in question.
        kernel: String,
        /// The message of naga.
        problem: String,
    },
    /// A process that compiles for one card failed.
    #[error("the compiler for {card}: {problem}")]
    Card {
        /// The card.
        card: String,
        /// Its message.
        problem: String,
    },
    /// Compilers of some cards failed; the others' tables are complete.
    #[error("{0}")]
    Failed(String),
    /// Dawn compiled no module.
    #[error("Dawn for {vendor}: {problem}")]
    Dawn {
        /// The vendor whose driver it ran over.
        vendor: String,
        /// Its message.
        problem: String,
    },
    /// The argument is not what the command passes.
    #[error("this program is run by `cargo xtask bench isa`: {0}")]
    Request(String),
    /// The system rejected something.
    #[error("{doing}: {source}")]
    Io {
        /// The action that failed.
        doing: String,
        /// The system's answer.
        source: std::io::Error,
    },
}
