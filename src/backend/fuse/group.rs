//! Groups of operations that can be one kernel: what one takes in, and what each operation is in it.

use crate::backend::queue::{Node, Task};
use crate::backend::values::{Key, Values};
use crate::op::{Kind, MAX_ATTRS, MAX_READS, Opcode};
use crate::ops;
use crate::ops::lib::chain;
use crate::ops::lib::fused::{self, MOST_STEPS};
use crate::shape::Shape;
use crate::trace::record::Seq;
use arrayvec::ArrayVec;

/// Keys of arrays, or words of a [`Chain`].
pub(in crate::backend) type Words = ArrayVec<u32, MAX_ATTRS>;

/// What an operation computes along with itself.
#[derive(Debug, Default)]
pub(in crate::backend) struct Fusion {
    /// The others, in program order.
    pub(in crate::backend) nodes: Vec<Node>,
    /// What they all read and none of them computes: the chain's arrays, then the operands of the product that it begins with.
    pub(in crate::backend) inputs: Words,
    /// The words of the chain that they are.
    pub(in crate::backend) words: Words,
    /// The shape of what the operation itself reduces, if it does.
    pub(in crate::backend) reduced: Option<Shape>,
    /// The operands of the product.
    pub(in crate::backend) product: Option<[Key; 2]>,
}

/// Operations that will be one kernel, found from the last to the first.
pub(super) struct Group {
    /// Like no other's, ever.
    pub(super) id: u64,
    pub(super) last: Seq,
    /// Elements of each result but a reduction's.
    elements: usize,
    pub(super) count: usize,
    /// Bytes that need not be stored.
    pub(super) spared: u64,
    pub(super) fusion: Fusion,
}

/// What an operation can be in a kernel with others.
pub(super) enum Part {
    /// A step of a chain, with the words that it takes.
    Step(Words),
    /// The end of a chain, with the shape of what it reads.
    Reduction(Shape),
    /// The beginning of a chain, with what it reads.
    Product([Key; 2]),
}

impl Group {
    /// The group that an operation is the last of.
    pub(super) fn new(id: u64, last: &Node, part: &Part) -> Self {
        let mut fusion = Fusion { inputs: last.inputs.iter().copied().collect(), ..Fusion::default() };
        fusion.words.push(0);
        match part {
            Part::Step(own) => fusion.words.extend(own.iter().copied()),
            Part::Reduction(shape) => {
                fusion.words.extend(attributes(last));
                fusion.reduced = Some(*shape);
            }
            Part::Product(_) => {}
        }
        let elements = fusion.reduced.unwrap_or(last.shape).elements();
        Self { id, last: last.seq, elements, count: 1, spared: 0, fusion }
    }

    /// Takes one more operation in, unless there are too many or they need too much.
    pub(super) fn take(&mut self, node: &Node, part: &Part, most: usize) -> bool {
        let fusion = &self.fusion;
        let (mut inputs, mut words, mut product) = (fusion.inputs.clone(), fusion.words.clone(), fusion.product);
        inputs.retain(|key| *key != node.output);
        match part {
            Part::Product(operands) if fusion.reduced.is_none() && product.is_none() && words.len() < MAX_ATTRS - 2 => {
                product = Some(*operands);
                attributes(node).into_iter().rev().for_each(|attribute| words.insert(1, attribute));
            }
            Part::Step(_) => {}
            _ => return false,
        }
        // A partner is no step; of what is reduced the shape stands among those of the arrays.
        let [steps, arrays, most_words] = match (fusion.reduced, product) {
            (None, None) => [MOST_STEPS, MAX_READS, MAX_ATTRS],
            (None, _) => [fused::MOST_STORED_STEPS + 1, MAX_READS - 2, fused::MOST_SHARED_WORDS],
            _ => [fused::MOST_REDUCED_STEPS + 1, MAX_READS - 1, fused::MOST_SHARED_WORDS],
        };
        let fits = self.elements == node.shape.elements()
            && self.count < most.min(steps)
            && match part {
                Part::Step(own) => {
                    node.inputs.iter().all(|&key| add(&mut inputs, key, arrays))
                        && own.iter().all(|&word| add(&mut words, word, most_words))
                }
                _ => inputs.len() <= arrays && words.len() <= most_words,
            };
        if fits {
            self.spared += node.bytes();
            self.count += 1;
            self.fusion = Fusion { inputs, words, product, ..std::mem::take(&mut self.fusion) };
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

/// The two attributes of a reduction or a product, which may leave them out.
pub(super) fn attributes(node: &Node) -> [u32; 2] {
    match &node.task {
        Task::Apply(_, attrs) => [0, 1].map(|index| attrs.get(index).copied().unwrap_or_default()),
        _ => [0; 2],
    }
}

/// The operand that is a number: which one, and its bits.
pub(super) fn number(node: &Node) -> Option<[u32; 2]> {
    match &node.task {
        Task::Apply(op, attrs) if kind(*op) == Kind::Binary => attrs.as_slice().try_into().ok(),
        _ => None,
    }
}

fn kind(op: Opcode) -> Kind {
    ops::by_opcode(op).map_or(Kind::Other, |op| op.kind())
}

/// Whether an operation can be part of a kernel with others, and as what.
pub(super) fn part(node: &Node, values: &Values) -> Option<Part> {
    let Task::Apply(op, _) = node.task else { return None };
    if op == ops::MATMUL {
        return node.inputs.as_slice().try_into().ok().map(Part::Product);
    }
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
