//! Programs: operations that a frontend captured, kept to be run again. Their kernels, and the readers of each result, are determined once.

use super::node::{Fusion, Key, Node, NodeBox, Task};
use super::policy::Policy;
use super::scheduler::Scheduler;
use super::unknown;
use crate::device::Device;
use crate::error::Result;
use crate::host;
use crate::op::MAX_INPUTS;
use crate::ops;
use crate::shape::Shape;
use crate::trace::record::Seq;
use crate::wire::{ArrayId, Command, Decoder};
use arrayvec::ArrayVec;

/// The use of a program's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Only its own kernel uses it: it is not stored.
    Interior,
    /// Other operations of the program read it.
    Temporary,
    /// A replay returns it: its index among the program's outputs.
    Output(usize),
}

/// The result of an operation.
pub(super) struct Local {
    pub(super) shape: Shape,
    pub(super) role: Role,
    /// How often operations of the program read it.
    pub(super) readers: u32,
    /// The index of the kernel that computes it, and that of its operation in the kernel.
    pub(super) kernel: (usize, u32),
}

/// Operations, numbered from 0 on. Keys are numbered too: first the inputs, then the results, so that the result of operation i has the
/// key `inputs.len() + i`.
pub(super) struct Program {
    /// Shapes of the inputs, and how often operations read them.
    pub(super) inputs: Vec<(Shape, u32)>,
    pub(super) results: Vec<Local>,
    pub(super) outputs: usize,
    /// Its kernels, in the order of their last operations.
    pub(super) kernels: Vec<NodeBox>,
    /// The attributes that a replay may set: the operation, the index of the attribute, and the index of its word in a fused kernel.
    pub(super) free: Vec<(usize, usize, Option<usize>)>,
    /// The words of the free attributes as they were captured.
    pub(super) words: Vec<u32>,
    /// Bytes of the results that are stored.
    pub(super) bytes: u64,
}

impl Program {
    /// A program from its commands.
    ///
    /// # Errors
    /// `BAD_STREAM`, and the errors of its operations' rules for shapes.
    #[cold]
    pub(super) fn new(
        inputs: &[Shape],
        outputs: &[u32],
        free: &[u32],
        commands: &[u32],
        policy: &Policy,
        device: &dyn Device,
    ) -> Result<Self> {
        let mut scheduler = Scheduler::new(&Policy { lazy: true, ..*policy });
        inputs.iter().for_each(|&shape| scheduler.assume(shape));
        let count = inputs.len() as u32;
        let (mut given, mut found) = (vec![0; free.len()], 0);
        for command in Decoder::new(commands) {
            let next = scheduler.decoded() as u32;
            // The scheduler's names: those of the inputs come first.
            let name = |local: u32| match (local / 2, local % 2) {
                (input, 0) if input < count => Ok(1 + input),
                (operation, 1) if operation < next => Ok(1 + count + operation),
                _ => Err(unknown("input")),
            };
            let own =
                |output: ArrayId| (output == 2 * next + 1).then_some(1 + count + next).ok_or_else(|| unknown("output"));
            let node = match command? {
                Command::Apply { op, output, inputs, attrs } => {
                    let mut names = ArrayVec::<ArrayId, MAX_INPUTS>::new();
                    for &input in inputs {
                        names.try_push(name(input)?).map_err(|_| unknown("input"))?;
                    }
                    let mut node = scheduler.apply(op, own(output)?, &names, attrs)?;
                    for (index, &attr) in free.iter().enumerate().filter(|&(_, attr)| attr / 16 == next) {
                        let at = attr as usize % 16;
                        let Task::Apply(_, attrs) = &mut node.task else { continue };
                        if ops::is_free(op, attrs, at) {
                            given[index] = std::mem::replace(&mut attrs[at], placeholder(index));
                            found += 1;
                        }
                    }
                    node
                }
                Command::Write { output, dims, bits } => {
                    scheduler.bring(Task::Upload(host::copy(bits)), own(output)?, dims)?
                }
                _ => return Err(unknown("command in a program")),
            };
            scheduler.push(node);
        }
        if found < free.len() {
            return Err(unknown("free attribute"));
        }
        let mut program = scheduler.finish(inputs, outputs, device)?;
        program.words = given;
        for (index, &attr) in free.iter().enumerate() {
            let operation = attr as usize / 16;
            let fusion = program.kernels[program.results[operation].kernel.0].fusion.as_ref();
            let word = fusion.and_then(|fusion| fusion.words.iter().position(|&word| word == placeholder(index)));
            program.free.push((operation, attr as usize % 16, word));
        }
        Ok(program)
    }

    /// The number of its operations.
    pub(super) fn operations(&self) -> Seq {
        self.results.len() as Seq
    }
}

/// One replay of a program: the numbers and keys that its operations get.
pub(super) struct Instance<'a> {
    /// The number of the first operation.
    pub(super) first: Seq,
    /// The value behind each key of the program.
    pub(super) keys: &'a [Key],
    /// The operations that compute the inputs.
    pub(super) producers: &'a [Seq],
    pub(super) enqueued: f64,
}

impl Instance<'_> {
    fn key(&self, local: Key) -> Key {
        self.keys.get(local.0 as usize).copied().unwrap_or(local)
    }

    /// A kernel of the program, or with `fused` false the operation of `node` alone.
    pub(super) fn node(&self, node: &Node, fused: bool) -> NodeBox {
        let inputs = self.producers.len();
        let task = match &node.task {
            Task::Apply(op, attrs) => Task::Apply(*op, attrs.clone()),
            Task::Upload(bits) => Task::Upload(bits.as_ref().map_err(Clone::clone).and_then(|bits| host::copy(bits))),
            Task::Receive(token, device, producer) => Task::Receive(*token, *device, *producer),
        };
        let producer = |key: &Key| {
            let key = key.0 as usize;
            self.producers.get(key).copied().unwrap_or_else(|| self.first + (key - inputs) as Seq)
        };
        let seq = self.first + node.seq;
        Box::new(Node {
            seq,
            earliest: if fused { self.first + node.earliest } else { seq },
            task,
            inputs: node.inputs.iter().map(|&key| self.key(key)).collect(),
            reads: node.inputs.iter().map(producer).collect(),
            output: self.key(node.output),
            shape: node.shape,
            enqueued: self.enqueued,
            urgent: false,
            buffer: node.buffer,
            invalidated: false,
            fusion: node.fusion.as_ref().filter(|_| fused).map(|fusion| Box::new(self.fusion(fusion))),
        })
    }

    fn fusion(&self, fusion: &Fusion) -> Fusion {
        Fusion {
            nodes: fusion.nodes.iter().map(|node| self.node(node, true)).collect(),
            inputs: fusion.inputs.iter().map(|&key| self.key(key)).collect(),
            words: fusion.words.clone(),
            reduced: fusion.reduced,
            product: fusion.product,
            operation: fusion.operation,
        }
    }
}

/// The word of a free attribute until a replay sets it: a NaN that no arithmetic makes. Each attribute has its own, so that the fused kernel keeps a
/// word for each.
fn placeholder(index: usize) -> u32 {
    u32::MAX - index as u32
}
