//! The programs of `xtask/browser/`, each of which drives a headless browser from Node.

use crate::arguments::name;
use crate::error::{Error, Result};
use crate::exec::status;
use crate::tools::Browser;
use clap::ValueEnum;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The adapter that a command's browser computes on.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Adapter {
    /// The machine's own GPU where the browser offers it with its default flags, else software
    Auto,
    /// The GPU, or an error
    Hardware,
    /// The same on every machine
    Software,
}

/// A browser that was found, with the adapter that it is to use.
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
        node.env(self.browser.variable(), &self.executable).env("ASYNCLAB_ADAPTER", name(&self.adapter));
        match status(&mut node)?.code() {
            Some(0) => Ok(()),
            Some(2) => Err(Error::ReportedUsage),
            _ => Err(Error::Reported),
        }
    }
}
