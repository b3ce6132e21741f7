//! The lazy mode: which operations share a kernel is decided when they are about to be handed over.
//!
//! An elementwise operation joins the operation that reads its result, if that is elementwise or a reduction, and if nothing else reads the result or
//! can: the program has disposed its handle, and nobody waits for it. On the same condition a matrix product joins an elementwise operation that
//! reads it. While memory suffices for all operations that wait, and expressions are few, the decision depends on the stream and not on its timing.
//! So a loop has the same kernels in each iteration.

use super::Scheduler;
use super::group::{Group, Role, attributes, number, position, role};
use crate::backend::node::{Fusion, Key, Node, Task};
use crate::backend::unknown;
use crate::device::Device;
use crate::error::Result;
use crate::op::Call;
use crate::ops;
use crate::ops::lib::chain::{self, Chain, Operand, Read, Step};
use crate::ops::lib::fused::{self, Expression, FusedOperation, MOST_STEPS};
use crate::trace::record::Seq;
use arrayvec::ArrayVec;

/// Most operations that are held back, so that a program that never waits is computed, too.
const WINDOW: Seq = 512;

impl Scheduler {
    /// Makes the first operations due if too many are held back.
    pub(super) fn begin_some(&mut self) {
        if self.decoded - self.queue.held_from() >= WINDOW {
            self.queue.due_before(self.cut());
        }
    }

    /// The last operation before which the operations held back can be cut without dividing a kernel. The newest operations are left out, since the
    /// program may still be enqueuing their kernel. A loop is then cut between two of its iterations, whatever their length. If there is no such
    /// operation in half a window, all become due.
    fn cut(&self) -> Seq {
        let mut first_read = Seq::MAX;
        for node in self.queue.latest_first() {
            let torn = |(key, _): &(&Key, &Seq)| self.values.get(**key).is_some_and(|value| !value.named);
            let reads = node.inputs.iter().zip(&node.reads).filter(torn).map(|(_, &seq)| seq);
            first_read = reads.fold(first_read, Seq::min);
            if node.seq < self.decoded - WINDOW / 2 {
                break;
            }
            if node.seq <= self.decoded - MOST_STEPS as Seq && first_read >= node.seq {
                return node.seq;
            }
        }
        self.decoded
    }

    /// Fuses the operations that have become due, for `device`, which has `room` bytes.
    #[inline(never)] // Keeps this code out of the path of eager operations.
    pub(in crate::backend) fn fuse(&mut self, device: &dyn Device, room: u64) {
        let Some(from) = self.queue.fuse_from(room) else { return };
        if fused::too_many() {
            return;
        }
        let mut groups = Vec::<Group>::new();
        let mut last_id = self.last_group;
        // The group of each operation in the queue.
        let mut homes = vec![usize::MAX; self.queue.len()];
        for (index, node) in self.queue.due_from(from) {
            let Some(role) = role(node) else { continue };
            let reader = self.find_group(&groups, node, role, device);
            let joined = match reader {
                Some(home) => groups[home].take(node, role, &self.values, self.most_fused).then_some(home),
                None => None,
            };
            let home = joined.unwrap_or(groups.len());
            if joined.is_none() {
                let Some(group) = Group::begin(last_id + 1, node, role, &self.values, self.most_fused) else {
                    continue;
                };
                last_id = group.id;
                groups.push(group);
            }
            homes[index] = home;
            let id = groups[home].id;
            // A product needs its operands whole, so the operations that compute them are no steps of its chain.
            for &input in node.inputs.iter().filter(|_| role != Role::Product) {
                if let Some(value) = self.values.get_mut(input) {
                    let (group, reads) = value.fused_reads;
                    value.fused_reads = (id, if group == id { reads + 1 } else { 1 });
                }
            }
        }
        self.last_group = last_id;
        // A kernel runs in its last operation's place, so later operations overtake its first ones: memory must hold all results.
        let spared: u64 = groups.iter().map(|group| group.spared).sum();
        if spared > 0 && self.queue.bytes_left() - spared <= room {
            self.queue.join(groups.into_iter().map(Group::finish).collect(), &homes);
        }
    }

    /// The group that an operation may join: only this group reads its result.
    fn find_group(&self, groups: &[Group], node: &Node, role: Role, device: &dyn Device) -> Option<usize> {
        let value = self.values.get(node.output)?;
        let (id, reads) = value.fused_reads;
        let alone = !value.named && value.readers == reads && value.waits.is_empty();
        if !alone || role == Role::Reduction {
            return None;
        }
        let reader = groups.iter().rposition(|group| group.id == id)?;
        (role != Role::Product || self.is_stored_at_once(node, device)).then_some(reader)
    }

    /// Whether the dispatch that computes a product also stores it. Where its sums are divided into parts, a later dispatch adds and stores them.
    fn is_stored_at_once(&self, node: &Node, device: &dyn Device) -> bool {
        let Task::Apply(opcode, _) = node.task else { return false };
        let Some(product) = ops::by_opcode(opcode) else { return false };
        let shapes = [0, 1].map(|index| self.values.get(node.inputs[index]).map_or(node.shape, |value| value.shape));
        let call = Call { inputs: &shapes, attrs: &attributes(node), output: node.shape };
        let plan = device.plan(product, &call, None, &device.limits());
        shapes.iter().all(|shape| shape.elements() > 0) && plan.dispatches.len() <= plan.first_computing + 1
    }

    /// The operation that a node with a fusion computes.
    #[inline(never)] // Keeps this code out of the path of eager operations.
    pub(in crate::backend) fn fused(&self, node: &Node, fusion: &Fusion) -> Result<&'static FusedOperation> {
        let Fusion { inputs, words, reduced, product, .. } = fusion;
        let product = product.map(|(opcode, _)| opcode);
        let inputs = &inputs[..inputs.len() - if product.is_some() { 2 } else { 0 }];
        let word = |word| position(words, word).unwrap_or_default();
        let mut chain = Chain { words: words.len(), ..Chain::default() };
        inputs.iter().for_each(|_| chain.reads.push(Read::One));
        let mut results = Vec::new();
        for index in 0..node.count() - u32::from(reduced.is_some()) {
            let node = node.nth(index);
            let Task::Apply(opcode, _) = &node.task else { return Err(unknown("operation")) };
            let mut operands = ArrayVec::<Operand, 2>::new();
            for &key in node.inputs.iter().filter(|_| product != Some(*opcode)) {
                let operand = if let Some(step) = position(&results, key) {
                    chain.result(step)
                } else {
                    let input = position(inputs, key).ok_or_else(|| unknown("input"))?;
                    let shape = self.values.get(key).map(|value| value.shape).unwrap_or_default();
                    let reach = chain::reach(&shape, &node.shape).ok_or_else(|| unknown("input"))?;
                    chain.reads[input] = Read::new(reach, node.shape.elements(), word);
                    chain.array(input)
                };
                operands.try_push(operand).map_err(|_| unknown("input"))?;
            }
            if let Some([side, bits]) = number(node) {
                // The number is the left operand for side 0.
                let inserted = operands.try_insert(usize::from(side != 0), chain.word(word(bits)));
                inserted.map_err(|_| unknown("input"))?;
            }
            results.push(node.output);
            chain.steps.push(match *operands {
                [] => Step::Product,
                [only] => Step::Unary(*opcode, only),
                [left, right] => Step::Binary(*opcode, [left, right]),
                _ => return Err(unknown("input")),
            });
        }
        let partner = match (&node.task, reduced) {
            (Task::Apply(opcode, _), Some(_)) => Some(*opcode),
            _ => product,
        };
        Ok(Expression { chain, partner }.interned())
    }
}
