//! Runs Rust's tests and reads their harness's report: JSON natively, text in browsers.

use super::watch::{End, Limits, Look, Tail, watch};
use super::{Event, Progress, Report, Test, Verdict};
use crate::error::{Error, Result};
use serde_json::Value;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

/// The file to which tests write that they did not run, a line each: the test, a tab, the reason. Rust's harness has no such verdict.
const SKIPPED: &str = "ASYNCLAB_SKIPPED";

/// Runs a program of tests under the name `name`. Its standard output is the harness's report; its other output goes to `log`. If it hangs,
/// the limits of later programs become shorter.
pub(crate) fn run(command: &mut Command, name: &str, log: &Path, limits: &mut Limits) -> Result<Report> {
    let [lines, skipped] = ["out", "skipped"].map(|ending| log.with_extension(ending));
    let mut tail = Tail::new(&lines)?;
    File::create(&skipped).map_err(Error::io("creating", &skipped))?;
    let open = |path: &Path| File::options().append(true).open(path).map_err(Error::io("opening", path));
    File::create(log).map_err(Error::io("creating", log))?;
    command.stdout(open(&lines)?).stderr(open(log)?).env(SKIPPED, &skipped);
    let (mut report, mut progress) = (Report::default(), Progress::default());
    let end = watch(command, *limits, || {
        let mut found = Look::Same;
        for line in tail.lines() {
            found = Look::News;
            let Some(mut event) = event(&line) else { continue };
            progress.follow(&event);
            if let Event::Result(test) = &mut event {
                test.name = format!("{name}::{}", test.name);
                report.add(test.clone());
            }
        }
        found
    })?;
    let skips = fs::read_to_string(&skipped).map_err(Error::io("reading", &skipped))?;
    let skips: Vec<(String, String)> = skips
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(test, reason)| (format!("{name}::{test}"), reason.to_owned()))
        .collect();
    report.skip_passed(&skips);
    let printed = || {
        let [errors, lines] = [log, &lines].map(|path| fs::read_to_string(path).unwrap_or_default());
        // As JSON, failures have been printed already.
        let lines: Vec<&str> = lines.lines().filter(|line| !line.starts_with('{')).collect();
        format!("{errors}{}", lines.join("\n"))
    };
    if matches!(end, End::Late(_)) {
        limits.silent = limits.silent.min(Limits::AFTER_HANG);
    }
    match end {
        End::Exited(status) if status.success() => {}
        // The text of a failure in a browser comes after its name.
        End::Exited(status) if report.failed() == 0 => report.fail(name, format!("{status}\n{}", printed())),
        End::Exited(_) => crate::exec::eprint(printed()),
        _ => report.fail(name, format!("{end}; {}\n{}", progress.describe(), printed())),
    }
    Ok(report)
}

/// A line of the harness: an object of JSON, or text such as `test shape::fits ... ok`.
fn event(line: &str) -> Option<Event> {
    if line.starts_with('{') { from_json(line) } else { from_text(line) }
}

fn from_json(line: &str) -> Option<Event> {
    let value: Value = serde_json::from_str(line).ok()?;
    if value["type"] != "test" {
        return None;
    }
    let name = value["name"].as_str()?.to_owned();
    let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let verdict = match value["event"].as_str()? {
        "started" => return Some(Event::Started(name)),
        "ok" => Verdict::Passed,
        "failed" => Verdict::Failed(text("stdout")),
        "ignored" => Verdict::Skipped(reason(&text("message"))),
        // The note that a test takes more than a minute is no result.
        _ => return None,
    };
    Some(Event::Result(Test { name, verdict, seconds: value["exec_time"].as_f64().unwrap_or(0.0) }))
}

fn from_text(line: &str) -> Option<Event> {
    let (name, word) = line.trim().strip_prefix("test ")?.rsplit_once(" ... ")?;
    let verdict = match word.split_once(", ").map_or((word, ""), |(word, reason)| (word, reason)) {
        ("ok", _) => Verdict::Passed,
        ("FAIL" | "FAILED", _) => Verdict::Failed(String::new()),
        ("ignored", why) => Verdict::Skipped(reason(why)),
        _ => return None,
    };
    Some(Event::Result(Test { name: name.to_owned(), verdict, seconds: 0.0 }))
}

fn reason(given: &str) -> String {
    if given.is_empty() { "it is ignored, and does not say why".into() } else { given.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn result(name: &str, verdict: Verdict, seconds: f64) -> Option<Event> {
        Some(Event::Result(Test { name: name.into(), verdict, seconds }))
    }

    #[test]
    fn reads_the_harness_as_json() {
        assert_eq!(event(r#"{"type":"suite","event":"started","test_count":2}"#), None);
        assert_eq!(event(r#"{"type":"test","event":"started","name":"a::b"}"#), Some(Event::Started("a::b".into())));
        let ok = r#"{"type":"test","name":"a::b","event":"ok","exec_time":0.5}"#;
        assert_eq!(event(ok), result("a::b", Verdict::Passed, 0.5));
        let failed = r#"{"type":"test","name":"a","event":"failed","stdout":"off by one"}"#;
        assert_eq!(event(failed), result("a", Verdict::Failed("off by one".into()), 0.0));
        let ignored = r#"{"type":"test","name":"a","event":"ignored","message":"it takes an hour"}"#;
        assert_eq!(event(ignored), result("a", Verdict::Skipped("it takes an hour".into()), 0.0));
    }

    #[test]
    fn reads_the_harness_as_text() {
        assert_eq!(event("test shape::fits ... ok"), result("shape::fits", Verdict::Passed, 0.0));
        assert_eq!(event("    test a ... FAIL"), result("a", Verdict::Failed(String::new()), 0.0));
        let why = "Mesa has no such compiler";
        assert_eq!(event(&format!("test a ... ignored, {why}")), result("a", Verdict::Skipped(why.into()), 0.0));
        assert_eq!(event("test result: ok. 5 passed; 0 failed"), None);
    }

    fn sh(program: &str, name: &str) -> Report {
        within(&mut Limits { silent: Duration::from_millis(300), ..Limits::TESTS }, program, name)
    }

    fn within(limits: &mut Limits, program: &str, name: &str) -> Report {
        let log = std::env::temp_dir().join(format!("asynclab-libtest-{}-{name}.log", std::process::id()));
        let mut shell = Command::new("sh");
        run(shell.args(["-c", program]), "suite", &log, limits).unwrap()
    }

    #[test]
    fn a_program_that_hangs_leaves_less_time_for_the_next_and_another_does_not() {
        let mut limits = Limits::TESTS;
        assert_eq!(within(&mut limits, "exit 1", "next-after-failure").failed(), 1);
        assert_eq!(limits.silent, Limits::TESTS.silent);
        limits.whole = Duration::from_millis(300);
        assert_eq!(within(&mut limits, "sleep 60", "next-after-hang").failed(), 1);
        assert_eq!(limits.silent, Limits::AFTER_HANG);
    }

    #[test]
    fn a_program_that_ends_badly_has_failed_even_if_no_test_has() {
        assert_eq!(sh("echo 'test a ... ok'", "good").to_string(), "1 passed, 0 failed, 0 skipped");
        assert_eq!(sh("echo 'test a ... ok'; exit 1", "bad").to_string(), "1 passed, 1 failed, 0 skipped");
        assert_eq!(sh("echo 'test a ... FAIL'; exit 1", "fail").to_string(), "0 passed, 1 failed, 0 skipped");
    }

    #[test]
    fn a_test_that_hangs_fails() {
        let begun = r#"echo '{"type":"test","event":"started","name":"a"}'; sleep 60"#;
        let report = sh(begun, "hang");
        assert_eq!(report.to_string(), "0 passed, 1 failed, 0 skipped");
        assert!(format!("{report:?}").contains("running: a"), "{report:?}");
    }

    #[test]
    fn a_test_may_say_that_it_is_skipped() {
        let report = sh("echo 'test a ... ok'; printf 'a\\tno adapter\\n' >> \"$ASYNCLAB_SKIPPED\"", "skip");
        assert_eq!(report.to_string(), "0 passed, 0 failed, 1 skipped");
    }
}
