//! Groups of operations that can be one kernel: which operations a group takes in, and the role of each.

use super::values::Values;
use crate::backend::node::{Fusion, Key, Node, Task};
use crate::op::{Kind, MAX_ATTRS, MAX_READS};
use crate::ops;
use crate::ops::lib::chain;
use crate::ops::lib::fused::{self, MOST_STEPS};
use crate::trace::record::Seq;
use arrayvec::ArrayVec;

/// Operations that will be one kernel, found from the last to the first.
pub(super) struct Group {
    /// Unique; never reused.
    pub(super) id: u64,
    last: Seq,
    /// Elements of each result, except a reduction's.
    elements: usize,
    count: usize,
    /// Bytes that need not be stored.
    pub(super) spared: u64,
    fusion: Fusion,
    /// The attributes of the reduction or the product.
    attributes: [u32; 2],
}

/// The part that an operation can take in a kernel with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A step of a chain.
    Step,
    /// The end of a chain.
    Reduction,
    /// The beginning of a chain.
    Product,
}

/// The part that an operation can take in a kernel with others, by its kind.
pub(super) fn role(node: &Node) -> Option<Role> {
    let Task::Apply(opcode, _) = node.task else { return None };
    let op = ops::by_opcode(opcode)?;
    op.formula()?;
    Some(match op.kind() {
        Kind::Product => Role::Product,
        Kind::Reduction => Role::Reduction,
        _ => Role::Step,
    })
}

impl Group {
    /// A group that ends with this operation, unless none can.
    pub(super) fn begin(id: u64, last: &Node, role: Role, values: &Values, most: usize) -> Option<Self> {
        if role == Role::Product {
            return None;
        }
        let (mut fusion, elements) = (Fusion::default(), last.shape.elements());
        fusion.words.push(0);
        let mut group = Self { id, last: last.seq, elements, count: 0, spared: 0, fusion, attributes: [0; 2] };
        group.take(last, role, values, most).then_some(group)
    }

    /// Takes an operation in, unless it cannot be computed with the others, or the kernel would have too many operations, arrays or words. Returns
    /// whether it did.
    pub(super) fn take(&mut self, node: &Node, role: Role, values: &Values, most: usize) -> bool {
        let before = [self.fusion.inputs.len(), self.fusion.words.len()];
        let fusion = &mut self.fusion;
        let shape = |key| values.get(key).map(|value| value.shape);
        let fits = match role {
            // Only the last operation can be a reduction.
            Role::Reduction => {
                self.attributes = attributes(node);
                fusion.reduced = node.inputs.first().and_then(|&key| shape(key));
                self.elements = fusion.reduced.map_or(0, |shape| shape.elements());
                node.inputs.iter().all(|&key| add(&mut fusion.inputs, key))
            }
            Role::Product => fusion.reduced.is_none() && fusion.product.is_none(),
            Role::Step => {
                let mut reads = |&key: &Key| {
                    let reach = shape(key).and_then(|shape| chain::reach(&shape, &node.shape));
                    reach.is_some_and(|reach| {
                        let words = if chain::takes_words(reach, self.elements) { &reach[..] } else { &[] };
                        add(&mut fusion.inputs, key) && words.iter().all(|&word| add(&mut fusion.words, word))
                    })
                };
                node.inputs.iter().all(&mut reads)
                    && number(node).is_none_or(|[_, bits]| add(&mut fusion.words, bits))
                    && node.shape.elements() > 0
            }
        };
        // The partner (the reduction or the product) is not counted as a step. A product's operands, or a reduction's shape, count among the arrays.
        let begins = role == Role::Product || fusion.product.is_some();
        let [steps, arrays, words] = match fusion.reduced {
            Some(_) => [fused::MOST_REDUCED_STEPS + 1, MAX_READS - 1, fused::MOST_SHARED_WORDS],
            None if begins => [fused::MOST_STORED_STEPS + 1, MAX_READS - 2, fused::MOST_SHARED_WORDS],
            None => [MOST_STEPS, MAX_READS, MAX_ATTRS],
        };
        // The value this operation computes is still in `inputs`; it is removed below.
        let arrays = arrays + usize::from(self.count > 0);
        let fits = fits
            && (role == Role::Reduction || self.elements == node.shape.elements())
            && self.count < most.min(steps)
            && fusion.inputs.len() <= arrays
            && fusion.words.len() <= words;
        if !fits {
            fusion.inputs.truncate(before[0]);
            fusion.words.truncate(before[1]);
            return false;
        }
        if let Some(own) = position(&fusion.inputs, node.output) {
            fusion.inputs.remove(own);
        }
        if let (Role::Product, Task::Apply(opcode, _)) = (role, &node.task) {
            fusion.product = node.inputs.as_slice().try_into().ok().map(|operands| (*opcode, operands));
            self.attributes = attributes(node);
        }
        self.spared += if self.count > 0 { node.bytes() } else { 0 };
        self.count += 1;
        true
    }

    /// The last operation and its fusion, if there are several operations. The partner's operands and attributes come after those of the chain.
    pub(super) fn finish(self) -> Option<(Seq, Box<Fusion>)> {
        let Self { last, mut fusion, attributes, .. } = self;
        // There is room: `take` has left it.
        if let Some((_, operands)) = fusion.product {
            _ = fusion.inputs.try_extend_from_slice(&operands);
        }
        if fusion.reduced.is_some() || fusion.product.is_some() {
            _ = fusion.words.try_extend_from_slice(&attributes);
        }
        (self.count > 1).then(|| (last, Box::new(fusion)))
    }
}

/// Adds an item unless it is listed. Returns false if there is no room for it.
fn add<T: Copy + PartialEq, const ROOM: usize>(list: &mut ArrayVec<T, ROOM>, item: T) -> bool {
    position(list, item).is_some() || list.try_push(item).is_ok()
}

/// The index of an item.
pub(super) fn position<T: Copy + PartialEq>(list: &[T], item: T) -> Option<usize> {
    list.iter().position(|&other| other == item)
}

/// The two attributes of a reduction or a product; 0 for those that it leaves out.
pub(super) fn attributes(node: &Node) -> [u32; 2] {
    match &node.task {
        Task::Apply(_, attrs) => [0, 1].map(|index| attrs.get(index).copied().unwrap_or_default()),
        _ => [0; 2],
    }
}

/// The operand that is a number: its side, and its bits.
pub(super) fn number(node: &Node) -> Option<[u32; 2]> {
    match &node.task {
        Task::Apply(op, attrs) if ops::by_opcode(*op).is_some_and(|op| op.kind() == Kind::Binary) => {
            attrs.as_slice().try_into().ok()
        }
        _ => None,
    }
}
