//! `notebook`: a Jupyter notebook from top to bottom in a headless browser, its output on standard output.

use super::run::{assignment, device_named, file, text};
use crate::driver::{Adapter, Driver};
use crate::error::{Error, Result};
use crate::exec::say;
use crate::server;
use crate::site::{self, Profile};
use crate::tools::Browser;
use lexopt::prelude::*;
use serde_json::{Map, Value as Json, json};
use std::path::{Path, PathBuf};

#[derive(Debug, Default)]
struct Options {
    notebook: Option<PathBuf>,
    device: Option<String>,
    /// Whether the device is measured for a verdict on what binds each cell.
    binds: bool,
    adapter: Adapter,
    /// `allocator=on-completion`, and whatever else a notebook's own settings name.
    settings: Map<String, Json>,
    json: Option<PathBuf>,
    ipynb: Option<PathBuf>,
    png: Option<PathBuf>,
}

pub(crate) fn main(root: &Path, arguments: lexopt::Parser) -> Result<()> {
    let options = parse(arguments)?;
    let notebook = options
        .notebook
        .ok_or_else(|| Error::Usage("notebook needs a file, such as examples/notebooks/pytorch.ipynb".into()))?;
    let driver = Driver::find(Browser::Chromium, options.adapter)?;
    site::build(root, Profile::Release)?;
    let request = json!({
        "url": format!("{}notebook.html?lang=en", server::spawn(root, server::SITE)?),
        "notebook": notebook,
        "device": options.device,
        "binds": options.binds,
        "settings": options.settings,
        "json": options.json,
        "ipynb": options.ipynb,
        "png": options.png,
    });
    say(format_args!("running {}", notebook.display()));
    driver.run(root, "notebook.mjs", &request)
}

fn parse(mut arguments: lexopt::Parser) -> Result<Options> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("adapter") => options.adapter = Adapter::named(&arguments.value()?)?,
            Long("binds") => options.binds = true,
            Long("device") => options.device = Some(device_named(text(arguments.value()?)?)?),
            Long("set") => {
                let (key, value) = assignment(&text(arguments.value()?)?)?;
                options.settings.insert(key, value);
            }
            Long("json") => options.json = Some(file(&arguments.value()?)?),
            Long("ipynb") => options.ipynb = Some(file(&arguments.value()?)?),
            Long("png") => options.png = Some(file(&arguments.value()?)?),
            Value(name) if options.notebook.is_none() => {
                let path = PathBuf::from(name);
                if !path.is_file() {
                    return Err(Error::Usage(format!("there is no file {}", path.display())));
                }
                options.notebook = Some(path);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_command_lines_are_rejected() {
        for words in [&["no-such-file.ipynb"][..], &["--device", "gpu"], &["--set", "x"], &["--speed"]] {
            assert!(matches!(parse(lexopt::Parser::from_args(words)), Err(Error::Usage(_))), "{words:?}");
        }
    }
}
