//! From operations to submissions: which buffers, which kernel, how many at once, and how far the device is with them.

use super::node::{Node, NodeBox};
use super::policy::Policy;
use super::tracing::Tracing;
use crate::device::{self, BufferId, Device, Serial};
use crate::error::Result;
use crate::shape::Shape;
use crate::trace::memory::MemoryUse;
use crate::trace::record::Seq;
use crate::wire::Token;
use memory::Memory;
use plans::Plans;
use std::collections::VecDeque;
use tune::Tuning;

mod encode;
mod memory;
mod plans;
mod trial;
pub(super) mod tune;

pub(super) use encode::Compute;
pub(super) use memory::RejectedBuffer;

/// Operations submitted together, until they are complete.
pub(super) struct Submission {
    pub(super) serial: Serial,
    pub(super) nodes: Vec<NodeBox>,
    /// The number of operations.
    ops: u32,
    /// The first of them in program order.
    first: Seq,
}

/// The submission being put together.
struct Batch {
    nodes: Vec<NodeBox>,
    ops: u32,
    work: f64,
    first: Seq,
}

impl Batch {
    fn of(nodes: Vec<NodeBox>) -> Self {
        Self { nodes, ops: 0, work: 0.0, first: Seq::MAX }
    }
}

/// Where the result of an operation is, and from which submission on.
pub(super) type Location = (BufferId, Serial);

/// The device with its memory, and the submissions that it was given.
pub(super) struct Submitter {
    device: Box<dyn Device>,
    memory: Memory,
    tuning: Tuning,
    plans: Plans,
    policy: Policy,
    batch: Batch,
    in_flight: VecDeque<Submission>,
    in_flight_ops: u32,
    submitted: Serial,
    completed: Serial,
    completed_ops: u64,
}

impl Submitter {
    pub(super) fn new(device: Box<dyn Device>, policy: Policy) -> Self {
        Self {
            memory: Memory::new(policy.allocator, policy.memory_limit, device.limits().array_bytes),
            device,
            tuning: Tuning::default(),
            plans: Plans::default(),
            policy,
            batch: Batch::of(Vec::new()),
            in_flight: VecDeque::new(),
            in_flight_ops: 0,
            submitted: 0,
            completed: 0,
            completed_ops: 0,
        }
    }

    pub(super) fn device(&self) -> &dyn Device {
        &*self.device
    }

    /// Counts submissions and operations from here on, as if this many had come before and were complete.
    pub(super) fn count_from(&mut self, operations: u64) {
        (self.submitted, self.completed, self.completed_ops) = (operations, operations, operations);
    }

    pub(super) fn poll(&mut self) -> device::Activity {
        self.device.poll()
    }

    pub(super) fn lose(&mut self) {
        self.device.lose();
    }

    /// Has operations timed one by one from the next submission on.
    pub(super) fn measure(&mut self, on: bool) {
        self.device.measure(on);
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> MemoryUse {
        self.memory.stats()
    }

    /// Bytes that further arrays may take within the limit.
    pub(super) fn room(&self) -> u64 {
        self.memory.room()
    }

    /// Gives all buffers back. Returns the bytes that are still counted: 0.
    pub(super) fn close(self) -> u64 {
        let Self { mut device, memory, .. } = self;
        memory.close(&mut *device)
    }

    /// Gives pooled memory back to the device.
    pub(super) fn trim(&mut self, tracing: &mut Tracing) {
        // Operations of the open batch may use pooled buffers.
        self.submit(tracing);
        self.memory.trim(&mut *self.device);
        // A browser frees destroyed buffers when something is submitted.
        self.submit_now();
    }

    /// The program no longer names an array in the buffer.
    pub(super) fn drop_name(&mut self, buffer: BufferId) {
        self.memory.drop_name(buffer);
    }

    /// Whether the device has yet to confirm that there is memory for a buffer: all later operations wait for that.
    pub(super) fn awaits_memory(&self) -> bool {
        self.memory.awaits_memory()
    }

    /// The device reports whether there is memory for a buffer. Returns the buffer if there is none and it was used already.
    pub(super) fn allocated(&mut self, buffer: BufferId, granted: bool) -> Option<RejectedBuffer> {
        self.memory.confirm(&mut *self.device, buffer, granted)
    }

    /// The submissions that are running, in order.
    pub(super) fn running(&mut self) -> impl Iterator<Item = &mut Submission> {
        self.in_flight.iter_mut()
    }

    /// Drops the reference of an array, which the program no longer names, to its buffer. The last reference frees the buffer: at once, or when its
    /// last use is complete, depending on the allocator.
    pub(super) fn drop_reference(&mut self, buffer: BufferId) {
        self.memory.drop_reference(buffer, self.completed);
    }

    /// Whether this many more operations may be in flight.
    pub(super) fn admits(&self, operations: u32) -> bool {
        self.in_flight_ops + self.batch.ops + operations <= self.policy.max_in_flight
    }

    /// Submits the open batch if this many more operations do not fit into it.
    pub(super) fn close_if_full(&mut self, operations: u32, tracing: &mut Tracing) {
        if self.batch.ops + operations > self.policy.ops_per_submit {
            self.submit(tracing);
        }
    }

    /// Notes an operation that was encoded into the open batch.
    pub(super) fn push(&mut self, node: NodeBox) {
        self.batch.first = self.batch.first.min(node.first());
        self.batch.ops += node.count();
        self.batch.nodes.push(node);
    }

    /// Whether the open batch has enough to do.
    pub(super) fn is_due(&self) -> bool {
        self.batch.ops >= self.policy.ops_per_submit || self.batch.work >= self.policy.work_per_submit
    }

    /// Submits the open batch, unless it is empty.
    pub(super) fn submit(&mut self, tracing: &mut Tracing) {
        if self.batch.nodes.is_empty() {
            return;
        }
        // The next one is likely to be as long.
        let nodes = Vec::with_capacity(self.batch.nodes.len());
        let Batch { nodes, ops, first, .. } = std::mem::replace(&mut self.batch, Batch::of(nodes));
        self.submitted += 1;
        tracing.submitted(&nodes, self.submitted);
        self.in_flight_ops += ops;
        self.in_flight.push_back(Submission { serial: self.submitted, nodes, ops, first });
        self.device.submit(self.submitted);
    }

    /// Submits the work that was encoded outside a batch, possibly none.
    pub(super) fn submit_now(&mut self) -> Serial {
        self.submitted += 1;
        self.device.submit(self.submitted);
        self.submitted
    }

    /// Has the device run work that belongs to no array and counts as no memory, with a buffer name that is free until the next allocation.
    pub(super) fn run_unaccounted(
        &mut self,
        run: impl FnOnce(&mut dyn Device, BufferId) -> Result<()>,
    ) -> Result<(Serial, BufferId)> {
        let unused = self.memory.unused();
        run(&mut *self.device, unused)?;
        Ok((self.submit_now(), unused))
    }

    /// Gives back the buffer that [`Submitter::run_unaccounted`] allocated.
    pub(super) fn release_unaccounted(&mut self, buffer: BufferId) {
        self.device.release(buffer);
    }

    /// Reads the elements of an array once the operation that computes them is complete.
    pub(super) fn read(&mut self, buffer: BufferId, elements: usize, token: Token, tracing: &mut Tracing) {
        self.submit(tracing);
        self.memory.used_by(buffer, self.submitted);
        self.device.read(buffer, elements, token);
    }

    /// Whether a submission is complete. Submits the open batch first, if it is that submission.
    pub(super) fn is_complete(&mut self, serial: Serial, tracing: &mut Tracing) -> bool {
        if serial > self.submitted {
            self.submit(tracing);
        }
        serial <= self.completed
    }

    /// Whether everything submitted is complete.
    pub(super) fn is_idle(&self) -> bool {
        self.completed == self.submitted
    }

    /// Everything up to a submission is complete.
    pub(super) fn complete(&mut self, serial: Serial) {
        self.completed = self.completed.max(serial);
        self.memory.completed(self.completed);
    }

    /// The next submission that is complete and not yet reported.
    pub(super) fn next_complete(&mut self) -> Option<Submission> {
        let submission = self.in_flight.pop_front_if(|submission| submission.serial <= self.completed)?;
        self.in_flight_ops -= submission.ops;
        self.completed_ops += u64::from(submission.ops);
        Some(submission)
    }

    /// The last submission that is complete, with all before it.
    pub(super) fn completed(&self) -> Serial {
        self.completed
    }

    /// Operations complete so far.
    pub(super) fn completed_ops(&self) -> u64 {
        self.completed_ops
    }

    /// The submission after which every operation before `before` is complete; all of them have been handed over.
    pub(super) fn serial_before(&self, before: Seq) -> Serial {
        if self.batch.first < before {
            return self.open_serial();
        }
        let last = self.in_flight.iter().rev().find(|submission| submission.first < before);
        last.map_or(0, |submission| submission.serial)
    }

    /// The first operation of the open batch, and the first that is running.
    pub(super) fn first_open_and_running(&self) -> [Option<Seq>; 2] {
        let open = Some(self.batch.first).filter(|&first| first != Seq::MAX);
        [open, self.in_flight.iter().map(|submission| submission.first).min()]
    }

    /// Operations that are not complete, and whether each is running; in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Node, bool)> {
        let running = self.in_flight.iter().flat_map(|submission| &submission.nodes);
        running.map(|node| (&**node, true)).chain(self.batch.nodes.iter().map(|node| (&**node, false)))
    }

    /// The submission that operations encoded now will be part of.
    fn open_serial(&self) -> Serial {
        self.submitted + 1
    }

    fn allocate_array(&mut self, shape: Shape, tracing: &mut Tracing) -> Result<Option<BufferId>> {
        self.allocate(shape.bytes(), || format!("an array of shape {shape}"), tracing)
    }

    /// A buffer; `None` while operations in flight may free enough for it.
    fn allocate(&mut self, bytes: u64, array: impl Fn() -> String, tracing: &mut Tracing) -> Result<Option<BufferId>> {
        let buffer = self.memory.allocate(&mut *self.device, bytes, self.completed);
        if buffer.is_none() {
            self.submit(tracing);
            if self.is_idle() && !self.memory.awaits_memory() {
                // Everything before is complete, and whatever was free has been given back.
                return Err(self.memory.exhausted(bytes, array()));
            }
        }
        Ok(buffer)
    }

    /// Frees a temporary, which is no array and has no other reference.
    fn free_temporary(&mut self, buffer: BufferId) {
        self.memory.drop_name(buffer);
        self.memory.drop_reference(buffer, self.completed);
    }
}
