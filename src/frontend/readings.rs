//! Which operations read the clock. A reading of the browser's clock costs more than enqueuing, and the clock's steps are much longer than that, so
//! operations that follow each other closely share a reading.

/// Most operations that share a reading.
const MOST: u32 = 32;

/// The readings for one stream. An operation was enqueued at its own reading or later, and before the next reading.
pub(super) struct Readings {
    /// The time of the last reading, in ms.
    last: f64,
    /// Operations that share the last reading, and how many are left until the next reading.
    share: u32,
    left: u32,
}

impl Readings {
    /// The next operation reads the clock; none does where no reading is `needed`.
    pub(super) fn new(needed: bool) -> Self {
        Self { last: f64::NEG_INFINITY, share: 1, left: if needed { 1 } else { u32::MAX } }
    }

    /// One more operation. Returns whether it reads the clock.
    #[inline(always)]
    pub(super) fn is_due(&mut self) -> bool {
        self.left -= 1;
        self.left == 0
    }

    /// A reading was taken. More operations share it where less than half a `step` (ms) has passed since the last one, and only its own operation
    /// where more than one and a half steps have: the program does other things in between.
    pub(super) fn read(&mut self, now: f64, step: f64) {
        let passed = now - self.last;
        self.last = now;
        self.share = if passed < 0.5 * step {
            (2 * self.share).min(MOST)
        } else if passed < 1.5 * step {
            self.share
        } else {
            1
        };
        self.left = self.share;
    }

    /// Whether operations share the last reading, so that another reading is needed to know until when they were enqueued.
    pub(super) fn is_shared(&self) -> bool {
        self.left < self.share
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Readings};

    /// How often `operations` that take `each` ms read a clock with a step of 1 ms.
    fn count(readings: &mut Readings, operations: u32, each: f64) -> u32 {
        let read = |at: u32| {
            let due = readings.is_due();
            if due {
                readings.read((f64::from(at) * each).floor(), 1.0);
            }
            u32::from(due)
        };
        (0..operations).map(read).sum()
    }

    #[test]
    fn operations_within_a_step_share_a_reading() {
        let count = count(&mut Readings::new(true), 1000, 0.05);
        assert!((1000 / MOST..100).contains(&count), "{count}");
    }

    #[test]
    fn operations_far_apart_have_readings_of_their_own() {
        assert_eq!(count(&mut Readings::new(true), 1000, 2.0), 1000);
    }

    #[test]
    fn operations_far_apart_have_readings_of_their_own_also_after_some_that_shared() {
        let mut readings = Readings::new(true);
        count(&mut readings, 1000, 0.05);
        let count = count(&mut readings, 1000, 2.0);
        assert!(count > 1000 - 2 * MOST, "{count}");
    }

    #[test]
    fn a_reading_is_shared_from_its_second_operation_on() {
        let mut readings = Readings::new(true);
        assert!(readings.is_due());
        readings.read(0.0, 1.0);
        assert!(!readings.is_shared(), "only its own operation has it");
        assert!(readings.is_due());
        readings.read(0.0, 1.0);
        assert!(!readings.is_due() && readings.is_shared());
    }

    #[test]
    fn without_need_the_clock_is_not_read() {
        assert_eq!(count(&mut Readings::new(false), 1000, 2.0), 0);
    }
}
