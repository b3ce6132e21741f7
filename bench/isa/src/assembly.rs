//! The instructions of a kernel: blocks with labels, and what each instruction occupies. How they are written is each vendor's.

use serde::Serialize;

/// The unit of the processor that an instruction occupies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Multiply and add of floats: the arithmetic that a product is made of.
    Fma,
    /// A multiplication or an addition of floats by itself: two of them are one of those.
    Half,
    /// Any other vector instruction.
    Valu,
    /// A scalar one, or one that only steers.
    Salu,
    /// Loads so many 4-byte words for each lane from memory, or stores them.
    Load(u32),
    Store(u32),
    /// The same in the memory that a workgroup shares.
    SharedLoad(u32),
    SharedStore(u32),
    /// Waits until at most so many loads from memory, and so many from shared memory, are on their way.
    Wait {
        memory: Option<u32>,
        shared: Option<u32>,
    },
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    pub(crate) unit: Unit,
    /// The block it may go on in.
    pub(crate) target: Option<u32>,
}

/// A line of a driver's text.
pub(crate) enum Line {
    /// The block of this number begins.
    Label(u32),
    /// An instruction that is issued so many times.
    Instruction(Instruction, usize),
}

impl Line {
    pub(crate) fn once(unit: Unit, target: Option<u32>) -> Option<Self> {
        Some(Self::Instruction(Instruction { unit, target }, 1))
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
    /// Multiplications and additions that are instructions of their own.
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
    /// Reads a text line by line, in the words of a driver.
    pub(crate) fn read(text: &str, line: impl Fn(&str) -> Option<Line>) -> Self {
        let (mut instructions, mut blocks) = (Vec::new(), Vec::new());
        for line in text.lines().filter_map(line) {
            match line {
                Line::Label(label) => blocks.push((label, instructions.len())),
                Line::Instruction(instruction, times) => instructions.extend(std::iter::repeat_n(instruction, times)),
            }
        }
        Self { instructions, blocks }
    }

    /// Loops: from the block that a branch goes back to, to that branch.
    fn loops(&self) -> Vec<(usize, usize)> {
        let start = |label| self.blocks.iter().find(|(block, _)| *block == label).map(|(_, at)| *at);
        let back = |(at, instruction): (usize, &Instruction)| {
            let start = start(instruction.target?)?;
            (start <= at).then_some((start, at + 1))
        };
        self.instructions.iter().enumerate().filter_map(back).collect()
    }

    /// The instructions that a large kernel repeats: the loop with the most multiply-adds in it, and of equal ones with the most words from
    /// and to memory; or all code outside loops, where no loop has any. Where the arithmetic is in a loop of `trips` rounds within it, that is
    /// repeated so often; other loops within it deal with what is left over, and are left out.
    pub(crate) fn hot(&self, trips: usize) -> Vec<Instruction> {
        let loops = self.loops();
        let own = |start: usize, end: usize| -> Vec<Instruction> {
            let nested = |at: &usize| {
                let smaller = |&&(from, to): &&(usize, usize)| (from, to) != (start, end) && from >= start && to <= end;
                loops.iter().filter(smaller).any(|(from, to)| (*from..*to).contains(at))
            };
            (start..end).filter(|at| !nested(at)).map(|at| self.instructions[at]).collect()
        };
        let all = [(0, self.instructions.len())];
        let worth = |&&(start, end): &&(usize, usize)| {
            let counts = Counts::of(&own(start, end));
            (counts.fma, counts.loaded + counts.stored + counts.shared_loaded, counts.valu)
        };
        let Some(&(start, end)) = loops.iter().chain(&all).max_by_key(worth) else { return Vec::new() };
        let mut hot = own(start, end).repeat(trips);
        if trips > 1 {
            let around = loops.iter().filter(|(from, to)| *from <= start && *to >= end && (*from, *to) != (start, end));
            if let Some(&(from, to)) = around.min_by_key(|(from, to)| to - from) {
                hot.extend(own(from, to));
            }
        }
        hot
    }
}
