//! The lazy mode: what operations compute together in one kernel, decided when they are about to be handed over.
//!
//! An elementwise operation joins the one that reads its result, elementwise too or a reduction, if nothing else does or
//! can: the program has given up its name, and nobody waits for it. So does a matrix product that an elementwise one reads. All that is decided follows from the stream, not from when it arrives, so that a loop has the same
//! kernels each time round.

use super::queue::{Node, Queue, Task};
use super::values::Key;
use super::{Backend, unknown};
use crate::error::Result;
use crate::op::Call;
use crate::ops;
use crate::ops::lib::chain::{self, Chain, NONE};
use crate::ops::lib::fused::{self, Fused, Known, MOST_STEPS};
use crate::trace::record::Seq;
pub(super) use group::Fusion;
use group::{Group, Part, attributes, number, part, place};

mod group;

/// Operations that wait at most, so that a program that never waits is computed too.
const WINDOW: Seq = 512;

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
            let Some(part) = part(node) else { continue };
            let Some(value) = self.values.get(node.output) else { continue };
            let (id, reads) = value.fused_reads;
            let alone = !value.named && value.readers == reads && value.requests.is_empty();
            let mut home = groups.len();
            if let (true, Some(group)) =
                (alone && part != Part::Reduction, groups.iter().rposition(|group| group.id == id))
                && (part != Part::Product || self.is_stored_at_once(node))
                && groups[group].take(node, part, &self.values, most)
            {
                home = group;
            } else {
                let mut group = Group::new(self.groups + 1, node);
                if part == Part::Product || !group.take(node, part, &self.values, most) {
                    continue;
                }
                self.groups += 1;
                groups.push(group);
            }
            homes[index] = home;
            let id = groups[home].id;
            // What a product reads is needed as a whole: no step of its own chain.
            for &input in node.inputs.iter().filter(|_| part != Part::Product) {
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

    /// Whether a product is stored by the dispatch that computes it: parts of a sum would come before.
    fn is_stored_at_once(&self, node: &Node) -> bool {
        let shapes = [0, 1].map(|index| self.values.get(node.inputs[index]).map_or(node.shape, |value| value.shape));
        let call = Call { inputs: &shapes, attrs: &attributes(node), output: node.shape };
        let plan = self.device.plan(ops::ALL[ops::MATMUL as usize], &call, None, &self.device.limits());
        shapes.iter().all(|shape| shape.elements() > 0) && plan.dispatches.len() <= plan.preparing + 1
    }

    /// What a node with a fusion computes, as an operation.
    #[inline(never)] // Eager operations come by here, too, and should have less to carry.
    pub(super) fn fused(&self, node: &Node, fusion: &Fusion) -> Result<&'static Known> {
        let Fusion { inputs, words, reduced, product, .. } = fusion;
        let inputs = &inputs[..inputs.len() - if product.is_some() { 2 } else { 0 }];
        let word = |word| place(words, word).unwrap_or_default();
        let mut chain = Chain { words: words.len(), ..Chain::default() };
        inputs.iter().for_each(|_| chain.reads.push(0));
        let mut results = Vec::new();
        for index in 0..node.count() - u32::from(reduced.is_some()) {
            let node = node.nth(index);
            let Task::Apply(opcode, _) = &node.task else { return Err(unknown("operation")) };
            let mut operands = [NONE; 2];
            if *opcode == ops::MATMUL {
                results.push(node.output);
                chain.steps.push(chain::step(*opcode, operands));
                continue;
            }
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
        let partner = match (&node.task, reduced) {
            (Task::Apply(opcode, _), Some(_)) => Some(*opcode),
            _ => product.map(|_| ops::MATMUL),
        };
        Ok(Fused { chain, partner }.operation())
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
                node.fusion = Some(std::mem::take(&mut group.fusion).finish());
            }
            self.nodes.push_back(node);
        }
    }
}
