//! Apple's M1: Honeykrisp, which prints no instructions.

use super::{Card, Figures, Vendor, figure};
use crate::assembly::Assembly;
use asynclab_bench_probe::Statistics;

pub(crate) const APPLE: Vendor = Vendor {
    name: "apple",
    shim: "asahi",
    manifest: "asahi_icd",
    variable: "",
    emulated: false,
    occupancy: "threads",
    cards: &[Card {
        name: "M1",
        value: "",
        architecture: "",
        stands_for: "Apple M1, 2020",
        full: 1024,
        modelled: None,
    }],
    figures,
    read: |_| Assembly::default(),
};

fn figures(statistics: &Statistics, _: &Card) -> Figures {
    Figures {
        // Its registers are halves, of 16 bits.
        registers: figure(statistics, "GPRs").div_ceil(2),
        occupancy: figure(statistics, "Threads"),
        spilled: figure(statistics, "Spills"),
        scratch_bytes: figure(statistics, "Scratch"),
        shared_bytes: 0,
        code_bytes: figure(statistics, "Code size"),
        instructions: figure(statistics, "Instructions"),
        cycles: None,
    }
}
