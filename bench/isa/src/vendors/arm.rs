//! Arm's Mali: PanVK, which runs only on Arm's processors, so an emulator runs it. Its instructions are not read.

use super::{Card, Figures, Vendor, figure};
use crate::assembly::Assembly;
use asynclab_bench_probe::Statistics;

pub(crate) const ARM: Vendor = Vendor {
    name: "arm",
    shim: "panfrost",
    manifest: "panfrost_icd",
    variable: "PAN_GPU_ID",
    emulated: true,
    occupancy: "halves of its threads",
    cards: &[Card {
        name: "G610",
        value: "a867",
        architecture: "",
        stands_for: "Mali-G610, 2021",
        full: 2,
        modelled: None,
    }],
    figures,
    read: |_| Assembly::default(),
};

fn figures(statistics: &Statistics, _: &Card) -> Figures {
    Figures {
        registers: figure(statistics, "Registers used"),
        // With more than 32 registers a core holds half as many threads.
        occupancy: figure(statistics, "Threads"),
        spilled: figure(statistics, "Spills"),
        scratch_bytes: 0,
        shared_bytes: 0,
        code_bytes: figure(statistics, "Code size"),
        instructions: figure(statistics, "Instructions"),
        cycles: Some(figure(statistics, "Cycles")),
    }
}
