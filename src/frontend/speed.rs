//! The rate at which a device works, as the reports of its backend show it: the work enqueued is bounded by the time that it will take.

/// The longest that a device may be busy with enqueued work before a program should wait, in ms.
const LONGEST_MS: f64 = 10_000.0;
/// The busy time over which the rate is averaged, in ms: a device may become slower, or faster.
const WINDOW_MS: f64 = 5_000.0;

/// Flops and bytes that a device has done, and the time that it was busy with them.
pub(super) struct Speed {
    /// The rate of the slowest device of its kind, in flops and bytes per ms; infinite where time is no bound.
    least: f64,
    work: f64,
    ms: f64,
    /// Since when the device has been busy with work that is not yet counted, in ms; `None` while it is idle.
    since: Option<f64>,
    /// Work that was counted, from the beginning of the stream.
    counted: u64,
}

impl Speed {
    /// Of a device that does at least this many flops and bytes per ms.
    pub(super) fn new(least: f64) -> Self {
        Self { least, work: 0.0, ms: 0.0, since: None, counted: 0 }
    }

    /// The device has something to do from here on.
    pub(super) fn begin(&mut self, now: f64) {
        self.since.get_or_insert(now);
    }

    /// This much work has been done since the beginning of the stream; if the device is `idle`, that is all of it.
    pub(super) fn report(&mut self, done: u64, idle: bool, now: f64) {
        if let Some(since) = self.since
            && done > self.counted
        {
            self.work += (done - self.counted) as f64;
            self.ms += now - since;
            if self.ms > WINDOW_MS {
                self.work *= WINDOW_MS / self.ms;
                self.ms = WINDOW_MS;
            }
            self.since = Some(now);
        }
        self.counted = done;
        if idle {
            self.since = None;
        }
    }

    /// Flops and bytes that keep the device busy for the longest time allowed.
    pub(super) fn most_work(&self) -> u64 {
        let shown = if self.ms > 0.0 { self.work / self.ms } else { 0.0 };
        // The cast saturates.
        (shown.max(self.least) * LONGEST_MS) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::Speed;

    #[test]
    fn the_rate_is_that_of_the_last_seconds_and_idle_time_does_not_count() {
        let mut speed = Speed::new(10.0);
        assert_eq!(speed.most_work(), 100_000, "nothing is known yet");
        speed.begin(0.0);
        speed.report(50_000, true, 1_000.0);
        speed.begin(60_000.0);
        speed.report(100_000, false, 61_000.0);
        assert_eq!(speed.most_work(), 500_000, "50 flops and bytes a ms");
        // It has become twice as fast.
        for second in 1..=40 {
            speed.report(100_000 + 100_000 * second, false, 61_000.0 + 1000.0 * second as f64);
        }
        assert!((990_000..=1_000_000).contains(&speed.most_work()), "{}", speed.most_work());
    }

    #[test]
    fn messages_that_come_at_once_do_not_make_a_device_fast() {
        let mut speed = Speed::new(1.0);
        speed.begin(0.0);
        // The thread was busy for 3 s, in which ten reports have come.
        for report in 1..=10 {
            speed.report(3_000 * report, false, 3_000.0);
        }
        assert_eq!(speed.most_work(), 100_000, "10 flops and bytes a ms");
    }

    #[test]
    fn a_device_without_a_least_rate_is_never_too_busy() {
        assert_eq!(Speed::new(f64::INFINITY).most_work(), u64::MAX);
    }
}
