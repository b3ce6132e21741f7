//! The instructions of a kernel: blocks with labels, and the unit that each instruction occupies. Each vendor has its own syntax.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::repeat_n;
use std::ops::Range;

/// The unit of the processor that an instruction occupies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Multiply and add of floats: the arithmetic of a product.
    Fma,
    /// A multiplication or an addition of floats by itself: two of them count as one [`Unit::Fma`].
    Half,
    /// Any other vector instruction.
    Valu,
    /// A scalar instruction, or one of the control flow.
    Salu,
    /// Loads this many 4-byte words for each lane from memory, or stores them.
    Load(u32),
    Store(u32),
    /// The same for the memory that a workgroup shares.
    SharedLoad(u32),
    SharedStore(u32),
    /// Waits until at most this many loads from memory, and this many from shared memory, are pending.
    Wait {
        memory: Option<u32>,
        shared: Option<u32>,
    },
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    pub(crate) unit: Unit,
    /// The block that it may jump to.
    pub(crate) target: Option<u32>,
    /// Whether the next instruction never follows it.
    pub(crate) ends: bool,
}

/// A line of a driver's text.
pub(crate) enum Line {
    /// The block of this number begins.
    Label(u32),
    /// An instruction, how many times it is issued, and for how many more issues the unit is idle.
    Instruction(Instruction, usize, usize),
}

impl Line {
    pub(crate) fn once(unit: Unit, target: Option<u32>, ends: bool) -> Option<Self> {
        Some(Self::Instruction(Instruction { unit, target, ends }, 1, 0))
    }
}

/// A kernel as a list of instructions, with the places of its blocks.
#[derive(Default)]
pub(crate) struct Assembly {
    pub(crate) instructions: Vec<Instruction>,
    blocks: Vec<(u32, usize)>,
}

/// Counts of a stretch of instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Counts {
    pub(crate) fma: u32,
    /// Multiplications and additions that are not fused, each an instruction.
    pub(crate) halves: u32,
    /// Vector instructions, multiplications and additions among them.
    pub(crate) valu: u32,
    pub(crate) salu: u32,
    /// Words for each lane.
    pub(crate) loaded: u32,
    pub(crate) stored: u32,
    pub(crate) shared_loaded: u32,
    pub(crate) shared_stored: u32,
}

impl Counts {
    pub(crate) fn of(instructions: &[Instruction]) -> Self {
        let mut counts = Self::default();
        for instruction in instructions {
            match instruction.unit {
                Unit::Fma => {
                    counts.fma += 1;
                    counts.valu += 1;
                }
                Unit::Half => {
                    counts.halves += 1;
                    counts.valu += 1;
                }
                Unit::Valu => counts.valu += 1,
                Unit::Salu | Unit::Wait { .. } => counts.salu += 1,
                Unit::Load(words) => counts.loaded += words,
                Unit::Store(words) => counts.stored += words,
                Unit::SharedLoad(words) => counts.shared_loaded += words,
                Unit::SharedStore(words) => counts.shared_stored += words,
            }
        }
        counts
    }
}

impl Assembly {
    /// Reads a text line by line. `line` has the syntax of a driver.
    pub(crate) fn read(text: &str, line: impl Fn(&str) -> Option<Line>) -> Self {
        let (mut instructions, mut blocks) = (Vec::new(), Vec::new());
        for line in text.lines().filter_map(line) {
            match line {
                Line::Label(label) => blocks.push((label, instructions.len())),
                Line::Instruction(instruction, times, idle) => {
                    let nothing = Instruction { unit: Unit::Salu, target: None, ends: false };
                    instructions.extend(repeat_n(nothing, idle).chain(repeat_n(instruction, times)));
                }
            }
        }
        Self { instructions, blocks }
    }

    /// The blocks in order: where each begins and ends, and the blocks that may follow it.
    fn blocks(&self) -> Vec<Block> {
        let turns = |instruction: &Instruction| instruction.target.is_some() || instruction.ends;
        let after = self.instructions.iter().enumerate().filter(|(_, it)| turns(it)).map(|(at, _)| at + 1);
        let starts: BTreeSet<usize> = self.blocks.iter().map(|(_, at)| *at).chain(after).chain([0]).collect();
        let starts: Vec<usize> = starts.into_iter().filter(|start| *start < self.instructions.len()).collect();
        let labelled = |label| self.blocks.iter().find(|(block, _)| *block == label).map(|(_, at)| *at);
        let ends = starts.iter().skip(1).copied().chain([self.instructions.len()]);
        let block = |(index, (&start, end)): (usize, (&usize, usize))| {
            let last = &self.instructions[end - 1];
            let jump = last.target.and_then(labelled).and_then(|at| starts.binary_search(&at).ok());
            let on = (!last.ends && index + 1 < starts.len()).then_some(index + 1);
            Block { instructions: start..end, next: on.into_iter().chain(jump).collect() }
        };
        starts.iter().zip(ends).enumerate().map(block).collect()
    }

    /// The instructions that a large kernel repeats: the loop with the most multiply-adds, and among equal ones with the most words from and to
    /// memory; or all code outside loops, where no loop has any. They are repeated `trips` times. If that is more than once, the code of the
    /// loop around them follows. Other inner loops handle remainders, and are left out.
    pub(crate) fn hot(&self, trips: usize) -> Vec<Instruction> {
        let blocks = self.blocks();
        let loops = loops(&blocks);
        let own = |head: Option<usize>, body: &BTreeSet<usize>| -> Vec<Instruction> {
            let within = |(other, _): &(&usize, _)| Some(**other) != head && body.contains(*other);
            let nested: BTreeSet<usize> = loops.iter().filter(within).flat_map(|(_, body)| body).copied().collect();
            let ranges = body.difference(&nested).map(|&block| blocks[block].instructions.clone());
            ranges.flatten().map(|at| self.instructions[at]).collect()
        };
        let all: BTreeSet<usize> = (0..blocks.len()).collect();
        let mut candidates: Vec<(Option<usize>, &BTreeSet<usize>)> =
            loops.iter().map(|(head, body)| (Some(*head), body)).collect();
        candidates.push((None, &all));
        let worth = |&(head, body): &(Option<usize>, &BTreeSet<usize>)| {
            let counts = Counts::of(&own(head, body));
            (counts.fma, counts.loaded + counts.stored + counts.shared_loaded, counts.valu)
        };
        let Some((head, body)) = candidates.into_iter().max_by_key(worth) else { return Vec::new() };
        let mut hot = own(head, body).repeat(trips);
        if let (Some(head), true) = (head, trips > 1) {
            let around = loops.iter().filter(|(other, body)| **other != head && body.contains(&head));
            if let Some((other, body)) = around.min_by_key(|(_, body)| body.len()) {
                hot.extend(own(Some(*other), body));
            }
        }
        hot
    }
}

/// Instructions one after the other.
struct Block {
    instructions: Range<usize>,
    /// The blocks that may follow it.
    next: Vec<usize>,
}

/// The loops, by the blocks at which they begin. Compilers may lay out the blocks of a loop far from each other.
fn loops(blocks: &[Block]) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut before = vec![Vec::new(); blocks.len()];
    for (from, block) in blocks.iter().enumerate() {
        block.next.iter().for_each(|&to| before[to].push(from));
    }
    let mut loops = BTreeMap::new();
    // A block that jumps back to a block on the path to it ends a loop. All blocks that lead to this end without passing the beginning are in it.
    let (mut seen, mut way) = (BTreeSet::from([0]), if blocks.is_empty() { vec![] } else { vec![(0, 0)] });
    while let Some((block, tried)) = way.last_mut() {
        let from = *block;
        let Some(&to) = blocks[from].next.get(*tried) else {
            way.pop();
            continue;
        };
        *tried += 1;
        if seen.insert(to) {
            way.push((to, 0));
        } else if way.iter().any(|(block, _)| *block == to) {
            let body = loops.entry(to).or_insert_with(|| BTreeSet::from([to]));
            let mut rest = vec![from];
            while let Some(block) = rest.pop() {
                if body.insert(block) {
                    rest.extend(&before[block]);
                }
            }
        }
    }
    loops
}
