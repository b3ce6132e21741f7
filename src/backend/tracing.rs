//! The backend's records while a trace is on.

use super::answers::{Wait, Wanted};
use super::node::{Node, NodeBox, Task};
use super::{Backend, Reply};
use crate::device::Serial;
use crate::op::Work;
use crate::trace::clock::Clock;
use crate::trace::memory::MemoryUse;
use crate::trace::record::{Recorder, Seq, Trace};
use crate::trace::series::Series;
use crate::wire::{Token, TraceMode};
use std::rc::Rc;

/// One recording, from its start until the last time of its last operation is known.
#[derive(Default)]
struct Recording {
    recorder: Option<Recorder>,
    stage: Stage,
    /// Submissions whose operations the device is timing, in order.
    untimed: Vec<(Serial, Vec<Seq>)>,
    measuring: bool,
    /// Memory held and operations done over time, since the recording began.
    series: Option<Series>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    /// Decoded operations are recorded.
    #[default]
    On,
    /// No further operation is recorded. The answer, which waits until the recorded ones are complete, will have this token.
    Stopping(Token),
    /// Everything recorded is complete; the device may yet report its times.
    Complete(Token),
}

impl Recording {
    /// Whether everything is known of it.
    fn is_finished(&self) -> bool {
        self.untimed.is_empty() && matches!(self.stage, Stage::Complete(_))
    }
}

/// The recordings: one that is on at most, and those that were stopped and have not been answered.
pub(super) struct Tracing {
    clock: Rc<dyn Clock>,
    recordings: Vec<Recording>,
}

impl Tracing {
    pub(super) fn new(clock: Rc<dyn Clock>) -> Self {
        Self { clock, recordings: Vec::new() }
    }

    /// Begins with the operation `first`. A recording that is still on is dropped.
    fn start(&mut self, first: Seq, mode: TraceMode, timestamps: bool) {
        self.recordings.retain(|recording| recording.stage != Stage::On);
        self.recordings.push(Recording {
            recorder: (mode != TraceMode::Memory).then(|| Recorder::new(first)),
            measuring: mode == TraceMode::Measure && timestamps,
            series: Some(Series::default()),
            ..Recording::default()
        });
    }

    /// Ends the recording; where there was none, the answer is an empty trace.
    fn stop(&mut self, token: Token) {
        let stage = Stage::Stopping(token);
        match self.recordings.iter_mut().find(|recording| recording.stage == Stage::On) {
            Some(recording) => recording.stage = stage,
            None => self.recordings.push(Recording { stage, ..Recording::default() }),
        }
    }

    /// Where a new operation is to be recorded.
    pub(super) fn recording(&mut self) -> Option<&mut Recorder> {
        self.recordings.iter_mut().find(|recording| recording.stage == Stage::On)?.recorder.as_mut()
    }

    /// Whether operations are timed one by one.
    pub(super) fn measuring(&self) -> bool {
        self.recordings.iter().any(|recording| recording.measuring)
    }

    /// An operation was decoded, the next in sequence.
    pub(super) fn decoded(&mut self, node: &Node) {
        let clock = self.clock.clone();
        let Some(recorder) = self.recording() else { return };
        recorder.decoded(node.task.code(), node.shape, node.enqueued, clock.now(), &node.reads);
        if let Task::Receive(_, device, producer) = node.task {
            recorder.received(node.seq, device, producer);
        }
    }

    /// An operation was given to the device, with the work of its kernel.
    pub(super) fn worked(&mut self, op: Seq, work: impl Fn() -> Work) {
        for recorder in self.recordings.iter_mut().filter_map(|recording| recording.recorder.as_mut()) {
            recorder.worked(op, work());
        }
    }

    pub(super) fn submitted(&mut self, nodes: &[NodeBox], serial: Serial) {
        if self.recordings.is_empty() {
            return;
        }
        let at = self.clock.now();
        for Recording { recorder, untimed, measuring, .. } in &mut self.recordings {
            let Some(recorder) = recorder else { continue };
            for node in nodes {
                for index in 0..node.count() {
                    recorder.submitted(node.nth(index).seq, node.seq, serial, at);
                }
            }
            if *measuring && nodes.iter().any(|node| recorder.has(node.seq)) {
                // The device does no work for an array that comes from elsewhere, so it cannot time it.
                let timed = nodes.iter().filter(|node| matches!(node.task, Task::Apply(..)));
                let timed: Vec<Seq> = timed.map(|node| node.seq).collect();
                if !timed.is_empty() {
                    untimed.push((serial, timed));
                }
            }
        }
    }

    pub(super) fn completed(&mut self, nodes: &[NodeBox], at: f64, turn: u32) {
        for recorder in self.recordings.iter_mut().filter_map(|recording| recording.recorder.as_mut()) {
            for node in nodes.iter().filter(|node| !node.invalidated) {
                for index in 0..node.count() {
                    recorder.completed(node.nth(index).seq, at, turn);
                }
            }
        }
    }

    pub(super) fn timed(&mut self, serial: Serial, spans: &[(f64, f64)]) {
        for Recording { recorder, untimed, .. } in &mut self.recordings {
            let Some(index) = untimed.iter().position(|&(waiting, _)| waiting == serial) else { continue };
            let (_, ops) = untimed.swap_remove(index);
            if let Some(recorder) = recorder {
                recorder.timed(&ops, spans);
            }
        }
    }

    /// Everything that was recorded is complete.
    pub(super) fn complete(&mut self, token: Token) {
        for recording in &mut self.recordings {
            if recording.stage == Stage::Stopping(token) {
                recording.stage = Stage::Complete(token);
            }
        }
    }

    /// Notes the memory held and the operations done, where they have changed.
    fn sample(&mut self, memory: &MemoryUse, decoded: u64, completed: u64) {
        for series in self.recordings.iter_mut().filter_map(|recording| recording.series.as_mut()) {
            series.push(self.clock.now(), memory, decoded, completed);
        }
    }

    /// Removes a finished recording. Returns the token that waits for it, and its trace.
    fn finish(&mut self, shares_clock: bool, quantum: f64) -> Option<(Token, Box<Trace>)> {
        let at = self.recordings.iter().position(Recording::is_finished)?;
        let recording = self.recordings.remove(at);
        let Stage::Complete(token) = recording.stage else { return None };
        let recorder = recording.recorder.unwrap_or_default();
        let mut trace = Box::new(recorder.finish(shares_clock, quantum));
        trace.series = recording.series.unwrap_or_default();
        Some((token, trace))
    }
}

impl Backend {
    /// Switches the recording. A recording that is still on is dropped for a new one.
    pub(super) fn trace(&mut self, token: Token, mode: TraceMode) {
        // Operations enqueued before must not share a submission with recorded ones.
        self.scheduler.due_before(self.scheduler.decoded());
        self.hand_over_ready();
        self.submit();
        if mode == TraceMode::Stop {
            self.tracing.stop(token);
            self.answer_once_before(Wait::new(token, Wanted::Trace, self.scheduler.decoded()));
            return;
        }
        self.tracing.start(self.scheduler.decoded(), mode, self.device().adapter().timestamps);
        self.submitter.measure(self.tracing.measuring());
        self.sample();
        if mode == TraceMode::Memory {
            self.answers.reply(Reply::Done { token });
        } else {
            // The recorded times are no more accurate than the clocks, so those are measured.
            self.calibrate(token);
        }
    }

    /// Operations decoded from here on were enqueued at `at` (ms) or later, and earlier ones by then.
    pub(super) fn stamp(&mut self, at: f64) {
        let next = self.scheduler.decoded();
        if let Some(recorder) = self.tracing.recording() {
            recorder.stamped(next, at);
        }
        self.scheduler.stamp(at);
    }

    /// Notes the memory held and the operations done, where they have changed.
    pub(super) fn sample(&mut self) {
        self.tracing.sample(&self.submitter.memory(), self.scheduler.decoded(), self.completed_ops());
    }

    /// Answers with each finished recording.
    pub(super) fn finish_traces(&mut self) {
        if !self.tracing.recordings.iter().any(Recording::is_finished) {
            return;
        }
        self.sample();
        let timestamps = self.calibration.and_then(|calibration| calibration.timestamps);
        let quantum = timestamps.map_or(0.0, |timestamps| timestamps.quantum);
        while let Some((token, trace)) = self.tracing.finish(self.device().shares_clock(), quantum) {
            self.answers.reply(Reply::Trace { token, trace });
        }
        self.submitter.measure(self.tracing.measuring());
    }
}
