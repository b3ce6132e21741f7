//! `bench`: workloads measured side by side in one headless Chromium.

use super::dist;
use super::run::{file, text};
use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::exec::{say, status};
use crate::server;
use crate::site::{self, Profile};
use crate::tools::Browser;
use lexopt::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Fewer make no quartiles.
const ROUNDS: u32 = 7;

/// The workload that needs the built site.
const START: &str = "start";

struct Options {
    names: Vec<String>,
    rounds: u32,
    json: Option<PathBuf>,
}

pub(crate) fn main(root: &Path, arguments: lexopt::Parser) -> Result<()> {
    let options = parse(arguments)?;
    let executable = Browser::Chromium.find()?;
    site::build(root, Profile::Release)?;
    let starts = options.names.is_empty() || options.names.iter().any(|name| name == START);
    let request = json!({
        "site": if starts { Some(built_site(root)?) } else { None },
        "url": format!("{}bench/index.html", server::spawn(root, server::BENCH)?),
        "names": options.names,
        "rounds": options.rounds,
        "json": options.json,
    });
    say("measuring; other work on this machine distorts the figures");
    let mut node = Command::new("node");
    node.arg(root.join("xtask/browser/bench.mjs")).arg(request.to_string());
    let status = status(node.env(Browser::Chromium.variable(), executable))?;
    if status.success() { Ok(()) } else { Err(Error::Reported) }
}

/// The site as readers get it, written where builds are.
fn built_site(root: &Path) -> Result<PathBuf> {
    let out = dist::cleared(site::bundles(root)?.with_file_name("site"))?;
    dist::write(root, &out, &Budget::read(&root.join("budget.json"))?)?;
    Ok(out)
}

fn parse(mut arguments: lexopt::Parser) -> Result<Options> {
    let mut options = Options { names: Vec::new(), rounds: ROUNDS, json: None };
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("rounds") => {
                let value = text(arguments.value()?)?;
                let number = value.parse().ok().filter(|&number| number > 0);
                options.rounds = number.ok_or_else(|| {
                    Error::Usage(format!("--rounds takes a whole number of 1 or more, not {value:?}"))
                })?;
            }
            Long("json") => options.json = Some(file(&arguments.value()?)?),
            Value(name) => options.names.push(text(name)?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_options_are_read_in_any_order() -> Result<()> {
        let options = parse(lexopt::Parser::from_args(["enqueue", "--rounds", "9", "start"]))?;
        assert_eq!((options.names, options.rounds), (vec!["enqueue".to_owned(), "start".to_owned()], 9));
        assert_eq!(parse(lexopt::Parser::from_args::<[&str; 0]>([]))?.rounds, ROUNDS);
        Ok(())
    }

    #[test]
    fn bad_command_lines_are_refused() {
        for words in [&["--rounds", "0"][..], &["--rounds", "many"], &["--rounds"], &["--json", "/no/such/folder/a"]] {
            assert!(matches!(parse(lexopt::Parser::from_args(words)), Err(Error::Usage(_))), "{words:?}");
        }
    }
}
