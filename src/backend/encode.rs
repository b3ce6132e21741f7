//! From the queue to the device: which operation next, with which buffers, in which submission.

use super::queue::Node;
use super::values::{Request, State};
use super::{Backend, Batch, Submission};
use crate::device::{BufferId, Job, Serial};
use crate::error::{Error, Result};
use crate::op::{Call, MAX_INPUTS, Operation, Plan};
use crate::ops;
use crate::shape::Shape;
use crate::trace::record::Seq;
use arrayvec::ArrayVec;

/// The inputs of a call, where all of them are there.
type Inputs = (ArrayVec<Shape, MAX_INPUTS>, ArrayVec<BufferId, MAX_INPUTS>);

/// Temporaries of one call.
type Scratch = ArrayVec<BufferId, 2>;

impl Backend {
    /// Hands over what the policy allows.
    pub(super) fn advance(&mut self) {
        while self.fatal.is_none() {
            if self.in_flight_ops + self.batch.count >= self.policy.max_in_flight {
                self.submit();
                break;
            }
            let Some(node) = self.queue.pop() else { break };
            self.encode(&node);
            if self.batch.count >= self.policy.ops_per_submit || self.batch.work >= self.policy.work_per_submit {
                self.submit();
            }
        }
        self.settle_barriers();
    }

    /// Closes the open batch, if there is anything in it.
    pub(super) fn submit(&mut self) {
        if self.batch.count == 0 || self.fatal.is_some() {
            return;
        }
        let Batch { count, ops, .. } = std::mem::take(&mut self.batch);
        self.submitted += 1;
        if !ops.is_empty() {
            self.tracing.submitted(&ops, self.submitted, self.clock.now());
        }
        self.in_flight_ops += count;
        self.in_flight.push_back(Submission { serial: self.submitted, count, ops });
        self.device.submit(self.submitted);
    }

    /// Hands over what the device was given outside the queue, possibly nothing.
    pub(super) fn submit_now(&mut self) -> Serial {
        self.submitted += 1;
        self.device.submit(self.submitted);
        self.submitted
    }

    /// The submission that what is encoded now will be part of.
    pub(super) fn open_serial(&self) -> Serial {
        self.submitted + 1
    }

    /// Lets a queued value and all it depends on go first.
    pub(super) fn hurry(&mut self, seq: Seq) {
        let values = &self.values;
        self.queue.hurry(seq, |key| values.get(key)?.producer);
    }

    fn encode(&mut self, node: &Node) {
        let Some(op) = ops::by_opcode(node.op) else { return };
        let Some(shape) = self.values.get(node.output).map(|value| value.shape) else { return };
        let state = self.inputs(node).and_then(|(shapes, buffers)| {
            let call = Call { inputs: &shapes, attrs: &node.attrs, output: shape };
            self.run(node, op, &call, &buffers)
        });
        match &state {
            Ok(_) => {
                self.batch.count += 1;
                if self.tracing.is_on() {
                    self.batch.ops.push(node.seq);
                }
            }
            // It will never run: whoever waits for everything has to know.
            Err(error) => {
                self.completed_ops += 1;
                self.failed.get_or_insert_with(|| error.clone());
            }
        }
        self.settle(node, state.unwrap_or_else(State::Failed));
    }

    /// Records the operation on the device; its output is new, or shared with its input where it is only a view.
    fn run(&mut self, node: &Node, op: &'static dyn Operation, call: &Call<'_>, inputs: &[BufferId]) -> Result<State> {
        let (output, plan, scratch) = match inputs {
            [shared] if op.is_view() => {
                self.memory.share(*shared);
                (*shared, Plan::default(), ArrayVec::new())
            }
            _ => self.buffers(op, call)?,
        };
        let serial = self.open_serial();
        self.device.encode(&Job {
            opcode: node.op,
            op,
            call: *call,
            inputs,
            output,
            plan: &plan,
            scratch: &scratch,
            enqueued: node.enqueued,
        });
        let work = op.work(call);
        self.batch.work += work.flops + work.bytes;
        for &buffer in inputs.iter().chain(&scratch).chain([&output]) {
            self.memory.used_by(buffer, serial);
        }
        scratch.into_iter().for_each(|buffer| self.discard(buffer));
        Ok(State::Encoded(output, serial))
    }

    /// The output's buffer, the plan and its temporaries.
    fn buffers(&mut self, op: &'static dyn Operation, call: &Call<'_>) -> Result<(BufferId, Plan, Scratch)> {
        let plan = if call.output.elements() == 0 { Plan::default() } else { self.device.plan(op, call) };
        let mut scratch = Scratch::new();
        for &bytes in &plan.scratch {
            match self.allocate(bytes, || format!("a temporary of {}", op.name())) {
                Ok(buffer) => scratch.push(buffer),
                Err(error) => {
                    scratch.into_iter().for_each(|buffer| self.discard(buffer));
                    return Err(error);
                }
            }
        }
        match self.allocate_array(call.output) {
            Ok(output) => Ok((output, plan, scratch)),
            Err(error) => {
                scratch.into_iter().for_each(|buffer| self.discard(buffer));
                Err(error)
            }
        }
    }

    fn inputs(&self, node: &Node) -> Result<Inputs> {
        let mut inputs = Inputs::default();
        for &key in &node.inputs {
            let value = self.values.get(key).ok_or(Error::BadStream { at: 0, problem: "unknown input" })?;
            match &value.state {
                State::Encoded(buffer, _) => {
                    inputs.0.push(value.shape);
                    inputs.1.push(*buffer);
                }
                State::Failed(error) => return Err(error.clone()),
                State::Queued => return Err(Error::BadStream { at: 0, problem: "an input from the future" }),
            }
        }
        Ok(inputs)
    }

    /// The operation has been handed over, or never will be: its inputs have one reader less, its output is known.
    fn settle(&mut self, node: &Node, state: State) {
        let Some(output) = self.values.get_mut(node.output) else { return };
        if let (State::Encoded(buffer, _), false) = (&state, output.named) {
            self.memory.unname(*buffer);
        }
        output.state = state;
        let requests = std::mem::take(&mut output.requests);
        for &key in &node.inputs {
            self.read_once(key);
        }
        for request in requests {
            self.answer_when_computed(node.output, request);
            if matches!(request, Request::Read(_)) {
                self.read_once(node.output);
            }
        }
        self.forget_unused(node.output);
    }

    pub(super) fn read_once(&mut self, key: super::Key) {
        if let Some(value) = self.values.get_mut(key) {
            value.readers -= 1;
            self.forget_unused(key);
        }
    }
}
