//! Remarks on a run of tests: the slowest, and the unsteady.

use crate::exec::print;
use std::sync::Mutex;

/// So many are listed.
const LISTED: usize = 12;

static NOTED: Mutex<Vec<(f64, String)>> = Mutex::new(Vec::new());
static UNSTEADY: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Notes a file with tests that failed beside others and passed alone: faults to be found, in the tests or in what they test.
pub(crate) fn unsteady(file: &str) {
    if let Ok(mut all) = UNSTEADY.lock() {
        all.push(file.to_owned());
    }
}

/// Notes how long a test or a check took, in seconds.
pub(crate) fn note(name: impl Into<String>, seconds: f64) {
    if let Ok(mut noted) = NOTED.lock() {
        noted.push((seconds, name.into()));
    }
}

/// Notes a line of Node's test runner that ends with a test's time, such as `✔ it works (81.5ms)`. A test with parts is the sum of
/// its parts, and a failed one is told twice.
pub(crate) fn note_node(line: &str) {
    if let Some((name, seconds)) = timed(line) {
        note(name, seconds);
    }
}

fn timed(line: &str) -> Option<(&str, f64)> {
    let (name, time) = line.trim().strip_prefix(['✔', '✖'])?.trim().rsplit_once(" (")?;
    Some((name, time.strip_suffix("ms)")?.parse::<f64>().ok()? / 1000.0))
}

/// Prints the unsteady, and the slowest, the slowest first.
pub(crate) fn list() {
    if let Ok(all) = UNSTEADY.lock() {
        for file in all.iter() {
            print(format_args!("\nunsteady: {file} failed beside others and passed alone"));
        }
    }
    let Ok(mut noted) = NOTED.lock() else { return };
    noted.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    noted.dedup();
    if !noted.is_empty() {
        print("\nslowest:");
    }
    for (seconds, name) in noted.iter().take(LISTED) {
        print(format_args!("{seconds:>6.0} s  {name}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_times_of_nodes_tests() {
        assert_eq!(timed("✔ a (b) (1500.5ms)"), Some(("a (b)", 1.5005)));
        assert_eq!(timed("  ✖ indented (20ms)"), Some(("indented", 0.02)));
        assert_eq!(timed("﹣ skipped (0.1ms) # SKIP"), None);
        assert_eq!(timed("✖ failing tests:"), None);
    }
}
