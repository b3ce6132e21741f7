//! `run`: one experiment in a headless browser, its table on standard output; or the self-test of the machine.

use crate::driver::{Adapter, Driver};
use crate::error::{Error, Result};
use crate::exec::say;
use crate::server;
use crate::site::{self, Profile};
use crate::tools::Browser;
use lexopt::prelude::*;
use serde_json::{Map, Value as Json, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf, absolute};

/// The page that examines the machine; it is no experiment.
const SELFTEST: &str = "selftest";

struct Options {
    experiment: String,
    parameters: Map<String, Json>,
    device: Option<String>,
    /// Whether the device is measured for a verdict on what binds the program.
    binds: bool,
    browser: Browser,
    adapter: Adapter,
    language: String,
    json: Option<PathBuf>,
    png: Option<PathBuf>,
    csv: Option<PathBuf>,
    svg: Option<PathBuf>,
    trace: Option<PathBuf>,
}

pub(crate) fn main(root: &Path, arguments: lexopt::Parser) -> Result<()> {
    let options = parse(arguments)?;
    let driver = Driver::find(options.browser, options.adapter)?;
    site::build(root, Profile::Release)?;
    if options.experiment == SELFTEST {
        return selftest(root, &options, &driver);
    }
    let request = json!({
        "url": format!("{}?lang={}", server::spawn(root, server::SITE)?, options.language),
        "experiment": options.experiment,
        "parameters": options.parameters,
        "device": options.device,
        "binds": options.binds,
        "browser": options.browser.name(),
        "json": options.json,
        "png": options.png,
        "csv": options.csv,
        "svg": options.svg,
        "trace": options.trace,
    });
    say(format_args!("running {} in {}", options.experiment, options.browser.name()));
    driver.run(root, "run.mjs", &request)
}

/// The checks of `selftest.html`, with `--set only=kernels` one of them.
fn selftest(root: &Path, options: &Options, driver: &Driver) -> Result<()> {
    let only = options.parameters.get("only").and_then(Json::as_str);
    let request = json!({
        "url": format!("{}selftest.html?lang={}", server::spawn(root, server::SITE)?, options.language),
        "only": only.map(|names| names.split(',').collect::<Vec<_>>()),
        "browser": options.browser.name(),
        "json": options.json,
        "png": options.png,
    });
    say(format_args!("examining this machine in {}", options.browser.name()));
    driver.run(root, "selftest.mjs", &request)
}

fn parse(mut arguments: lexopt::Parser) -> Result<Options> {
    let (mut experiment, mut device, mut browser) = (None, None, Browser::Chromium);
    let (mut machine, mut adapter): (Option<String>, _) = (None, Adapter::AUTO);
    let (mut parameters, mut language, mut json, mut png) = (Map::new(), "en".to_owned(), None, None);
    let (mut csv, mut svg, mut trace, mut binds) = (None, None, None, false);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("set") => {
                let (key, value) = assignment(&text(arguments.value()?)?)?;
                parameters.insert(key, value);
            }
            Long("device") => device = Some(device_named(text(arguments.value()?)?)?),
            Long("binds") => binds = true,
            Long("machine") => machine = Some(text(arguments.value()?)?),
            Long("browser") => browser = browser_named(text(arguments.value()?)?)?,
            Long("adapter") => adapter = Adapter::named(&arguments.value()?)?,
            Long("lang") => language = text(arguments.value()?)?,
            Long("json") => json = Some(file(&arguments.value()?)?),
            Long("png") => png = Some(file(&arguments.value()?)?),
            Long("csv") => csv = Some(file(&arguments.value()?)?),
            Long("svg") => svg = Some(file(&arguments.value()?)?),
            Long("trace") => trace = Some(trace_file(&arguments.value()?)?),
            Value(name) if experiment.is_none() => experiment = Some(text(name)?),
            other => return Err(other.unexpected().into()),
        }
    }
    let experiment = experiment.ok_or_else(|| Error::Usage("run needs the name of an experiment".into()))?;
    if let Some(machine) = machine {
        if device.as_deref().is_some_and(|device| device != "sim") {
            return Err(Error::Usage("--machine models a machine: it goes with --device sim, or with none".into()));
        }
        // The page knows the machines.
        device = Some(format!("machine:{machine}"));
    }
    Ok(Options { experiment, parameters, device, binds, browser, adapter, language, json, png, csv, svg, trace })
}

/// Splits `key=value`. The value is a number or a boolean if it reads as one, else a string; whether the experiment
/// has such a parameter, and what it accepts, is for the page to say.
pub(super) fn assignment(text: &str) -> Result<(String, Json)> {
    let (key, value) = text.split_once('=').unwrap_or_default();
    if key.is_empty() || !key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
        return Err(Error::Usage(format!("--set takes key=value, such as --set n=1000, not {text:?}")));
    }
    let value = match value {
        "true" => Json::Bool(true),
        "false" => Json::Bool(false),
        _ => match value.parse::<f64>() {
            Ok(number) if number.is_finite() => json!(number),
            _ => Json::from(value),
        },
    };
    Ok((key.to_owned(), value))
}

pub(super) fn device_named(name: String) -> Result<String> {
    one_of("--device", &["webgpu", "cpu", "sim"], name)
}

pub(super) fn browser_named(name: String) -> Result<Browser> {
    let name = one_of("--browser", &["chromium", "firefox"], name)?;
    Ok(if name == "firefox" { Browser::Firefox } else { Browser::Chromium })
}

pub(super) fn one_of(option: &str, choices: &[&str], given: String) -> Result<String> {
    if choices.contains(&given.as_str()) {
        return Ok(given);
    }
    Err(Error::Usage(format!("{option} takes {}, not {given:?}", choices.join(" or "))))
}

/// A file to write, in a folder that must exist: better known now than after the experiment.
pub(super) fn file(name: &OsString) -> Result<PathBuf> {
    let path = absolute(name).map_err(Error::io("finding", Path::new(name)))?;
    match path.parent() {
        Some(folder) if folder.is_dir() && !path.is_dir() => Ok(path),
        _ => Err(Error::Usage(format!("cannot write {}: its folder does not exist, or it is one", path.display()))),
    }
}

/// The same, for a trace: its ending says in which format.
fn trace_file(name: &OsString) -> Result<PathBuf> {
    let path = file(name)?;
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("pftrace" | "json") => Ok(path),
        _ => Err(Error::Usage(format!("--trace takes a file ending in .pftrace or .json, not {}", path.display()))),
    }
}

pub(super) fn text(value: OsString) -> Result<String> {
    value.into_string().map_err(|value| Error::Usage(format!("{} is not valid UTF-8", value.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_become_numbers_booleans_or_strings() -> Result<()> {
        for (text, key, value) in [
            ("n=1000", "n", json!(1000.0)),
            ("rate=5e-3", "rate", json!(0.005)),
            ("shift=-2", "shift", json!(-2.0)),
            ("wait=true", "wait", json!(true)),
            ("allocator=stream-ordered", "allocator", json!("stream-ordered")),
            ("note=a=b", "note", json!("a=b")),
            ("empty=", "empty", json!("")),
            ("huge=1e999", "huge", json!("1e999")),
            ("nan=NaN", "nan", json!("NaN")),
        ] {
            assert_eq!(assignment(text)?, (key.to_owned(), value), "{text}");
        }
        Ok(())
    }

    #[test]
    fn what_is_no_assignment_is_rejected() {
        for text in ["n", "", "=3", "a b=3", "\"n\"=3"] {
            assert!(matches!(assignment(text), Err(Error::Usage(_))), "{text}");
        }
    }

    #[test]
    fn the_command_line_is_read_in_any_order() -> Result<()> {
        let words = ["--set", "n=8", "--browser=firefox", "warmup", "--set", "n=9", "--device", "cpu", "--binds"];
        let options = parse(lexopt::Parser::from_args(words))?;
        assert_eq!((options.experiment.as_str(), options.browser), ("warmup", Browser::Firefox));
        assert!(options.binds && !parse(lexopt::Parser::from_args(["warmup"]))?.binds);
        assert_eq!((options.device.as_deref(), &options.parameters["n"]), (Some("cpu"), &json!(9.0)));
        Ok(())
    }

    #[test]
    fn bad_command_lines_are_rejected() {
        for words in [
            &[][..],
            &["a", "b"],
            &["a", "--device", "gpu"],
            &["a", "--browser", "lynx"],
            &["a", "--set"],
            &["a", "--png", "/no/such/folder/a.png"],
            &["a", "--trace", "a.txt"],
            &["a", "--device", "cpu", "--machine", "phone"],
            &["a", "--speed"],
        ] {
            assert!(matches!(parse(lexopt::Parser::from_args(words)), Err(Error::Usage(_))), "{words:?}");
        }
    }
}
