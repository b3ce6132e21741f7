//! The choice of the operation that is handed to the device next. It depends on the values that the program names, the operations that will compute
//! them, and the order that waits and memory allow.

use super::answers::{Cause, Wait, Wanted};
use super::node::{Key, Node, NodeBox, Task};
use super::policy::Policy;
use super::submitter::Submitter;
use super::unknown;
use crate::device::{BufferId, Serial};
use crate::error::Result;
use crate::op::MAX_READS;
use crate::ops::lib::fused::MOST_STEPS;
use crate::shape::Shape;
use crate::trace::record::Seq;
use crate::wire::{ArrayId, Token};
use arrayvec::ArrayVec;
use queue::Queue;
pub(super) use replay::Run;
use values::Values;

mod decode;
mod fuse;
mod group;
mod queue;
mod replay;
mod values;

/// The state of a value.
#[derive(Clone, Debug)]
pub(super) enum State {
    /// Its operation waits in the queue.
    Queued,
    /// Its operation is encoded. The buffer has its result once this submission, which may still be open, is complete.
    Encoded(BufferId, Serial),
    /// Its operation could not be run, or an operation that it needed.
    Failed(Cause),
}

/// Shapes and buffers that an operation reads.
pub(super) type Inputs = (ArrayVec<Shape, MAX_READS>, ArrayVec<BufferId, MAX_READS>);

/// Most nodes that are kept for reuse: as many as may be in flight by default.
const MOST_SPARE: usize = 16_384;

/// Operations decoded and not yet handed over.
pub(super) struct Scheduler {
    values: Values,
    queue: Queue,
    /// The values that other devices have sent, each until the operation that receives it is handed over.
    arrived: Vec<(Token, Result<Vec<f32>>)>,
    /// Nodes of complete operations, for reuse.
    spare: Vec<NodeBox>,
    /// Operations decoded so far.
    decoded: Seq,
    /// When the operations that are being decoded were enqueued, in ms; NaN where that is unknown.
    enqueued: f64,
    lazy: bool,
    /// Most operations in one kernel.
    most_fused: usize,
    /// The id of the newest group of operations that was considered for fusing.
    last_group: u64,
}

impl Scheduler {
    pub(super) fn new(policy: &Policy) -> Self {
        Self {
            values: Values::default(),
            queue: Queue::new(policy.lazy),
            arrived: Vec::new(),
            spare: Vec::new(),
            decoded: 0,
            enqueued: f64::NAN,
            lazy: policy.lazy,
            most_fused: MOST_STEPS.min(policy.ops_per_submit as usize).min(policy.max_in_flight as usize),
            last_group: 0,
        }
    }

    /// Counts operations from here on, as if this many had come before.
    pub(super) fn count_from(&mut self, operations: Seq) {
        self.decoded = operations;
        self.queue.count_from(operations);
    }

    /// Operations decoded so far.
    pub(super) fn decoded(&self) -> Seq {
        self.decoded
    }

    /// Operations decoded from here on were enqueued at `at` (ms) or later.
    pub(super) fn stamp(&mut self, at: f64) {
        self.enqueued = at;
    }

    /// Every operation before this one has been handed over; `None` where all have.
    pub(super) fn first(&self) -> Option<Seq> {
        self.queue.earliest()
    }

    /// Everything that is not handed over, and whether it waits for another device; in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Node, bool)> {
        self.queue.iter()
    }

    /// Makes every operation before this one due.
    pub(super) fn due_before(&mut self, seq: Seq) {
        self.queue.due_before(seq);
    }

    /// Prioritises the operation that computes a value, if the value is still queued and the wait is urgent. Returns whether it did.
    pub(super) fn make_urgent(&mut self, key: Key, wait: &Wait) -> bool {
        // A transfer to another device is not urgent, since the program does not wait for it. In a lazy backend it is, or it would never begin.
        let urgent = self.lazy || !matches!(wait.wanted, Wanted::Elements(Some(_)));
        match self.values.get(key) {
            Some(value) if urgent && matches!(value.state, State::Queued) => {
                self.queue.make_urgent(value.producer);
                true
            }
            _ => false,
        }
    }

    /// The shape of the value that the program means by a name.
    pub(super) fn shape(&self, array: ArrayId) -> Option<Shape> {
        self.values.get(self.values.named(array)?).map(|value| value.shape)
    }

    /// The value that the program means by a name.
    pub(super) fn named(&self, array: ArrayId) -> Result<Key> {
        self.values.named(array).ok_or_else(|| unknown("array"))
    }

    /// The state of a value. If the value is queued, the wait is kept with it.
    pub(super) fn wait(&mut self, key: Key, wait: &Wait) -> Result<State> {
        let value = self.values.get_mut(key).ok_or_else(|| unknown("array"))?;
        if matches!(value.state, State::Queued) {
            value.waits.push(wait.clone());
            value.readers += u32::from(wait.reads());
        }
        Ok(value.state.clone())
    }

    /// The operation that computes a value.
    pub(super) fn producer(&self, key: Key) -> Seq {
        self.values.get(key).map_or(Seq::MAX, |value| value.producer)
    }

    /// Fails the values of these operations (in order), which were handed over and were not computed, and drops their buffers.
    pub(super) fn invalidate(&mut self, operations: &[Seq], why: &Cause, submitter: &mut Submitter) {
        for value in self.values.iter_mut().filter(|value| operations.binary_search(&value.producer).is_ok()) {
            if let State::Encoded(buffer, _) = value.state {
                if value.named {
                    submitter.drop_name(buffer);
                }
                submitter.drop_reference(buffer);
                value.state = State::Failed(why.clone());
            }
        }
    }

    /// The number of a value's elements.
    pub(super) fn elements(&self, key: Key) -> usize {
        self.values.get(key).map_or(0, |value| value.shape.elements())
    }

    /// The next operation to hand over within `room` bytes, if there is one.
    pub(super) fn next(&mut self, room: u64) -> Option<NodeBox> {
        self.queue.pop(room)
    }

    /// Takes back an operation that could not be handed over after all: it keeps its place in the order.
    pub(super) fn put_back(&mut self, node: NodeBox) {
        self.queue.put_back(node);
    }

    /// Takes back an operation; operations that become urgent meanwhile do not overtake it.
    pub(super) fn put_back_first(&mut self, node: NodeBox) {
        self.queue.put_back_first(node);
    }

    /// Takes the nodes of operations that are complete.
    pub(super) fn recycle(&mut self, nodes: Vec<NodeBox>) {
        let room = MOST_SPARE.saturating_sub(self.spare.len());
        for mut node in nodes.into_iter().take(room) {
            node.fusion = None;
            self.spare.push(node);
        }
    }

    /// A node for the next operation.
    fn node(&mut self, task: Task) -> NodeBox {
        let mut node = self.spare.pop().unwrap_or_default();
        node.renew(self.decoded, task, self.enqueued);
        node
    }

    /// Sets aside an operation that has to wait for another device.
    pub(super) fn park(&mut self, node: NodeBox) {
        self.queue.park(node);
    }

    /// Takes a value that another device has sent. All operations that were set aside are tried again.
    pub(super) fn deliver(&mut self, token: Token, outcome: Result<Vec<f32>>) {
        self.arrived.push((token, outcome));
        self.queue.unpark();
    }

    /// Takes out the value that another device has sent for a transfer.
    pub(super) fn take_arrived(&mut self, token: Token) -> Option<Result<Vec<f32>>> {
        let at = self.arrived.iter().position(|&(other, _)| other == token)?;
        Some(self.arrived.swap_remove(at).1)
    }

    /// Keeps a value that has arrived until there is room for it.
    pub(super) fn keep_arrived(&mut self, token: Token, data: Vec<f32>) {
        self.arrived.push((token, Ok(data)));
    }

    /// Finds the inputs of an operation. Returns false if one of them is not handed over yet.
    ///
    /// # Errors
    /// Why an input will never be computed.
    pub(super) fn find_inputs(&self, node: &Node, inputs: &mut Inputs) -> Result<bool, Cause> {
        for &key in node.sources() {
            let value = self.values.get(key).ok_or_else(|| unknown("input"))?;
            match &value.state {
                State::Encoded(buffer, _) => {
                    inputs.0.push(value.shape);
                    inputs.1.push(*buffer);
                }
                State::Failed(error) => return Err(error.clone()),
                State::Queued => return Ok(false),
            }
        }
        inputs.0.extend(node.fusion.as_ref().and_then(|fusion| fusion.reduced));
        Ok(true)
    }

    /// The operation has been handed over, or never will be: its inputs have one reader less, and its output has this state. Returns the waits for
    /// the output. Those that read it count as its readers until they are [answered](Self::answered).
    pub(super) fn settle(&mut self, node: &Node, state: &State, submitter: &mut Submitter) -> Vec<Wait> {
        let Some(output) = self.values.get_mut(node.output) else { return Vec::new() };
        if let (State::Encoded(buffer, _), false) = (state, output.named) {
            submitter.drop_name(*buffer);
        }
        output.state = state.clone();
        let waits = std::mem::take(&mut output.waits);
        for index in 0..node.count() {
            let one = node.nth(index);
            for &input in &one.inputs {
                self.release_readers(input, 1, submitter);
            }
            if one.output != node.output {
                self.values.remove(one.output);
            }
        }
        waits
    }

    /// This many waits for the elements of a value are no longer its readers: they are answered, or their reads have begun.
    pub(super) fn answered(&mut self, key: Key, reads: usize, submitter: &mut Submitter) {
        self.release_readers(key, reads as u32, submitter);
    }

    /// The program disposed a handle.
    pub(super) fn dispose(&mut self, array: ArrayId, submitter: &mut Submitter) -> Result<()> {
        let key = self.values.drop_name(array).ok_or_else(|| unknown("dispose"))?;
        if let Some(value) = self.values.get_mut(key) {
            value.named = false;
            if let State::Encoded(buffer, _) = value.state {
                submitter.drop_name(buffer);
            }
        }
        self.forget_unused(key, submitter);
        Ok(())
    }

    /// Notes that this many readers of a value are done with it.
    fn release_readers(&mut self, key: Key, readers: u32, submitter: &mut Submitter) {
        if let Some(value) = self.values.get_mut(key) {
            value.readers -= readers;
            self.forget_unused(key, submitter);
        }
    }

    /// Frees a value that is neither named nor read, unless it is queued.
    fn forget_unused(&mut self, key: Key, submitter: &mut Submitter) {
        let Some(value) = self.values.get(key) else { return };
        if value.named || value.readers > 0 || matches!(value.state, State::Queued) {
            return;
        }
        if let State::Encoded(buffer, _) = value.state {
            submitter.drop_reference(buffer);
        }
        self.values.remove(key);
    }
}
