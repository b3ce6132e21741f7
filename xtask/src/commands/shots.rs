//! `shots`: pictures of every experiment, or of those named, in both themes and at three sizes, to be looked at.

use crate::arguments::Device;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::exec::say;
use crate::server;
use crate::site::{self, Profile};
use crate::tools::Browser;
use clap::Args;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf, absolute};

#[derive(Args)]
pub(crate) struct Options {
    /// Experiments, or `libraries` for the loops of two libraries side by side; all by default
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The folder to write to, target/shots/ by default
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    device: Device,
}

pub(crate) fn main(root: &Path, options: &Options) -> Result<()> {
    let out = options.out.clone().unwrap_or_else(|| root.join("target/shots"));
    let out = absolute(&out).map_err(Error::io("finding", &out))?;
    fs::create_dir_all(&out).map_err(Error::io("creating", &out))?;
    let driver = Driver::find(Browser::Chromium, options.device.adapter)?;
    site::build(root, Profile::Release)?;
    let request = json!({
        "url": server::spawn(root, server::SITE)?,
        "out": out,
        "device": options.device.device,
        "names": options.names,
    });
    say("taking pictures");
    driver.run(root, "shots.mjs", &request)
}
