//! Failures of a command, each with its remedy.

use std::io;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;
use thiserror::Error as ThisError;

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a command stopped.
#[derive(Debug, ThisError)]
pub(crate) enum Error {
    /// The command line cannot be understood.
    #[error("{0}\nSee `cargo xtask help`.")]
    Usage(String),
    /// Something is missing that may not, or cannot, be installed from here.
    #[error("{what} is missing. Install it with\n\n    {install}\n")]
    Missing {
        /// The missing thing and its purpose.
        what: String,
        /// The exact command that installs it.
        install: String,
    },
    /// A program that was started failed; it has usually printed the reason.
    #[error("`{command}` failed ({status})")]
    Failed {
        /// The program and its arguments.
        command: String,
        /// Its exit status.
        status: ExitStatus,
    },
    /// A program that was started took too long, and was ended.
    #[error("`{command}` was ended, since it took longer than {} s; at work: {at_work}", .limit.as_secs())]
    Late {
        /// The program and its arguments.
        command: String,
        /// Its time limit.
        limit: Duration,
        /// The programs that it waited for.
        at_work: String,
    },
    /// The system rejected something.
    #[error("{doing}: {source}")]
    Io {
        /// The action that failed.
        doing: String,
        /// The system's answer.
        source: io::Error,
    },
    /// Anything else that the message explains, remedy included.
    #[error("{0}")]
    Rejected(String),
    /// The failure has been reported already.
    #[error("")]
    Reported,
    /// An invalid command line, which has been reported already.
    #[error("")]
    ReportedUsage,
}

impl Error {
    /// For `map_err`: an I/O error while `verb`ing `path`.
    pub(crate) fn io(verb: &str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let doing = format!("{verb} {}", path.display());
        move |source| Self::Io { doing, source }
    }

    /// The process's exit code: 2 for a bad command line, 1 for everything else.
    pub(crate) fn exit_code(&self) -> u8 {
        if matches!(self, Self::Usage(_) | Self::ReportedUsage) { 2 } else { 1 }
    }
}
