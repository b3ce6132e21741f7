//! Failures, each with its remedy.

use std::io;
use thiserror::Error as ThisError;

pub(crate) type Result<T> = std::result::Result<T, Error>;

/// Why something was not measured.
#[derive(Debug, ThisError)]
pub(crate) enum Error {
    /// The engine returned an error.
    #[error(transparent)]
    Engine(#[from] asynclab::error::Error),
    /// There is nothing to measure on.
    #[error(
        "no Vulkan adapter can be used, so nothing was measured: {0}. Install the card's driver, or a software one such as Mesa's lavapipe (Debian: mesa-vulkan-drivers)"
    )]
    NoAdapter(asynclab::error::Error),
    /// A fast wrong answer must not count.
    #[error("wrong: {0}")]
    Wrong(String),
    /// PyTorch or NumPy gives no answer, or one that cannot be parsed.
    #[error("Python {0}; what it said stands above")]
    Peer(String),
    /// The argument is not what the command passes.
    #[error("this program is run by `cargo xtask bench --native`: {0}")]
    Request(String),
    /// The system rejected something.
    #[error("{doing}: {source}")]
    Io {
        /// The action that failed.
        doing: String,
        /// The system's answer.
        source: io::Error,
    },
    /// A case has no figures of the lab.
    #[error("the lab failed: {0}")]
    Failed(String),
}
