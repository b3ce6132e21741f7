//! How the parts work together: operations go from the scheduler to the submitter, and their outcomes to the answers.

use super::answers::{Answer, Cause};
use super::node::{Key, Node, Task};
use super::scheduler::{Request, State};
use super::submitter::{Compute, Place};
use super::{Backend, Reply, unknown};
use crate::device::Serial;
use crate::error::{Error, Result};
use crate::op::{Call, Operation};
use crate::ops;
use crate::ops::lib::fused;
use crate::trace::record::Seq;
use crate::wire::ArrayId;

/// The fate of an operation whose turn it was.
enum Turn {
    /// It was handed over.
    HandedOver(Place),
    /// It needs what another device has not sent yet.
    Parked,
    /// It needs memory, and what is in flight may free some.
    Starved,
}

impl From<Option<Place>> for Turn {
    fn from(place: Option<Place>) -> Self {
        place.map_or(Self::Starved, Self::HandedOver)
    }
}

impl Backend {
    /// Hands over what the policy and the memory allow.
    pub(super) fn advance(&mut self) {
        while self.fatal.is_none() && self.calibrating.is_none() && !self.submitter.awaits_memory() {
            if self.policy.lazy {
                self.scheduler.fuse(self.submitter.device(), self.submitter.room());
            }
            if !self.submitter.admits(1) {
                self.submit();
                break;
            }
            let Some(mut node) = self.scheduler.next(self.submitter.room()) else { break };
            self.submitter.close_if_full(node.count(), &mut self.tracing);
            if !self.submitter.admits(node.count()) {
                self.scheduler.put_back(node);
                self.submit();
                break;
            }
            match self.hand_over(&mut node) {
                Ok(Turn::HandedOver((buffer, serial))) => self.settle(node, &State::Encoded(buffer, serial)),
                Ok(Turn::Parked) => {
                    self.scheduler.park(node);
                    continue;
                }
                Ok(Turn::Starved) if self.submitter.awaits_memory() => self.scheduler.put_back_first(node),
                Ok(Turn::Starved) => {
                    self.scheduler.put_back(node);
                    break;
                }
                Err(error) => self.settle(node, &State::Failed(error)),
            }
            if self.submitter.is_due() {
                self.submit();
            }
        }
        self.settle_barriers();
    }

    /// Closes the open batch, if there is anything in it.
    pub(super) fn submit(&mut self) {
        if self.fatal.is_none() {
            self.submitter.submit(&mut self.tracing);
        }
    }

    fn hand_over(&mut self, node: &mut Node) -> Result<Turn, Cause> {
        match &mut node.task {
            Task::Apply(..) => self.compute(node),
            Task::Upload(bits) => {
                let bits = bits.as_mut().map_err(|error| error.clone())?;
                Ok(self.submitter.write(node.shape, bits, &mut self.tracing)?.into())
            }
            Task::Receive(token, ..) => {
                let Some(arrived) = self.scheduler.take_arrived(*token) else { return Ok(Turn::Parked) };
                let mut bits: Vec<u32> = bytemuck::cast_vec(arrived?);
                if bits.len() != node.shape.elements() {
                    return Err(unknown("number of elements").into());
                }
                let turn = self.submitter.write(node.shape, &mut bits, &mut self.tracing)?.into();
                if matches!(turn, Turn::Starved) {
                    self.scheduler.keep_arrived(*token, bytemuck::cast_vec(bits));
                }
                Ok(turn)
            }
        }
    }

    fn compute(&mut self, node: &Node) -> Result<Turn, Cause> {
        let Some((shapes, inputs)) = self.scheduler.inputs(node)? else { return Ok(Turn::Parked) };
        let unknown = || unknown("operation");
        let Task::Apply(opcode, attrs) = &node.task else { return Err(unknown().into()) };
        let (opcode, op, attrs): (_, &'static dyn Operation, &[u32]) = match &node.fusion {
            Some(fusion) => (fused::OPCODE, self.scheduler.fused(node, fusion)?, &fusion.words),
            None => (*opcode, ops::by_opcode(*opcode).ok_or_else(unknown)?, attrs),
        };
        let call = Call { inputs: &shapes, attrs, output: node.shape };
        let compute = Compute { opcode, op, call, inputs: &inputs, enqueued: node.enqueued };
        Ok(self.submitter.compute(compute, &mut self.tracing)?.into())
    }

    /// The operation has been handed over, or never will be.
    fn settle(&mut self, mut node: Node, state: &State) {
        let key = node.output;
        let requests = self.scheduler.settle(&node, state, &mut self.submitter);
        match state {
            State::Failed(error) => {
                // It will never run: whoever waits for everything has to know.
                (0..node.count()).for_each(|index| self.answers.failed(node.nth(index).seq, error));
            }
            State::Encoded(buffer, _) => {
                node.buffer = *buffer;
                self.submitter.push(node);
            }
            State::Queued => {}
        }
        for &request in &requests {
            self.answer_when_computed(state, key, request);
        }
        self.scheduler.answered(key, &requests, &mut self.submitter);
    }

    /// Answers a request about an array now, or once it is computed.
    pub(super) fn request(&mut self, array: ArrayId, request: Request) -> Result<()> {
        let key = self.scheduler.named(array)?;
        // In program order as far as the policy allows; what is still queued then may overtake what it does not need.
        self.advance();
        if self.scheduler.make_urgent(key, request) {
            self.advance();
        }
        let state = self.scheduler.request(key, request)?;
        self.answer_when_computed(&state, key, request);
        Ok(())
    }

    /// Answers a request about a value as soon as it is known to be computed, if it was handed to the device or has failed.
    fn answer_when_computed(&mut self, state: &State, key: Key, request: Request) {
        match (state, request) {
            (State::Queued, _) => {}
            (State::Failed(error), Request::Send(token, device)) => {
                self.answers.hand_over(device, token, error);
            }
            (State::Failed(error), Request::Wait(token) | Request::Read(token)) => {
                self.answers.refuse(token, error);
            }
            (State::Encoded(_, serial), Request::Wait(token)) => {
                let producer = self.scheduler.producer(key);
                self.answer_after(*serial, Answer::Computed(token, producer));
            }
            (State::Encoded(buffer, _), Request::Read(token) | Request::Send(token, _)) => {
                let device = match request {
                    Request::Send(_, device) => Some(device),
                    _ => None,
                };
                self.answers.reading(token, self.scheduler.producer(key), device);
                let elements = self.scheduler.elements(key);
                self.submitter.read(*buffer, elements, token, &mut self.tracing);
            }
        }
    }

    /// Answers when every operation before `before` is complete.
    pub(super) fn answer_once_before(&mut self, before: Seq, answer: Answer) {
        self.answers.wait_before(before, answer);
        self.scheduler.due_before(before);
        self.advance();
    }

    /// Barriers whose operations have all been handed over now only wait for their last submission.
    fn settle_barriers(&mut self) {
        let first = self.scheduler.first().unwrap_or(Seq::MAX);
        while let Some((before, answer)) = self.answers.next_barrier(first) {
            self.answer_after(self.submitter.serial_before(before), answer);
        }
    }

    fn answer_after(&mut self, serial: Serial, answer: Answer) {
        if self.submitter.is_complete(serial, &mut self.tracing) {
            self.answer(answer);
        } else {
            self.answers.wait_for(serial, answer);
        }
    }

    fn answer(&mut self, answer: Answer) {
        match answer {
            Answer::Done(token) | Answer::Computed(token, _) => self.answers.done(token, None),
            Answer::All(token, _, failed) => self.answers.done(token, failed),
            Answer::Trace(token) => {
                self.tracing.complete(token);
                self.finish_traces();
            }
        }
    }

    /// Everything up to `serial` was seen to be complete.
    pub(super) fn complete(&mut self, serial: Serial, at: f64, turn: u32) {
        self.submitter.complete(serial);
        while let Some(submission) = self.submitter.next_complete() {
            self.tracing.completed(&submission.nodes, at, turn);
        }
        while let Some(answer) = self.answers.next_due(self.submitter.completed()) {
            self.answer(answer);
        }
        self.advance();
        self.submit();
    }

    /// The device is of no use any more. Whoever waits for anything learns it from this one answer.
    pub(super) fn fail(&mut self, error: &Error) {
        if self.fatal.is_none() {
            self.fatal = Some(error.clone());
            self.answers.reply(Reply::Lost { error: error.clone() });
        }
    }
}
