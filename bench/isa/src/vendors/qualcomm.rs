//! Qualcomm's Adreno: Turnip, which prints labels `l249:` and lines `(sy)(rpt1)mad.f32 r25.z, (r)r34.z, r27.w, (r)(last)r25.z`.

use super::{Card, Figures, Vendor, figure};
use crate::assembly::{Assembly, Instruction, Line, Unit};
use asynclab_bench_probe::Statistics;

const fn card(name: &'static str, value: &'static str, stands_for: &'static str) -> Card {
    Card { name, value, architecture: "", stands_for, full: 16, modelled: None }
}

pub(crate) const QUALCOMM: Vendor = Vendor {
    name: "qualcomm",
    shim: "freedreno",
    manifest: "freedreno_icd",
    variable: "FD_GPU_ID",
    emulated: false,
    occupancy: "waves",
    cards: &[
        card("A630", "630", "Snapdragon 845, 2018"),
        card("A660", "660", "Snapdragon 888, 2021"),
        card("A740", "740", "Snapdragon 8 Gen 2, 2022"),
        card("A750", "750", "Snapdragon 8 Gen 3, 2023"),
    ],
    figures,
    read,
};

fn figures(statistics: &Statistics, _: &Card) -> Figures {
    Figures {
        // Registers have four components.
        registers: figure(statistics, "Registers used") * 4,
        occupancy: figure(statistics, "Max Waves Per Core"),
        // Stores to and loads from a lane's own memory.
        spilled: figure(statistics, "STP Count"),
        scratch_bytes: 0,
        shared_bytes: 0,
        code_bytes: figure(statistics, "Code size") * 4,
        instructions: figure(statistics, "Instruction Count"),
        cycles: None,
    }
}

fn read(text: &str) -> Assembly {
    Assembly::read(text, |line| {
        let line = line.trim();
        if let Some(label) = line.strip_suffix(':') {
            return label.strip_prefix('l')?.parse().ok().map(Line::Label);
        }
        // Parentheses before the name hold waits and repetitions, and belong to it.
        let (mut rest, mut times, mut idle) = (line, 1, 0);
        while let Some((word, after)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            let count = |prefix| word.strip_prefix(prefix)?.parse::<usize>().ok();
            times += count("rpt").unwrap_or(0);
            idle += count("nop").unwrap_or(0);
            rest = after.trim_start();
        }
        let name = rest.split([' ', ',']).next().filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))?;
        let target = rest.rsplit_once("#l").and_then(|(_, label)| label.trim().parse().ok());
        let ends = matches!(name, "jump" | "end");
        Some(Line::Instruction(Instruction { unit: unit(name, rest), target, ends }, times, idle))
    })
}

fn unit(name: &str, line: &str) -> Unit {
    let is = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    // `isam.v` fills the components that it names.
    let components = || {
        line.split_once("(x").and_then(|(_, rest)| rest.split_once(')')).map_or(1, |(rest, _)| rest.len() as u32 + 1)
    };
    let counted = || line.rsplit(", ").next().and_then(|count| count.trim().parse().ok()).unwrap_or(1);
    match name {
        _ if is(&["mad.f32"]) => Unit::Fma,
        _ if is(&["mul.f", "add.f"]) => Unit::Half,
        _ if is(&["isam"]) => Unit::Load(components()),
        _ if is(&["ldib", "ldg", "ldp"]) => Unit::Load(counted()),
        _ if is(&["stib", "stg", "stp"]) => Unit::Store(counted()),
        _ if is(&["ldl"]) => Unit::SharedLoad(counted()),
        _ if is(&["stl"]) => Unit::SharedStore(counted()),
        _ if is(&["nop", "br", "jump", "getone", "shp", "end", "bar", "fence", "ldc", "pred", "bary"]) => Unit::Salu,
        _ => Unit::Valu,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::Counts;

    #[test]
    fn repetitions_count_and_what_belongs_to_a_name_is_taken_off() {
        let text = "; num_ubos:           0\n@in(r48.x)\tin0 (wrmask=0x7)\nl911:\n(ss)brao p0.z, p0.y, #l1015\n\
            isam.v.base0 (u32)(xyzw)r27.w, r26.z, s#0, t#2\n(sy)(rpt1)mad.f32 r25.z, (r)r34.z, r27.w, (r)(last)r25.z\n\
            (rpt2)nop\n(nop2) add.u r33.y, r32.z, c9.w\njump #l911\nl1015:\n";
        let counts = Counts::of(&read(text).hot(1));
        assert_eq!((counts.fma, counts.valu, counts.salu, counts.loaded), (2, 3, 7, 4));
    }
}
