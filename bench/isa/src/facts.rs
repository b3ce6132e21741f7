//! Facts of a compiled kernel, and the one figure that is modelled.

use crate::assembly::{Assembly, Counts};
use crate::family::Family;
use crate::model;
use crate::radv::Compiled;
use serde::Serialize;

/// The facts about a kernel on a family.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Facts {
    /// Vector registers of 32 bits for each lane.
    pub(crate) registers: u64,
    /// Waves of 64 lanes that a SIMD holds at once.
    pub(crate) waves: u64,
    /// Registers that had to be kept in memory.
    pub(crate) spilled: u64,
    /// Bytes of memory that each lane needs besides its registers.
    pub(crate) scratch_bytes: u64,
    /// Bytes that a workgroup shares.
    pub(crate) shared_bytes: u64,
    /// Bytes of code.
    pub(crate) code_bytes: u64,
    /// Of the stretch where a large kernel spends its time.
    pub(crate) hot: Counts,
    /// Share of a SIMD's peak that the model gives to that stretch, for kernels that multiply and add.
    pub(crate) modelled_share: f64,
}

impl Facts {
    pub(crate) fn of(family: &Family, compiled: &Compiled, trips: usize) -> Self {
        let figure = |name: &str| compiled.statistics.get(name).copied().unwrap_or(0);
        let hot = Assembly::read(&compiled.assembly).hot(trips);
        let waves = figure("Subgroups per SIMD") / if family.counts_halves { 2 } else { 1 };
        Self {
            registers: figure("VGPRs"),
            waves,
            spilled: figure("Spilled VGPRs") + figure("Spilled SGPRs"),
            scratch_bytes: figure("Scratch size"),
            shared_bytes: figure("LDS size"),
            code_bytes: figure("Code size"),
            modelled_share: model::share_of_peak(&family.machine, &hot, waves as u32),
            hot: Counts::of(&hot),
        }
    }

    /// Of the vector instructions, those that multiply and add.
    pub(crate) fn useful(&self) -> f64 {
        f64::from(self.hot.fma) / f64::from(self.hot.valu.max(1))
    }

    /// Whether it is a product: a stretch of multiplications and additions.
    pub(crate) fn is_product(&self) -> bool {
        self.hot.fma >= 32 && self.useful() > 0.1
    }

    /// Vector instructions for each four elements that are stored, or loaded where nothing is.
    pub(crate) fn for_four(&self) -> Option<f64> {
        let words = if self.hot.stored > 0 { self.hot.stored } else { self.hot.loaded };
        (words > 0).then(|| f64::from(self.hot.valu) * 4.0 / f64::from(words))
    }
}
