//! From the stream to the queue: each operation becomes a node of the dependency graph, each name a value.

use super::queue::{Node, Task};
use super::values::{Key, State, Value};
use super::{Backend, unknown};
use crate::error::Result;
use crate::op::{MAX_ATTRS, MAX_INPUTS, Opcode};
use crate::ops;
use crate::shape::Shape;
use crate::wire::ArrayId;
use arrayvec::ArrayVec;

impl Backend {
    pub(super) fn apply(&mut self, op: Opcode, output: ArrayId, inputs: &[ArrayId], attrs: &[u32]) -> Result<()> {
        let operation = ops::by_opcode(op).ok_or_else(|| unknown("operation"))?;
        let attrs = ArrayVec::<u32, MAX_ATTRS>::try_from(attrs).map_err(|_| unknown("attribute"))?;
        let mut node = self.node(Task::Apply(op, attrs));
        let mut shapes = ArrayVec::<Shape, MAX_INPUTS>::new();
        for &input in inputs {
            let key = self.values.named(input).ok_or_else(|| unknown("input"))?;
            let value = self.values.get_mut(key).ok_or_else(|| unknown("input"))?;
            value.readers += 1;
            shapes.try_push(value.shape).map_err(|_| unknown("input"))?;
            node.inputs.push(key);
            node.reads.push(value.producer);
        }
        let Task::Apply(_, attrs) = &node.task else { return Ok(()) };
        node.shape = operation.infer(&shapes, attrs)?;
        self.enqueue(node, output)
    }

    /// An array whose elements come from elsewhere.
    pub(super) fn bring(&mut self, task: Task, output: ArrayId, dims: &[u32]) -> Result<()> {
        let mut node = self.node(task);
        node.shape = Shape::new("array", dims)?;
        if matches!(&node.task, Task::Upload(bits) if bits.len() != node.shape.elements()) {
            return Err(unknown("number of elements"));
        }
        self.enqueue(node, output)
    }

    fn node(&self, task: Task) -> Node {
        Node {
            seq: self.decoded_ops,
            task,
            inputs: ArrayVec::new(),
            reads: ArrayVec::new(),
            output: 0,
            shape: Shape::default(),
            enqueued: self.enqueued,
            urgent: false,
            fusion: None,
        }
    }

    fn enqueue(&mut self, mut node: Node, output: ArrayId) -> Result<()> {
        let value = Value {
            shape: node.shape,
            state: State::Queued,
            producer: node.seq,
            named: true,
            readers: 0,
            requests: Vec::new(),
            fused_reads: (0, 0),
        };
        node.output = self.values.insert(output, value).ok_or_else(|| unknown("output"))?;
        if let Some(recorder) = self.tracing.recording() {
            recorder.decoded(node.task.code(), node.shape, node.enqueued, self.clock.now(), &node.reads);
            if let Task::Receive(_, device, producer) = node.task {
                recorder.received(node.seq, device, producer);
            }
        }
        self.decoded_ops += 1;
        let (seq, brought) = (node.seq, !matches!(node.task, Task::Apply(..)));
        self.queue.push(node);
        if self.policy.lazy {
            if brought {
                // It is there already, in the host's memory.
                self.queue.hurry(seq);
            }
            self.begin_some();
        }
        Ok(())
    }

    /// The program gives up a name.
    pub(super) fn dispose(&mut self, array: ArrayId) -> Result<()> {
        let key = self.values.unname(array).ok_or_else(|| unknown("dispose"))?;
        if let Some(value) = self.values.get_mut(key) {
            value.named = false;
            if let State::Encoded(buffer, _) = value.state {
                self.memory.unname(buffer);
            }
        }
        self.forget_unused(key);
        Ok(())
    }

    /// Frees what is neither named, nor read, nor still to be computed.
    pub(super) fn forget_unused(&mut self, key: Key) {
        let Some(value) = self.values.get(key) else { return };
        if value.named || value.readers > 0 || matches!(value.state, State::Queued) {
            return;
        }
        if let Some(Value { state: State::Encoded(buffer, _), .. }) = self.values.remove(key) {
            self.memory.release(buffer, self.completed);
        }
    }
}
