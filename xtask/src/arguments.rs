//! The parts of command lines that several commands share.

use crate::driver::Adapter;
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};
use std::path::{PathBuf, absolute};

/// A choice as it is typed.
pub(crate) fn name(choice: &impl ValueEnum) -> String {
    choice.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

#[derive(Args)]
pub(crate) struct Out {
    /// The folder to write, empty or new, in place of the default one, which is cleared
    #[arg(long = "out", value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Device {
    /// The device that computes
    #[arg(long, value_parser = ["webgpu", "cpu", "sim"])]
    pub(crate) device: Option<String>,
    #[arg(long, default_value = "auto")]
    pub(crate) adapter: Adapter,
}

#[derive(Args)]
pub(crate) struct Set {
    /// A parameter, such as n=1000, or a notebook's setting, such as allocator=on-completion; may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = assignment)]
    set: Vec<(String, Value)>,
}

impl Set {
    /// The last value of each key.
    pub(crate) fn values(&self) -> Map<String, Value> {
        self.set.iter().cloned().collect()
    }
}

/// Splits `key=value`. The value is a number or a boolean if it reads as one, else a string. The page checks whether the
/// experiment has such a parameter and accepts the value.
fn assignment(text: &str) -> Result<(String, Value), &'static str> {
    let (key, value) = text.split_once('=').unwrap_or_default();
    if key.is_empty() || !key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
        return Err("give key=value, such as n=1000");
    }
    let value = match value {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => match value.parse::<f64>() {
            Ok(number) if number.is_finite() => json!(number),
            _ => Value::from(value),
        },
    };
    Ok((key.to_owned(), value))
}

pub(crate) fn positive(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|&number: &f64| number > 0.0 && number.is_finite()).ok_or("give a number above 0")
}

/// A file to write. Its folder must exist: that is checked before the experiment, not after it.
pub(crate) fn file(name: &str) -> Result<PathBuf, String> {
    let path = absolute(name).map_err(|error| error.to_string())?;
    match path.parent() {
        Some(folder) if folder.is_dir() && !path.is_dir() => Ok(path),
        _ => Err(format!("cannot write {}: its folder does not exist, or it is one", path.display())),
    }
}

/// Like [`file`], with one of these endings.
pub(crate) fn file_ending_in(name: &str, endings: &[&str]) -> Result<PathBuf, String> {
    let path = file(name)?;
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if endings.contains(&ending) { Ok(path) } else { Err(format!("give a file ending in .{}", endings.join(" or ."))) }
}

/// The options of a command, from the words after its name.
#[cfg(test)]
pub(crate) fn parse<Options: Args>(words: &[&str]) -> Result<Options, clap::Error> {
    let command = Options::augment_args(clap::Command::new("command").no_binary_name(true));
    Options::from_arg_matches(&command.try_get_matches_from(words)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_become_numbers_booleans_or_strings() {
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
            assert_eq!(assignment(text), Ok((key.to_owned(), value)), "{text}");
        }
    }

    #[test]
    fn what_is_no_assignment_is_rejected() {
        for text in ["n", "", "=3", "a b=3", "\"n\"=3"] {
            assert!(assignment(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_positive_number_is_finite() {
        assert_eq!(positive("0.5"), Ok(0.5));
        for text in ["0", "-1", "NaN", "inf", "many"] {
            assert!(positive(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_file_is_written_to_a_folder_that_exists() {
        assert!(file("a.png").is_ok());
        assert!(file("/no/such/folder/a.png").is_err() && file("/").is_err());
        assert!(file_ending_in("a.json", &["pftrace", "json"]).is_ok());
        assert!(file_ending_in("a.txt", &["pftrace", "json"]).is_err());
    }
}
