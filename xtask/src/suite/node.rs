//! Runs files of tests in JavaScript: each in a process of its own, several at once. `xtask/reporter.mjs` reports their tests.

use super::spare::Spare;
use super::watch::{End, Limits, Look, Tail, watch};
use super::{Event, Progress, Report, Test, Verdict};
use crate::error::{Error, Result};
use crate::exec::eprint;
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often a worker looks whether the processors have time to spare.
const LOOK: Duration = Duration::from_millis(200);

/// The number of files, in all suites, that hung or whose failed tests took as long as a hang.
static HUNG: AtomicUsize = AtomicUsize::new(0);

/// After this many such files no other is begun: the cause is probably common, and each would take its whole limit.
const MOST_HUNG: usize = 3;

/// How many files of tests run at once: at least `least`, and up to `most` while the processors have time to spare. Beside builds or a user's own work
/// they have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    least: usize,
    most: usize,
}

impl Pace {
    /// For files that measure.
    pub(crate) const ALONE: Self = Self { least: 1, most: 1 };
    /// For suites in the foreground.
    pub(crate) const FRONT: Self = Self { least: 2, most: 6 };
    /// For suites that run beside those in the foreground.
    pub(crate) const BESIDE: Self = Self { least: 1, most: 6 };
}

/// Runs files of tests, each by a command that `prepare` makes; logs go to `logs`.
pub(crate) fn run(
    root: &Path,
    files: &[PathBuf],
    Pace { least, most }: Pace,
    logs: &Path,
    prepare: impl Fn() -> Command + Sync,
) -> Result<Report> {
    fs::create_dir_all(logs).map_err(Error::io("creating", logs))?;
    let (next, sum, spare) = (AtomicUsize::new(0), Mutex::new(Report::default()), Spare::new());
    thread::scope(|threads| {
        for worker in 0..most {
            let (next, sum, spare, prepare) = (&next, &sum, &spare, &prepare);
            let is_left = || next.load(Ordering::Relaxed) < files.len();
            let may_begin = move || {
                while worker >= least && is_left() && !spare.take() {
                    thread::sleep(LOOK);
                }
                files.get(next.fetch_add(1, Ordering::Relaxed))
            };
            threads.spawn(move || {
                while let Some(file) = may_begin() {
                    let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
                    let mut report = Report::default();
                    if HUNG.load(Ordering::Relaxed) >= MOST_HUNG {
                        report.fail(&name, format!("not run: {MOST_HUNG} files before it hung"));
                    } else {
                        match one(prepare().arg(file), &name, logs, &mut report) {
                            Ok(End::Late(_) | End::Enough) => _ = HUNG.fetch_add(1, Ordering::Relaxed),
                            Ok(_) => {}
                            Err(error) => report.fail(&name, error.to_string()),
                        }
                    }
                    if let Ok(mut sum) = sum.lock() {
                        sum.extend(report);
                    }
                }
            });
        }
    });
    // Behind a poisoned lock, only some files are counted.
    sum.into_inner().map_err(|_| Error::Rejected("a thread that ran tests panicked".into()))
}

/// Runs the file that a command ends with, adds its tests to `report` and prints a line on it; after failures also its whole output.
fn one(command: &mut Command, name: &str, logs: &Path, report: &mut Report) -> Result<End> {
    let log = logs.join(name.replace(['/', '\\'], "-")).with_extension("log");
    let lines = log.with_extension("jsonl");
    let mut tail = Tail::new(&lines)?;
    let out = File::create(&log).map_err(Error::io("creating", &log))?;
    let err = out.try_clone().map_err(Error::io("opening", &log))?;
    command.stdout(out).stderr(err).env("ASYNCLAB_REPORT", &lines);
    let (mut tests, mut progress, mut failed) = (Vec::new(), Progress::default(), 0.0);
    let start = Instant::now();
    let end = watch(command, Limits::TESTS, || {
        let mut found = Look::Same;
        for event in tail.lines().iter().filter_map(|line| event(line)) {
            found = Look::News;
            progress.follow(&event);
            if let Event::Result(test) = event {
                if matches!(test.verdict, Verdict::Failed(_)) {
                    failed += test.seconds;
                }
                tests.push(test);
            }
        }
        if failed > Limits::FAILED.as_secs_f64() { Look::Enough } else { found }
    })?;
    for test in tests {
        report.add(Test { name: format!("{name}: {}", test.name), ..test });
    }
    let problem = match end {
        End::Exited(status) if status.success() && report.is_empty() => Some("it has no tests".to_owned()),
        End::Exited(status) if !status.success() && report.failed() == 0 => Some(status.to_string()),
        End::Exited(_) => None,
        End::Late(_) | End::Enough => Some(format!("{end}; {}", progress.describe())),
    };
    if let Some(problem) = problem {
        report.fail(name, problem);
    }
    if report.failed() > 0 {
        eprint(fs::read_to_string(&log).unwrap_or_default());
    }
    eprint(format_args!("{name}: {report}, {:.0} s", start.elapsed().as_secs_f64()));
    Ok(end)
}

/// A line of `xtask/reporter.mjs`.
fn event(line: &str) -> Option<Event> {
    let value: Value = serde_json::from_str(line).ok()?;
    let name = value["name"].as_str()?.to_owned();
    let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let verdict = match value["event"].as_str()? {
        "started" => return Some(Event::Started(name)),
        "ended" => return Some(Event::Ended(name)),
        "passed" => Verdict::Passed,
        "failed" => Verdict::Failed(text("problem")),
        "skipped" => Verdict::Skipped(text("problem")),
        _ => return None,
    };
    Some(Event::Result(Test { name, verdict, seconds: value["seconds"].as_f64().unwrap_or(0.0) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report of a file that writes these lines to its report and ends by the shell command `end`.
    fn report(name: &str, lines: &str, end: &str) -> String {
        let logs = std::env::temp_dir().join(format!("asynclab-node-{}", std::process::id()));
        fs::create_dir_all(&logs).unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("printf '{lines}' >> \"$ASYNCLAB_REPORT\"; {end}")]);
        let mut report = Report::default();
        one(&mut shell, name, &logs, &mut report).unwrap();
        report.to_string()
    }

    #[test]
    fn a_file_fails_that_has_no_tests_or_ends_badly_and_each_failure_counts_once() {
        const PASSED: &str = r#"{"event":"passed","name":"a","seconds":1}\n"#;
        const FAILED: &str = r#"{"event":"failed","name":"b","problem":"off by one"}\n"#;
        for (lines, end, expected) in [
            ("", "exit 0", "0 passed, 1 failed, 0 skipped"),
            (PASSED, "exit 0", "1 passed, 0 failed, 0 skipped"),
            (PASSED, "exit 1", "1 passed, 1 failed, 0 skipped"),
            (&[PASSED, FAILED].concat(), "exit 1", "1 passed, 1 failed, 0 skipped"),
        ] {
            assert_eq!(report("file", lines, end), expected, "{lines} {end}");
        }
    }

    #[test]
    fn a_line_is_an_event() {
        let skipped = Verdict::Skipped("no browser".into());
        let result = Event::Result(Test { name: "a".into(), verdict: skipped, seconds: 0.0 });
        for (line, expected) in [
            (r#"{"event":"started","name":"a"}"#, Some(Event::Started("a".into()))),
            (r#"{"event":"ended","name":"a"}"#, Some(Event::Ended("a".into()))),
            (r#"{"event":"skipped","name":"a","problem":"no browser"}"#, Some(result)),
            (r#"{"event":"passed"}"#, None),
            ("noise", None),
        ] {
            assert_eq!(event(line), expected, "{line}");
        }
    }
}
