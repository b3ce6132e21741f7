//! The operations of one stream that are not known to be complete, and their bounds: number, bytes of results, and the time that they will take.

use super::speed::Speed;
use crate::error::{Error, number_text};
use std::collections::VecDeque;

/// Checkpoints of a full queue. With more of them the queue is held closer to its bound.
const CHECKPOINTS: u64 = 16;
/// A call is rejected where the device has this many times the work at which a program should wait for room.
const REJECTED: u64 = 8;
/// With fewer operations in flight no call is rejected for its work, since they cannot be an endless loop.
const FEW: u64 = 64;

/// The bounds on operations enqueued on one device and not known to be complete.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Most operations.
    pub operations: u64,
    /// Most bytes of their results. An array larger than that is enqueued while no other bytes are in flight.
    pub bytes: u64,
}

impl Default for Bounds {
    /// The queue of 2¹⁸ operations itself takes some 100 MB. Bytes are not bounded: the policy's memory limit bounds what the
    /// device holds, and results need not be held all at once.
    fn default() -> Self {
        Self { operations: 1 << 18, bytes: u64::MAX }
    }
}

/// Operations, bytes of results, and flops and bytes of work, counted from the beginning of the stream.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Load {
    operations: u64,
    bytes: u64,
    work: u64,
}

/// The operations of one stream that are in flight, counted and compared with their bounds.
pub(super) struct Pressure {
    bounds: Bounds,
    /// Bytes of results above which a program should wait. At most `bounds.bytes`, above which calls are rejected.
    most_bytes: u64,
    /// Flops and bytes of work above which a program should wait.
    most_work: u64,
    /// Work since the beginning of the stream above which calls are rejected.
    rejected_at: u64,
    speed: Speed,
    /// Work of the last operation, or of the last call of a compiled function. The call that enqueues it does not wait for it, however long it takes.
    last_work: u64,
    enqueued: Load,
    done: Load,
    /// Some points of the stream that are not known to be done, in order.
    checkpoints: VecDeque<Load>,
    /// Where the next checkpoint is due, in operations, bytes or work.
    due: Load,
}

impl Pressure {
    /// `queued`: bytes of results above which a program should wait. `least_rate`: flops and bytes that the device does at least in a ms;
    /// infinite where time is no bound.
    pub(super) fn new(bounds: Bounds, queued: u64, least_rate: f64) -> Self {
        let [enqueued, done, due] = [Load::default(); 3];
        let speed = Speed::new(least_rate);
        let (most_bytes, most_work) = (bounds.bytes.min(queued), speed.most_work());
        let checkpoints = VecDeque::new();
        let mut pressure = Self {
            bounds,
            most_bytes,
            most_work,
            rejected_at: u64::MAX,
            speed,
            last_work: 0,
            enqueued,
            done,
            checkpoints,
            due,
        };
        pressure.expect_checkpoint();
        pressure
    }

    /// Starts the counts anew, after this many operations that are complete.
    pub(super) fn count_from(&mut self, operations: u64) {
        self.enqueued = Load { operations, ..Load::default() };
        (self.done, self.last_work) = (self.enqueued, 0);
        self.checkpoints.clear();
        self.expect_checkpoint();
    }

    /// Changes the bound on operations in flight.
    pub(super) fn bound_operations(&mut self, operations: u64) {
        self.bounds.operations = operations;
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

    /// Whether the bounds leave no room for one more operation with a result of this many bytes.
    #[inline(always)]
    pub(super) fn is_full(&self, more: u64) -> bool {
        let (operations, bytes) = self.in_flight();
        operations >= self.bounds.operations
            || bytes > 0 && bytes.saturating_add(more) > self.bounds.bytes
            || self.is_far_behind()
    }

    /// Whether the device has far more to do than it should.
    #[inline(always)]
    fn is_far_behind(&self) -> bool {
        self.enqueued.work > self.rejected_at && self.enqueued.operations - self.done.operations >= FEW
    }

    /// Work enqueued after a point, without that of the last operation.
    #[inline(always)]
    fn work_since(&self, point: &Load) -> u64 {
        (self.enqueued.work - point.work).saturating_sub(self.last_work)
    }

    /// Why an operation is rejected where the queue is full.
    pub(super) fn rejection(&self, op: &'static str) -> Error {
        let (operations, bytes) = self.in_flight();
        let limit = if operations >= self.bounds.operations {
            number_text(self.bounds.operations as f64) + " operations"
        } else if self.is_far_behind() {
            format!("{} s of the device's work, at the rate that it has shown,", REJECTED * 10)
        } else {
            number_text(self.bounds.bytes as f64) + " bytes"
        };
        Error::QueueFull { op, operations, bytes, limit }
    }

    /// Counts one more operation. Returns whether a program that may wait should now ask for room: a sixteenth of the bytes or of the
    /// work was enqueued since the last checkpoint.
    #[inline(always)]
    pub(super) fn enqueue(&mut self, bytes: u64, work: u64) -> bool {
        self.enqueued.operations += 1;
        self.enqueued.bytes += bytes;
        self.enqueued.work += work;
        self.last_work = work;
        if self.enqueued.operations >= self.due.operations {
            // The number of operations bounds a chunk, too, and the program looks for room when a chunk is sent.
            self.check();
            return false;
        }
        (self.enqueued.bytes >= self.due.bytes || self.enqueued.work >= self.due.work) && self.check()
    }

    /// The same for several operations, which have this many bytes and this much work together.
    pub(super) fn enqueue_several(&mut self, operations: u64, bytes: u64, work: u64) -> bool {
        self.enqueued.operations += operations - 1;
        self.enqueue(bytes, work)
    }

    /// Bytes of results and work enqueued since the beginning of the stream.
    pub(super) fn totals(&self) -> (u64, u64) {
        (self.enqueued.bytes, self.enqueued.work)
    }

    /// Adds work to the last operation. Returns the same as `enqueue`.
    pub(super) fn add_work(&mut self, work: u64) -> bool {
        self.enqueued.work += work;
        self.last_work += work;
        self.enqueued.work >= self.due.work && self.check()
    }

    /// An operation was enqueued at `now` (ms): a device that was idle is busy from then on.
    pub(super) fn begin(&mut self, now: f64) {
        self.speed.begin(now);
    }

    #[cold]
    fn check(&mut self) -> bool {
        match self.checkpoints.back_mut().filter(|last| last.operations == self.enqueued.operations) {
            Some(last) => *last = self.enqueued,
            None => self.checkpoints.push_back(self.enqueued),
        }
        self.expect_checkpoint();
        true
    }

    fn expect_checkpoint(&mut self) {
        let last = self.checkpoints.back().unwrap_or(&self.done);
        let after = |last: u64, bound: u64| last.saturating_add((bound / CHECKPOINTS).max(1));
        self.due = Load {
            operations: after(last.operations, self.bounds.operations),
            bytes: after(last.bytes, self.most_bytes),
            work: after(last.work, self.most_work),
        };
        self.rejected_at = self.done.work.saturating_add(self.most_work.saturating_mul(REJECTED));
    }

    /// The first `operations` are complete, as is known at `now` (ms).
    pub(super) fn complete_before(&mut self, operations: u64, now: f64) {
        while let Some(&checkpoint) = self.checkpoints.front().filter(|point| point.operations <= operations) {
            self.checkpoints.pop_front();
            self.done = checkpoint;
        }
        self.done.operations = self.done.operations.max(operations.min(self.enqueued.operations));
        let idle = self.done.operations == self.enqueued.operations;
        if idle {
            self.done = self.enqueued;
        }
        self.speed.report(self.done.work, idle, now);
        self.most_work = self.speed.most_work();
        self.expect_checkpoint();
    }

    /// Counts everything as complete, and leaves no room from here on: the device is lost.
    pub(super) fn close(&mut self) {
        self.done = self.enqueued;
        self.bounds.operations = 0;
        self.checkpoints.clear();
    }

    /// How many of the newest operations may still be pending for `operations` and `bytes` more to fit; `None` if they fit now, or
    /// if the queue is empty, so that no wait makes more room.
    pub(super) fn room(&self, operations: u64, bytes: u64) -> Option<u64> {
        let fits = |done: &Load| {
            let (used, held) = (self.enqueued.operations - done.operations, self.enqueued.bytes - done.bytes);
            used.saturating_add(operations) <= self.bounds.operations
                && held.saturating_add(bytes) <= self.most_bytes
                && self.work_since(done) <= self.most_work
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
    use super::{Bounds, FEW, Pressure};

    fn pressure(operations: u64, bytes: u64) -> Pressure {
        Pressure::new(Bounds { operations, bytes }, u64::MAX, f64::INFINITY)
    }

    /// Of a device that does one flop or byte per ms.
    fn slow() -> Pressure {
        Pressure::new(Bounds::default(), u64::MAX, 1.0)
    }

    #[test]
    fn the_bound_is_reached_and_left_again() {
        let mut pressure = pressure(32, u64::MAX);
        for _ in 0..32 {
            assert!(!pressure.is_full(4));
            pressure.enqueue(4, 12);
        }
        assert!(pressure.is_full(4));
        assert!(pressure.rejection("add").to_string().contains("32 operations"));
        let back = pressure.room(8, 0).unwrap_or(0);
        assert!((16..=24).contains(&back), "{back}");
        pressure.complete_before(32 - back, 0.0);
        assert_eq!(pressure.room(8, 0), None);
        assert!(!pressure.is_full(4));
        pressure.complete_before(32, 0.0);
        assert_eq!(pressure.in_flight(), (0, 0));
    }

    #[test]
    fn bytes_are_bounded_too_but_one_array_always_passes() {
        let mut pressure = pressure(1000, 100);
        assert!(!pressure.is_full(400));
        pressure.enqueue(400, 0);
        assert!(pressure.is_full(4));
        assert_eq!(pressure.room(1, 400), Some(0));
        pressure.complete_before(1, 0.0);
        assert_eq!(pressure.room(1, 400), None, "an empty queue has all the room there is");
        assert!(!pressure.is_full(400));
    }

    #[test]
    fn a_program_should_wait_at_ten_seconds_of_work_and_is_rejected_far_beyond() {
        let mut pressure = slow();
        pressure.begin(0.0);
        let mut asked = 0;
        for _ in 0..=100 {
            assert_eq!(pressure.room(1, 0), None);
            asked += u32::from(pressure.enqueue(4, 100));
        }
        assert!(pressure.room(1, 0).is_none(), "the last one itself is not waited for");
        asked += u32::from(pressure.enqueue(4, 100));
        assert!((14..=17).contains(&asked), "it should look for room {asked} times");
        let back = pressure.room(1, 0).unwrap_or(0);
        assert!((90..=101).contains(&back), "{back} of 102 may be left");
        assert!(!pressure.is_full(4));
        for _ in 0..700 {
            pressure.enqueue(4, 100);
        }
        assert!(pressure.is_full(4));
        assert!(pressure.rejection("add").to_string().contains("80 s of the device's work"));
        // 100 of them in 1 s: ten times as fast as was thought.
        pressure.complete_before(100, 1_000.0);
        assert!(!pressure.is_full(4) && pressure.room(1, 0).is_none());
    }

    #[test]
    fn few_operations_are_never_rejected_for_their_time() {
        let mut pressure = slow();
        for _ in 0..FEW {
            assert!(!pressure.is_full(4));
            pressure.enqueue(4, 1_000_000);
        }
        assert!(pressure.is_full(4));
        assert_eq!(pressure.room(1, 0).map(|back| back < 2), Some(true));
    }

    #[test]
    fn bytes_that_should_be_waited_for_reject_nothing() {
        let mut pressure = Pressure::new(Bounds::default(), 1000, f64::INFINITY);
        for _ in 0..100 {
            assert!(!pressure.is_full(100));
            pressure.enqueue(100, 0);
        }
        assert!(pressure.room(1, 0).is_some());
        pressure.complete_before(95, 0.0);
        assert_eq!(pressure.room(1, 0), None);
    }

    #[test]
    fn the_bound_on_operations_may_change() {
        let mut pressure = pressure(1000, u64::MAX);
        for _ in 0..32 {
            pressure.enqueue(4, 0);
        }
        pressure.bound_operations(16);
        assert!(pressure.is_full(4));
        pressure.complete_before(32, 0.0);
        assert!(!pressure.is_full(4));
    }
}
