//! When a chunk leaves although the program's turn has not ended. A program that goes on without a pause would otherwise keep
//! to itself what the device could already do.

/// The longest that an operation stays behind while the program goes on enqueuing, in ms.
const LONGEST_MS: f64 = 1.0;
/// Most operations that share a reading of the clock, which costs a fifth of enqueuing one.
const MOST: u32 = 8;
/// Operations share a reading only while so many follow each other within this time, in ms.
const CLOSE_MS: f64 = LONGEST_MS / 8.0;

/// The chunk that is being written for one device.
pub(super) struct Departure {
    /// When its first operation was enqueued, in ms; nothing while it has none.
    first: Option<f64>,
    /// The last reading of the clock, in ms.
    last: f64,
    /// Flops and bytes of its operations.
    work: f64,
    /// Operations until the next reading, and how many shared the last one.
    left: u32,
    share: u32,
}

impl Default for Departure {
    fn default() -> Self {
        Self { first: None, last: 0.0, work: 0.0, left: 1, share: 1 }
    }
}

impl Departure {
    /// One more operation with so many flops and bytes. Tells whether it must be seen if the chunk is due.
    #[inline(always)]
    pub(super) fn enqueue(&mut self, work: f64, most: f64) -> bool {
        self.work += work;
        self.left -= 1;
        self.left == 0 || self.work >= most
    }

    /// Whether the chunk is to leave: it is 1 ms old, or keeps the device for longer than its message takes.
    pub(super) fn is_due(&mut self, now: f64, most: f64) -> bool {
        let close = now - self.last < CLOSE_MS && self.first.is_some();
        self.share = if close { (2 * self.share).min(MOST) } else { 1 };
        self.left = self.share;
        self.last = now;
        let first = *self.first.get_or_insert(now);
        now - first >= LONGEST_MS || self.work >= most
    }
}

#[cfg(test)]
mod tests {
    use super::{Departure, LONGEST_MS, MOST};

    /// Enqueues operations that take `each` ms until the chunk is due; gives how many, and how often the clock was read.
    fn chunk(each: f64, work: f64) -> (u32, u32) {
        let (mut departure, mut readings) = (Departure::default(), 0);
        for count in 1..=100_000 {
            if departure.enqueue(work, 1e8) {
                readings += 1;
                if departure.is_due(f64::from(count) * each, 1e8) {
                    return (count, readings);
                }
            }
        }
        (0, readings)
    }

    #[test]
    fn a_chunk_leaves_when_its_first_operation_is_a_millisecond_old() {
        let (count, readings) = chunk(0.001, 0.0);
        assert!((1000..=1001 + MOST).contains(&count), "{count}");
        assert!(readings < count / MOST + 10, "{readings} readings");
    }

    #[test]
    fn operations_far_apart_are_seen_one_by_one() {
        assert_eq!(chunk(0.3, 0.0), (5, 5), "the fifth comes 1.2 ms after the first");
        assert_eq!(chunk(LONGEST_MS, 0.0), (2, 2));
    }

    #[test]
    fn long_work_leaves_at_once() {
        assert_eq!(chunk(0.001, 2e8).0, 1);
        assert_eq!(chunk(0.001, 3e7).0, 4);
    }
}
