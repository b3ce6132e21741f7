//! The lazy mode: what operations compute together in one kernel, decided when they are about to be handed over.
//!
//! An elementwise operation joins the one that reads its result, elementwise too or a reduction, if nothing else does or
//! can: the program has given up its name, and nobody waits for it. All that is decided follows from the stream, not from when it arrives, so that a loop has the same
//! kernels each time round.

use super::queue::{Node, Queue, Task};
use super::values::{Key, Values};
use super::{Backend, unknown};
use crate::error::Result;
use crate::op::{Kind, MAX_ATTRS, MAX_READS, Opcode};
use crate::ops;
use crate::ops::lib::chain::{self, Chain, NONE};
use crate::ops::lib::fused::{self, Fused, Known, MOST_STEPS};
use crate::shape::Shape;
use crate::trace::record::Seq;
use arrayvec::ArrayVec;

/// Operations that wait at most, so that a program that never waits is computed too.
const WINDOW: Seq = 512;

/// Keys of arrays, or words of a [`Chain`].
type Words = ArrayVec<u32, MAX_ATTRS>;

/// What an operation computes along with itself.
#[derive(Debug, Default)]
pub(super) struct Fusion {
    /// The others, in program order.
    pub(super) nodes: Vec<Node>,
    /// What they all read and none of them computes.
    pub(super) inputs: Words,
    /// The words of the chain that they are.
    pub(super) words: Words,
    /// The shape of what the operation itself reduces, if it does.
    pub(super) reduced: Option<Shape>,
}

/// Operations that will be one kernel, found from the last to the first.
struct Group {
    /// Like no other's, ever.
    id: u64,
    last: Seq,
    /// Elements of each result but a reduction's.
    elements: usize,
    count: usize,
    /// Bytes that need not be stored.
    spared: u64,
    fusion: Fusion,
}

/// What an operation can be in a kernel with others.
enum Part {
    /// A step of a chain, with the words that it takes.
    Step(Words),
    /// The end of a chain, with the shape of what it reads.
    Reduction(Shape),
}

impl Group {
    /// The group that an operation is the last of.
    fn new(id: u64, last: &Node, part: &Part) -> Self {
        let (mut words, mut reduced) = (Words::from_iter([0]), None);
        match part {
            Part::Step(own) => own.iter().for_each(|&word| _ = add(&mut words, word, MAX_ATTRS)),
            Part::Reduction(shape) => {
                words.extend(axes(last));
                reduced = Some(*shape);
            }
        }
        let elements = reduced.unwrap_or(last.shape).elements();
        let inputs = last.inputs.iter().copied().collect();
        let fusion = Fusion { nodes: Vec::new(), inputs, words, reduced };
        Self { id, last: last.seq, elements, count: 1, spared: 0, fusion }
    }

    /// Takes one more operation in, unless there are too many or they need too much.
    fn take(&mut self, node: &Node, own: &Words, most: usize) -> bool {
        let [steps, arrays, most_words] = match self.fusion.reduced {
            // The reduction itself is no step, and its shape stands among those of the arrays.
            Some(_) => [fused::MOST_REDUCED_STEPS + 1, MAX_READS - 1, fused::MOST_REDUCED_WORDS],
            None => [MOST_STEPS, MAX_READS, MAX_ATTRS],
        };
        let (mut inputs, mut words) = (self.fusion.inputs.clone(), self.fusion.words.clone());
        inputs.retain(|key| *key != node.output);
        let fits = self.elements == node.shape.elements()
            && self.count < most.min(steps)
            && node.inputs.iter().all(|&key| add(&mut inputs, key, arrays))
            && own.iter().all(|&word| add(&mut words, word, most_words));
        if fits {
            self.spared += node.bytes();
            self.count += 1;
            (self.fusion.inputs, self.fusion.words) = (inputs, words);
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

/// The axes that an operation reduces.
fn axes(node: &Node) -> Option<u32> {
    match &node.task {
        Task::Apply(op, attrs) if kind(*op) == Kind::Reduction => attrs.first().copied(),
        _ => None,
    }
}

/// The operand that is a number: which one, and its bits.
fn number(node: &Node) -> Option<[u32; 2]> {
    match &node.task {
        Task::Apply(op, attrs) if kind(*op) == Kind::Binary => attrs.as_slice().try_into().ok(),
        _ => None,
    }
}

fn kind(op: Opcode) -> Kind {
    ops::by_opcode(op).map_or(Kind::Other, |op| op.kind())
}

/// Whether an operation can be part of a kernel with others, and as what.
fn part(node: &Node, values: &Values) -> Option<Part> {
    let Task::Apply(op, _) = node.task else { return None };
    ops::by_opcode(op)?.formula()?;
    let elements = node.shape.elements();
    if kind(op) == Kind::Reduction {
        return Some(Part::Reduction(values.get(node.inputs[0])?.shape));
    }
    let mut words = Words::from_iter(number(node).map(|[_, bits]| bits));
    for &input in &node.inputs {
        let reach = chain::reach(&values.get(input)?.shape, &node.shape)?;
        // Most go along, or are one element, which takes no words.
        if reach[1] != 1 && reach[1] as usize != elements {
            words.extend(reach);
        }
    }
    (elements > 0).then_some(Part::Step(words))
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
            let Some(part) = part(node, &self.values) else { continue };
            let Some(value) = self.values.get(node.output) else { continue };
            let (id, reads) = value.fused_reads;
            let alone = !value.named && value.readers == reads && value.requests.is_empty();
            let mut home = groups.len();
            if let (true, Part::Step(words), Some(group)) =
                (alone, &part, groups.iter().rposition(|group| group.id == id))
                && groups[group].take(node, words, most)
            {
                home = group;
            } else {
                self.groups += 1;
                groups.push(Group::new(self.groups, node, &part));
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

    /// What a node with a fusion computes, as an operation.
    #[inline(never)] // Eager operations come by here, too, and should have less to carry.
    pub(super) fn fused(&self, node: &Node, fusion: &Fusion) -> Result<&'static Known> {
        let Fusion { inputs, words, reduced, .. } = fusion;
        let place = |words: &[u32], word| words.iter().position(|other| *other == word);
        let word = |word| place(words, word).unwrap_or_default();
        let mut chain = Chain { words: words.len(), ..Chain::default() };
        chain.reads.extend(inputs.iter().map(|_| 0));
        let mut results = Vec::new();
        for index in 0..node.count() - u32::from(reduced.is_some()) {
            let node = node.nth(index);
            let Task::Apply(opcode, _) = &node.task else { return Err(unknown("operation")) };
            let mut operands = [NONE; 2];
            for (operand, &key) in operands.iter_mut().zip(&node.inputs) {
                let result = place(&results, key).map(|step| inputs.len() + words.len() + step);
                let input = || {
                    let input = place(inputs, key)?;
                    let reach = chain::reach(&self.values.get(key)?.shape, &node.shape)?;
                    chain.reads[input] = chain::read(reach, node.shape.elements(), word);
                    Some(input)
                };
                *operand = result.or_else(input).unwrap_or_default() as u32;
            }
            if let Some([side, bits]) = number(node) {
                operands[1] = (inputs.len() + word(bits)) as u32;
                if side == 0 {
                    operands.swap(0, 1);
                }
            }
            results.push(node.output);
            chain.steps.push(chain::step(*opcode, operands));
        }
        let reduction = match (&node.task, reduced) {
            (Task::Apply(opcode, _), Some(_)) => Some(*opcode),
            _ => None,
        };
        Ok(Fused { chain, reduction }.operation())
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
                node.fusion = Some(Box::new(std::mem::take(&mut group.fusion)));
            }
            self.nodes.push_back(node);
        }
    }
}
