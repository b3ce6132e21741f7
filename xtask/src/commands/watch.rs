//! `watch`: the WebGPU of any page, in a headless browser: what it submits, what it waits for, why the device is idle.

use crate::arguments::{file_ending_in, name};
use crate::driver::{Adapter, Driver};
use crate::error::{Error, Result};
use crate::exec::say;
use crate::site::{self, Profile};
use crate::tools::Browser;
use clap::Args;
use clap::builder::ArgPredicate::IsPresent;
use serde_json::json;
use std::path::{Path, PathBuf};

/// The longest time to watch, in s.
const MOST_SECONDS: f64 = 3600.0;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The address of a page, such as https://example.org/
    #[arg(value_parser = address)]
    url: String,
    /// How long to watch, in s; with --until how long to wait at most, 600 by default
    #[arg(long, value_name = "S", value_parser = seconds)]
    #[arg(default_value = "10", default_value_if("until", IsPresent, "600"))]
    seconds: f64,
    /// Stop when an element appears, of this selector of CSS
    #[arg(long, value_name = "SELECTOR")]
    until: Option<String>,
    /// The recording; traces are written beside it, with other endings
    #[arg(long, value_name = "FILE.json", default_value = "recording.json")]
    #[arg(value_parser = |name: &str| file_ending_in(name, &["json"]))]
    out: PathBuf,
    /// Have the device write when passes begin and end
    #[arg(long)]
    timestamps: bool,
    /// The calls whose lines are recorded
    #[arg(long, default_value = "waits", value_parser = ["none", "waits", "all"])]
    stacks: String,
    /// Profile the page's programs, in Chromium alone
    #[arg(long)]
    cpu_profile: bool,
    #[arg(long, default_value = "chromium")]
    browser: Browser,
    #[arg(long, default_value = "auto")]
    adapter: Adapter,
}

pub(crate) fn main(root: &Path, options: &Options) -> Result<()> {
    if options.cpu_profile && options.browser == Browser::Firefox {
        return Err(Error::Usage("--cpu-profile needs Chromium: Firefox gives a driver no profile".into()));
    }
    let driver = Driver::find(options.browser, options.adapter)?;
    site::build(root, Profile::Release)?;
    let request = json!({
        "url": options.url,
        "seconds": options.seconds,
        "until": options.until,
        "out": options.out,
        "browser": name(&options.browser),
        "stacks": options.stacks,
        "timestamps": options.timestamps,
        "cpuProfile": options.cpu_profile,
    });
    say(format_args!("watching {} in {}", options.url, name(&options.browser)));
    driver.run(root, "watch.mjs", &request)
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
    seconds.ok_or_else(|| format!("give a number from 0 to {MOST_SECONDS}"))
}

fn address(text: &str) -> Result<String, &'static str> {
    let known = ["http://", "https://", "file://"].iter().any(|scheme| text.starts_with(scheme));
    if known { Ok(text.to_owned()) } else { Err("give an address that begins with http:// or https://") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::parse;

    #[test]
    fn an_element_may_take_longer_to_appear() {
        let seconds = |words| parse::<Options>(words).ok().map(|options| options.seconds);
        assert_eq!(seconds(&["http://a/"]), Some(10.0));
        assert_eq!(seconds(&["--until", "#done", "http://a/"]), Some(600.0));
        assert_eq!(seconds(&["http://a/", "--until=#done", "--seconds", "0"]), Some(0.0));
    }

    #[test]
    fn bad_command_lines_are_rejected() {
        for words in [
            &["localhost"][..],
            &["http://a/", "--seconds", "3601"],
            &["http://a/", "--seconds", "NaN"],
            &["http://a/", "--out", "a.txt"],
        ] {
            assert!(parse::<Options>(words).is_err(), "{words:?}");
        }
    }
}
