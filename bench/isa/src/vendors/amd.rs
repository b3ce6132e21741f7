//! AMD's cards: RADV, which prints AMD's own assembly, with blocks `BB12:`.

use super::{Card, Figures, Modelled, Vendor, figure};
use crate::assembly::{Assembly, Line, Unit};
use crate::model::{GCN, RDNA};
use asynclab_bench_probe::Statistics;

pub(crate) const AMD: Vendor = Vendor {
    name: "amd",
    shim: "amdgpu",
    manifest: "radeon_icd",
    variable: "AMDGPU_GPU_ID",
    emulated: false,
    occupancy: "waves",
    cards: &[
        Card {
            name: "NAVI21",
            value: "navi21",
            architecture: "rdna-2",
            stands_for: "Radeon RX 6800–6950, RDNA 2",
            full: 16,
            modelled: Some(Modelled { machine: RDNA, simds: 160, halves: true }),
        },
        Card {
            name: "GFX1100",
            value: "navi31",
            architecture: "rdna-3",
            stands_for: "Radeon RX 7900, RDNA 3",
            full: 16,
            modelled: Some(Modelled { machine: RDNA, simds: 192, halves: true }),
        },
        Card {
            name: "VEGA10",
            value: "vega10",
            architecture: "gcn-5",
            stands_for: "Radeon RX Vega 56–64, GCN 5",
            full: 10,
            modelled: Some(Modelled { machine: GCN, simds: 256, halves: false }),
        },
        Card {
            name: "RENOIR",
            value: "renoir",
            architecture: "gcn-5",
            stands_for: "Ryzen 4000 notebooks, GCN 5",
            full: 10,
            modelled: Some(Modelled { machine: GCN, simds: 32, halves: false }),
        },
    ],
    figures,
    read,
};

fn figures(statistics: &Statistics, card: &Card) -> Figures {
    // Mesa counts waves of 32 lanes on RDNA. A wave of 64 takes the places of two.
    let halves = card.modelled.is_some_and(|modelled| modelled.halves);
    Figures {
        registers: figure(statistics, "VGPRs"),
        occupancy: figure(statistics, "Subgroups per SIMD") / if halves { 2 } else { 1 },
        spilled: figure(statistics, "Spilled VGPRs") + figure(statistics, "Spilled SGPRs"),
        scratch_bytes: figure(statistics, "Scratch size"),
        shared_bytes: figure(statistics, "LDS size"),
        code_bytes: figure(statistics, "Code size"),
        instructions: figure(statistics, "Instructions"),
        cycles: None,
    }
}

pub(crate) fn read(text: &str) -> Assembly {
    Assembly::read(text, |line| {
        let line = line.split(';').next().unwrap_or_default().trim();
        match line.strip_suffix(':').and_then(number) {
            Some(label) => Some(Line::Label(label)),
            None if line.is_empty() => None,
            None => instruction(line),
        }
    })
}

fn number(label: &str) -> Option<u32> {
    label.strip_prefix("BB")?.parse().ok()
}

fn instruction(line: &str) -> Option<Line> {
    let mut words = line.split([' ', ',']).filter(|word| !word.is_empty());
    let name = words.next().unwrap_or_default();
    let rest = &line[name.len()..];
    let target = if name.contains("branch") { words.find_map(number) } else { None };
    Line::once(unit(name, rest), target, matches!(name, "s_branch" | "s_endpgm"))
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

/// Words for each lane: `…_dwordx4`, `…_b128`; twice as many for `read2`.
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
    use crate::assembly::Counts;

    const TEXT: &str = "BB0:\n\ts_mov_b32 s0, s3   ; be80\n\tbuffer_load_dwordx4 v[0:3], v4, s[0:3], 0 offen ; e0\nBB1:\n\
        \tds_read_b128 v[0:3], v9 ; d8\n\ts_waitcnt vmcnt(3) lgkmcnt(0) ; bf8c\n\tv_fmac_f32_e32 v1, v2, v3 ; 56\n\
        \tv_add_u32 v1, 1, v1 ; 68\n\ts_cbranch_scc1 BB1 ; bf85\nBB2:\n\tbuffer_store_b64 v[0:1], off ; 00\n";

    #[test]
    fn instructions_are_counted_by_what_they_occupy() {
        let counts = Counts::of(&read(TEXT).instructions);
        let expected =
            Counts { fma: 1, halves: 0, valu: 2, salu: 3, loaded: 4, stored: 2, shared_loaded: 4, shared_stored: 0 };
        assert_eq!(counts, expected);
    }

    #[test]
    fn the_hot_stretch_is_the_loop_with_the_multiply_adds() {
        let hot = read(TEXT).hot(1);
        assert_eq!(Counts::of(&hot).fma, 1);
        assert_eq!(hot.len(), 5);
        assert_eq!(hot[1].unit, Unit::Wait { memory: Some(3), shared: Some(0) });
    }

    #[test]
    fn a_loop_around_is_shared_by_the_rounds_within() {
        let text = "BB0:\nds_write_b32 v0, v1\nBB1:\nv_fmac_f32 v0, v1, v2\ns_cbranch_scc1 BB1\ns_cbranch_scc0 BB0\n";
        let counts = Counts::of(&read(text).hot(4));
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
