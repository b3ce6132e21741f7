//! The instructions of a kernel, as Mesa writes them down: blocks with labels `BB12:`, an instruction a line.

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
    target: Option<u32>,
}

/// A kernel as a list of instructions, with the places of its blocks.
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
    pub(crate) fn read(text: &str) -> Self {
        let (mut instructions, mut blocks) = (Vec::new(), Vec::new());
        for line in text.lines() {
            let line = line.split(';').next().unwrap_or_default().trim();
            if let Some(label) = line.strip_suffix(':').and_then(number) {
                blocks.push((label, instructions.len()));
            } else if !line.is_empty() {
                instructions.push(instruction(line));
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

fn number(label: &str) -> Option<u32> {
    label.strip_prefix("BB")?.parse().ok()
}

fn instruction(line: &str) -> Instruction {
    let mut words = line.split([' ', ',']).filter(|word| !word.is_empty());
    let name = words.next().unwrap_or_default();
    let rest = &line[name.len()..];
    let target = if name.contains("branch") { words.find_map(number) } else { None };
    Instruction { unit: unit(name, rest), target }
}

fn unit(name: &str, operands: &str) -> Unit {
    let is = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    if name.starts_with("s_waitcnt") {
        return Unit::Wait { memory: count(operands, "vmcnt"), shared: count(operands, "lgkmcnt") };
    }
    if is(&["v_fma", "v_mac", "v_mad_f32", "v_pk_fma"]) {
        return Unit::Fma;
    }
    if is(&["v_mul_f32", "v_add_f32"]) {
        return Unit::Half;
    }
    if name.starts_with("v_") {
        return Unit::Valu;
    }
    if is(&["ds_read", "ds_load"]) {
        return Unit::SharedLoad(width(name));
    }
    if is(&["ds_write", "ds_store"]) {
        return Unit::SharedStore(width(name));
    }
    if is(&["buffer_load", "global_load", "scratch_load", "flat_load"]) {
        return Unit::Load(width(name));
    }
    if is(&["buffer_store", "global_store", "scratch_store", "flat_store"]) {
        return Unit::Store(width(name));
    }
    Unit::Salu
}

/// Words for each lane: `…_dwordx4`, `…_b128`, and `read2` twice.
fn width(name: &str) -> u32 {
    let twice = if name.contains("2_b") || name.contains("2st64") { 2 } else { 1 };
    let digits = |after: &str| {
        let tail = &name[name.find(after)? + after.len()..];
        tail.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok()
    };
    twice * digits("dwordx").or_else(|| digits("_b").map(|bits| bits.div_ceil(32))).unwrap_or(1)
}

fn count(operands: &str, counter: &str) -> Option<u32> {
    let tail = &operands[operands.find(counter)? + counter.len() + 1..];
    tail.split(')').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "BB0:\n\ts_mov_b32 s0, s3   ; be80\n\tbuffer_load_dwordx4 v[0:3], v4, s[0:3], 0 offen ; e0\nBB1:\n\
        \tds_read_b128 v[0:3], v9 ; d8\n\ts_waitcnt vmcnt(3) lgkmcnt(0) ; bf8c\n\tv_fmac_f32_e32 v1, v2, v3 ; 56\n\
        \tv_add_u32 v1, 1, v1 ; 68\n\ts_cbranch_scc1 BB1 ; bf85\nBB2:\n\tbuffer_store_b64 v[0:1], off ; 00\n";

    #[test]
    fn instructions_are_counted_by_what_they_occupy() {
        let counts = Counts::of(&Assembly::read(TEXT).instructions);
        let expected =
            Counts { fma: 1, halves: 0, valu: 2, salu: 3, loaded: 4, stored: 2, shared_loaded: 4, shared_stored: 0 };
        assert_eq!(counts, expected);
    }

    #[test]
    fn the_hot_stretch_is_the_loop_with_the_multiply_adds() {
        let hot = Assembly::read(TEXT).hot(1);
        assert_eq!(Counts::of(&hot).fma, 1);
        assert_eq!(hot.len(), 5);
        assert_eq!(hot[1].unit, Unit::Wait { memory: Some(3), shared: Some(0) });
    }

    #[test]
    fn a_loop_around_is_shared_by_the_rounds_within() {
        let text = "BB0:\nds_write_b32 v0, v1\nBB1:\nv_fmac_f32 v0, v1, v2\ns_cbranch_scc1 BB1\ns_cbranch_scc0 BB0\n";
        let counts = Counts::of(&Assembly::read(text).hot(4));
        assert_eq!((counts.fma, counts.shared_stored), (4, 1));
    }

    #[test]
    fn widths_follow_the_names_of_each_generation() {
        for (name, words) in [
            ("buffer_load_dword", 1),
            ("buffer_load_dwordx3", 3),
            ("buffer_load_b96", 3),
            ("ds_read2_b64", 4),
            ("ds_read2st64_b32", 2),
            ("global_store_b128", 4),
        ] {
            assert_eq!(width(name), words, "{name}");
        }
    }
}
