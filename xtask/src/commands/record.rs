//! `record`: runs of the experiments, kept with them for readers whose browser cannot run them.

use super::run::{assignment, device_named, text};
use crate::driver::{Adapter, Driver};
use crate::error::{Error, Result};
use crate::server;
use crate::site::{self, Profile};
use crate::tools::Browser;
use lexopt::prelude::*;
use serde_json::{Map, Value as Json, json};
use std::fs;
use std::path::{Path, PathBuf, absolute};

#[derive(Default)]
struct Options {
    names: Vec<String>,
    /// None: those of the last recording.
    parameters: Option<Map<String, Json>>,
    device: Option<String>,
    adapter: Adapter,
    /// Only draws the posters of the recordings that there are.
    posters: bool,
    /// None: beside the experiments, whose posters are drawn then.
    out: Option<PathBuf>,
}

pub(crate) fn main(root: &Path, arguments: lexopt::Parser) -> Result<()> {
    let options = parse(arguments)?;
    let driver = Driver::find(Browser::Chromium, options.adapter)?;
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
            "parameters": options.parameters,
            "device": options.device,
            "posters": posters,
        });
        driver.run(root, "record.mjs", &request)
    };
    if options.out.is_some() {
        return make(false);
    }
    if !options.posters {
        make(false)?;
        // The page shows a recording, and draws a poster, of those experiments alone that are listed with one.
        site::experiments(root)?;
    }
    make(true)
}

fn parse(mut arguments: lexopt::Parser) -> Result<Options> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("set") => {
                let (key, value) = assignment(&text(arguments.value()?)?)?;
                options.parameters.get_or_insert_default().insert(key, value);
            }
            Long("adapter") => options.adapter = Adapter::named(&arguments.value()?)?,
            Long("device") => options.device = Some(device_named(text(arguments.value()?)?)?),
            Long("posters") => options.posters = true,
            Long("out") => options.out = Some(arguments.value()?.into()),
            Value(name) => options.names.push(text(name)?),
            other => return Err(other.unexpected().into()),
        }
    }
    if options.posters && options.out.is_some() {
        return Err(Error::Usage("posters are drawn beside the experiments: leave out --out".into()));
    }
    if options.parameters.is_some() && options.names.len() != 1 {
        return Err(Error::Usage("--set belongs to one experiment: name it, and no other".into()));
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_given_is_taken_from_the_last_recording() -> Result<()> {
        let options = parse(lexopt::Parser::from_args(["warmup", "queued"]))?;
        assert_eq!((options.names.len(), options.parameters, options.device), (2, None, None));
        let options = parse(lexopt::Parser::from_args(["--set", "n=8", "warmup", "--device=cpu"]))?;
        assert_eq!(options.parameters, Some(Map::from_iter([("n".to_owned(), json!(8.0))])));
        assert_eq!(options.device.as_deref(), Some("cpu"));
        Ok(())
    }

    #[test]
    fn values_without_their_one_experiment_are_rejected() {
        for words in [&["--set", "n=8"][..], &["a", "b", "--set", "n=8"], &["a", "--device", "gpu"], &["--set"]] {
            assert!(matches!(parse(lexopt::Parser::from_args(words)), Err(Error::Usage(_))), "{words:?}");
        }
    }
}
