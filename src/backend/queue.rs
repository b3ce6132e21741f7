//! Operations decoded and not yet handed to the device, in program order. Those that a wait needs may go first, and those
//! that need what another device has not sent yet step aside: only independent ones are overtaken, so results cannot
//! change.

use super::values::Key;
use crate::op::{MAX_ATTRS, MAX_INPUTS, Opcode};
use crate::shape::Shape;
use crate::trace::record::Seq;
use crate::wire::{DeviceIndex, Token};
use arrayvec::ArrayVec;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// What an operation does.
#[derive(Debug)]
pub(super) enum Task {
    /// Computes.
    Apply(Opcode, ArrayVec<u32, MAX_ATTRS>),
    /// Brings values of the host, as bits; gone once they are handed over.
    Upload(Vec<u32>),
    /// Brings what another device sends: which transfer, and the operation there that computes it.
    Receive(Token, DeviceIndex, u32),
}

/// One operation of the dependency graph: it can run once the operations that compute its inputs have been handed over.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) seq: Seq,
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
}

#[derive(Default)]
pub(super) struct Queue {
    nodes: VecDeque<Node>,
    /// What a wait needs, first things first; some may have been handed over since.
    urgent: BinaryHeap<Reverse<Seq>>,
    /// What needs values that are still on their way from another device, in program order.
    parked: VecDeque<Node>,
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

    /// Takes back what could not be handed over after all: it is the next again.
    pub(super) fn put_back(&mut self, node: Node) {
        if node.urgent {
            self.urgent.push(Reverse(node.seq));
        }
        let index = self.nodes.partition_point(|other| other.seq < node.seq);
        self.nodes.insert(index, node);
    }

    /// Sets aside what has to wait for another device.
    pub(super) fn park(&mut self, node: Node) {
        let index = self.parked.partition_point(|other| other.seq < node.seq);
        self.parked.insert(index, node);
    }

    /// Something has arrived: everything set aside has another try.
    pub(super) fn unpark(&mut self) {
        let urgent = self.parked.iter().filter(|node| node.urgent).map(|node| Reverse(node.seq));
        self.urgent.extend(urgent);
        let mut merged = VecDeque::with_capacity(self.parked.len() + self.nodes.len());
        for node in self.parked.drain(..) {
            while self.nodes.front().is_some_and(|other| other.seq < node.seq) {
                merged.extend(self.nodes.pop_front());
            }
            merged.push_back(node);
        }
        merged.append(&mut self.nodes);
        self.nodes = merged;
    }

    /// Every operation before this one has been handed over.
    pub(super) fn first(&self) -> Option<Seq> {
        [self.nodes.front(), self.parked.front()].into_iter().flatten().map(|node| node.seq).min()
    }

    /// Everything that is not handed over, and whether it waits for another device; in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Node, bool)> {
        self.nodes.iter().map(|node| (node, false)).chain(self.parked.iter().map(|node| (node, true)))
    }

    /// Lets an operation and all it depends on go first.
    pub(super) fn hurry(&mut self, seq: Seq) {
        let mut stack = vec![seq];
        while let Some(seq) = stack.pop() {
            let Some(index) = self.position(seq) else { continue };
            let node = &mut self.nodes[index];
            if !std::mem::replace(&mut node.urgent, true) {
                stack.extend_from_slice(&node.reads);
                self.urgent.push(Reverse(seq));
            }
        }
    }

    fn position(&self, seq: Seq) -> Option<usize> {
        self.nodes.binary_search_by_key(&seq, |node| node.seq).ok()
    }
}
