//! `notebook`: a Jupyter notebook from top to bottom in a headless browser, its output on standard output.

use crate::arguments::{Device, Set, file};
use crate::driver::Driver;
use crate::error::Result;
use crate::exec::say;
use crate::server;
use crate::site::{self, Profile};
use crate::tools::Browser;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct Options {
    /// Such as examples/notebooks/pytorch.ipynb
    #[arg(value_name = "FILE.ipynb", value_parser = existing)]
    notebook: PathBuf,
    #[command(flatten)]
    device: Device,
    #[command(flatten)]
    settings: Set,
    /// Measure the device, and add to the JSON what binds each cell
    #[arg(long)]
    binds: bool,
    /// A file for the cells' output and times
    #[arg(long, value_name = "FILE", value_parser = file)]
    json: Option<PathBuf>,
    /// A file for the notebook with its output
    #[arg(long, value_name = "FILE", value_parser = file)]
    ipynb: Option<PathBuf>,
    /// A file for a picture
    #[arg(long, value_name = "FILE", value_parser = file)]
    png: Option<PathBuf>,
}

pub(crate) fn main(root: &Path, options: &Options) -> Result<()> {
    let driver = Driver::find(Browser::Chromium, options.device.adapter)?;
    site::build(root, Profile::Release)?;
    let request = json!({
        "url": format!("{}notebook.html?lang=en", server::spawn(root, server::SITE)?),
        "notebook": options.notebook,
        "device": options.device.device,
        "binds": options.binds,
        "settings": options.settings.values(),
        "json": options.json,
        "ipynb": options.ipynb,
        "png": options.png,
    });
    say(format_args!("running {}", options.notebook.display()));
    driver.run(root, "notebook.mjs", &request)
}

fn existing(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    if path.is_file() { Ok(path) } else { Err(format!("there is no file {name}")) }
}
