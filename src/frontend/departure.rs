//! When a chunk is sent although the program's turn has not ended. A program that goes on without a pause would otherwise keep back work that the
//! device could already do.

/// The longest that an operation waits in its chunk while the program goes on enqueuing, in ms.
const LONGEST_MS: f64 = 1.0;
/// The clock is read at least once in this time (ms), so that an operation that has waited this long is found in time.
pub(super) const STEP_MS: f64 = LONGEST_MS / 4.0;

/// When the chunk that is being written for one device has to be sent.
pub(super) struct Departure {
    /// When its first operation was enqueued, in ms; `None` while it has none.
    first: Option<f64>,
    /// Flops and bytes of its operations, about.
    work: u64,
    /// A chunk with this many flops and bytes is sent at once: the device works on them for longer than the message takes.
    most: u64,
}

impl Departure {
    /// An empty chunk that is sent early once it has this much work; with `None` its work is no reason to send it.
    pub(super) fn new(most: Option<u64>) -> Self {
        Self { first: None, work: 0, most: most.unwrap_or(u64::MAX) }
    }

    /// Adds an operation's flops and bytes.
    #[inline(always)]
    pub(super) fn add(&mut self, work: u64) {
        self.work += work;
    }

    /// Flops and bytes of its operations, about.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Whether its work is enough to send it.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.work >= self.most
    }

    /// Whether the chunk is to be sent: it is 1 ms old, or has enough work.
    pub(super) fn is_due(&mut self, now: f64) -> bool {
        let first = *self.first.get_or_insert(now);
        now - first >= LONGEST_MS || self.is_full()
    }
}

#[cfg(test)]
mod tests {
    use super::super::readings::Readings;
    use super::{Departure, LONGEST_MS, STEP_MS};

    /// Enqueues operations that take `each` ms until the chunk is due; returns how many, and how often the clock was read.
    fn chunk(each: f64, work: u64) -> (u32, u32) {
        let (mut departure, mut readings, mut count) = (Departure::new(Some(100_000_000)), Readings::new(true), 0);
        for at in 1..=100_000 {
            departure.add(work);
            if readings.is_due() || departure.is_full() {
                count += 1;
                let now = f64::from(at) * each;
                readings.read(now, STEP_MS);
                if departure.is_due(now) {
                    return (at, count);
                }
            }
        }
        (0, count)
    }

    #[test]
    fn a_chunk_leaves_when_its_first_operation_is_a_millisecond_old() {
        let (count, readings) = chunk(0.001, 0);
        assert!((1000..=1033).contains(&count), "{count}");
        assert!(readings < count / 32 + 10, "{readings} readings");
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
