//! `soak`: repeats the same work in one browser, and measures the threads and the memory that remain.

use super::dist;
use crate::arguments::{file, positive};
use crate::driver::{Adapter, Driver};
use crate::error::{Error, Result};
use crate::exec::say;
use crate::tools::Browser;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// The default duration: the limits on growth are promised for an hour.
const HOURS: f64 = 1.0;

#[derive(Args)]
pub(crate) struct Options {
    /// Of connect, run, embed and train; all by default
    #[arg(value_name = "PART")]
    parts: Vec<String>,
    /// Hours at most
    #[arg(long, value_name = "H", default_value_t = HOURS, value_parser = positive)]
    hours: f64,
    #[arg(long, default_value = "software")]
    adapter: Adapter,
    /// A file for the figures
    #[arg(long, value_name = "FILE", value_parser = file)]
    json: Option<PathBuf>,
}

pub(crate) fn main(root: &Path, options: &Options) -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Err(Error::Rejected("the memory of processes is read from /proc, which only Linux has".into()));
    }
    let driver = Driver::find(Browser::Chromium, options.adapter)?;
    let request = json!({
        "site": dist::built(root)?,
        "hours": options.hours,
        "parts": options.parts,
        "json": options.json,
    });
    say(format_args!("for {} h at most", options.hours));
    driver.run(root, "soak.mjs", &request)
}
