//! What the backend records while a trace is on.

use super::answers::Answer;
use super::node::{Node, Task};
use super::{Backend, Reply};
use crate::device::Serial;
use crate::trace::clock::Clock;
use crate::trace::memory::MemoryUse;
use crate::trace::record::{Recorder, Seq, Trace};
use crate::trace::series::Series;
use crate::wire::{Token, TraceMode};
use std::rc::Rc;

/// One recording, from its start until the last time of its last operation is known.
pub(super) struct Tracing {
    clock: Rc<dyn Clock>,
    recorder: Option<Recorder>,
    /// Nothing new is recorded; what was is on its way.
    stopping: bool,
    /// Everything recorded is complete; the answer goes here once the device has told its times.
    stopped: Option<Token>,
    /// Submissions whose operations the device is timing, in order.
    untimed: Vec<(Serial, Vec<Seq>)>,
    measuring: bool,
    /// What was held and done over time, since the recording began.
    series: Option<Series>,
}

impl Tracing {
    pub(super) fn new(clock: Rc<dyn Clock>) -> Self {
        Self {
            clock,
            recorder: None,
            stopping: false,
            stopped: None,
            untimed: Vec::new(),
            measuring: false,
            series: None,
        }
    }

    /// Begins with the operation `first`. A recording that is still on is dropped.
    fn start(&mut self, first: Seq, mode: TraceMode, timestamps: bool) {
        *self = Self {
            recorder: (mode != TraceMode::Memory).then(|| Recorder::new(first)),
            measuring: mode == TraceMode::Measure && timestamps,
            series: Some(Series::default()),
            ..Self::new(self.clock.clone())
        };
    }

    /// Nothing new is recorded.
    fn stop(&mut self) {
        self.stopping = true;
    }

    /// Where a new operation is to be recorded.
    pub(super) fn recording(&mut self) -> Option<&mut Recorder> {
        self.recorder.as_mut().filter(|_| !self.stopping)
    }

    /// Whether operations are timed one by one.
    pub(super) fn measuring(&self) -> bool {
        self.measuring
    }

    /// An operation was decoded, the next in sequence.
    pub(super) fn decoded(&mut self, node: &Node) {
        let Some(recorder) = self.recorder.as_mut().filter(|_| !self.stopping) else { return };
        recorder.decoded(node.task.code(), node.shape, node.enqueued, self.clock.now(), &node.reads);
        if let Task::Receive(_, device, producer) = node.task {
            recorder.received(node.seq, device, producer);
        }
    }

    pub(super) fn submitted(&mut self, nodes: &[Node], serial: Serial) {
        if let Some(recorder) = &mut self.recorder {
            let at = self.clock.now();
            for node in nodes {
                for index in 0..node.count() {
                    recorder.submitted(node.nth(index).seq, node.seq, serial, at);
                }
            }
            if self.measuring {
                // What is brought from elsewhere is no work of the device that it could time.
                let timed = nodes.iter().filter(|node| matches!(node.task, Task::Apply(..)));
                let timed: Vec<Seq> = timed.map(|node| node.seq).collect();
                if !timed.is_empty() {
                    self.untimed.push((serial, timed));
                }
            }
        }
    }

    pub(super) fn completed(&mut self, nodes: &[Node], at: f64, turn: u32) {
        if let Some(recorder) = &mut self.recorder {
            for node in nodes {
                for index in 0..node.count() {
                    recorder.completed(node.nth(index).seq, at, turn);
                }
            }
        }
    }

    pub(super) fn timed(&mut self, serial: Serial, spans: &[(f64, f64)]) {
        let Some(index) = self.untimed.iter().position(|&(waiting, _)| waiting == serial) else { return };
        let (_, ops) = self.untimed.swap_remove(index);
        if let Some(recorder) = &mut self.recorder {
            recorder.timed(&ops, spans);
        }
    }

    pub(super) fn stopped(&mut self, token: Token) {
        self.stopped = Some(token);
    }

    /// Notes what is held and done, where that has changed.
    fn sample(&mut self, memory: &MemoryUse, decoded: u64, completed: u64) {
        if let Some(series) = &mut self.series {
            series.push(self.clock.now(), memory, decoded, completed);
        }
    }

    /// Whether all is known of a recording that somebody waits for.
    fn is_finished(&self) -> bool {
        self.untimed.is_empty() && self.stopped.is_some()
    }

    /// Ends the recording: who waits for it, and what was recorded.
    fn finish(&mut self, shares_clock: bool, quantum: f64) -> Option<(Token, Box<Trace>)> {
        let token = self.stopped.take()?;
        let recorder = self.recorder.take().unwrap_or_default();
        let mut trace = Box::new(recorder.finish(shares_clock, quantum));
        trace.series = self.series.take().unwrap_or_default();
        (self.stopping, self.measuring) = (false, false);
        Some((token, trace))
    }
}

impl Backend {
    /// Switches the recording. A recording that is still on is dropped for a new one.
    pub(super) fn trace(&mut self, token: Token, mode: TraceMode) {
        // What was enqueued before must not share a submission with what is recorded.
        self.scheduler.due_before(self.scheduler.decoded());
        self.advance();
        self.submit();
        if mode == TraceMode::Stop {
            self.tracing.stop();
            self.answer_once_before(self.scheduler.decoded(), Answer::Trace(token));
            return;
        }
        self.tracing.start(self.scheduler.decoded(), mode, self.device().adapter().timestamps);
        self.submitter.measure(self.tracing.measuring());
        self.sample();
        if mode == TraceMode::Memory {
            self.answers.done(token, None);
        } else {
            // Recorded times are worth what the clocks are.
            self.calibrate(token);
        }
    }

    /// What is decoded from here on was enqueued at `at` (ms) or later, and what was before, until then.
    pub(super) fn stamp(&mut self, at: f64) {
        let next = self.scheduler.decoded();
        if let Some(recorder) = self.tracing.recording() {
            recorder.stamped(next, at);
        }
        self.scheduler.stamp(at);
    }

    /// Notes what is held and done, where that has changed.
    pub(super) fn sample(&mut self) {
        self.tracing.sample(&self.submitter.memory(), self.scheduler.decoded(), self.completed_ops());
    }

    /// Answers with the recording once all of it is known.
    pub(super) fn finish_trace(&mut self) {
        if !self.tracing.is_finished() {
            return;
        }
        self.sample();
        let timestamps = self.calibration.and_then(|calibration| calibration.timestamps);
        let quantum = timestamps.map_or(0.0, |timestamps| timestamps.quantum);
        let finished = self.tracing.finish(self.device().shares_clock(), quantum);
        self.submitter.measure(false);
        if let Some((token, trace)) = finished {
            self.answers.reply(Reply::Trace { token, trace });
        }
    }
}
