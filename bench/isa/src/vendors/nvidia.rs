//! NVIDIA's cards: NVK, which prints blocks `block 12 L17 [11] -> {` and lines `r84 = ffma.ftz r108 r91 r84`.

use super::{Card, Figures, Vendor, figure};
use crate::assembly::{Assembly, Line, Unit};
use asynclab_bench_probe::Statistics;

const fn card(name: &'static str, value: &'static str, stands_for: &'static str, full: u64) -> Card {
    Card { name, value, architecture: "", stands_for, full, modelled: None }
}

/// Warps of 32 lanes that a multiprocessor holds at once: "CUDA C++ Programming Guide", technical specifications by compute capability.
pub(crate) const NVIDIA: Vendor = Vendor {
    name: "nvidia",
    shim: "nouveau",
    manifest: "nouveau_icd",
    variable: "NOUVEAU_CHIPSET",
    emulated: false,
    occupancy: "warps",
    cards: &[
        card("TU102", "162", "GeForce RTX 2080 Ti, Turing", 32),
        card("GA102", "172", "GeForce RTX 3080, Ampere", 48),
        card("GB202", "1b2", "GeForce RTX 5090, Blackwell", 48),
    ],
    figures,
    read,
};

fn figures(statistics: &Statistics, _: &Card) -> Figures {
    Figures {
        registers: figure(statistics, "Number of GPRs"),
        occupancy: figure(statistics, "Max warps/SM"),
        spilled: figure(statistics, "Spills to memory") + figure(statistics, "Spills to reg"),
        // "SLM size" is reserved memory, also for indexed arrays. Without a spill, nothing is kept there.
        scratch_bytes: 0,
        shared_bytes: 0,
        code_bytes: figure(statistics, "Code size"),
        instructions: figure(statistics, "Instruction count"),
        cycles: Some(figure(statistics, "Static cycle count")),
    }
}

fn read(text: &str) -> Assembly {
    Assembly::read(text, |line| {
        let line = line.split("//").next().unwrap_or_default().trim();
        let mut words = line.split_whitespace();
        if line.starts_with("block") {
            return words.find_map(number).map(Line::Label);
        }
        // A condition is at the beginning, or is an operand in place of `pT`. Results are before the equals sign.
        let conditional = line.starts_with('@') || line.starts_with("bra") && !line.starts_with("bra pT");
        let line = if line.starts_with('@') { line.split_once(' ')?.1.trim() } else { line };
        let call = line.rsplit(" = ").next()?;
        let name = call.split_whitespace().next().filter(|name| *name != "}")?;
        let target = if name == "bra" { call.split_whitespace().find_map(number) } else { None };
        Line::once(unit(name), target, matches!(name, "bra" | "exit") && !conditional)
    })
}

fn number(word: &str) -> Option<u32> {
    word.strip_prefix('L')?.parse().ok()
}

fn unit(name: &str) -> Unit {
    let words =
        || name.rsplit_once(".b").and_then(|(_, bits)| bits.parse::<u32>().ok()).map_or(1, |bits| bits.div_ceil(32));
    match name.split('.').next().unwrap_or_default() {
        "ffma" => Unit::Fma,
        "fmul" | "fadd" => Unit::Half,
        "ld" if name.contains("shared") => Unit::SharedLoad(words()),
        "st" if name.contains("shared") => Unit::SharedStore(words()),
        "ld" => Unit::Load(words()),
        "st" => Unit::Store(words()),
        // Synchronisation and constants have units of their own.
        "bar" | "bra" | "exit" | "bssy" | "bsync" | "bclear" | "nop" | "ldc" | "membar" => Unit::Salu,
        _ => Unit::Valu,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::Counts;

    #[test]
    fn the_loop_is_read_with_its_conditions_and_results() {
        let text = "block.u 0 L1 [] -> {\n      ur0      = s2r sr[0x25]     // delay=1\n} -> [1]\nblock 11 L14 [10, 57] -> {\n\
            \x20     r123     = ld.global.a64.constant.b128 [r136..138+rZ], p0 // wr:5\n\
            \x20     r136 p0  = iadd3 r136 c[0x1][0x20] rZ\n      r84      = ffma.ftz r108 r91 r84\n\
            \x20                st.shared.strong.cta.b64 [r1] r2\n@!p0             bra pT L14  // delay=1\n} -> [12, 13]\n";
        let hot = read(text).hot(1);
        let counts = Counts::of(&hot);
        assert_eq!((counts.fma, counts.valu, counts.salu, counts.loaded, counts.shared_stored), (1, 2, 1, 4, 2));
        assert_eq!(hot.len(), 5);
    }
}
