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
use crate::ops::lib::fused::{self, Chain, Fused, MOST_STEPS, Source, Step};
use crate::shape::Shape;
use crate::trace::record::Seq;
use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

/// Operations that wait at most, so that a program that never waits is computed too.
const WINDOW: Seq = 512;

/// What an operation computes along with itself.
#[derive(Debug)]
pub(super) struct Fusion {
    /// The others, in program order.
    pub(super) nodes: Vec<Node>,
    /// What they all read and none of them computes.
    pub(super) inputs: ArrayVec<Key, MAX_READS>,
    /// The numbers they compute with, as bits.
    pub(super) numbers: ArrayVec<u32, MAX_ATTRS>,
}

/// Operations that will be one kernel, found from the last to the first.
#[derive(Default)]
struct Group {
    shape: Shape,
    /// Where they are in the queue.
    members: Vec<usize>,
    inputs: ArrayVec<Key, MAX_READS>,
    numbers: ArrayVec<u32, MAX_ATTRS>,
    /// Bytes that need not be stored.
    spared: u64,
}

impl Group {
    /// Takes an operation in, unless there are too many or they need too much.
    fn take(&mut self, index: usize, node: &Node, most: usize) -> bool {
        let (mut inputs, mut numbers) = (self.inputs.clone(), self.numbers.clone());
        inputs.retain(|key| *key != node.output);
        let fits = self.members.len() < most
            && node.inputs.iter().all(|key| inputs.contains(key) || inputs.try_push(*key).is_ok())
            && number(node).iter().all(|bits| numbers.contains(bits) || numbers.try_push(*bits).is_ok());
        if fits {
            self.spared += if self.members.is_empty() { 0 } else { node.bytes() };
            self.members.push(index);
            (self.inputs, self.numbers) = (inputs, numbers);
        }
        fits
    }
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
    pub(super) fn fuse(&mut self) {
        let room = self.memory.room();
        let Some(from) = self.queue.newly_due(room) else { return };
        if fused::too_many() {
            return;
        }
        let most = MOST_STEPS.min(self.policy.ops_per_submit as usize).min(self.policy.max_in_flight as usize);
        let mut groups = Vec::<Group>::new();
        // Which group read a value last, and how often in a row: as often as it is read at all, if it alone reads it.
        let mut readers = FxHashMap::<Key, (usize, u32)>::default();
        for (index, node) in self.queue.due_from(from) {
            if !elementwise(node, &self.values) {
                continue;
            }
            let home = readers.get(&node.output).filter(|(group, reads)| {
                let value = self.values.get(node.output);
                groups[*group].shape.elements() == node.shape.elements()
                    && value.is_some_and(|value| !value.named && value.readers == *reads && value.requests.is_empty())
            });
            let home = home.map(|&(group, _)| group).filter(|&group| groups[group].take(index, node, most));
            let home = home.unwrap_or_else(|| {
                let mut group = Group { shape: node.shape, ..Group::default() };
                group.take(index, node, most);
                groups.push(group);
                groups.len() - 1
            });
            for &input in &node.inputs {
                let (group, reads) = readers.entry(input).or_insert((home, 0));
                *reads = if *group == home { *reads + 1 } else { 1 };
                *group = home;
            }
        }
        groups.retain(|group| group.members.len() > 1);
        // What a kernel reads is computed before all of it: that overtakes, so there has to be room for everything.
        let spared: u64 = groups.iter().map(|group| group.spared).sum();
        if self.queue.bytes_left() - spared <= room {
            self.queue.join(groups);
        }
    }

    /// The chain of a node with a fusion, as an operation.
    pub(super) fn fused(&self, node: &Node, fusion: &Fusion) -> Result<&'static Fused> {
        let steps: Vec<&Node> = fusion.nodes.iter().chain([node]).collect();
        let mut chain = Chain::default();
        for node in &steps {
            let Task::Apply(opcode, attrs) = &node.task else { return Err(unknown("operation")) };
            let array = |key: &Key| {
                let step = steps.iter().position(|step| step.output == *key).map(|step| Source::Step(step as u8));
                let input = || fusion.inputs.iter().position(|input| input == key);
                step.or_else(|| input().map(|input| Source::Array(input as u8)))
            };
            let mut operands: ArrayVec<Source, 2> = node.inputs.iter().filter_map(array).collect();
            if let [side, bits] = attrs[..] {
                let number = fusion.numbers.iter().position(|other| *other == bits).unwrap_or_default();
                operands.insert(side as usize, Source::Number(number as u8));
            }
            chain.steps.push(Step { opcode: *opcode, operands });
        }
        for &key in &fusion.inputs {
            let elements = self.values.get(key).map_or(0, |value| value.shape.elements());
            chain.single.push(elements == 1 && node.shape.elements() > 1);
        }
        Ok(fused::operation(chain))
    }
}

impl Node {
    /// Every operation in it, itself last.
    pub(super) fn all(&self) -> impl Iterator<Item = &Self> {
        self.fusion.iter().flat_map(|fusion| &fusion.nodes).chain([self])
    }

    /// How many operations are in it.
    pub(super) fn count(&self) -> u32 {
        1 + self.fusion.as_ref().map_or(0, |fusion| fusion.nodes.len() as u32)
    }

    /// The first operation in it.
    pub(super) fn first(&self) -> Seq {
        self.all().next().map_or(self.seq, |node| node.seq)
    }

    /// What it reads.
    pub(super) fn sources(&self) -> &[Key] {
        self.fusion.as_ref().map_or(&self.inputs[..], |fusion| &fusion.inputs)
    }
}

impl Queue {
    /// Puts the operations of each group into the last of them.
    fn join(&mut self, groups: Vec<Group>) {
        if groups.is_empty() {
            return;
        }
        let mut nodes: Vec<Option<Node>> = self.nodes.drain(..).map(Some).collect();
        for Group { members, inputs, numbers, spared, .. } in groups {
            let mut members = members.into_iter();
            let last = members.next().unwrap_or_default();
            let others: Vec<Node> = members.rev().filter_map(|index| nodes[index].take()).collect();
            self.bytes -= spared;
            if let Some(node) = &mut nodes[last] {
                node.fusion = Some(Box::new(Fusion { nodes: others, inputs, numbers }));
            }
        }
        self.nodes.extend(nodes.into_iter().flatten());
    }
}
