//! `record`: runs of the experiments, kept with them for readers whose browser cannot run them.

use crate::arguments::{Device, Set};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::server;
use crate::site::{self, Profile};
use crate::tools::Browser;
use clap::Args;
use serde_json::{Map, Value as Json, json};
use std::fs;
use std::path::{Path, PathBuf, absolute};

#[derive(Args)]
pub(crate) struct Options {
    /// Experiments; all by default
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Those of the last recording where none is given.
    #[command(flatten)]
    parameters: Set,
    #[command(flatten)]
    device: Device,
    /// Draw the posters of the recordings that there are, and record nothing
    #[arg(long, conflicts_with = "out")]
    posters: bool,
    /// The folder to write recordings to, without posters; by default they stand beside the experiments
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn main(root: &Path, options: &Options) -> Result<()> {
    let parameters = parameters(options)?;
    let driver = Driver::find(Browser::Chromium, options.device.adapter)?;
    let folder = match &options.out {
        Some(out) => absolute(out).map_err(Error::io("finding", out))?,
        None => root.join("www/experiments"),
    };
    fs::create_dir_all(&folder).map_err(Error::io("creating", &folder))?;
    site::build(root, Profile::Release)?;
    let url = server::spawn(root, server::SITE)?;
    let make = |posters: bool| {
        let request = json!({
            "url": url,
            "folder": folder,
            "names": options.names,
            "parameters": parameters,
            "device": options.device.device,
            "posters": posters,
        });
        driver.run(root, "record.mjs", &request)
    };
    if options.out.is_some() {
        return make(false);
    }
    if !options.posters {
        make(false)?;
        // The page shows a recording, and draws a poster, only of experiments that are listed with a recording.
        site::experiments(root)?;
    }
    make(true)
}

fn parameters(options: &Options) -> Result<Option<Map<String, Json>>> {
    let values = options.parameters.values();
    if !values.is_empty() && options.names.len() != 1 {
        return Err(Error::Usage("--set belongs to one experiment: name it, and no other".into()));
    }
    Ok((!values.is_empty()).then_some(values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::parse;

    #[test]
    fn values_belong_to_one_experiment() {
        let given = |words| parse::<Options>(words).map(|options| parameters(&options));
        assert!(matches!(given(&["warmup", "queued"]), Ok(Ok(None))));
        let values = Map::from_iter([("n".to_owned(), json!(9.0)), ("wait".to_owned(), json!(true))]);
        let words = ["--set", "n=8", "warmup", "--set", "wait=true", "--set", "n=9"];
        assert!(matches!(given(&words), Ok(Ok(Some(found))) if found == values));
        for words in [&["--set", "n=8"][..], &["a", "b", "--set", "n=8"]] {
            assert!(matches!(given(words), Ok(Err(Error::Usage(_)))), "{words:?}");
        }
    }
}
