//! The backend: decodes commands, knows what depends on what, hands operations to a device within the policy, and answers
//! when they are complete. It never waits: whoever drives it passes chunks and events in and takes the answers out.

use crate::device::{self, Device, Event, Serial};
use crate::error::{Error, Result};
use crate::trace::clock::Clock;
use crate::trace::memory::MemoryUse;
use crate::trace::record::{Seq, Trace};
use crate::wire::{Command, Decoder, DeviceIndex, Token};
use calibrate::{Calibrating, Calibration};
use graph::Operation;
use memory::Memory;
use policy::Policy;
use queue::{Node, Queue, Task};
use serde::Serialize;
use std::collections::VecDeque;
use std::rc::Rc;
use tracing::Tracing;
use tune::{Kernels, Tuning};
use values::{Request, Values};

mod answers;
pub mod calibrate;
mod decode;
mod encode;
mod fuse;
pub mod graph;
mod memory;
pub mod policy;
mod queue;
mod tracing;
pub mod tune;
mod values;

/// An answer for the frontend, or for another backend.
#[derive(Debug)]
pub enum Reply {
    /// What a wait was for is computed.
    Done {
        /// Which wait.
        token: Token,
    },
    /// The elements of an array.
    Data {
        /// Which read.
        token: Token,
        /// The elements, in row-major order.
        data: Vec<f32>,
    },
    /// Elements for another device.
    Sent {
        /// Which device.
        device: DeviceIndex,
        /// Which transfer.
        token: Token,
        /// The elements, or why they will never be computed.
        outcome: Result<Vec<f32>>,
    },
    /// What was recorded.
    Trace {
        /// Which request.
        token: Token,
        /// The recording.
        trace: Box<Trace>,
    },
    /// What the clocks can tell, once it was measured.
    Calibrated {
        /// What was measured.
        calibration: Calibration,
    },
    /// The operations that are not complete.
    Graph {
        /// Which request.
        token: Token,
        /// In no particular order.
        operations: Vec<Operation>,
    },
    /// What was waited for will never be computed.
    Failed {
        /// Which wait or read.
        token: Token,
        /// Why.
        error: Error,
    },
    /// The device is gone, and everything with it.
    Lost {
        /// Why.
        error: Error,
    },
}

/// How far the backend is, in operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// Decoded so far.
    pub decoded: u64,
    /// Of them complete, in whatever order.
    pub completed: u64,
    /// Every operation before this one was handed to the device.
    pub handed_over_before: Seq,
    /// Every operation before this one is complete.
    pub complete_before: Seq,
}

/// Operations handed over together, until they are complete.
struct Submission {
    serial: Serial,
    nodes: Vec<Node>,
    /// How many operations they are.
    ops: u32,
    /// The first of them in program order.
    first: Seq,
}

/// What to do once a wait is over.
#[derive(Clone, Debug)]
enum Answer {
    /// Say so.
    Done(Token),
    /// Say so, unless an operation since the last such wait failed.
    All(Token, Option<Error>),
    /// Answer with the recording.
    Trace(Token),
}

/// The submission being put together.
struct Batch {
    nodes: Vec<Node>,
    ops: u32,
    work: f64,
    first: Seq,
}

impl Default for Batch {
    fn default() -> Self {
        Self { nodes: Vec::new(), ops: 0, work: 0.0, first: Seq::MAX }
    }
}

/// One device's queue of operations.
pub struct Backend {
    device: Box<dyn Device>,
    clock: Rc<dyn Clock>,
    policy: Policy,
    values: Values,
    memory: Memory,
    queue: Queue,
    /// Groups of operations that were looked at for fusing.
    groups: u64,
    batch: Batch,
    in_flight: VecDeque<Submission>,
    in_flight_ops: u32,
    decoded_ops: u64,
    /// When the operations that are being decoded were enqueued, in ms; NaN where that is not told.
    enqueued: f64,
    completed_ops: u64,
    submitted: Serial,
    completed: Serial,
    /// Waits for a submission, in order of it.
    waits: VecDeque<(Serial, Answer)>,
    /// Waits for everything before an operation, in order of it.
    barriers: VecDeque<(Seq, Answer)>,
    /// Reads whose elements go to another device: few at a time, as what has arrived.
    sending: Vec<(Token, DeviceIndex)>,
    /// What other devices have sent, until the operation that receives it runs.
    arrived: Vec<(Token, Result<Vec<f32>>)>,
    tracing: Tracing,
    /// Under way: nothing is handed over meanwhile.
    calibrating: Option<Calibrating>,
    calibration: Option<Calibration>,
    tuning: Tuning,
    fatal: Option<Error>,
    /// Why an operation after the last wait for everything could not be run.
    failed: Option<Error>,
    /// The operations that could not be run, until somebody asks.
    failed_ops: Vec<Seq>,
    replies: Vec<Reply>,
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
            device,
            clock,
            policy,
            values: Values::default(),
            memory: Memory::new(policy.allocator, policy.memory_limit),
            queue: Queue::new(policy.lazy),
            groups: 0,
            batch: Batch::default(),
            in_flight: VecDeque::new(),
            in_flight_ops: 0,
            decoded_ops: 0,
            enqueued: f64::NAN,
            completed_ops: 0,
            submitted: 0,
            completed: 0,
            waits: VecDeque::new(),
            barriers: VecDeque::new(),
            sending: Vec::new(),
            arrived: Vec::new(),
            tracing: Tracing::default(),
            calibrating: None,
            calibration: None,
            tuning: Tuning::default(),
            fatal: None,
            failed: None,
            failed_ops: Vec::new(),
            replies: Vec::new(),
        })
    }

    /// The device.
    #[must_use]
    pub fn device(&self) -> &dyn Device {
        &*self.device
    }

    /// The policy in force.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Bytes held.
    #[must_use]
    pub fn memory(&self) -> MemoryUse {
        self.memory.stats()
    }

    /// Gives the device and all its memory back, in the middle of whatever it does. Returns the bytes that it still holds: 0.
    #[must_use]
    pub fn close(self) -> u64 {
        let Self { mut device, memory, .. } = self;
        memory.close(&mut *device)
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let waiting = self.queue.first().unwrap_or(self.decoded_ops).min(self.batch.first);
        let running = self.in_flight.iter().map(|submission| submission.first).min();
        Progress {
            decoded: self.decoded_ops,
            completed: self.completed_ops,
            handed_over_before: waiting,
            complete_before: running.unwrap_or(waiting).min(waiting),
        }
    }

    /// Takes the answers that are ready.
    pub fn take_replies(&mut self) -> Vec<Reply> {
        std::mem::take(&mut self.replies)
    }

    /// Takes the operations that could not be run.
    pub fn take_failed(&mut self) -> Vec<Seq> {
        std::mem::take(&mut self.failed_ops)
    }

    /// Gives the device the thread for a short while.
    pub fn poll(&mut self) -> device::Progress {
        self.device.poll()
    }

    /// Loses the device on purpose.
    pub fn lose(&mut self) {
        self.device.lose();
    }

    /// Takes a chunk of the stream.
    pub fn receive(&mut self, words: &[u32]) {
        if self.fatal.is_some() {
            return;
        }
        for command in Decoder::new(words) {
            let outcome = command.and_then(|command| self.execute(&command));
            if let Err(error) = outcome {
                // A stream that cannot be understood says nothing reliable about what follows.
                self.fail(&error);
                return;
            }
        }
        self.advance();
        self.submit();
        self.sample();
    }

    /// Takes what another device sends to this one.
    pub fn deliver(&mut self, token: Token, outcome: Result<Vec<f32>>) {
        self.arrived.push((token, outcome));
        self.queue.unpark();
        self.advance();
        self.submit();
        self.sample();
    }

    /// Takes an event of the device.
    pub fn handle(&mut self, event: Event) {
        match event {
            Event::Completed { serial, at, turn } => {
                self.complete(serial, at, turn);
                self.calibrate_further(Some(at));
            }
            Event::Timed { serial, spans } => {
                self.calibrate_ticks(serial, &spans);
                self.tried(serial, &spans);
                self.tracing.timed(serial, &spans);
                self.finish_trace();
            }
            Event::Read { token, outcome } => {
                let reply = match (answers::take(&mut self.sending, token), outcome) {
                    (Some(device), outcome) => Reply::Sent { device, token, outcome },
                    (None, Ok(data)) => Reply::Data { token, data },
                    (None, Err(error)) => Reply::Failed { token, error },
                };
                self.replies.push(reply);
            }
            Event::Failed(error) => self.fail(&error),
        }
        self.sample();
    }

    fn execute(&mut self, command: &Command<'_>) -> Result<()> {
        match *command {
            Command::Apply { op, output, inputs, attrs } => self.apply(op, output, inputs, attrs)?,
            Command::Write { output, dims, bits } => self.bring(Task::Upload(bits.to_vec()), output, dims)?,
            Command::Receive { token, output, device, producer, dims } => {
                let task = Task::Receive(token, device, producer);
                self.bring(task, output, dims)?;
            }
            Command::Dispose { array } => self.dispose(array)?,
            Command::Wait { token, array: 0 } => {
                let failed = self.failed.take();
                self.answer_once_before(self.decoded_ops, Answer::All(token, failed));
            }
            Command::Mark { token, back } => {
                self.answer_once_before(self.decoded_ops.saturating_sub(back.into()), Answer::Done(token));
            }
            Command::Wait { token, array } => self.request(array, Request::Wait(token))?,
            Command::Read { token, array } => self.request(array, Request::Read(token))?,
            Command::Send { token, array, device } => self.request(array, Request::Send(token, device))?,
            Command::Graph { token } => self.tell_graph(token),
            Command::Calibrate { token } => self.calibrate(token),
            Command::Stamp { at } => self.stamp(f64::from_bits(at)),
            Command::Trace { token, mode } => self.trace(token, mode),
            Command::Trim => {
                // Operations of the open batch may use what lies in the pool.
                self.submit();
                self.memory.trim(&mut *self.device);
                // A browser frees what was destroyed when something is submitted.
                self.submit_now();
            }
        }
        Ok(())
    }
}

fn unknown(problem: &'static str) -> Error {
    Error::BadStream { at: 0, problem }
}
