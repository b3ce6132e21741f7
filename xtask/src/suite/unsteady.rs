//! Flaky tests, which fail at times: `tests/unsteady.json` lists them, each with a cause and a date. The aim is an empty list.

use crate::error::{Error, Result};
use serde_json::Value;
use std::fmt;
use std::fs;
use std::path::Path;

/// The list, in the checkout.
const LIST: &str = "tests/unsteady.json";

/// A test whose failures count as unsteady, not as failed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unsteady {
    /// As the last lines of a run name it.
    pub(crate) test: String,
    since: String,
    cause: String,
}

impl fmt::Display for Unsteady {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (since {})", self.cause, self.since)
    }
}

/// The tests that are listed.
pub(crate) fn read(root: &Path) -> Result<Vec<Unsteady>> {
    let path = root.join(LIST);
    let text = fs::read_to_string(&path).map_err(Error::io("reading", &path))?;
    parse(&text).map_err(|problem| Error::Rejected(format!("{LIST}: {problem}")))
}

/// A list of objects. Each must have a test, a date and a cause, so that no test is listed whose cause was not looked for.
pub(super) fn parse(text: &str) -> std::result::Result<Vec<Unsteady>, String> {
    let list: Vec<Value> = serde_json::from_str(text).map_err(|error| format!("it is no list in JSON: {error}"))?;
    let entry = |value: &Value| {
        let [test, since, cause] = ["test", "since", "cause"].map(|key| value[key].as_str().unwrap_or_default().trim());
        if test.is_empty() {
            return Err(format!("an entry names no test: {value}"));
        }
        if !is_date(since) {
            return Err(format!("{test}: `since` is a date such as 2026-11-23, not {}", value["since"]));
        }
        if cause.is_empty() {
            return Err(format!("{test}: `cause` says why it fails at times"));
        }
        Ok(Unsteady { test: test.into(), since: since.into(), cause: cause.into() })
    };
    list.iter().map(entry).collect()
}

fn is_date(text: &str) -> bool {
    let digits = |part: &str, count| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = text.split('-').collect();
    matches!(parts.as_slice(), [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_has_a_test_a_date_and_a_cause() {
        let whole = r#"[{"test": "a.test.mjs: b", "since": "2026-11-23", "cause": "a clock"}]"#;
        assert_eq!(parse(whole).unwrap()[0].to_string(), "a clock (since 2026-11-23)");
        assert_eq!(parse("[]").unwrap(), []);
        for (text, problem) in [
            (r#"[{"test": "a", "since": "2026-11-23"}]"#, "a: `cause` says"),
            (r#"[{"test": "a", "since": "2026-11-23", "cause": " "}]"#, "a: `cause` says"),
            (r#"[{"test": "a", "cause": "a clock"}]"#, "a: `since` is a date"),
            (r#"[{"test": "a", "since": "lately", "cause": "a clock"}]"#, "not \"lately\""),
            (r#"[{"test": "a", "since": "2026-11-3", "cause": "a clock"}]"#, "not \"2026-11-3\""),
            (r#"[{"test": "a", "since": "2026-11-23-", "cause": "a clock"}]"#, "not \"2026-11-23-\""),
            (r#"[{"since": "2026-11-23", "cause": "a clock"}]"#, "names no test"),
            ("{}", "no list"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(problem), "{error}");
        }
    }
}
