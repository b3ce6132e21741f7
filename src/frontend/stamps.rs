//! When operations were enqueued. A reading of the browser's clock costs more than enqueuing, and its steps are much longer:
//! operations that follow each other closely share a reading, as they would share a step of the clock.

/// Most operations that share a reading.
const MOST: u32 = 64;

/// The readings for one stream. An operation was enqueued at its own reading or later, and before the next reading.
pub(super) struct Stamps {
    /// The last reading, in ms.
    last: f64,
    /// Operations that it is for, and how many of them are still to come.
    share: u32,
    left: u32,
}

impl Default for Stamps {
    fn default() -> Self {
        Self { last: f64::NEG_INFINITY, share: 1, left: 0 }
    }
}

impl Stamps {
    /// Whether the next operation needs a reading of its own.
    pub(super) fn due(&mut self) -> bool {
        let due = self.left == 0;
        self.left = self.left.saturating_sub(1);
        due
    }

    /// A reading was taken of a clock with this step (ms). More operations share it where the clock had not moved since the
    /// last one, fewer where it had by several steps: the program does other things in between.
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
        self.left = self.share - 1;
    }

    /// The next operation will have a reading of its own. Returns whether the last one was shared, so that it takes another to
    /// know until when.
    pub(super) fn end(&mut self) -> bool {
        let shared = self.left + 1 < self.share;
        *self = Self::default();
        shared
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Stamps};

    /// Readings of `operations` that take `each` ms, on a clock with a step of 1 ms.
    fn readings(stamps: &mut Stamps, operations: u32, each: f64) -> u32 {
        (0..operations).map(|at| u32::from(stamps.due() && read(stamps, f64::from(at) * each))).sum()
    }

    fn read(stamps: &mut Stamps, now: f64) -> bool {
        stamps.read(now.floor(), 1.0);
        true
    }

    #[test]
    fn operations_within_a_step_share_a_reading() {
        let count = readings(&mut Stamps::default(), 1000, 0.05);
        assert!((1000 / MOST..100).contains(&count), "{count}");
    }

    #[test]
    fn operations_far_apart_have_readings_of_their_own() {
        assert_eq!(readings(&mut Stamps::default(), 1000, 2.0), 1000);
    }

    #[test]
    fn a_pause_ends_the_sharing() {
        let mut stamps = Stamps::default();
        readings(&mut stamps, 100, 0.01);
        assert!(stamps.end() || stamps.share == 1);
        assert!(stamps.due(), "the next turn begins with a reading");
        assert!(read(&mut stamps, 100.0) && !stamps.end(), "nobody shares it yet");
    }
}
