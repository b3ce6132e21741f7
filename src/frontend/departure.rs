//! When a chunk leaves although the program's turn has not ended. A program that goes on without a pause would otherwise keep
//! to itself what the device could already do.

/// The longest that an operation stays behind while the program goes on enqueuing, in ms.
const LONGEST_MS: f64 = 1.0;
/// Most operations that share a reading of the clock, which costs as much as enqueuing one.
const MOST: u32 = 32;
/// Operations share a reading only while so many follow each other within this time, in ms.
const CLOSE_MS: f64 = LONGEST_MS / 8.0;

/// The chunk that is being written for one device.
pub(super) struct Departure {
    /// When its first operation was enqueued, in ms; nothing while it has none.
    first: Option<f64>,
    /// The last reading of the clock, in ms.
    last: f64,
    /// Flops and bytes of its operations, about.
    work: u64,
    /// Flops and bytes from which on it leaves: they keep the device for longer than its message takes.
    most: u64,
    /// Operations until the next reading, and how many shared the last one.
    left: u32,
    share: u32,
}

impl Departure {
    /// An empty chunk that leaves early from so much work on; never, where that is `None`.
    pub(super) fn new(most: Option<u64>) -> Self {
        let left = if most.is_some() { 1 } else { u32::MAX };
        Self { first: None, last: 0.0, work: 0, most: most.unwrap_or(u64::MAX), left, share: 1 }
    }

    /// One more operation with so many flops and bytes. Returns whether to ask [`Self::is_due`] now.
    #[inline(always)]
    pub(super) fn enqueue(&mut self, work: u64) -> bool {
        self.work += work;
        self.left -= 1;
        self.left == 0 || self.is_full()
    }

    /// The last operation has more work than was said.
    pub(super) fn add(&mut self, work: u64) {
        self.work += work;
    }

    /// Flops and bytes of its operations, about.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Whether its work is enough.
    pub(super) fn is_full(&self) -> bool {
        self.work >= self.most
    }

    /// Whether the chunk is to leave: it is 1 ms old, or has enough work.
    pub(super) fn is_due(&mut self, now: f64) -> bool {
        let close = now - self.last < CLOSE_MS && self.first.is_some();
        self.share = if close { (2 * self.share).min(MOST) } else { 1 };
        self.left = self.share;
        self.last = now;
        let first = *self.first.get_or_insert(now);
        now - first >= LONGEST_MS || self.is_full()
    }
}

#[cfg(test)]
mod tests {
    use super::{Departure, LONGEST_MS, MOST};

    /// Enqueues operations that take `each` ms until the chunk is due; gives how many, and how often the clock was read.
    fn chunk(each: f64, work: u64) -> (u32, u32) {
        let (mut departure, mut readings) = (Departure::new(Some(100_000_000)), 0);
        for count in 1..=100_000 {
            if departure.enqueue(work) {
                readings += 1;
                if departure.is_due(f64::from(count) * each) {
                    return (count, readings);
                }
            }
        }
        (0, readings)
    }

    #[test]
    fn a_chunk_leaves_when_its_first_operation_is_a_millisecond_old() {
        let (count, readings) = chunk(0.001, 0);
        assert!((1000..=1001 + MOST).contains(&count), "{count}");
        assert!(readings < count / MOST + 10, "{readings} readings");
    }

    #[test]
    fn operations_far_apart_are_seen_one_by_one() {
        assert_eq!(chunk(0.3, 0), (5, 5), "the fifth comes 1.2 ms after the first");
        assert_eq!(chunk(LONGEST_MS, 0), (2, 2));
    }

    #[test]
    fn long_work_leaves_at_once() {
        assert_eq!(chunk(0.001, 200_000_000).0, 1);
        assert_eq!(chunk(0.001, 30_000_000).0, 4);
    }
}
