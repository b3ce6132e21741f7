//! From the queue to the device: which operation next, with which buffers, in which submission.

use super::answers::take;
use super::queue::{Node, Task};
use super::values::{Key, State};
use super::{Backend, Batch, Submission};
use crate::device::{BufferId, Job, Serial};
use crate::error::Result;
use crate::op::{Call, Limits, MAX_READS, Operation, Plan};
use crate::ops;
use crate::ops::lib::fused;
use crate::shape::Shape;
use crate::trace::record::Seq;
use arrayvec::ArrayVec;

/// The inputs of a call, where all of them are there.
type Inputs = (ArrayVec<Shape, MAX_READS>, ArrayVec<BufferId, MAX_READS>);

/// Temporaries of one call.
type Scratch = ArrayVec<BufferId, 2>;
/// Of an output, and the plan with its temporaries.
type Buffers = (BufferId, Plan, Scratch);

/// What became of an operation whose turn it was.
enum Turn {
    /// It was handed over.
    HandedOver(State),
    /// It needs what another device has not sent yet.
    Parked,
    /// It needs memory, and what is in flight may free some.
    Starved,
}

impl Backend {
    /// Hands over what the policy and the memory allow.
    pub(super) fn advance(&mut self) {
        while self.fatal.is_none() && self.calibrating.is_none() {
            if self.policy.lazy {
                self.fuse();
            }
            if self.in_flight_ops + self.batch.ops >= self.policy.max_in_flight {
                self.submit();
                break;
            }
            let Some(mut node) = self.queue.pop(self.memory.room()) else { break };
            if self.batch.ops + node.count() > self.policy.ops_per_submit {
                self.submit();
            }
            if self.in_flight_ops + self.batch.ops + node.count() > self.policy.max_in_flight {
                self.queue.put_back(node);
                self.submit();
                break;
            }
            let state = match self.hand_over(&mut node) {
                Ok(Turn::HandedOver(state)) => Ok(state),
                Ok(Turn::Parked) => {
                    self.queue.park(node);
                    continue;
                }
                Ok(Turn::Starved) => {
                    self.queue.put_back(node);
                    break;
                }
                Err(error) => Err(error),
            };
            self.settle(node, state);
            let full = self.batch.ops >= self.policy.ops_per_submit;
            if full || self.batch.work >= self.policy.work_per_submit {
                self.submit();
            }
        }
        self.settle_barriers();
    }

    /// Closes the open batch, if there is anything in it.
    pub(super) fn submit(&mut self) {
        if self.batch.nodes.is_empty() || self.fatal.is_some() {
            return;
        }
        let Batch { nodes, ops, first, .. } = std::mem::take(&mut self.batch);
        self.submitted += 1;
        self.tracing.submitted(&nodes, self.submitted, || self.clock.now());
        self.in_flight_ops += ops;
        self.in_flight.push_back(Submission { serial: self.submitted, nodes, ops, first });
        self.device.submit(self.submitted);
    }

    /// Hands over what the device was given outside the queue, possibly nothing.
    pub(super) fn submit_now(&mut self) -> Serial {
        self.submitted += 1;
        self.device.submit(self.submitted);
        self.submitted
    }

    /// The submission that what is encoded now will be part of.
    fn open_serial(&self) -> Serial {
        self.submitted + 1
    }

    /// The submission after which every operation before `before` is complete; all of them have been handed over.
    pub(super) fn serial_before(&self, before: Seq) -> Serial {
        if self.batch.first < before {
            return self.open_serial();
        }
        let last = self.in_flight.iter().rev().find(|submission| submission.first < before);
        last.map_or(0, |submission| submission.serial)
    }

    fn hand_over(&mut self, node: &mut Node) -> Result<Turn> {
        match &mut node.task {
            Task::Apply(..) => match self.inputs(node)? {
                Some((shapes, buffers)) => self.run(node, &shapes, &buffers),
                None => Ok(Turn::Parked),
            },
            Task::Upload(bits) => {
                let bits = std::mem::take(bits);
                let turn = self.write(node.shape, &bits);
                if matches!(turn, Ok(Turn::Starved)) {
                    node.task = Task::Upload(bits);
                }
                turn
            }
            Task::Receive(token, ..) => match take(&mut self.arrived, *token) {
                Some(Ok(data)) => {
                    let turn = self.write(node.shape, bytemuck::cast_slice(&data));
                    if matches!(turn, Ok(Turn::Starved)) {
                        self.arrived.push((*token, Ok(data)));
                    }
                    turn
                }
                Some(Err(error)) => Err(error),
                None => Ok(Turn::Parked),
            },
        }
    }

    /// Copies values of the host into a new buffer.
    fn write(&mut self, shape: Shape, bits: &[u32]) -> Result<Turn> {
        let Some(buffer) = self.allocate_array(shape)? else { return Ok(Turn::Starved) };
        // The buffer may come from the pool, where operations of the open batch still use it.
        self.submit();
        self.device.write(buffer, bits);
        let serial = self.open_serial();
        self.memory.used_by(buffer, serial);
        Ok(Turn::HandedOver(State::Encoded(buffer, serial)))
    }

    /// Records the operation on the device; its output is new, or shared with its input where it is only a view.
    fn run(&mut self, node: &Node, shapes: &[Shape], inputs: &[BufferId]) -> Result<Turn> {
        let unknown = || super::unknown("operation");
        let Task::Apply(opcode, attrs) = &node.task else { return Err(unknown()) };
        let (opcode, op, attrs): (_, &'static dyn Operation, &[u32]) = match &node.fusion {
            Some(fusion) => (fused::OPCODE, self.fused(node, fusion)?, &fusion.words),
            None => (*opcode, ops::by_opcode(*opcode).ok_or_else(unknown)?, attrs),
        };
        let call = Call { inputs: shapes, attrs, output: node.shape };
        let (output, plan, scratch) = match inputs {
            [shared] if op.is_view() => {
                self.memory.share(*shared);
                (*shared, Plan::default(), ArrayVec::new())
            }
            _ => match self.buffers(op, &call)? {
                Some(buffers) => buffers,
                None => return Ok(Turn::Starved),
            },
        };
        let job = Job {
            opcode,
            op,
            call,
            inputs,
            output,
            plan: &plan,
            scratch: &scratch,
            // What waited did not begin when it was enqueued.
            enqueued: if self.policy.lazy { f64::NAN } else { node.enqueued },
        };
        self.try_kernels(&job);
        let serial = self.open_serial();
        self.device.encode(&job);
        let work = op.work(&call);
        self.batch.work += work.flops + work.bytes;
        for &buffer in inputs.iter().chain(&scratch).chain([&output]) {
            self.memory.used_by(buffer, serial);
        }
        scratch.into_iter().for_each(|buffer| self.discard(buffer));
        Ok(Turn::HandedOver(State::Encoded(output, serial)))
    }

    /// The output's buffer, the plan and its temporaries; `None` while there is no room for them.
    fn buffers(&mut self, op: &'static dyn Operation, call: &Call<'_>) -> Result<Option<Buffers>> {
        let limits = self.device.limits();
        let plan = if call.output.elements() == 0 { Plan::default() } else { self.plan(op, call, &limits) };
        let prepared = plan.preparing > 0;
        let found = self.buffers_of(plan, op, call);
        if !prepared || matches!(found, Ok(Some(_))) {
            return found;
        }
        // What would only be faster neither waits for room nor fails without.
        let plan = self.plan(op, call, &Limits { temporaries: 0, ..limits });
        self.buffers_of(plan, op, call)
    }

    fn buffers_of(&mut self, plan: Plan, op: &'static dyn Operation, call: &Call<'_>) -> Result<Option<Buffers>> {
        let mut scratch = Scratch::new();
        for &bytes in &plan.scratch {
            match self.allocate(bytes, || format!("a temporary of {}", op.name())) {
                Ok(Some(buffer)) => scratch.push(buffer),
                missing => {
                    scratch.into_iter().for_each(|buffer| self.discard(buffer));
                    return missing.map(|_| None);
                }
            }
        }
        match self.allocate_array(call.output) {
            Ok(Some(output)) => Ok(Some((output, plan, scratch))),
            missing => {
                scratch.into_iter().for_each(|buffer| self.discard(buffer));
                missing.map(|_| None)
            }
        }
    }

    /// The buffers of the inputs; `None` while one of them is not even handed over.
    fn inputs(&self, node: &Node) -> Result<Option<Inputs>> {
        let mut inputs = Inputs::default();
        for &key in node.sources() {
            let value = self.values.get(key).ok_or_else(|| super::unknown("input"))?;
            match &value.state {
                State::Encoded(buffer, _) => {
                    inputs.0.push(value.shape);
                    inputs.1.push(*buffer);
                }
                State::Failed(error) => return Err(error.clone()),
                State::Queued => return Ok(None),
            }
        }
        inputs.0.extend(node.fusion.as_ref().and_then(|fusion| fusion.reduced));
        Ok(Some(inputs))
    }

    /// The operation has been handed over, or never will be: its inputs have one reader less, its output is known.
    fn settle(&mut self, node: Node, state: Result<State>) {
        let state = state.unwrap_or_else(State::Failed);
        let Some(output) = self.values.get_mut(node.output) else { return };
        if let (State::Encoded(buffer, _), false) = (&state, output.named) {
            self.memory.unname(*buffer);
        }
        output.state = state.clone();
        let requests = std::mem::take(&mut output.requests);
        let key = node.output;
        for index in 0..node.count() {
            let one = node.nth(index);
            one.inputs.iter().for_each(|&input| self.read_once(input));
            if let State::Failed(error) = &state {
                // It will never run: whoever waits for everything has to know.
                self.completed_ops += 1;
                self.failed_ops.push(one.seq);
                self.tell_of(one.seq, error.clone());
            }
            if one.output != key {
                self.values.remove(one.output);
            }
        }
        if let State::Encoded(..) = state {
            self.batch.first = self.batch.first.min(node.first());
            self.batch.ops += node.count();
            self.batch.nodes.push(node);
        }
        for request in requests {
            self.answer_when_computed(key, request);
            if request.reads() {
                self.read_once(key);
            }
        }
        self.forget_unused(key);
    }

    fn read_once(&mut self, key: Key) {
        if let Some(value) = self.values.get_mut(key) {
            value.readers -= 1;
            self.forget_unused(key);
        }
    }

    /// Gives up a buffer that no array names.
    pub(super) fn discard(&mut self, buffer: BufferId) {
        self.memory.unname(buffer);
        self.memory.release(buffer, self.completed);
    }

    pub(super) fn allocate_array(&mut self, shape: Shape) -> Result<Option<BufferId>> {
        self.allocate(shape.bytes(), || format!("an array of shape {shape}"))
    }

    /// A buffer; `None` as long as what is in flight may free enough for it.
    fn allocate(&mut self, bytes: u64, array: impl Fn() -> String) -> Result<Option<BufferId>> {
        let buffer = self.memory.allocate(&mut *self.device, bytes, self.completed);
        if buffer.is_none() {
            self.submit();
            if self.submitted == self.completed {
                // Everything before is complete, and whatever was free has been given back.
                return Err(self.memory.exhausted(bytes, array()));
            }
        }
        Ok(buffer)
    }
}
