//! Unused time of the processors: further files of tests begin while there is some.

use std::fs;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time over which the processors' use is measured, and the least time between two beginnings: a file that has just begun uses little yet.
const SPAN: Duration = Duration::from_secs(2);

/// From this share of unused time on there is room for one more file: a browser with a software GPU waits for half of the time.
const ROOM: f64 = 0.2;

/// The processors' use since the last look.
pub(crate) struct Spare(Mutex<(Instant, Option<Times>)>);

impl Spare {
    pub(crate) fn new() -> Self {
        Self(Mutex::new((Instant::now(), read())))
    }

    /// Whether one more file may begin now; if so, the next may only begin after another span. Where the system reports no use, none may.
    pub(crate) fn take(&self) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.0.elapsed() < SPAN {
            return false;
        }
        let now = read();
        let unused = match (last.1, now) {
            (Some(before), Some(after)) => after.unused_since(before),
            _ => 0.0,
        };
        *last = (Instant::now(), now);
        unused >= ROOM
    }
}

/// The use of all processors since the machine began, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Times {
    idle: u64,
    all: u64,
}

impl Times {
    /// The share of unused time, from 0 to 1.
    fn unused_since(self, before: Self) -> f64 {
        let all = self.all.saturating_sub(before.all);
        if all == 0 { 0.0 } else { self.idle.saturating_sub(before.idle) as f64 / all as f64 }
    }
}

fn read() -> Option<Times> {
    parse(&fs::read_to_string("/proc/stat").ok()?)
}

/// Linux's `/proc/stat`: its first line has the ticks of user, nice, system, idle, iowait, irq, softirq, steal; those of guests are among user's.
/// Source: proc_stat(5).
fn parse(text: &str) -> Option<Times> {
    let ticks = text.lines().next()?.strip_prefix("cpu ")?;
    let ticks = ticks.split_whitespace().take(8).map(|one| one.parse().ok()).collect::<Option<Vec<u64>>>()?;
    let [_, _, _, idle, waiting, ..] = ticks[..] else { return None };
    Some(Times { idle: idle + waiting, all: ticks.iter().sum() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_time_is_that_of_all_processors() {
        let before = parse("cpu  100 0 20 70 10 0 0 0 0 0\ncpu0 1 1 1 1\n");
        assert_eq!(before, Some(Times { idle: 80, all: 200 }));
        let after = parse("cpu  130 5 25 120 20 0 0 0 9 9\n");
        let unused = before.zip(after).map(|(one, other)| other.unused_since(one));
        assert_eq!(unused, Some(0.6));
    }

    #[test]
    fn what_is_no_such_report_is_none() {
        for text in ["", "cpu", "cpu  1 2 3\n", "cpu  a b c d e f g h\n", "intr 1 2 3 4 5 6 7 8\n"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn none_begins_right_after_another() {
        assert!(!Spare::new().take());
    }
}
