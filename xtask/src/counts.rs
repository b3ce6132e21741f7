//! Counting tests from what their runners print.

use std::fmt;
use std::ops::{Add, AddAssign};

/// The numbers of tests that passed, failed and were skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) skipped: usize,
}

impl Counts {
    /// One check that passed or failed.
    pub(crate) fn check(passed: bool) -> Self {
        Self { passed: usize::from(passed), failed: usize::from(!passed), skipped: 0 }
    }

    /// Reads a summary of Rust's test harness, natively or in wasm:
    /// `test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; …`.
    pub(crate) fn from_libtest(line: &str) -> Option<Self> {
        let (_, line) = line.split_once("test result: ")?;
        let number = |word: &str| {
            line.split([';', '.']).find_map(|part| part.trim().strip_suffix(word)?.trim().parse::<usize>().ok())
        };
        let skipped = number("ignored").unwrap_or(0) + number("filtered out").unwrap_or(0);
        Some(Self { passed: number("passed")?, failed: number("failed")?, skipped })
    }

    /// Reads one line of the summary of Node's test runner, such as `ℹ pass 5`.
    pub(crate) fn from_node(line: &str) -> Option<Self> {
        let (kind, number) = line.strip_prefix("ℹ ")?.split_once(' ')?;
        let number = number.parse().ok()?;
        match kind {
            "pass" => Some(Self { passed: number, ..Self::default() }),
            "fail" | "cancelled" => Some(Self { failed: number, ..Self::default() }),
            "skipped" | "todo" => Some(Self { skipped: number, ..Self::default() }),
            _ => None,
        }
    }

    /// A runner that ended badly has failed, even where it counted no failure or nothing at all.
    pub(crate) fn or_failed(mut self, success: bool) -> Self {
        let ran = self != Self::default();
        if self.failed == 0 && !(success && ran) {
            self.failed = 1;
        }
        self
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 { write!(f, ", {} skipped", self.skipped) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(passed: usize, failed: usize, skipped: usize) -> Counts {
        Counts { passed, failed, skipped }
    }

    #[test]
    fn reads_rusts_summaries() {
        let read = Counts::from_libtest;
        let native = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.01s";
        assert_eq!(read(native), Some(counts(12, 0, 3)));
        let failing = "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(read(failing), Some(counts(1, 2, 0)));
        let indented = "    test result: ok. 3 passed; 0 failed; 0 ignored; 0 filtered out; finished in 0.30s";
        assert_eq!(read(indented), Some(counts(3, 0, 0)));
        assert_eq!(read("test shape::fits ... ok"), None);
        assert_eq!(read("test result: garbled"), None);
    }

    #[test]
    fn reads_nodes_summary() {
        let mut sum = Counts::default();
        for line in ["ℹ tests 9", "ℹ suites 2", "ℹ pass 5", "ℹ fail 1", "ℹ cancelled 1", "ℹ skipped 2", "ℹ todo 0"]
        {
            sum += Counts::from_node(line).unwrap_or_default();
        }
        assert_eq!(sum, counts(5, 2, 2));
        assert_eq!(Counts::from_node("✔ pass 5"), None);
        assert_eq!(Counts::from_node("ℹ duration_ms 81.5"), None);
    }

    #[test]
    fn a_runner_that_ends_badly_has_failed() {
        assert_eq!(counts(3, 0, 0).or_failed(true), counts(3, 0, 0));
        assert_eq!(counts(3, 0, 0).or_failed(false), counts(3, 1, 0));
        assert_eq!(counts(3, 2, 0).or_failed(false), counts(3, 2, 0));
        assert_eq!(counts(0, 0, 0).or_failed(true), counts(0, 1, 0));
    }

    #[test]
    fn prints_the_last_line() {
        assert_eq!(counts(3, 0, 0).to_string(), "3 passed, 0 failed");
        assert_eq!(counts(3, 1, 2).to_string(), "3 passed, 1 failed, 2 skipped");
    }
}
