//! The backend: decodes commands, tracks their dependencies, hands operations to a device within the policy, and answers when they are complete. It
//! never waits: its caller passes chunks and events in and takes the answers out.

use crate::device::{self, Device, Event};
use crate::error::{Error, Result};
use crate::host;
use crate::trace::clock::Clock;
use crate::trace::memory::MemoryUse;
use crate::trace::record::Seq;
use crate::wire::{ArrayId, Command, Decoder, ProgramId, Token};
use answers::{Answers, Wait, Wanted};
use calibrate::{Calibrating, Calibration};
use node::{Node, NodeBox, Task};
use policy::{Kernels, Policy};
use program::Program;
use scheduler::{Run, Scheduler};
use std::rc::Rc;
use submitter::Submitter;
use tracing::Tracing;

pub use reply::{Progress, Reply};
pub use submitter::tune::Choice;

mod answers;
pub mod calibrate;
pub mod graph;
mod handover;
mod invalidate;
mod node;
pub mod policy;
mod program;
mod reply;
mod scheduler;
mod submitter;
mod tracing;

/// After this many commands of a chunk, ready operations are handed over before further commands are decoded.
const PART: usize = 256;

/// One device's queue of operations.
pub struct Backend {
    clock: Rc<dyn Clock>,
    policy: Policy,
    scheduler: Scheduler,
    submitter: Submitter,
    answers: Answers,
    tracing: Tracing,
    /// Indexed by their names, which are numbers from 0 on.
    programs: Vec<Option<Rc<Program>>>,
    /// The calibration under way; no operation is handed over during it.
    calibrating: Option<Calibrating>,
    calibration: Option<Calibration>,
    fatal: Option<Error>,
}

impl Backend {
    /// A backend for a device.
    ///
    /// # Errors
    /// `INVALID_OPTION` when the policy is out of range.
    pub fn new(device: Box<dyn Device>, clock: Rc<dyn Clock>, policy: Policy) -> Result<Self> {
        let mut policy = policy.checked()?;
        if policy.kernels == Kernels::ByDevice {
            policy.kernels = if device.adapter().software { Kernels::Fixed } else { Kernels::Tuned };
        }
        if !device.adapter().timestamps {
            policy.kernels = Kernels::Fixed;
        }
        Ok(Self {
            scheduler: Scheduler::new(&policy),
            submitter: Submitter::new(device, policy),
            answers: Answers::default(),
            tracing: Tracing::new(clock.clone()),
            programs: Vec::new(),
            calibrating: None,
            calibration: None,
            fatal: None,
            clock,
            policy,
        })
    }

    /// Numbers the next operation and submission as if this many had come before.
    pub fn count_from(&mut self, operations: Seq) {
        self.scheduler.count_from(operations);
        self.submitter.count_from(operations);
    }

    /// The device.
    #[must_use]
    pub fn device(&self) -> &dyn Device {
        self.submitter.device()
    }

    /// The policy in force.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Bytes held.
    #[must_use]
    pub fn memory(&self) -> MemoryUse {
        self.submitter.memory()
    }

    /// Releases the device and all its memory, even while the device computes. Returns the bytes that are still held: 0.
    #[must_use]
    pub fn close(self) -> u64 {
        self.submitter.close()
    }

    /// Its progress.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let decoded = self.scheduler.decoded();
        let [open, running] = self.submitter.first_open_and_running();
        let waiting = self.scheduler.first().unwrap_or(decoded).min(open.unwrap_or(Seq::MAX));
        Progress {
            decoded,
            completed: self.completed_ops(),
            handed_over_before: waiting,
            complete_before: running.unwrap_or(waiting).min(waiting),
        }
    }

    /// Takes the answers that are ready.
    pub fn take_replies(&mut self) -> Vec<Reply> {
        self.answers.take_replies()
    }

    /// Takes the operations that could not be run.
    pub fn take_failed(&mut self) -> Vec<Seq> {
        self.answers.take_failed()
    }

    /// Has the calls of a class run with one kernel; no other kernel is tried for them. Class and kernel are named as in [`Choice`].
    ///
    /// # Errors
    /// `INVALID_OPTION` where no operation has such a kernel.
    pub fn pin(&mut self, class: &str, kernel: &str) -> Result<()> {
        self.submitter.pin(class, kernel)
    }

    /// Takes the kernels that were chosen since the last time.
    pub fn take_chosen(&mut self) -> Vec<Choice> {
        self.submitter.take_chosen()
    }

    /// Whether times of kernels are on their way, so that [`Backend::take_chosen`] may return more.
    #[must_use]
    pub fn trying(&self) -> bool {
        self.submitter.trying()
    }

    /// Lets the device use the thread for a short time.
    pub fn poll(&mut self) -> device::Activity {
        self.submitter.poll()
    }

    /// Loses the device on purpose.
    pub fn lose(&mut self) {
        self.submitter.lose();
    }

    /// Takes a chunk of the stream.
    pub fn receive(&mut self, words: &[u32]) {
        if self.fatal.is_some() {
            return;
        }
        for (at, command) in Decoder::new(words).enumerate() {
            if at % PART == PART - 1 && !self.policy.lazy {
                self.hand_over_ready();
                self.sample();
            }
            let outcome = command.and_then(|command| self.execute(&command));
            if let Err(error) = outcome {
                // After a command that cannot be decoded the rest of the stream is not reliable.
                self.fail(&error);
                return;
            }
        }
        self.hand_over_and_submit();
    }

    /// Takes an array of host values that is too large for a chunk; it comes between two chunks. `bits` has its elements, or the error if there was
    /// no memory for them.
    pub fn receive_array(&mut self, output: ArrayId, dims: &[u32], bits: Result<Vec<u32>>) {
        if self.fatal.is_some() {
            return;
        }
        match self.upload(output, dims, bits) {
            Ok(()) => self.hand_over_and_submit(),
            Err(error) => self.fail(&error),
        }
    }

    /// Takes the elements that another device sends to this one, or why they will never be computed.
    pub fn deliver(&mut self, token: Token, outcome: Result<Vec<f32>>) {
        if self.fatal.is_some() {
            return;
        }
        self.scheduler.deliver(token, outcome);
        self.hand_over_and_submit();
    }

    /// Takes an event of the device.
    pub fn handle(&mut self, event: Event) {
        if self.fatal.is_some() {
            // A lost device reports everything complete; every wait has its answer already.
            return;
        }
        match event {
            Event::Completed { serial, at, turn } => {
                self.complete(serial, at, turn);
                self.calibrate_further(Some(at));
            }
            Event::Timed { serial, spans } => {
                self.calibrate_ticks(serial, &spans);
                self.submitter.tried(serial, &spans);
                self.tracing.timed(serial, &spans);
                self.finish_traces();
            }
            Event::Allocated { id, granted } => {
                // Between messages the open batch is empty.
                if let Some(rejected) = self.submitter.allocated(id, granted) {
                    self.invalidate(&rejected);
                }
                self.hand_over_ready();
                self.submit();
            }
            Event::Read { token, outcome } => self.answers.read(token, outcome),
            Event::Failed(error) => self.fail(&error),
        }
        self.sample();
    }

    /// After a message: hands over and submits the operations that may begin, and records the memory in use.
    fn hand_over_and_submit(&mut self) {
        self.hand_over_ready();
        self.submit();
        self.sample();
    }

    fn execute(&mut self, command: &Command<'_>) -> Result<()> {
        match *command {
            Command::Apply { op, output, inputs, attrs } => {
                let node = self.scheduler.apply(op, output, inputs, attrs)?;
                self.enqueue(node);
            }
            Command::Write { output, dims, bits } => {
                let copy = host::copy(bits);
                self.upload(output, dims, copy)?;
            }
            Command::Receive { token, output, device, producer, dims } => {
                let node = self.scheduler.bring(Task::Receive(token, device, producer), output, dims)?;
                self.enqueue(node);
            }
            Command::Dispose { array } => self.scheduler.dispose(array, &mut self.submitter)?,
            Command::Wait { token, array: 0 } => {
                let wait = self.answers.all(token, self.scheduler.decoded());
                self.answer_once_before(wait);
            }
            Command::Mark { token, back } => {
                let before = self.scheduler.decoded().saturating_sub(back.into());
                self.answer_once_before(Wait::new(token, Wanted::Mark, before));
            }
            Command::Wait { token, array } => self.wait(token, array, Wanted::Value)?,
            Command::Read { token, array } => self.wait(token, array, Wanted::Elements(None))?,
            Command::Send { token, array, device } => self.wait(token, array, Wanted::Elements(Some(device)))?,
            Command::Graph { token } => self.report_graph(token),
            Command::Calibrate { token } => self.calibrate(token),
            Command::Stamp { at } => self.stamp(f64::from_bits(at)),
            Command::Trace { token, mode } => self.trace(token, mode),
            Command::Trim => self.submitter.trim(&mut self.tracing),
            Command::Define { program, inputs, outputs, free, commands } => {
                self.define(program, inputs, outputs, free, commands)?;
            }
            Command::Replay { program, inputs, disposed, outputs, words } => {
                self.replay(program, &Run { inputs, disposed, outputs, words })?;
            }
            Command::Forget { program } => {
                let kept = self.programs.get_mut(program as usize);
                kept.and_then(Option::take).ok_or_else(|| unknown("program"))?;
            }
        }
        Ok(())
    }

    #[cold] // A program is defined once.
    fn define(
        &mut self,
        program: ProgramId,
        inputs: &[ArrayId],
        outputs: &[u32],
        free: &[u32],
        commands: &[u32],
    ) -> Result<()> {
        let shape = |&input: &ArrayId| self.scheduler.shape(input).ok_or_else(|| unknown("input"));
        let shapes = inputs.iter().map(shape).collect::<Result<Vec<_>>>()?;
        let kept = Rc::new(Program::new(&shapes, outputs, free, commands, &self.policy, self.submitter.device())?);
        let at = program as usize;
        // The numbers that are skipped name programs of other devices.
        if (self.programs.len()..MOST_PROGRAMS).contains(&at) {
            self.programs.resize(at + 1, None);
        }
        match self.programs.get_mut(at) {
            Some(free @ None) => *free = Some(kept),
            _ => return Err(unknown("program")),
        }
        Ok(())
    }

    fn replay(&mut self, program: ProgramId, run: &Run<'_>) -> Result<()> {
        let kept = self.programs.get(program as usize).cloned().flatten().ok_or_else(|| unknown("program"))?;
        let traced = self.tracing.recording().is_some();
        let tracing = &mut self.tracing;
        let decoded = traced.then_some(|node: &Node| tracing.decoded(node));
        self.scheduler.replay(&kept, run, &mut self.submitter, decoded)?;
        // Otherwise the operations of many replays would fill the queue.
        self.hand_over_ready();
        self.sample();
        Ok(())
    }

    fn upload(&mut self, output: ArrayId, dims: &[u32], bits: Result<Vec<u32>>) -> Result<()> {
        let node = self.scheduler.bring(Task::Upload(bits), output, dims)?;
        self.enqueue(node);
        Ok(())
    }

    fn enqueue(&mut self, node: NodeBox) {
        self.tracing.decoded(&node);
        self.scheduler.push(node);
    }

    /// Operations that are complete, in any order. Those that could not be run count as complete.
    fn completed_ops(&self) -> u64 {
        self.submitter.completed_ops() + self.answers.failed_count()
    }
}

/// A bound on the numbers of programs, which no frontend reaches.
const MOST_PROGRAMS: usize = 1 << 20;

fn unknown(problem: &'static str) -> Error {
    Error::BadStream { problem }
}
