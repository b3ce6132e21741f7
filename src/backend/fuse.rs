//! The lazy mode: what elementwise operations compute together in one kernel, decided when they are about to be handed over.
//!
//! An operation joins the one that reads its result if nothing else does or can: the program has given up its name, and
//! nobody waits for it. All that is decided follows from the stream, not from when it arrives, so that a loop has the same
//! kernels each time round.

use super::queue::{Node, Queue, Task};
use super::values::{Key, Values};
use super::{Backend, unknown};
use crate::error::Result;
use crate::op::{MAX_ATTRS, MAX_READS};
use crate::ops;
use crate::ops::lib::fused::{self, Chain, Fused, MOST_STEPS, NONE, step};
use crate::shape::Shape;
use crate::trace::record::Seq;
use arrayvec::ArrayVec;

/// Operations that wait at most, so that a program that never waits is computed too.
const WINDOW: Seq = 512;

/// Keys of arrays, or bits of numbers.
type Words = ArrayVec<u32, MAX_ATTRS>;

/// What an operation computes along with itself.
#[derive(Debug)]
pub(super) struct Fusion {
    /// The others, in program order.
    pub(super) nodes: Vec<Node>,
    /// What they all read and none of them computes.
    pub(super) inputs: Words,
    /// The numbers they compute with.
    pub(super) numbers: Words,
}

/// Operations that will be one kernel, found from the last to the first.
struct Group {
    /// Like no other's, ever.
    id: u64,
    last: Seq,
    shape: Shape,
    count: usize,
    /// Bytes that need not be stored.
    spared: u64,
    fusion: Fusion,
}

impl Group {
    fn new(id: u64, last: &Node) -> Self {
        let fusion = Fusion { nodes: Vec::new(), inputs: Words::new(), numbers: Words::new() };
        Self { id, last: last.seq, shape: last.shape, count: 0, spared: 0, fusion }
    }

    /// Takes an operation in, unless there are too many or they need too much.
    fn take(&mut self, node: &Node, most: usize) -> bool {
        let (mut inputs, mut numbers) = (self.fusion.inputs.clone(), self.fusion.numbers.clone());
        inputs.retain(|key| *key != node.output);
        let fits = self.count < most
            && node.inputs.iter().all(|&key| add(&mut inputs, key, MAX_READS))
            && number(node).is_none_or(|bits| add(&mut numbers, bits, MAX_ATTRS));
        if fits {
            self.spared += if self.count > 0 { node.bytes() } else { 0 };
            self.count += 1;
            (self.fusion.inputs, self.fusion.numbers) = (inputs, numbers);
        }
        fits
    }
}

/// Whether a word is among them, or has room.
fn add(words: &mut Words, word: u32, most: usize) -> bool {
    let known = words.contains(&word);
    let fits = known || words.len() < most;
    if fits && !known {
        words.push(word);
    }
    fits
}

/// The operand that is a number, as bits.
fn number(node: &Node) -> Option<u32> {
    match &node.task {
        Task::Apply(_, attrs) => attrs.get(1).copied(),
        _ => None,
    }
}

/// Whether an operation can be part of a kernel with others: each operand goes along with the result, or is one number.
fn elementwise(node: &Node, values: &Values) -> bool {
    let along = |key: &Key| {
        let elements = values.get(*key).map(|value| value.shape.elements());
        elements == Some(node.shape.elements()) || elements == Some(1)
    };
    let formula = match node.task {
        Task::Apply(op, _) => ops::by_opcode(op).and_then(|op| op.formula()),
        _ => None,
    };
    formula.is_some() && node.shape.elements() > 0 && node.inputs.iter().all(along)
}

impl Backend {
    /// Has some begin where too many wait.
    pub(super) fn begin_some(&mut self) {
        if self.decoded_ops - self.queue.due >= WINDOW {
            self.queue.due_before(self.cut());
        }
    }

    /// Where what waits is best cut in two: as late as nothing is torn apart, and not in what is still being enqueued. A loop is
    /// then cut between two of its turns, whatever their length.
    fn cut(&self) -> Seq {
        let mut first_read = Seq::MAX;
        for node in self.queue.nodes.iter().rev() {
            let torn = |(key, _): &(&Key, &Seq)| self.values.get(**key).is_some_and(|value| !value.named);
            let reads = node.inputs.iter().zip(&node.reads).filter(torn).map(|(_, &seq)| seq);
            first_read = reads.fold(first_read, Seq::min);
            if node.seq < self.decoded_ops - WINDOW / 2 {
                break;
            }
            if node.seq <= self.decoded_ops - MOST_STEPS as Seq && first_read >= node.seq {
                return node.seq;
            }
        }
        self.decoded_ops
    }

    /// Puts operations together that are now to be handed over.
    #[inline(never)] // Eager operations come by here, too, and should have less to carry.
    pub(super) fn fuse(&mut self) {
        let room = self.memory.room();
        let Some(from) = self.queue.newly_due(room) else { return };
        if fused::too_many() {
            return;
        }
        let most = MOST_STEPS.min(self.policy.ops_per_submit as usize).min(self.policy.max_in_flight as usize);
        let mut groups = Vec::<Group>::new();
        // The group of each operation in the queue.
        let mut homes = vec![usize::MAX; self.queue.nodes.len()];
        for (index, node) in self.queue.due_from(from) {
            if !elementwise(node, &self.values) {
                continue;
            }
            let Some(value) = self.values.get(node.output) else { continue };
            let (id, reads) = value.fused_reads;
            let alone = !value.named && value.readers == reads && value.requests.is_empty();
            let mut home = groups.len();
            if let (true, Some(group)) = (alone, groups.iter().rposition(|group| group.id == id))
                && groups[group].shape.elements() == node.shape.elements()
                && groups[group].take(node, most)
            {
                home = group;
            } else {
                self.groups += 1;
                let mut group = Group::new(self.groups, node);
                group.take(node, most);
                groups.push(group);
            }
            homes[index] = home;
            let id = groups[home].id;
            for &input in &node.inputs {
                if let Some(value) = self.values.get_mut(input) {
                    let (group, reads) = value.fused_reads;
                    value.fused_reads = (id, if group == id { reads + 1 } else { 1 });
                }
            }
        }
        // What a kernel reads is computed before all of it: that overtakes, so there has to be room for everything.
        let spared: u64 = groups.iter().map(|group| group.spared).sum();
        if spared > 0 && self.queue.bytes_left() - spared <= room {
            self.queue.join(groups, &homes);
        }
    }

    /// The chain of a node with a fusion, as an operation.
    #[inline(never)] // Eager operations come by here, too, and should have less to carry.
    pub(super) fn fused(&self, node: &Node, fusion: &Fusion) -> Result<&'static Fused> {
        let Fusion { inputs, numbers, .. } = fusion;
        let place = |words: &[u32], word| words.iter().position(|other| *other == word);
        let mut chain = Chain { inputs: inputs.len(), numbers: numbers.len(), ..Chain::default() };
        for (input, &key) in inputs.iter().enumerate() {
            let elements = self.values.get(key).map_or(0, |value| value.shape.elements());
            chain.single |= u32::from(elements == 1 && node.shape.elements() > 1) << input;
        }
        let mut results = Vec::new();
        for index in 0..node.count() {
            let node = node.nth(index);
            let Task::Apply(opcode, attrs) = &node.task else { return Err(unknown("operation")) };
            let mut operands = [NONE; 2];
            for (operand, &key) in operands.iter_mut().zip(&node.inputs) {
                let result = place(&results, key).map(|step| inputs.len() + numbers.len() + step);
                *operand = result.or_else(|| place(inputs, key)).unwrap_or_default() as u32;
            }
            if let [side, bits] = attrs[..] {
                operands[1] = (inputs.len() + place(numbers, bits).unwrap_or_default()) as u32;
                if side == 0 {
                    operands.swap(0, 1);
                }
            }
            results.push(node.output);
            chain.steps.push(step(*opcode, operands));
        }
        Ok(fused::operation(chain))
    }
}

impl Node {
    /// The operations in it, in program order; itself is the last.
    pub(super) fn nth(&self, index: u32) -> &Self {
        self.fusion.as_ref().and_then(|fusion| fusion.nodes.get(index as usize)).unwrap_or(self)
    }

    /// How many operations are in it.
    pub(super) fn count(&self) -> u32 {
        1 + self.fusion.as_ref().map_or(0, |fusion| fusion.nodes.len() as u32)
    }

    /// The first operation in it.
    pub(super) fn first(&self) -> Seq {
        self.nth(0).seq
    }

    /// What it reads.
    pub(super) fn sources(&self) -> &[Key] {
        self.fusion.as_ref().map_or(&self.inputs[..], |fusion| &fusion.inputs)
    }
}

impl Queue {
    /// Puts the operations of each group into the last of them.
    fn join(&mut self, mut groups: Vec<Group>, homes: &[usize]) {
        for &home in homes {
            let Some(mut node) = self.nodes.pop_front() else { return };
            if let Some(group) = groups.get_mut(home).filter(|group| group.count > 1) {
                if group.last != node.seq {
                    self.bytes -= node.bytes();
                    group.fusion.nodes.push(node);
                    continue;
                }
                let empty = Fusion { nodes: Vec::new(), inputs: Words::new(), numbers: Words::new() };
                node.fusion = Some(Box::new(std::mem::replace(&mut group.fusion, empty)));
            }
            self.nodes.push_back(node);
        }
    }
}
