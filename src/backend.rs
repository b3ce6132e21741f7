//! The backend: decodes commands, knows what depends on what, hands operations to a device within the policy, and answers
//! when they are complete. It never waits: whoever drives it passes chunks and events in and takes the answers out.

use crate::device::{BufferId, Device, Event, Progress, Serial};
use crate::error::{Error, Result};
use crate::op::MAX_ATTRS;
use crate::shape::Shape;
use crate::trace::clock::Clock;
use crate::trace::record::{Seq, Trace};
use crate::wire::{ArrayId, Command, Decoder, Token};
use crate::{op::Opcode, ops};
use arrayvec::ArrayVec;
use memory::{Memory, MemoryUse};
use policy::Policy;
use queue::{Node, Queue};
use std::collections::VecDeque;
use std::rc::Rc;
use tracing::Tracing;
use values::{Key, Request, State, Value, Values};

mod answers;
pub mod calibrate;
mod encode;
pub mod memory;
pub mod policy;
mod queue;
mod tracing;
mod values;

/// An answer for the frontend.
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
    /// What was recorded.
    Trace {
        /// Which request.
        token: Token,
        /// The recording.
        trace: Box<Trace>,
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

/// Operations handed over together, until they are complete.
struct Submission {
    serial: Serial,
    count: u32,
    /// Which ones; only kept while tracing.
    ops: Vec<Seq>,
}

/// What to do once a wait is over.
#[derive(Clone, Copy, Debug)]
enum Answer {
    /// Say so.
    Done(Token),
    /// Say so, unless an operation since the last such wait failed.
    All(Token),
    /// Answer with the recording.
    Trace(Token),
}

/// The submission being put together.
#[derive(Default)]
struct Batch {
    count: u32,
    work: f64,
    ops: Vec<Seq>,
}

/// One device's queue of operations.
pub struct Backend {
    device: Box<dyn Device>,
    clock: Rc<dyn Clock>,
    policy: Policy,
    values: Values,
    memory: Memory,
    queue: Queue,
    batch: Batch,
    in_flight: VecDeque<Submission>,
    in_flight_ops: u32,
    decoded_ops: u64,
    completed_ops: u64,
    submitted: Serial,
    completed: Serial,
    /// Waits for a submission, in order of it.
    waits: VecDeque<(Serial, Answer)>,
    /// Waits for everything up to an operation, in order.
    barriers: VecDeque<(Seq, Answer)>,
    tracing: Tracing,
    fatal: Option<Error>,
    /// Why an operation since the last wait for everything could not be run.
    failed: Option<Error>,
    replies: Vec<Reply>,
}

impl Backend {
    /// A backend for a device.
    ///
    /// # Errors
    /// `INVALID_OPTION` when the policy is out of range.
    pub fn new(device: Box<dyn Device>, clock: Rc<dyn Clock>, policy: Policy) -> Result<Self> {
        let policy = policy.checked()?;
        Ok(Self {
            device,
            clock,
            policy,
            values: Values::default(),
            memory: Memory::new(policy.allocator),
            queue: Queue::default(),
            batch: Batch::default(),
            in_flight: VecDeque::new(),
            in_flight_ops: 0,
            decoded_ops: 0,
            completed_ops: 0,
            submitted: 0,
            completed: 0,
            waits: VecDeque::new(),
            barriers: VecDeque::new(),
            tracing: Tracing::default(),
            fatal: None,
            failed: None,
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

    /// Operations decoded, and of them complete.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        (self.decoded_ops, self.completed_ops)
    }

    /// Takes the answers that are ready.
    pub fn take_replies(&mut self) -> Vec<Reply> {
        std::mem::take(&mut self.replies)
    }

    /// Gives the device the thread for a short while.
    pub fn poll(&mut self) -> Progress {
        self.device.poll()
    }

    /// Loses the device on purpose.
    pub fn lose(&mut self) {
        self.device.lose();
    }

    /// Takes a chunk of the stream; `times` holds when each operation in it was enqueued, or nothing.
    pub fn receive(&mut self, words: &[u32], times: &[f64]) {
        if self.fatal.is_some() {
            return;
        }
        let mut times = times.iter().copied();
        for command in Decoder::new(words) {
            let outcome = command.and_then(|command| self.execute(&command, &mut times));
            if let Err(error) = outcome {
                // A stream that cannot be understood says nothing reliable about what follows.
                self.fail(&error);
                return;
            }
        }
        self.advance();
        self.submit();
    }

    /// Takes an event of the device.
    pub fn handle(&mut self, event: Event) {
        match event {
            Event::Completed { serial, at, turn } => self.complete(serial, at, turn),
            Event::Timed { serial, spans } => {
                self.tracing.timed(serial, &spans);
                self.finish_trace();
            }
            Event::Read { token, outcome } => self.replies.push(match outcome {
                Ok(data) => Reply::Data { token, data },
                Err(error) => Reply::Failed { token, error },
            }),
            Event::Failed(error) => self.fail(&error),
        }
    }

    fn execute(&mut self, command: &Command<'_>, times: &mut impl Iterator<Item = f64>) -> Result<()> {
        match *command {
            Command::Apply { op, output, inputs, attrs } => {
                let enqueued = times.next().unwrap_or(f64::NAN);
                self.apply(op, output, inputs, attrs, enqueued)?;
            }
            Command::Write { output, dims, bits } => self.write(output, dims, bits)?,
            Command::Dispose { array } => {
                let key = self.values.unname(array).ok_or_else(|| unknown("dispose"))?;
                self.dispose(key);
            }
            Command::Wait { token, array: 0 } => self.wait_all(Answer::All(token)),
            Command::Wait { token, array } => self.request(array, Request::Wait(token))?,
            Command::Read { token, array } => self.request(array, Request::Read(token))?,
            Command::Trace { token, mode } => self.trace(token, mode),
            Command::Trim => {
                // Operations of the open batch may use what lies in the pool.
                self.submit();
                self.memory.trim(&mut *self.device);
            }
        }
        Ok(())
    }

    fn apply(&mut self, op: Opcode, output: ArrayId, inputs: &[ArrayId], attrs: &[u32], enqueued: f64) -> Result<()> {
        let operation = ops::by_opcode(op).ok_or_else(|| unknown("operation"))?;
        let mut node = Node {
            seq: self.decoded_ops,
            op,
            inputs: ArrayVec::new(),
            attrs: ArrayVec::<u32, MAX_ATTRS>::try_from(attrs).map_err(|_| unknown("attribute"))?,
            output: 0,
            enqueued,
            urgent: false,
        };
        let mut shapes = ArrayVec::<Shape, { crate::op::MAX_INPUTS }>::new();
        for &input in inputs {
            let key = self.values.named(input).ok_or_else(|| unknown("input"))?;
            let value = self.values.get_mut(key).ok_or_else(|| unknown("input"))?;
            value.readers += 1;
            shapes.try_push(value.shape).map_err(|_| unknown("input"))?;
            node.inputs.push(key);
        }
        let shape = operation.infer(&shapes, attrs)?;
        node.output = self.define(output, shape, State::Queued, Some(node.seq))?;
        if let Some(recorder) = self.tracing.recording() {
            let producers = node.inputs.iter().filter_map(|&key| self.values.get(key)?.producer);
            recorder.decoded(op, shape, enqueued, self.clock.now(), producers);
        }
        self.decoded_ops += 1;
        self.queue.push(node);
        Ok(())
    }

    fn write(&mut self, output: ArrayId, dims: &[u32], bits: &[u32]) -> Result<()> {
        let shape = Shape::new("array", dims)?;
        if shape.elements() != bits.len() {
            return Err(unknown("number of elements"));
        }
        // The buffer may come from the pool, where operations of the open batch still use it.
        self.advance();
        self.submit();
        let state = match self.allocate_array(shape) {
            Ok(buffer) => {
                self.device.write(buffer, bits);
                // Its completion is the upload's, which a wait for the array is about.
                let serial = self.submit_now();
                self.memory.used_by(buffer, serial);
                State::Encoded(buffer, serial)
            }
            Err(error) => {
                self.failed.get_or_insert_with(|| error.clone());
                State::Failed(error)
            }
        };
        self.define(output, shape, state, None)?;
        Ok(())
    }

    fn define(&mut self, name: ArrayId, shape: Shape, state: State, producer: Option<Seq>) -> Result<Key> {
        let value = Value { shape, state, producer, named: true, readers: 0, requests: Vec::new() };
        self.values.insert(name, value).ok_or_else(|| unknown("output"))
    }

    fn dispose(&mut self, key: Key) {
        let Some(value) = self.values.get_mut(key) else { return };
        value.named = false;
        if let State::Encoded(buffer, _) = value.state {
            self.memory.unname(buffer);
        }
        self.forget_unused(key);
    }

    /// Frees what is neither named, nor read, nor still to be computed.
    fn forget_unused(&mut self, key: Key) {
        let Some(value) = self.values.get(key) else { return };
        if value.named || value.readers > 0 || matches!(value.state, State::Queued) {
            return;
        }
        if let Some(Value { state: State::Encoded(buffer, _), .. }) = self.values.remove(key) {
            self.memory.release(buffer, self.completed);
        }
    }

    /// Gives up a buffer that no array names.
    fn discard(&mut self, buffer: BufferId) {
        self.memory.unname(buffer);
        self.memory.release(buffer, self.completed);
    }

    fn allocate_array(&mut self, shape: Shape) -> Result<BufferId> {
        self.allocate(shape.bytes(), || format!("an array of shape {shape}"))
    }

    fn allocate(&mut self, bytes: u64, array: impl Fn() -> String) -> Result<BufferId> {
        self.memory.allocate(&mut *self.device, bytes, &array).or_else(|_| {
            // What lies in the pool may be just what is missing; operations of the open batch may still use it.
            self.submit();
            self.memory.trim(&mut *self.device);
            self.memory.allocate(&mut *self.device, bytes, &array)
        })
    }
}

fn unknown(problem: &'static str) -> Error {
    Error::BadStream { at: 0, problem }
}
