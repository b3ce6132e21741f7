//! `watch`: the WebGPU of any page, in a headless browser: what it submits, what it waits for, why the device is idle.

use super::run::{browser_named, file, one_of, text};
use crate::driver::{Adapter, Driver};
use crate::error::{Error, Result};
use crate::exec::say;
use crate::site::{self, Profile};
use crate::tools::Browser;
use lexopt::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};

/// How long a page is watched by default, in s.
const SECONDS: f64 = 10.0;
/// How long what is to end it may take to appear by default, in s.
const UNTIL_SECONDS: f64 = 600.0;
/// The longest, in s.
const MOST_SECONDS: f64 = 3600.0;

#[derive(Debug)]
struct Options {
    url: String,
    seconds: f64,
    until: Option<String>,
    out: PathBuf,
    browser: Browser,
    adapter: Adapter,
    stacks: String,
    timestamps: bool,
    cpu_profile: bool,
}

pub(crate) fn main(root: &Path, arguments: lexopt::Parser) -> Result<()> {
    let options = parse(arguments)?;
    let driver = Driver::find(options.browser, options.adapter)?;
    site::build(root, Profile::Release)?;
    let request = json!({
        "url": options.url,
        "seconds": options.seconds,
        "until": options.until,
        "out": options.out,
        "browser": options.browser.name(),
        "stacks": options.stacks,
        "timestamps": options.timestamps,
        "cpuProfile": options.cpu_profile,
    });
    say(format_args!("watching {} in {}", options.url, options.browser.name()));
    driver.run(root, "watch.mjs", &request)
}

fn parse(mut arguments: lexopt::Parser) -> Result<Options> {
    let (mut url, mut seconds, mut until, mut out) = (None, None, None, None);
    let (mut browser, mut adapter) = (Browser::Chromium, Adapter::AUTO);
    let (mut stacks, mut timestamps, mut cpu_profile) = ("waits".to_owned(), false, false);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("seconds") => seconds = Some(seconds_of(&text(arguments.value()?)?)?),
            Long("until") => until = Some(text(arguments.value()?)?),
            Long("out") => out = Some(json_file(&arguments.value()?)?),
            Long("browser") => browser = browser_named(text(arguments.value()?)?)?,
            Long("adapter") => adapter = Adapter::named(&arguments.value()?)?,
            Long("stacks") => stacks = one_of("--stacks", &["none", "waits", "all"], text(arguments.value()?)?)?,
            Long("timestamps") => timestamps = true,
            Long("cpu-profile") => cpu_profile = true,
            Value(value) if url.is_none() => url = Some(address(text(value)?)?),
            other => return Err(other.unexpected().into()),
        }
    }
    let url =
        url.ok_or_else(|| Error::Usage("watch needs the address of a page, such as https://example.org/".into()))?;
    if cpu_profile && matches!(browser, Browser::Firefox) {
        return Err(Error::Usage("--cpu-profile needs Chromium: Firefox gives a driver no profile".into()));
    }
    let out = out.map_or_else(|| json_file(&"recording.json".into()), Ok)?;
    let seconds = seconds.unwrap_or(if until.is_some() { UNTIL_SECONDS } else { SECONDS });
    Ok(Options { url, seconds, until, out, browser, adapter, stacks, timestamps, cpu_profile })
}

fn seconds_of(text: &str) -> Result<f64> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
    seconds.ok_or_else(|| Error::Usage(format!("--seconds takes a number from 0 to {MOST_SECONDS}, not {text:?}")))
}

fn address(text: String) -> Result<String> {
    if ["http://", "https://", "file://"].iter().any(|scheme| text.starts_with(scheme)) {
        return Ok(text);
    }
    Err(Error::Usage(format!("watch takes an address that begins with http:// or https://, not {text:?}")))
}

/// A file to write whose ending is replaced for the traces beside it.
fn json_file(name: &std::ffi::OsString) -> Result<PathBuf> {
    let path = file(name)?;
    if path.extension().is_some_and(|ending| ending == "json") {
        return Ok(path);
    }
    Err(Error::Usage(format!("--out takes a file ending in .json, not {}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_read_in_any_order() -> Result<()> {
        let words = ["--until", "#done", "--browser=firefox", "http://localhost/", "--timestamps"];
        let options = parse(lexopt::Parser::from_args(words))?;
        assert_eq!((options.url.as_str(), options.until.as_deref()), ("http://localhost/", Some("#done")));
        assert!(options.seconds > SECONDS, "{}", options.seconds);
        assert!(options.timestamps && matches!(options.browser, Browser::Firefox));
        assert!(options.out.ends_with("recording.json"));
        Ok(())
    }

    #[test]
    fn bad_command_lines_are_rejected() {
        for words in [
            &[][..],
            &["localhost"],
            &["http://a/", "http://b/"],
            &["http://a/", "--seconds", "-1"],
            &["http://a/", "--seconds", "NaN"],
            &["http://a/", "--out", "a.txt"],
            &["http://a/", "--stacks", "some"],
            &["http://a/", "--browser", "firefox", "--cpu-profile"],
            &["http://a/", "--browser", "lynx"],
        ] {
            assert!(matches!(parse(lexopt::Parser::from_args(words)), Err(Error::Usage(_))), "{words:?}");
        }
    }
}
