//! How the parts work together: operations go from the scheduler to the submitter, and their outcomes to the answers.

use super::answers::{Cause, Wait, Wanted};
use super::node::{Key, Node, NodeBox, Task};
use super::scheduler::{Inputs, State};
use super::submitter::{Compute, Location};
use super::{Backend, Reply, unknown};
use crate::device::Serial;
use crate::error::{Error, Result};
use crate::op::{Call, Operation};
use crate::ops;
use crate::ops::lib::fused;
use crate::trace::record::Seq;
use crate::wire::{ArrayId, Token};

/// How the handing over of one operation ended.
enum Handover {
    /// It was handed over; its result will be in this buffer, from this submission on.
    Done(Location),
    /// It needs a value that another device has not sent yet.
    Parked,
    /// It needs memory, and operations in flight may free some.
    Starved,
}

impl From<Option<Location>> for Handover {
    fn from(location: Option<Location>) -> Self {
        location.map_or(Self::Starved, Self::Done)
    }
}

impl Backend {
    /// Hands over the operations that the policy and the memory allow.
    pub(super) fn hand_over_ready(&mut self) {
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
                Ok(Handover::Done((buffer, serial))) => self.settle(node, &State::Encoded(buffer, serial)),
                Ok(Handover::Parked) => {
                    self.scheduler.park(node);
                    continue;
                }
                Ok(Handover::Starved) if self.submitter.awaits_memory() => self.scheduler.put_back_first(node),
                Ok(Handover::Starved) => {
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

    /// Submits the open batch, unless it is empty.
    pub(super) fn submit(&mut self) {
        if self.fatal.is_none() {
            self.submitter.submit(&mut self.tracing);
        }
    }

    fn hand_over(&mut self, node: &mut Node) -> Result<Handover, Cause> {
        match &mut node.task {
            Task::Apply(..) => self.compute(node),
            Task::Upload(bits) => {
                let bits = bits.as_mut().map_err(|error| error.clone())?;
                Ok(self.submitter.write(node.shape, bits, &mut self.tracing)?.into())
            }
            Task::Receive(token, ..) => {
                let Some(arrived) = self.scheduler.take_arrived(*token) else { return Ok(Handover::Parked) };
                let mut bits: Vec<u32> = bytemuck::cast_vec(arrived?);
                if bits.len() != node.shape.elements() {
                    return Err(unknown("number of elements").into());
                }
                let handover = self.submitter.write(node.shape, &mut bits, &mut self.tracing)?.into();
                if matches!(handover, Handover::Starved) {
                    self.scheduler.keep_arrived(*token, bytemuck::cast_vec(bits));
                }
                Ok(handover)
            }
        }
    }

    fn compute(&mut self, node: &Node) -> Result<Handover, Cause> {
        let mut found = Inputs::default();
        if !self.scheduler.find_inputs(node, &mut found)? {
            return Ok(Handover::Parked);
        }
        let (shapes, inputs) = &found;
        let unknown = || unknown("operation");
        let Task::Apply(opcode, attrs) = &node.task else { return Err(unknown().into()) };
        let (opcode, op, attrs): (_, &'static dyn Operation, &[u32]) = match &node.fusion {
            Some(fusion) => {
                let found = fusion.operation.map_or_else(|| self.scheduler.fused(node, fusion), Ok);
                (fused::OPCODE, found?, &fusion.words)
            }
            None => (*opcode, ops::by_opcode(*opcode).ok_or_else(unknown)?, attrs),
        };
        let call = Call { inputs: shapes, attrs, output: node.shape };
        let compute = Compute { opcode, op, call, inputs, enqueued: node.enqueued };
        let location = self.submitter.compute(compute, &mut self.tracing)?;
        if location.is_some() {
            self.tracing.worked(node.seq, || op.work(&call));
        }
        Ok(location.into())
    }

    /// The operation has been handed over, or never will be.
    fn settle(&mut self, mut node: NodeBox, state: &State) {
        let key = node.output;
        let waits = self.scheduler.settle(&node, state, &mut self.submitter);
        match state {
            State::Failed(error) => {
                // It will never run: a wait for everything has to report it.
                (0..node.count()).for_each(|index| self.answers.failed(node.nth(index).seq, error));
            }
            State::Encoded(buffer, _) => {
                node.buffer = *buffer;
                self.submitter.push(node);
            }
            State::Queued => {}
        }
        let reads = waits.iter().filter(|wait| wait.reads()).count();
        waits.into_iter().for_each(|wait| self.answer_when_computed(state, key, wait));
        self.scheduler.answered(key, reads, &mut self.submitter);
    }

    /// Answers a wait for an array now, or once it is computed.
    pub(super) fn wait(&mut self, token: Token, array: ArrayId, wanted: Wanted) -> Result<()> {
        let key = self.scheduler.named(array)?;
        let wait = Wait::new(token, wanted, self.scheduler.producer(key));
        // First, within the policy, all operations in program order. Then those that the wait needs overtake the others.
        self.hand_over_ready();
        if self.scheduler.make_urgent(key, &wait) {
            self.hand_over_ready();
        }
        let state = self.scheduler.wait(key, &wait)?;
        self.answer_when_computed(&state, key, wait);
        Ok(())
    }

    /// Answers a wait for a value: at once if the value has failed, and once it is known to be computed if it was handed to the device. A queued
    /// value keeps its waits.
    fn answer_when_computed(&mut self, state: &State, key: Key, wait: Wait) {
        match state {
            State::Queued => {}
            State::Failed(cause) => self.answers.fail(&wait, cause),
            State::Encoded(buffer, serial) => {
                if !wait.reads() {
                    return self.answer_after(*serial, wait);
                }
                let token = wait.token;
                self.answers.reading(wait);
                let elements = self.scheduler.elements(key);
                self.submitter.read(*buffer, elements, token, &mut self.tracing);
            }
        }
    }

    /// Answers a wait for everything when every operation before its own is complete.
    pub(super) fn answer_once_before(&mut self, wait: Wait) {
        self.scheduler.due_before(self.answers.wait_before(wait));
        self.hand_over_ready();
    }

    /// A barrier whose operations have all been handed over waits for their last submission alone.
    fn settle_barriers(&mut self) {
        let first = self.scheduler.first().unwrap_or(Seq::MAX);
        while let Some((before, wait)) = self.answers.next_barrier(first) {
            self.answer_after(self.submitter.serial_before(before), wait);
        }
    }

    fn answer_after(&mut self, serial: Serial, wait: Wait) {
        if self.submitter.is_complete(serial, &mut self.tracing) {
            self.answer(wait);
        } else {
            self.answers.wait_for(serial, wait);
        }
    }

    fn answer(&mut self, wait: Wait) {
        if wait.wanted == Wanted::Trace {
            self.tracing.complete(wait.token);
            self.finish_traces();
        } else {
            self.answers.done(wait);
        }
    }

    /// Everything up to `serial` was reported complete.
    pub(super) fn complete(&mut self, serial: Serial, at: f64, turn: u32) {
        self.submitter.complete(serial);
        while let Some(submission) = self.submitter.next_complete() {
            self.tracing.completed(&submission.nodes, at, turn);
            self.scheduler.recycle(submission.nodes);
        }
        while let Some(wait) = self.answers.next_due(self.submitter.completed()) {
            self.answer(wait);
        }
        self.hand_over_ready();
        self.submit();
    }

    /// Ends the backend: nothing more can be computed. One answer reports it to every wait.
    pub fn fail(&mut self, error: &Error) {
        if self.fatal.is_none() {
            self.fatal = Some(error.clone());
            self.answers.reply(Reply::Lost { error: error.clone() });
        }
    }
}
