//! An operation of the dependency graph, and the operations that share its kernel.

use crate::device::BufferId;
use crate::error::Result;
use crate::op::{MAX_ATTRS, MAX_INPUTS, MAX_READS, Opcode};
use crate::ops;
use crate::ops::lib::fused::FusedOperation;
use crate::shape::Shape;
use crate::size_class::size_class;
use crate::trace::record::Seq;
use crate::wire::{DeviceIndex, Token};
use arrayvec::ArrayVec;

/// Names a value. The program may reuse an [`ArrayId`](crate::wire::ArrayId) while queued work still reads the value that it
/// named before, so values have keys of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Key(pub(super) u32);

/// The work of an operation.
#[derive(Debug)]
pub(super) enum Task {
    /// Computes.
    Apply(Opcode, ArrayVec<u32, MAX_ATTRS>),
    /// Brings values of the host, as bits, or why there was no memory for them. The bits are moved out when they are handed over.
    Upload(Result<Vec<u32>>),
    /// Brings the elements that another device sends: the transfer, the device, and its operation that computes them.
    Receive(Token, DeviceIndex, Seq),
}

impl Task {
    /// Index among [`names`](super::graph::names).
    pub(super) fn code(&self) -> Opcode {
        match self {
            Self::Apply(op, _) => *op,
            Self::Upload(_) => ops::ALL.len() as Opcode,
            Self::Receive(..) => ops::ALL.len() as Opcode + 1,
        }
    }
}

impl Default for Task {
    fn default() -> Self {
        Self::Upload(Ok(Vec::new()))
    }
}

/// A node moves between lists. In a box only its address moves.
pub(super) type NodeBox = Box<Node>;

/// An operation. It can be handed over once the operations that compute its inputs have been.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) seq: Seq,
    /// In a kernel of a program, whose kernels are not queued in order: the lowest `seq` in this kernel and in those of the program behind it.
    /// Elsewhere its own `seq`.
    pub(super) earliest: Seq,
    pub(super) task: Task,
    pub(super) inputs: ArrayVec<Key, MAX_INPUTS>,
    /// The operations that compute the inputs.
    pub(super) reads: ArrayVec<Seq, MAX_INPUTS>,
    pub(super) output: Key,
    /// Shape of the output.
    pub(super) shape: Shape,
    /// When the frontend enqueued it (ms; NaN when not traced).
    pub(super) enqueued: f64,
    /// A wait needs it.
    pub(super) urgent: bool,
    /// Where its result is, once it was handed over.
    pub(super) buffer: BufferId,
    /// It was handed over, but its result was not computed, since a buffer was rejected.
    pub(super) invalidated: bool,
    /// The operations that share its kernel.
    pub(super) fusion: Option<Box<Fusion>>,
}

/// Arrays that a kernel reads. The extra place is for an operation that joins the kernel: its result is listed until it has joined.
pub(super) type Keys = ArrayVec<Key, { MAX_READS + 1 }>;
/// Words that a kernel gets beside its arrays: numbers as bits, lengths, attributes.
pub(super) type Words = ArrayVec<u32, MAX_ATTRS>;

/// The operations of one kernel besides the last.
#[derive(Debug, Default)]
pub(super) struct Fusion {
    /// In program order.
    pub(super) nodes: Vec<NodeBox>,
    /// The inputs that come from outside the kernel: the chain's arrays, then the operands of the product that the chain begins with.
    pub(super) inputs: Keys,
    /// The words of the chain. The attributes of the reduction or the product follow.
    pub(super) words: Words,
    /// The shape of the array that the last operation reduces, if it is a reduction.
    pub(super) reduced: Option<Shape>,
    /// The product that the chain begins with, and its operands.
    pub(super) product: Option<(Opcode, [Key; 2])>,
    /// The fused operation, where it was found before: in a program.
    pub(super) operation: Option<&'static FusedOperation>,
}

impl Node {
    /// Becomes a new operation, in the memory of an earlier one.
    pub(super) fn renew(&mut self, seq: Seq, task: Task, enqueued: f64) {
        // Field by field: a whole struct would be made elsewhere and copied.
        self.seq = seq;
        self.earliest = seq;
        self.task = task;
        self.inputs.clear();
        self.reads.clear();
        self.enqueued = enqueued;
        self.urgent = false;
        self.buffer = BufferId::MAX;
        self.invalidated = false;
        self.fusion = None;
    }

    /// The operation at this index, in program order, of those that share the kernel. The node itself is the last.
    pub(super) fn nth(&self, index: u32) -> &Self {
        self.fusion.as_ref().and_then(|fusion| fusion.nodes.get(index as usize)).map_or(self, |node| node)
    }

    /// As [`Node::nth`].
    pub(super) fn nth_mut(&mut self, index: u32) -> &mut Self {
        if index + 1 < self.count() { &mut self.fusion.get_or_insert_default().nodes[index as usize] } else { self }
    }

    /// The number of operations in it.
    pub(super) fn count(&self) -> u32 {
        1 + self.fusion.as_ref().map_or(0, |fusion| fusion.nodes.len() as u32)
    }

    /// The first operation in it.
    pub(super) fn first(&self) -> Seq {
        self.nth(0).seq
    }

    /// Bytes that its result will take.
    pub(super) fn bytes(&self) -> u64 {
        size_class(self.shape.bytes())
    }

    /// Its inputs, or those of its whole kernel.
    pub(super) fn sources(&self) -> &[Key] {
        self.fusion.as_ref().map_or(&self.inputs[..], |fusion| &fusion.inputs)
    }
}
