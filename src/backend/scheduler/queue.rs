//! Operations decoded and not yet handed to the device, in program order. Operations that a wait needs may go first, and operations that need a value
//! that another device has not sent yet are set aside. Only independent operations are overtaken, and only while memory suffices for all of them, so
//! results cannot change.

use crate::backend::node::{Fusion, Node, NodeBox};
use crate::trace::record::Seq;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

pub(super) struct Queue {
    nodes: VecDeque<NodeBox>,
    /// Bytes of their results.
    bytes: u64,
    /// Operations that a wait needs, in program order; some may have been handed over since.
    urgent: BinaryHeap<Reverse<Seq>>,
    /// Operations that need values still on their way from another device, in program order.
    parked: VecDeque<NodeBox>,
    parked_bytes: u64,
    /// Operations before this one are due; those from it on are held back until something needs them. It is `Seq::MAX` unless the backend is lazy.
    held_from: Seq,
    /// Due operations before this one have been considered for fusing.
    fused_before: Seq,
    /// Operations have become due since the last fusing.
    more_due: bool,
    /// The operation that `put_back_first` took back. It comes next, before urgent ones.
    forced: Option<Seq>,
}

impl Queue {
    pub(super) fn new(lazy: bool) -> Self {
        Self {
            nodes: VecDeque::new(),
            bytes: 0,
            urgent: BinaryHeap::new(),
            parked: VecDeque::new(),
            parked_bytes: 0,
            held_from: if lazy { 0 } else { Seq::MAX },
            fused_before: 0,
            more_due: false,
            forced: None,
        }
    }

    fn is_lazy(&self) -> bool {
        self.held_from != Seq::MAX
    }

    /// Makes every operation before this one due.
    pub(super) fn due_before(&mut self, seq: Seq) {
        if self.held_from < seq {
            self.held_from = seq;
            self.more_due = true;
        }
    }

    /// Numbers the next operation as if this many had come before.
    pub(super) fn count_from(&mut self, seq: Seq) {
        self.fused_before = seq;
        if self.is_lazy() {
            self.held_from = seq;
        }
    }

    /// Operations before this one are due.
    pub(super) fn held_from(&self) -> Seq {
        self.held_from
    }

    /// The number of operations, without those parked.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The operations from the last to the first, without those parked.
    pub(super) fn latest_first(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().rev().map(|node| &**node)
    }

    /// Bytes of the results of all operations that are left here.
    pub(super) fn bytes_left(&self) -> u64 {
        self.bytes + self.parked_bytes
    }

    /// The index from which to look for operations that have become due since the last time, if any have.
    pub(super) fn fuse_from(&mut self, room: u64) -> Option<usize> {
        if self.bytes_left() > room {
            // Nothing may overtake: the operations that are needed come in program order, after all before them.
            while let Some(Reverse(seq)) = self.urgent.pop() {
                if let Some(index) = self.position(seq) {
                    // It is due from now on. It loses its mark, so that a later `make_urgent` can mark it, and what it reads, anew.
                    self.nodes[index].urgent = false;
                    self.due_before(seq + 1);
                }
            }
        }
        let from = self.nodes.partition_point(|node| node.seq < self.fused_before);
        self.fused_before = self.held_from;
        std::mem::take(&mut self.more_due).then_some(from)
    }

    /// The operations that are due and not fused, from the last to the first, with their indices.
    pub(super) fn due_from(&self, from: usize) -> impl Iterator<Item = (usize, &Node)> {
        let nodes = self.nodes.iter().enumerate().skip(from).rev();
        let due = nodes.filter(|(_, node)| (node.urgent || node.seq < self.held_from) && node.fusion.is_none());
        due.map(|(at, node)| (at, &**node))
    }

    /// Takes out the first operation, whether it is due or not.
    pub(super) fn pop_front(&mut self) -> Option<NodeBox> {
        self.nodes.pop_front()
    }

    pub(super) fn push(&mut self, node: NodeBox) {
        self.bytes += node.bytes();
        self.nodes.push_back(node);
    }

    /// The next to hand over: one that `put_back_first` took back, else the first that a wait needs, else the first of all. The operations that it
    /// overtakes have to fit into `room` bytes beside it; otherwise it could take memory that they need.
    pub(super) fn pop(&mut self, room: u64) -> Option<NodeBox> {
        let forced = self.forced.take().and_then(|seq| self.position(seq));
        let index = forced.or_else(|| self.next_urgent(room));
        let next = self.nodes.get(index.unwrap_or(0))?;
        if index.is_none() && next.seq >= self.held_from {
            return None;
        }
        let overtakes = self.parked.front().is_some_and(|parked| parked.seq < next.seq);
        if overtakes && self.parked_bytes + next.bytes() > room {
            return None;
        }
        let node = match index {
            Some(index) => self.nodes.remove(index),
            None => self.nodes.pop_front(),
        }?;
        self.bytes -= node.bytes();
        Some(node)
    }

    /// The index of the first operation that a wait needs, if there is room for all.
    fn next_urgent(&mut self, room: u64) -> Option<usize> {
        if self.bytes_left() > room {
            return None;
        }
        while let Some(Reverse(seq)) = self.urgent.pop() {
            if let Some(index) = self.position(seq) {
                return Some(index);
            }
        }
        None
    }

    /// Takes back an operation that could not be handed over after all: it keeps its place in the order.
    pub(super) fn put_back(&mut self, node: NodeBox) {
        if node.urgent {
            self.urgent.push(Reverse(node.seq));
        }
        self.bytes += node.bytes();
        let index = self.nodes.partition_point(|other| other.seq < node.seq);
        self.nodes.insert(index, node);
    }

    /// Takes back an operation as [`Queue::put_back`] does; operations that become urgent meanwhile do not overtake it.
    pub(super) fn put_back_first(&mut self, node: NodeBox) {
        self.forced = Some(node.seq);
        self.put_back(node);
    }

    /// Sets aside an operation that has to wait for another device.
    pub(super) fn park(&mut self, node: NodeBox) {
        self.parked_bytes += node.bytes();
        let index = self.parked.partition_point(|other| other.seq < node.seq);
        self.parked.insert(index, node);
    }

    /// A value has arrived: all operations that were set aside are tried again.
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
        self.bytes += std::mem::take(&mut self.parked_bytes);
    }

    /// The earliest operation that has not been handed over.
    pub(super) fn earliest(&self) -> Option<Seq> {
        // In a lazy queue the first operation of a fused kernel may precede operations that are queued before it, so all are looked at. An eager
        // queue is in order, except inside a replayed program: there the front's `earliest` covers the operations behind it.
        let lists = [&self.nodes, &self.parked];
        if self.is_lazy() {
            return lists.into_iter().flatten().map(|node| node.first()).min();
        }
        lists.into_iter().filter_map(VecDeque::front).map(|node| node.earliest).min()
    }

    /// Everything that is not handed over, and whether it waits for another device; in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Node, bool)> {
        self.nodes.iter().map(|node| (&**node, false)).chain(self.parked.iter().map(|node| (&**node, true)))
    }

    /// Lets an operation and all it depends on go first. A parked operation is marked too, and goes first once its values have arrived: without
    /// the mark the operations that need it would come before it and wait for ever.
    pub(super) fn make_urgent(&mut self, seq: Seq) {
        let mut stack = vec![seq];
        while let Some(seq) = stack.pop() {
            let parked = self.parked.binary_search_by_key(&seq, |node| node.seq).ok();
            let node = match (self.position(seq), parked) {
                (Some(index), _) => &mut self.nodes[index],
                (None, Some(index)) => &mut self.parked[index],
                (None, None) => continue,
            };
            if !std::mem::replace(&mut node.urgent, true) {
                for index in 0..node.count() {
                    stack.extend_from_slice(&node.nth(index).reads);
                }
                self.urgent.push(Reverse(seq));
                self.more_due = true;
            }
        }
    }

    /// Puts operations into the last one of their kernel. `kernels[k]` is the last operation of a kernel and its fusion; `homes[i]` is the
    /// `k` of the i-th operation in the queue.
    pub(super) fn join(&mut self, mut kernels: Vec<Option<(Seq, Box<Fusion>)>>, homes: &[usize]) {
        for &home in homes {
            let Some(mut node) = self.nodes.pop_front() else { return };
            if let Some(kernel) = kernels.get_mut(home) {
                match kernel.take() {
                    Some((last, mut fusion)) if last != node.seq => {
                        self.bytes -= node.bytes();
                        fusion.nodes.push(node);
                        *kernel = Some((last, fusion));
                        continue;
                    }
                    Some((_, fusion)) => node.fusion = Some(fusion),
                    None => {}
                }
            }
            self.nodes.push_back(node);
        }
    }

    fn position(&self, seq: Seq) -> Option<usize> {
        self.nodes.binary_search_by_key(&seq, |node| node.seq).ok()
    }
}
