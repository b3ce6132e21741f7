//! The work that was sent to a device and is not known to be complete. It bounds how long a backend may be busy without a message.

use std::collections::VecDeque;

/// Flops and bytes that are added for each operation: the cost to decode, encode and submit it.
const EACH: u64 = 10_000;

/// A chunk that was sent.
struct Chunk {
    /// Operations enqueued up to its end.
    end: u64,
    /// Flops and bytes of its operations.
    work: u64,
}

/// Flops and bytes on their way to a device, by chunk.
#[derive(Default)]
pub(super) struct Workload {
    /// The chunks not known to be complete, in order.
    chunks: VecDeque<Chunk>,
    /// Operations that were sent.
    left: u64,
    outstanding: u64,
    complete: u64,
}

/// Flops and bytes of a device's chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Of all chunks that are not known to be complete.
    pub outstanding: u64,
    /// Of the largest of these chunks: no less than that of their largest operation.
    pub largest: u64,
    /// Of all chunks that are complete.
    pub complete: u64,
}

impl Workload {
    /// Counts operations from here on, as if this many had been sent before and were complete.
    pub(super) fn count_from(&mut self, operations: u64) {
        *self = Self { left: operations, ..Self::default() };
    }

    /// A chunk of this much work is sent; `enqueued` operations have been enqueued by now.
    pub(super) fn leave(&mut self, enqueued: u64, work: u64) {
        let work = work.saturating_add((enqueued - self.left) * EACH);
        self.left = enqueued;
        if work > 0 {
            self.outstanding = self.outstanding.saturating_add(work);
            self.chunks.push_back(Chunk { end: enqueued, work });
        }
    }

    /// The first `operations` are complete.
    pub(super) fn complete_before(&mut self, operations: u64) {
        while let Some(chunk) = self.chunks.pop_front_if(|chunk| chunk.end <= operations) {
            self.outstanding -= chunk.work.min(self.outstanding);
            self.complete = self.complete.saturating_add(chunk.work);
        }
    }

    pub(super) fn load(&self) -> Load {
        let largest = self.chunks.iter().map(|chunk| chunk.work).max().unwrap_or(0);
        Load { outstanding: self.outstanding, largest, complete: self.complete }
    }
}

#[cfg(test)]
mod tests {
    use super::{EACH, Load, Workload};

    #[test]
    fn work_is_outstanding_from_its_leaving_until_all_of_its_chunk_is_complete() {
        let mut workload = Workload::default();
        workload.leave(2, 500);
        workload.leave(3, 70);
        workload.leave(3, 0);
        let [first, second] = [500 + 2 * EACH, 70 + EACH];
        assert_eq!(workload.load(), Load { outstanding: first + second, largest: first, complete: 0 });
        workload.complete_before(1);
        assert_eq!(workload.load().outstanding, first + second);
        workload.complete_before(2);
        assert_eq!(workload.load(), Load { outstanding: second, largest: second, complete: first });
        workload.complete_before(3);
        assert_eq!(workload.load(), Load { outstanding: 0, largest: 0, complete: first + second });
    }
}
