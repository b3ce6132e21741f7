//! `run`: one experiment in a headless browser, its table on standard output; or the self-test of the machine.

use crate::arguments::{Device, Set, file, file_ending_in, name};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::exec::say;
use crate::server;
use crate::site::{self, Profile};
use crate::tools::Browser;
use clap::Args;
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};

/// The page that examines the machine; it is no experiment.
const SELFTEST: &str = "selftest";

#[derive(Args)]
pub(crate) struct Options {
    /// An experiment, or `selftest`
    experiment: String,
    #[command(flatten)]
    parameters: Set,
    #[command(flatten)]
    device: Device,
    /// The modelled machine of the device `sim`, such as phone
    #[arg(long, value_name = "NAME")]
    machine: Option<String>,
    #[arg(long, default_value = "chromium")]
    browser: Browser,
    /// The language of what is printed, one of the page's
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    lang: String,
    /// Measure the device, and print what binds the recorded program of `sandbox`; also in the JSON
    #[arg(long)]
    binds: bool,
    /// A file for the result, or the report of the self-test
    #[arg(long, value_name = "FILE", value_parser = file)]
    json: Option<PathBuf>,
    /// A file for the numbers
    #[arg(long, value_name = "FILE", value_parser = file)]
    csv: Option<PathBuf>,
    /// A file for a picture of the page
    #[arg(long, value_name = "FILE", value_parser = file)]
    png: Option<PathBuf>,
    /// A file for the chart
    #[arg(long, value_name = "FILE", value_parser = file)]
    svg: Option<PathBuf>,
    /// A file for a trace: .pftrace for Perfetto, or .json in Chrome's format
    #[arg(long, value_name = "FILE", value_parser = |name: &str| file_ending_in(name, &["pftrace", "json"]))]
    trace: Option<PathBuf>,
}

pub(crate) fn main(root: &Path, options: &Options) -> Result<()> {
    let device = device(options)?;
    let driver = Driver::find(options.browser, options.device.adapter)?;
    site::build(root, Profile::Release)?;
    if options.experiment == SELFTEST {
        return selftest(root, options, &driver);
    }
    let request = json!({
        "url": format!("{}?lang={}", server::spawn(root, server::SITE)?, options.lang),
        "experiment": options.experiment,
        "parameters": options.parameters.values(),
        "device": device,
        "binds": options.binds,
        "browser": name(&options.browser),
        "json": options.json,
        "png": options.png,
        "csv": options.csv,
        "svg": options.svg,
        "trace": options.trace,
    });
    say(format_args!("running {} in {}", options.experiment, name(&options.browser)));
    driver.run(root, "run.mjs", &request)
}

/// Runs the checks of `selftest.html`; with `--set only=kernels`, that one alone.
fn selftest(root: &Path, options: &Options, driver: &Driver) -> Result<()> {
    let parameters = options.parameters.values();
    let only = parameters.get("only").and_then(Json::as_str);
    let request = json!({
        "url": format!("{}selftest.html?lang={}", server::spawn(root, server::SITE)?, options.lang),
        "only": only.map(|names| names.split(',').collect::<Vec<_>>()),
        "browser": name(&options.browser),
        "json": options.json,
        "png": options.png,
    });
    say(format_args!("examining this machine in {}", name(&options.browser)));
    driver.run(root, "selftest.mjs", &request)
}

/// The page's name of the device, or of the modelled machine. The page checks the machine's name.
fn device(options: &Options) -> Result<Option<String>> {
    let device = options.device.device.as_deref();
    match &options.machine {
        None => Ok(device.map(str::to_owned)),
        Some(machine) if device.is_none_or(|device| device == "sim") => Ok(Some(format!("machine:{machine}"))),
        Some(_) => Err(Error::Usage("--machine models a machine: it goes with --device sim, or with none".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::parse;

    #[test]
    fn a_machine_is_modelled() {
        let given = |words| parse::<Options>(words).map(|options| device(&options));
        assert!(matches!(given(&["a"]), Ok(Ok(None))));
        assert!(matches!(given(&["a", "--device", "cpu"]), Ok(Ok(Some(name))) if name == "cpu"));
        for words in [&["--machine", "phone", "a"][..], &["a", "--machine=phone", "--device=sim"]] {
            assert!(matches!(given(words), Ok(Ok(Some(name))) if name == "machine:phone"), "{words:?}");
        }
        assert!(matches!(given(&["a", "--device", "cpu", "--machine", "phone"]), Ok(Err(Error::Usage(_)))));
    }
}
