//! The operations and bytes of one stream that are on their way, and their bounds.

use crate::error::{Error, number_text};
use std::collections::VecDeque;

/// Checkpoints kept for a full queue: the finer, the closer to the bound the queue is held.
const CHECKPOINTS: u64 = 16;

/// The bounds on operations enqueued on one device and not known to be complete.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Most operations.
    pub operations: u64,
    /// Most bytes of their results. An array larger than that is let through alone.
    pub bytes: u64,
}

impl Default for Bounds {
    /// So many operations that the queue itself takes some 100 MB. Their results need not be held all at once, and what
    /// the device holds is bounded by the memory limit of the policy: their bytes are not bounded.
    fn default() -> Self {
        Self { operations: 1 << 18, bytes: u64::MAX }
    }
}

/// Operations and bytes, counted from the beginning of the stream.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Load {
    operations: u64,
    bytes: u64,
}

/// The way of one stream from full to empty.
pub(super) struct Pressure {
    bounds: Bounds,
    enqueued: Load,
    done: Load,
    /// Some points of the stream that are not known to be done, in order.
    checkpoints: VecDeque<Load>,
    /// Where the next checkpoint is due, in operations or in bytes.
    due: Load,
}

impl Pressure {
    pub(super) fn new(bounds: Bounds) -> Self {
        let [enqueued, done, due] = [Load::default(); 3];
        let mut pressure = Self { bounds, enqueued, done, checkpoints: VecDeque::new(), due };
        pressure.expect_checkpoint();
        pressure
    }

    /// Counts from here on, as if so many operations had been before and were complete.
    pub(super) fn count_from(&mut self, operations: u64) {
        self.enqueued = Load { operations, bytes: 0 };
        self.done = self.enqueued;
        self.checkpoints.clear();
        self.expect_checkpoint();
    }

    /// Operations enqueued so far.
    pub(super) fn enqueued(&self) -> u64 {
        self.enqueued.operations
    }

    /// Operations and bytes of results that are not known to be complete.
    pub(super) fn in_flight(&self) -> (u64, u64) {
        (self.enqueued.operations - self.done.operations, self.enqueued.bytes - self.done.bytes)
    }

    /// Whether the bound leaves no room for one more operation with a result of so many bytes.
    #[inline(always)]
    pub(super) fn is_full(&self, more: u64) -> bool {
        let (operations, bytes) = self.in_flight();
        operations >= self.bounds.operations || bytes > 0 && bytes.saturating_add(more) > self.bounds.bytes
    }

    /// Why an operation is refused where the queue is full.
    pub(super) fn refusal(&self, op: &'static str) -> Error {
        let (operations, bytes) = self.in_flight();
        let limit = if operations >= self.bounds.operations {
            number_text(self.bounds.operations as f64) + " operations"
        } else {
            number_text(self.bounds.bytes as f64) + " bytes"
        };
        Error::QueueFull { op, operations, bytes, limit }
    }

    /// One more operation was enqueued.
    #[inline(always)]
    pub(super) fn enqueue(&mut self, bytes: u64) {
        self.enqueued.operations += 1;
        self.enqueued.bytes += bytes;
        if self.enqueued.operations >= self.due.operations || self.enqueued.bytes >= self.due.bytes {
            self.checkpoints.push_back(self.enqueued);
            self.expect_checkpoint();
        }
    }

    fn expect_checkpoint(&mut self) {
        let last = self.checkpoints.back().unwrap_or(&self.done);
        let after = |last: u64, bound: u64| last.saturating_add((bound / CHECKPOINTS).max(1));
        self.due = Load {
            operations: after(last.operations, self.bounds.operations),
            bytes: after(last.bytes, self.bounds.bytes),
        };
    }

    /// The first `operations` are complete.
    pub(super) fn complete_before(&mut self, operations: u64) {
        while let Some(&checkpoint) = self.checkpoints.front().filter(|point| point.operations <= operations) {
            self.checkpoints.pop_front();
            self.done = checkpoint;
        }
        self.done.operations = self.done.operations.max(operations.min(self.enqueued.operations));
        if self.done.operations == self.enqueued.operations {
            self.done = self.enqueued;
        }
        self.expect_checkpoint();
    }

    /// Nothing is on its way any more, and nothing more may be.
    pub(super) fn close(&mut self) {
        self.done = self.enqueued;
        self.bounds.operations = 0;
        self.checkpoints.clear();
    }

    /// The number of the last operations that may be incomplete so that there is room for so many more operations and bytes;
    /// `None` where there is room already.
    pub(super) fn room(&self, operations: u64, bytes: u64) -> Option<u64> {
        let fits = |done: &Load| {
            let (used, held) = (self.enqueued.operations - done.operations, self.enqueued.bytes - done.bytes);
            used.saturating_add(operations) <= self.bounds.operations && held.saturating_add(bytes) <= self.bounds.bytes
        };
        if fits(&self.done) {
            return None;
        }
        // An operation that never fits has to find the queue empty.
        let enough = self.checkpoints.iter().find(|point| fits(point));
        let back = self.enqueued.operations - enough.unwrap_or(&self.enqueued).operations;
        Some(back).filter(|&back| back < self.enqueued.operations - self.done.operations)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Pressure};

    #[test]
    fn the_bound_is_reached_and_left_again() {
        let mut pressure = Pressure::new(Bounds { operations: 32, bytes: u64::MAX });
        for _ in 0..32 {
            assert!(!pressure.is_full(4));
            pressure.enqueue(4);
        }
        assert!(pressure.is_full(4));
        assert!(pressure.refusal("add").to_string().contains("32 operations"));
        let back = pressure.room(8, 0).unwrap_or(0);
        assert!((16..=24).contains(&back), "{back}");
        pressure.complete_before(32 - back);
        assert_eq!(pressure.room(8, 0), None);
        assert!(!pressure.is_full(4));
        pressure.complete_before(32);
        assert_eq!(pressure.in_flight(), (0, 0));
    }

    #[test]
    fn bytes_are_bounded_too_but_one_array_always_passes() {
        let mut pressure = Pressure::new(Bounds { operations: 1000, bytes: 100 });
        assert!(!pressure.is_full(400));
        pressure.enqueue(400);
        assert!(pressure.is_full(4));
        assert_eq!(pressure.room(1, 400), Some(0));
        pressure.complete_before(1);
        assert_eq!(pressure.room(1, 400), None, "an empty queue has all the room there is");
        assert!(!pressure.is_full(400));
    }
}
