//! Operations decoded and not yet handed to the device, in program order. Those that a wait needs may go first: only
//! independent ones are overtaken, so results cannot change.

use super::values::Key;
use crate::op::{MAX_ATTRS, MAX_INPUTS, Opcode};
use crate::trace::record::Seq;
use arrayvec::ArrayVec;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// One operation of the dependency graph: it can run once the operations that compute its inputs have been handed over.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) seq: Seq,
    pub(super) op: Opcode,
    pub(super) inputs: ArrayVec<Key, MAX_INPUTS>,
    pub(super) attrs: ArrayVec<u32, MAX_ATTRS>,
    pub(super) output: Key,
    /// When the frontend enqueued it (ms; NaN when not traced).
    pub(super) enqueued: f64,
    /// A wait needs it.
    pub(super) urgent: bool,
}

#[derive(Default)]
pub(super) struct Queue {
    nodes: VecDeque<Node>,
    /// What a wait needs, first things first; some may have been handed over since.
    urgent: BinaryHeap<Reverse<Seq>>,
}

impl Queue {
    pub(super) fn push(&mut self, node: Node) {
        self.nodes.push_back(node);
    }

    /// The next to hand over: the first that a wait needs, or the first of all.
    pub(super) fn pop(&mut self) -> Option<Node> {
        while let Some(Reverse(seq)) = self.urgent.pop() {
            if let Some(index) = self.position(seq) {
                return self.nodes.remove(index);
            }
        }
        self.nodes.pop_front()
    }

    /// Every operation before this one has been handed over.
    pub(super) fn first(&self) -> Option<Seq> {
        self.nodes.front().map(|node| node.seq)
    }

    /// Lets an operation and all it depends on go first. `producer` tells which operation computes a value.
    pub(super) fn hurry(&mut self, seq: Seq, producer: impl Fn(Key) -> Option<Seq>) {
        let mut stack = vec![seq];
        while let Some(seq) = stack.pop() {
            let Some(index) = self.position(seq) else { continue };
            if !std::mem::replace(&mut self.nodes[index].urgent, true) {
                self.urgent.push(Reverse(seq));
                let inputs = &self.nodes[index].inputs;
                stack.extend(inputs.iter().filter_map(|&key| producer(key)));
            }
        }
    }

    fn position(&self, seq: Seq) -> Option<usize> {
        self.nodes.binary_search_by_key(&seq, |node| node.seq).ok()
    }
}
