//! `soak`: the same things again and again in one browser, and what stays behind.

use super::dist;
use super::run::{file, text};
use crate::driver::{Adapter, Driver};
use crate::error::{Error, Result};
use crate::exec::say;
use crate::tools::Browser;
use lexopt::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};

/// For as long as what is promised is promised for.
const HOURS: f64 = 1.0;

struct Options {
    hours: f64,
    adapter: Adapter,
    parts: Vec<String>,
    json: Option<PathBuf>,
}

pub(crate) fn main(root: &Path, arguments: lexopt::Parser) -> Result<()> {
    let options = parse(arguments)?;
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

fn parse(mut arguments: lexopt::Parser) -> Result<Options> {
    let mut options = Options { hours: HOURS, adapter: Adapter::SOFTWARE, parts: Vec::new(), json: None };
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("hours") => {
                let hours = arguments.value()?.parse::<f64>()?;
                if !(hours > 0.0 && hours.is_finite()) {
                    return Err(Error::Usage(format!("--hours takes a number above 0, not {hours}")));
                }
                options.hours = hours;
            }
            Long("adapter") => options.adapter = Adapter::named(&arguments.value()?)?,
            Long("json") => options.json = Some(file(&arguments.value()?)?),
            Value(name) => options.parts.push(text(name)?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_a_time() {
        for words in
            [&["--hours", "0"][..], &["--hours", "NaN"], &["--hours", "inf"], &["--hours", "-1"], &["--minutes", "1"]]
        {
            assert!(parse(lexopt::Parser::from_args(words)).is_err(), "{words:?}");
        }
        assert!(matches!(parse(lexopt::Parser::from_args(["--hours", "0.5", "run"])), Ok(Options { hours: 0.5, .. })));
    }
}
