//! From the stream to the queue: each operation becomes a node of the dependency graph, each name a value.

use super::values::Value;
use super::{Scheduler, State};
use crate::backend::node::{Node, NodeBox, Task};
use crate::backend::unknown;
use crate::error::Result;
use crate::op::{MAX_ATTRS, MAX_INPUTS, Opcode};
use crate::ops;
use crate::shape::Shape;
use crate::wire::ArrayId;
use arrayvec::ArrayVec;

impl Scheduler {
    /// The node of an operation, which is to be [pushed](Self::push) next. From here on the name `output` means its result.
    pub(in crate::backend) fn apply(
        &mut self,
        op: Opcode,
        output: ArrayId,
        inputs: &[ArrayId],
        attrs: &[u32],
    ) -> Result<NodeBox> {
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
        let Task::Apply(_, attrs) = &node.task else { return Ok(node) };
        node.shape = operation.infer(&shapes, attrs)?;
        self.name(&mut node, output)?;
        Ok(node)
    }

    /// The node of an array whose elements come from elsewhere.
    pub(in crate::backend) fn bring(&mut self, task: Task, output: ArrayId, dims: &[u32]) -> Result<NodeBox> {
        let mut node = self.node(task);
        node.shape = Shape::new("array", dims)?;
        if matches!(&node.task, Task::Upload(Ok(bits)) if bits.len() != node.shape.elements()) {
            return Err(unknown("number of elements"));
        }
        self.name(&mut node, output)?;
        Ok(node)
    }

    /// Queues an operation.
    pub(in crate::backend) fn push(&mut self, node: NodeBox) {
        self.decoded += 1;
        self.queue_node(node);
    }

    /// Queues an operation that is counted already.
    pub(super) fn queue_node(&mut self, node: NodeBox) {
        let (seq, brought) = (node.seq, !matches!(node.task, Task::Apply(..)));
        self.queue.push(node);
        if self.lazy {
            if brought {
                // Its elements are in the host's memory already, or come from another device.
                self.queue.make_urgent(seq);
            }
            self.begin_some();
        }
    }

    fn name(&mut self, node: &mut Node, output: ArrayId) -> Result<()> {
        let value = Value {
            shape: node.shape,
            state: State::Queued,
            producer: node.seq,
            named: true,
            readers: 0,
            waits: Vec::new(),
            fused_reads: (0, 0),
        };
        node.output = self.values.insert(output, value).ok_or_else(|| unknown("output"))?;
        Ok(())
    }
}
