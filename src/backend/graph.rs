//! The dependency graph as data: the operations in the queue and on the device, and the inputs of each.

use super::node::{Node, Task};
use super::{Backend, Reply};
use crate::op::{MAX_INPUTS, Opcode};
use crate::ops;
use crate::shape::Shape;
use crate::trace::record::Seq;
use crate::wire::{DeviceIndex, Token};
use arrayvec::ArrayVec;

/// The state of an operation that is not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// In the backend's queue.
    Queued,
    /// In the queue, and needs a value that another device has not sent yet.
    Waiting,
    /// Handed to the device, which runs operations in the order in which it got them.
    Running,
}

impl Stage {
    /// `queued`, `waiting` or `running`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Waiting => "waiting",
            Self::Running => "running",
        }
    }
}

/// An operation that is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingOperation {
    /// Its number in the stream of its device, from 0.
    pub seq: Seq,
    /// Index of its name among [`names`].
    pub code: Opcode,
    /// Shape of its result.
    pub shape: Shape,
    /// Its state.
    pub stage: Stage,
    /// The operations of the same device that compute its inputs; complete ones too.
    pub reads: ArrayVec<Seq, MAX_INPUTS>,
    /// The operation of another device that computes the value that it receives.
    pub from: Option<(DeviceIndex, Seq)>,
}

/// The names of everything that is queued: the operations in the order of their opcodes, then the tasks that bring values from the host and from
/// another device.
pub fn names() -> impl Iterator<Item = &'static str> {
    ops::ALL.iter().map(|op| op.name()).chain(["array", "to"])
}

impl Node {
    fn describe(&self, stage: Stage) -> PendingOperation {
        let from = match self.task {
            Task::Receive(_, device, producer) => Some((device, producer)),
            _ => None,
        };
        let reads = self.reads.clone();
        PendingOperation { seq: self.seq, code: self.task.code(), shape: self.shape, stage, reads, from }
    }
}

impl Backend {
    /// Answers with every operation that is not complete.
    pub(super) fn report_graph(&mut self, token: Token) {
        self.hand_over_ready();
        let mut operations = Vec::new();
        let mut describe = |node: &Node, stage| {
            operations.extend((0..node.count()).map(|index| node.nth(index).describe(stage)));
        };
        for (node, running) in self.submitter.iter() {
            describe(node, if running { Stage::Running } else { Stage::Queued });
        }
        for (node, parked) in self.scheduler.iter() {
            describe(node, if parked { Stage::Waiting } else { Stage::Queued });
        }
        self.answers.reply(Reply::Graph { token, operations });
    }
}
