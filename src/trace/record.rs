//! The recorder: one row for each operation, one column for each moment of its life.

use super::clock::{ClockFit, Enclosure, fit};
use crate::id::Serial;
use crate::op::{Opcode, Work};
use crate::shape::Shape;
use crate::trace::series::Series;
use crate::wire::DeviceIndex;

/// Number of an operation in the stream of its device, since the lab was connected.
pub type Seq = u64;

/// The recording. Unless its text states another length, a column has one entry for each operation, in the order of enqueuing. Times are in ms on the
/// lab's clock; NaN is unknown.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The opcode.
    pub op: Vec<Opcode>,
    /// Output shape.
    pub shape: Vec<Shape>,
    /// The frontend was called at this time or later, by at most `enqueued_within`, and before the next time in this column. Calls that follow
    /// each other closely share a reading of the clock.
    pub enqueued: Vec<f64>,
    /// The longest time from a reading of the clock that several operations share to the next reading.
    pub enqueued_within: f64,
    /// The backend read it from the stream.
    pub decoded: Vec<f64>,
    /// The backend handed it to the device.
    pub submitted: Vec<f64>,
    /// The device started it.
    pub started: Vec<f64>,
    /// The device ended it.
    pub ended: Vec<f64>,
    /// It was reported complete: an upper bound on its end.
    pub completed: Vec<f64>,
    /// The submission it was part of.
    pub submission: Vec<u32>,
    /// The event-loop turn in which it was reported complete.
    pub turn: Vec<u32>,
    /// The row of the operation whose kernel computes it: its own row, or that of the last operation that it was fused with.
    pub kernel: Vec<u32>,
    /// Floating-point operations of its kernel, at least; 0 for an operation without a kernel of its own.
    pub flops: Vec<f64>,
    /// Bytes that its kernel reads and writes, at least; 0 for an operation without a kernel of its own.
    pub bytes: Vec<f64>,
    /// The rows of the operations it reads, one after another; those from before the trace are left out.
    pub inputs: Vec<u32>,
    /// Where the inputs of a row begin; one entry more than there are rows.
    pub input_offsets: Vec<u32>,
    /// For each operation that receives from another device: its row, the device, and the number of the operation that computes the value there.
    pub received: Vec<(u32, DeviceIndex, Seq)>,
    /// Bytes held and operations done over time.
    pub series: Series,
    /// The fit of the device's clock to the lab's; `None` when it is the same, or nothing was timed.
    pub fit: Option<ClockFit>,
}

impl Trace {
    /// Number of operations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.op.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.op.is_empty()
    }

    /// Converts the device's times to the lab's clock. Impossible times, and those that contradict the fit, become unknown.
    pub(crate) fn align(&mut self, quantum: f64) {
        let (mut rows, mut plausible, mut dropped) = (Vec::new(), Vec::new(), 0);
        for row in 0..self.started.len() {
            let (start, end) = (self.started[row], self.ended[row]);
            let times = Enclosure { start, end, after: self.submitted[row], before: self.completed[row] };
            if times.is_plausible() {
                rows.push(row);
                plausible.push(times);
            } else if !start.is_nan() {
                dropped += 1;
                (self.started[row], self.ended[row]) = (f64::NAN, f64::NAN);
            }
        }
        let fitted = fit(&plausible, quantum);
        let (offset, agree) = fitted.as_ref().map_or((f64::NAN, &[][..]), |(fit, agree)| (fit.offset, agree));
        for (&row, &agrees) in rows.iter().zip(agree) {
            let offset = if agrees { offset } else { f64::NAN };
            self.started[row] += offset;
            self.ended[row] += offset;
        }
        let unknown = || ClockFit { offset: 0.0, uncertainty: 0.0, residual: 0.0, dropped: 0, refused: true };
        let fit = fitted.map(|(fit, _)| fit).or_else(|| (dropped > 0).then(unknown));
        self.fit = fit.map(|fit| ClockFit { dropped: fit.dropped + dropped, ..fit });
    }
}

/// Collects a [`Trace`].
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    trace: Trace,
    first: Seq,
    /// The last stamp of the stream: the first operation after it, and its time.
    stamp: (Seq, f64),
}

impl Recorder {
    /// Begins with the operation `first`.
    pub(crate) fn new(first: Seq) -> Self {
        let trace = Trace { input_offsets: vec![0], ..Trace::default() };
        Self { trace, first, stamp: (first, f64::NAN) }
    }

    /// The operations from `next` on were enqueued at `at` or later.
    pub(crate) fn stamped(&mut self, next: Seq, at: f64) {
        let (from, last) = std::mem::replace(&mut self.stamp, (next, at));
        // Only for shared readings: the first operation was called right after its reading.
        if next > from + 1 {
            self.trace.enqueued_within = self.trace.enqueued_within.max(at - last);
        }
    }

    /// A new operation, the next in sequence.
    pub(crate) fn decoded(&mut self, op: Opcode, shape: Shape, enqueued: f64, at: f64, reads: &[Seq]) {
        let trace = &mut self.trace;
        trace.op.push(op);
        trace.shape.push(shape);
        trace.enqueued.push(enqueued);
        trace.decoded.push(at);
        for unknown in [&mut trace.submitted, &mut trace.started, &mut trace.ended, &mut trace.completed] {
            unknown.push(f64::NAN);
        }
        trace.submission.push(0);
        trace.turn.push(0);
        trace.kernel.push(trace.kernel.len() as u32);
        trace.flops.push(0.0);
        trace.bytes.push(0.0);
        trace.inputs.extend(reads.iter().filter_map(|seq| seq.checked_sub(self.first)).map(|row| row as u32));
        trace.input_offsets.push(trace.inputs.len() as u32);
    }

    /// The operation receives the value that the operation `producer` of another device computes.
    pub(crate) fn received(&mut self, seq: Seq, device: DeviceIndex, producer: Seq) {
        if let Some(row) = self.row(seq) {
            self.trace.received.push((row as u32, device, producer));
        }
    }

    /// The operation was submitted. The kernel of the operation `kernel` computes it.
    pub(crate) fn submitted(&mut self, op: Seq, kernel: Seq, serial: Serial, at: f64) {
        let Some(row) = self.row(op) else { return };
        self.trace.submitted[row] = at;
        self.trace.submission[row] = serial as u32;
        // An operation that still waits when the trace ends may share its kernel with later operations, which have no row.
        self.trace.kernel[row] = self.row(kernel).unwrap_or(row) as u32;
    }

    /// The operation has a kernel, which has this work.
    pub(crate) fn worked(&mut self, op: Seq, work: Work) {
        let Some(row) = self.row(op) else { return };
        (self.trace.flops[row], self.trace.bytes[row]) = (work.flops, work.bytes);
    }

    /// The operation was reported complete.
    pub(crate) fn completed(&mut self, op: Seq, at: f64, turn: u32) {
        let Some(row) = self.row(op) else { return };
        self.trace.completed[row] = at;
        self.trace.turn[row] = turn;
    }

    /// These operations started and ended at these times, on the device's clock; some may be from before the trace.
    pub(crate) fn timed(&mut self, ops: &[Seq], spans: &[(f64, f64)]) {
        for (&seq, &(start, end)) in ops.iter().zip(spans) {
            if let Some(row) = self.row(seq) {
                self.trace.started[row] = start;
                self.trace.ended[row] = end;
            }
        }
    }

    /// The recording. Unless the device `shares_clock`, its times are fitted onto the lab's; `quantum` (ms) is the step
    /// of its clock.
    pub(crate) fn finish(mut self, shares_clock: bool, quantum: f64) -> Trace {
        let trace = &mut self.trace;
        for row in 0..trace.len() {
            let kernel = trace.kernel[row] as usize;
            (trace.started[row], trace.ended[row]) = (trace.started[kernel], trace.ended[kernel]);
        }
        if !shares_clock {
            trace.align(quantum);
        }
        self.trace
    }

    /// Whether the operation is recorded.
    pub(crate) fn has(&self, seq: Seq) -> bool {
        self.row(seq).is_some()
    }

    /// Operations from before and after the trace have no row.
    fn row(&self, seq: Seq) -> Option<usize> {
        seq.checked_sub(self.first).map(|row| row as usize).filter(|&row| row < self.trace.len())
    }
}

#[cfg(test)]
mod tests {
    use super::Recorder;
    use crate::shape::Shape;

    /// A trace of 20 operations of 2 ms, on a clock that is 500 ms behind, with the times of one of them replaced.
    fn recorded(wrong: (f64, f64)) -> super::Trace {
        let mut recorder = Recorder::new(0);
        for seq in 0..20 {
            let at = 1000.0 + 5.0 * seq as f64;
            recorder.decoded(0, Shape::scalar(), at, at, &[]);
            recorder.submitted(seq, seq, seq + 1, at);
            recorder.completed(seq, at + 3.0, 0);
            let span = (at - 499.9, at - 497.9);
            recorder.timed(&[seq], &[if seq == 3 { wrong } else { span }]);
        }
        recorder.finish(false, 0.0)
    }

    #[test]
    fn a_kernel_from_outside_the_trace_leaves_its_operations_to_themselves() {
        let mut recorder = Recorder::new(10);
        for seq in 10..13 {
            recorder.decoded(0, Shape::scalar(), 1.0, 1.0, &[]);
            recorder.submitted(seq, [9, 13, 13][seq as usize - 10], 1, 2.0);
        }
        recorder.timed(&[9, 13], &[(2.0, 3.0); 2]);
        let trace = recorder.finish(true, 0.0);
        assert_eq!(trace.kernel, [0, 1, 2]);
        assert!(trace.started.iter().all(|start| start.is_nan()));
    }

    #[test]
    fn one_wrong_timestamp_moves_no_other() {
        for wrong in [(0.0, 0.0), (520.0, 510.0), (2.5e8, 2.5e8 + 2.0)] {
            let trace = recorded(wrong);
            assert!(trace.fit.is_some_and(|fit| fit.dropped == 1 && !fit.refused && fit.residual == 0.0), "{wrong:?}");
            assert!(trace.started[3].is_nan() && trace.ended[3].is_nan());
            for row in (0..20).filter(|&row| row != 3) {
                assert!(trace.started[row] >= trace.submitted[row] && trace.ended[row] <= trace.completed[row]);
            }
        }
    }
}
