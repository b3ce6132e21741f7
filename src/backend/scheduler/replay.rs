//! Programs in the queue: how one is made of captured operations, and how its operations are queued again.

use super::values::Value;
use super::{Scheduler, State};
use crate::backend::node::{Key, Node, NodeBox, Task};
use crate::backend::program::{Instance, Local, Program, Role};
use crate::backend::submitter::Submitter;
use crate::backend::unknown;
use crate::device::{BufferId, Device};
use crate::error::Result;
use crate::shape::Shape;
use crate::trace::record::Seq;
use crate::wire::ArrayId;

/// The key of a result that is not stored: no value has it.
const NOWHERE: Key = Key(u32::MAX);

/// The command that runs a program.
pub(in crate::backend) struct Run<'a> {
    pub(in crate::backend) inputs: &'a [ArrayId],
    pub(in crate::backend) disposed: &'a [ArrayId],
    pub(in crate::backend) outputs: &'a [ArrayId],
    pub(in crate::backend) words: &'a [u32],
}

fn value(shape: Shape, producer: Seq, named: bool, readers: u32) -> Value {
    Value { shape, state: State::Queued, producer, named, readers, waits: Vec::new(), fused_reads: (0, 0) }
}

impl Scheduler {
    /// Adds an array of this shape under the next name, for an input of a program. It stands for any array of that shape.
    pub(in crate::backend) fn assume(&mut self, shape: Shape) {
        let state = State::Encoded(BufferId::MAX, 0);
        let key = self.values.insert_unnamed(Value { state, ..value(shape, Seq::MAX, true, 0) });
        self.values.name(key.0 + 1, key);
    }

    /// Makes a program of everything in the queue, on the given inputs.
    #[cold]
    pub(in crate::backend) fn finish(
        mut self,
        inputs: &[Shape],
        outputs: &[u32],
        device: &dyn Device,
    ) -> Result<Program> {
        let key = |operation: usize| Key((inputs.len() + operation) as u32);
        let mut results = Vec::with_capacity(self.decoded as usize);
        for operation in 0..self.decoded as usize {
            let result = self.values.get_mut(key(operation)).ok_or_else(|| unknown("operation"))?;
            let output = outputs.iter().position(|&output| output as usize == operation);
            // An output keeps its name, since a replay returns it. Only the operations here read the others.
            result.named = output.is_some();
            let role = output.map_or(Role::Temporary, Role::Output);
            results.push(Local { shape: result.shape, role, readers: result.readers, kernel: (0, 0) });
        }
        if results.iter().filter(|result| result.role != Role::Temporary).count() != outputs.len() {
            return Err(unknown("output"));
        }
        self.queue.due_before(self.decoded);
        self.fuse(device, u64::MAX);
        let mut kernels = Vec::new();
        while let Some(mut node) = self.queue.pop_front() {
            // Uploads come first in a lazy queue; here all keep their order.
            node.urgent = false;
            if let Some(fusion) = &node.fusion {
                let found = self.fused(&node, fusion)?;
                for interior in &fusion.nodes {
                    results[interior.seq as usize].role = Role::Interior;
                }
                if let Some(fusion) = &mut node.fusion {
                    fusion.operation = Some(found);
                }
            }
            for index in 0..node.count() {
                results[node.nth(index).seq as usize].kernel = (kernels.len(), index);
            }
            kernels.push(node);
        }
        let mut earliest = Seq::MAX;
        for node in kernels.iter_mut().rev() {
            earliest = earliest.min(node.first());
            node.earliest = earliest;
        }
        Ok(Program {
            inputs: (0..inputs.len())
                .map(|input| (inputs[input], self.values.get(Key(input as u32)).map_or(0, |value| value.readers)))
                .collect(),
            results,
            outputs: outputs.len(),
            free: Vec::new(),
            words: Vec::new(),
            bytes: kernels.iter().map(|kernel| kernel.bytes()).sum(),
            kernels,
        })
    }

    /// Queues the operations of a program; `decoded` gets each, in their order. Fused kernels are queued as such where the submitter's room
    /// suffices for the results of the program and of the queue. Elsewhere each operation is queued alone.
    pub(in crate::backend) fn replay(
        &mut self,
        program: &Program,
        run: &Run<'_>,
        submitter: &mut Submitter,
        mut decoded: Option<impl FnMut(&Node)>,
    ) -> Result<()> {
        let fits = run.inputs.len() == program.inputs.len()
            && run.outputs.len() == program.outputs
            && (run.words.is_empty() || run.words.len() == program.free.len());
        if !fits {
            return Err(unknown("form of a program"));
        }
        let first = self.decoded;
        let mut keys = Vec::with_capacity(program.inputs.len() + program.results.len());
        let mut producers = Vec::with_capacity(program.inputs.len());
        for (&name, &(shape, readers)) in run.inputs.iter().zip(&program.inputs) {
            let key = self.values.named(name).ok_or_else(|| unknown("input"))?;
            let input = self.values.get_mut(key).filter(|input| input.shape == shape);
            let input = input.ok_or_else(|| unknown("shape of an input"))?;
            input.readers += readers;
            keys.push(key);
            producers.push(input.producer);
        }
        for &array in run.disposed {
            self.dispose(array, submitter)?;
        }
        let fused = self.queue.bytes_left() + program.bytes <= submitter.room();
        for (seq, &Local { shape, role, readers, .. }) in (first..).zip(&program.results) {
            keys.push(match role {
                Role::Interior if fused => NOWHERE,
                Role::Output(index) => {
                    let output = value(shape, seq, true, readers);
                    self.values.insert(run.outputs[index], output).ok_or_else(|| unknown("output"))?
                }
                _ => self.values.insert_unnamed(value(shape, seq, false, readers)),
            });
        }
        let instance = Instance { first, keys: &keys, producers: &producers, enqueued: self.enqueued };
        let mut nodes: Vec<NodeBox> = if fused {
            program.kernels.iter().map(|kernel| instance.node(kernel, true)).collect()
        } else {
            let all = program.results.iter().map(|result| program.kernels[result.kernel.0].nth(result.kernel.1));
            all.map(|node| instance.node(node, false)).collect()
        };
        let words = if run.words.is_empty() { &program.words[..] } else { run.words };
        for (&(operation, attr, index), &word) in program.free.iter().zip(words) {
            let (kernel, nth) = program.results[operation].kernel;
            let node = if fused { &mut nodes[kernel] } else { &mut nodes[operation] };
            if let (Some(fusion), Some(index)) = (&mut node.fusion, index) {
                fusion.words[index] = word;
            }
            if let Task::Apply(_, attrs) = &mut node.nth_mut(nth).task {
                attrs[attr] = word;
            }
        }
        if let Some(decoded) = &mut decoded {
            for (index, &Local { kernel: (kernel, nth), .. }) in program.results.iter().enumerate() {
                decoded(if fused { nodes[kernel].nth(nth) } else { &nodes[index] });
            }
        }
        self.decoded += program.operations();
        for node in nodes {
            self.queue_node(node);
        }
        Ok(())
    }
}
