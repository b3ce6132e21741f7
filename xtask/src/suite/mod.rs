//! Running tests: the outcome of each test, and of a whole run.

pub(crate) mod libtest;
pub(crate) mod node;
pub(crate) mod spare;
pub(crate) mod unsteady;
pub(crate) mod watch;

use crate::error::Result;
use crate::exec::{eprint, print, say};
use std::fmt;
use std::time::{Duration, Instant};
use unsteady::Unsteady;

/// How many of the slowest tests are listed.
const LISTED: usize = 12;

/// The outcome of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passed,
    /// With what is known of the failure.
    Failed(String),
    /// With the reason.
    Skipped(String),
    /// Failed, and listed among the unsteady tests; with the cause from that list.
    Unsteady(String),
}

/// A test or a check that was to run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Test {
    pub(crate) name: String,
    pub(crate) verdict: Verdict,
    pub(crate) seconds: f64,
}

/// An event that a test runner reports.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    Started(String),
    /// No longer at work, though its result may be reported later.
    Ended(String),
    Result(Test),
}

/// The tests of a suite or of several.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Report {
    tests: Vec<Test>,
}

impl Report {
    /// Adds a test, and prints it where it did not pass.
    pub(crate) fn add(&mut self, test: Test) {
        match &test.verdict {
            Verdict::Passed => {}
            Verdict::Failed(problem) => eprint(format_args!("✖ {}\n{problem}", test.name)),
            Verdict::Skipped(reason) => eprint(format_args!("skipped: {}: {reason}", test.name)),
            Verdict::Unsteady(cause) => eprint(format_args!("unsteady: {}: {cause}", test.name)),
        }
        self.tests.push(test);
    }

    /// Adds a check. It has failed if there is a problem.
    pub(crate) fn check(&mut self, name: &str, time: Duration, problem: Option<String>) {
        let verdict = problem.map_or(Verdict::Passed, Verdict::Failed);
        self.add(Test { name: name.to_owned(), verdict, seconds: time.as_secs_f64() });
    }

    /// Adds a failure outside of any test.
    pub(crate) fn fail(&mut self, name: &str, problem: String) {
        self.check(name, Duration::ZERO, Some(problem));
    }

    pub(crate) fn skip(&mut self, name: &str, reason: String) {
        self.add(Test { name: name.to_owned(), verdict: Verdict::Skipped(reason), seconds: 0.0 });
    }

    /// Turns passed tests into skipped ones where they report it themselves: the runner of Rust's tests cannot skip while a test runs.
    pub(crate) fn skip_passed(&mut self, skipped: &[(String, String)]) {
        for (name, reason) in skipped {
            let test = self.tests.iter_mut().find(|test| test.name == *name && test.verdict == Verdict::Passed);
            match test {
                Some(test) => {
                    test.verdict = Verdict::Skipped(reason.clone());
                    eprint(format_args!("skipped: {name}: {reason}"));
                }
                None => self.fail(name, "says that it is skipped, but has not passed".into()),
            }
        }
    }

    /// Counts failures of unsteady tests separately.
    pub(crate) fn excuse(&mut self, listed: &[Unsteady]) {
        for test in &mut self.tests {
            let entry = listed.iter().find(|entry| entry.test == test.name);
            if let (Verdict::Failed(_), Some(entry)) = (&test.verdict, entry) {
                test.verdict = Verdict::Unsteady(entry.to_string());
            }
        }
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.tests.extend(other.tests);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    pub(crate) fn failed(&self) -> usize {
        self.count(|verdict| matches!(verdict, Verdict::Failed(_)))
    }

    fn count(&self, is: fn(&Verdict) -> bool) -> usize {
        self.tests.iter().filter(|test| is(&test.verdict)).count()
    }

    /// Prints the slowest tests, and those that failed or were skipped, with the first line of the reason.
    pub(crate) fn list(&self) {
        let mut slowest: Vec<&Test> = self.tests.iter().filter(|test| test.seconds >= 1.0).collect();
        slowest.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        if !slowest.is_empty() {
            print("\nslowest:");
        }
        for test in slowest.iter().take(LISTED) {
            print(format_args!("{:>6.0} s  {}", test.seconds, test.name));
        }
        for test in &self.tests {
            match &test.verdict {
                Verdict::Passed => {}
                Verdict::Failed(problem) => {
                    print(format_args!("failed: {}: {}", test.name, first_line(problem)));
                }
                Verdict::Skipped(reason) => print(format_args!("skipped: {}: {reason}", test.name)),
                Verdict::Unsteady(cause) => print(format_args!("unsteady: {}: {cause}", test.name)),
            }
        }
    }
}

/// The first line of the message. Rust prints the place before it.
fn first_line(problem: &str) -> &str {
    let is_place = |line: &str| line.starts_with("thread '") && line.ends_with(':');
    let mut lines = problem.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.find(|line| !is_place(line)).unwrap_or("without a message")
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let passed = self.count(|verdict| *verdict == Verdict::Passed);
        let skipped = self.count(|verdict| matches!(verdict, Verdict::Skipped(_)));
        let unsteady = self.count(|verdict| matches!(verdict, Verdict::Unsteady(_)));
        write!(f, "{passed} passed, {} failed, {skipped} skipped", self.failed())?;
        if unsteady > 0 { write!(f, ", {unsteady} unsteady") } else { Ok(()) }
    }
}

/// The tests that a runner has begun and not ended; one of them hangs, if something does.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    running: Vec<String>,
}

impl Progress {
    pub(crate) fn follow(&mut self, event: &Event) {
        match event {
            Event::Started(name) => self.running.push(name.clone()),
            Event::Ended(name) => self.end(name),
            Event::Result(test) => self.end(&test.name),
        }
    }

    fn end(&mut self, name: &str) {
        if let Some(at) = self.running.iter().position(|running| running == name) {
            self.running.remove(at);
        }
    }

    /// The running tests, as a phrase.
    pub(crate) fn describe(&self) -> String {
        if self.running.is_empty() {
            "no test was running".into()
        } else {
            format!("running: {}", self.running.join("; "))
        }
    }
}

/// Prints a step's name, runs it, and adds its outcome with its time to the report. An error counts as a failure.
pub(crate) fn step(report: &mut Report, name: &str, work: impl FnOnce() -> Result<()>) {
    say(name);
    let start = Instant::now();
    let problem = work().err().map(|error| error.to_string());
    report.check(name, start.elapsed(), problem);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(name: &str, verdict: Verdict) -> Test {
        Test { name: name.into(), verdict, seconds: 0.0 }
    }

    #[test]
    fn counts_what_passed_failed_and_was_skipped() {
        let mut report = Report::default();
        assert_eq!(report.to_string(), "0 passed, 0 failed, 0 skipped");
        report.add(test("a", Verdict::Passed));
        report.add(test("b", Verdict::Failed("it is off by one".into())));
        report.add(test("c", Verdict::Skipped("there is no browser".into())));
        assert_eq!(report.to_string(), "1 passed, 1 failed, 1 skipped");
    }

    #[test]
    fn a_test_that_says_it_did_not_run_is_skipped_and_not_passed() {
        let mut report = Report::default();
        report.add(test("gpu", Verdict::Passed));
        report.skip_passed(&[("gpu".into(), "there is no adapter".into())]);
        assert_eq!(report.to_string(), "0 passed, 0 failed, 1 skipped");
        report.skip_passed(&[("nobody".into(), "there is no adapter".into())]);
        assert_eq!(report.to_string(), "0 passed, 1 failed, 1 skipped");
        report.add(test("broken", Verdict::Failed("it is off by one".into())));
        report.skip_passed(&[("broken".into(), "there is no adapter".into())]);
        assert_eq!(report.to_string(), "0 passed, 3 failed, 1 skipped", "a failure is not skipped away");
    }

    #[test]
    fn a_failure_of_a_listed_test_is_unsteady_and_of_another_one_is_not() {
        let mut report = Report::default();
        for name in ["a", "b"] {
            report.add(test(name, Verdict::Failed("it is off by one".into())));
        }
        report.add(test("c", Verdict::Passed));
        report.skip("d", "there is no browser".into());
        let listed = unsteady::parse(
            r#"[{"test": "a", "since": "2026-11-23", "cause": "a clock"}, {"test": "c", "since": "2026-11-23", "cause": "a clock"},
                {"test": "d", "since": "2026-11-23", "cause": "a clock"}]"#,
        );
        report.excuse(&listed.unwrap());
        assert_eq!(report.to_string(), "1 passed, 1 failed, 1 skipped, 1 unsteady");
    }

    #[test]
    fn the_line_on_a_failure_has_its_message_and_not_its_place() {
        let panic = "\nthread 'gpu' (7) panicked at tests/adapter.rs:29:5:\nthere is no adapter\nstack backtrace:\n";
        assert_eq!(first_line(panic), "there is no adapter");
        assert_eq!(first_line("exit status: 1"), "exit status: 1");
        assert_eq!(first_line(""), "without a message");
    }

    #[test]
    fn names_what_is_at_work() {
        let mut progress = Progress::default();
        progress.follow(&Event::Started("a".into()));
        progress.follow(&Event::Started("b".into()));
        progress.follow(&Event::Result(test("a", Verdict::Passed)));
        assert_eq!(progress.describe(), "running: b");
        progress.follow(&Event::Ended("b".into()));
        assert_eq!(progress.describe(), "no test was running");
    }
}
