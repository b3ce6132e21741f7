//! The programs of `xtask/browser/`, each of which drives a headless browser from Node.

use crate::error::{Error, Result};
use crate::exec::status;
use crate::tools::Browser;
use serde_json::Value;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The adapters that a browser can be asked for.
const ADAPTERS: [&str; 3] = ["auto", "hardware", "software"];

/// The adapter that a command's browser computes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Adapter(&'static str);

impl Default for Adapter {
    fn default() -> Self {
        Self::AUTO
    }
}

impl Adapter {
    /// The machine's own GPU where the browser offers it, else software.
    pub(crate) const AUTO: Self = Self("auto");
    /// The same on every machine.
    pub(crate) const SOFTWARE: Self = Self("software");

    /// The adapter of that name, the value of `--adapter`.
    pub(crate) fn named(name: &OsStr) -> Result<Self> {
        let found = ADAPTERS.into_iter().find(|&adapter| name == adapter);
        found
            .map(Self)
            .ok_or_else(|| Error::Usage(format!("--adapter takes {}, not {}", ADAPTERS.join(" or "), name.display())))
    }
}

/// A browser that was found, with the adapter that it is to take.
pub(crate) struct Driver {
    browser: Browser,
    executable: PathBuf,
    adapter: Adapter,
}

impl Driver {
    /// Finds the browser, and installs it where that is possible.
    pub(crate) fn find(browser: Browser, adapter: Adapter) -> Result<Self> {
        Ok(Self { browser, executable: browser.find()?, adapter })
    }

    /// Runs one of the programs. Its output is the command's. It has reported its own failures; the exit code 2 means a bad command line.
    pub(crate) fn run(&self, root: &Path, program: &str, request: &Value) -> Result<()> {
        let mut node = Command::new("node");
        node.arg(root.join("xtask/browser").join(program)).arg(request.to_string());
        node.env(self.browser.variable(), &self.executable).env("ASYNCLAB_ADAPTER", self.adapter.0);
        match status(&mut node)?.code() {
            Some(0) => Ok(()),
            Some(2) => Err(Error::ReportedUsage),
            _ => Err(Error::Reported),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adapters_have_three_names() -> Result<()> {
        assert_eq!(Adapter::named(OsStr::new("auto"))?, Adapter::AUTO);
        assert_eq!(Adapter::named(OsStr::new("software"))?, Adapter::SOFTWARE);
        assert!(Adapter::named(OsStr::new("hardware")).is_ok());
        for name in ["", "gpu", "Software"] {
            assert!(matches!(Adapter::named(OsStr::new(name)), Err(Error::Usage(_))), "{name}");
        }
        Ok(())
    }
}
