//! What the backend records while a trace is on.

use super::queue::{Node, Task};
use super::{Answer, Backend, Reply};
use crate::device::Serial;
use crate::trace::record::{Recorder, Seq};
use crate::trace::series::Series;
use crate::wire::{Token, TraceMode};

/// One recording, from its start until the last time of its last operation is known.
#[derive(Default)]
pub(super) struct Tracing {
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
    /// Where a new operation is to be recorded.
    pub(super) fn recording(&mut self) -> Option<&mut Recorder> {
        self.recorder.as_mut().filter(|_| !self.stopping)
    }

    pub(super) fn submitted(&mut self, nodes: &[Node], serial: Serial, now: impl FnOnce() -> f64) {
        if let Some(recorder) = &mut self.recorder {
            let at = now();
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
}

impl Backend {
    /// Switches the recording. A recording that is still on is dropped for a new one.
    pub(super) fn trace(&mut self, token: Token, mode: TraceMode) {
        // What was enqueued before must not share a submission with what is recorded.
        self.queue.due_before(self.decoded_ops);
        self.advance();
        self.submit();
        if mode == TraceMode::Stop {
            self.tracing.stopping = true;
            self.answer_once_before(self.decoded_ops, Answer::Trace(token));
            return;
        }
        self.tracing = Tracing {
            recorder: (mode != TraceMode::Memory).then(|| Recorder::new(self.decoded_ops)),
            measuring: mode == TraceMode::Measure && self.device.adapter().timestamps,
            series: Some(Series::default()),
            ..Tracing::default()
        };
        self.restore_measuring();
        self.sample();
        if mode == TraceMode::Memory {
            self.replies.push(Reply::Done { token });
        } else {
            // Recorded times are worth what the clocks are.
            self.calibrate(token);
        }
    }

    /// What is decoded from here on was enqueued at `at` (ms) or later, and what was before, until then.
    pub(super) fn stamp(&mut self, at: f64) {
        if let Some(recorder) = self.tracing.recording() {
            recorder.stamped(self.decoded_ops, at);
        }
        self.enqueued = at;
    }

    /// Times operations one by one if they are recorded so.
    pub(super) fn restore_measuring(&mut self) {
        self.device.measure(self.tracing.measuring);
    }

    /// Notes what is held and done, where that has changed.
    pub(super) fn sample(&mut self) {
        if let Some(series) = &mut self.tracing.series {
            series.push(self.clock.now(), &self.memory.stats(), self.decoded_ops, self.completed_ops);
        }
    }

    /// Answers with the recording once all of it is known.
    pub(super) fn finish_trace(&mut self) {
        if !self.tracing.untimed.is_empty() || self.tracing.stopped.is_none() {
            return;
        }
        self.sample();
        let Some(token) = self.tracing.stopped.take() else { return };
        let timestamps = self.calibration.and_then(|calibration| calibration.timestamps);
        let quantum = timestamps.map_or(0.0, |timestamps| timestamps.quantum);
        let recorder = self.tracing.recorder.take().unwrap_or_default();
        let mut trace = Box::new(recorder.finish(self.device.shares_clock(), quantum));
        trace.series = self.tracing.series.take().unwrap_or_default();
        self.tracing.stopping = false;
        self.tracing.measuring = false;
        self.restore_measuring();
        self.replies.push(Reply::Trace { token, trace });
    }
}
