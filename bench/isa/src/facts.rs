//! Facts of a compiled kernel, and the one figure that is modelled.

use crate::assembly::{Assembly, Counts};
use crate::family::{Family, Job};
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
    /// Shares of the largest card's peak that it gives to products of 1024³, of as many waves as the kernel was dispatched in, and of 4096³,
    /// of 16 times as many; 0 for other kernels.
    #[serde(rename = "modelled1024")]
    pub(crate) modelled_1024: f64,
    #[serde(rename = "modelled4096")]
    pub(crate) modelled_4096: f64,
}

impl Facts {
    pub(crate) fn of(family: &Family, compiled: &Compiled, job: &Job) -> Self {
        let figure = |name: &str| compiled.statistics.get(name).copied().unwrap_or(0);
        let hot = Assembly::read(&compiled.assembly).hot(job.trips);
        let waves = figure("Subgroups per SIMD") / if family.counts_halves { 2 } else { 1 };
        let of_simd = |waves| model::share_of_peak(&family.machine, &hot, waves);
        let of_card = |times| model::share_of_card(of_simd, waves as u32, job.dispatched * times, family.simds);
        Self {
            registers: figure("VGPRs"),
            waves,
            spilled: figure("Spilled VGPRs") + figure("Spilled SGPRs"),
            scratch_bytes: figure("Scratch size"),
            shared_bytes: figure("LDS size"),
            code_bytes: figure("Code size"),
            modelled_share: of_simd(waves as u32),
            modelled_1024: of_card(1),
            modelled_4096: of_card(16),
            hot: Counts::of(&hot),
        }
    }

    /// Of the vector instructions, those that multiply and add; two that do one of both count as one.
    pub(crate) fn useful(&self) -> f64 {
        (f64::from(self.hot.fma) + f64::from(self.hot.halves) / 2.0) / f64::from(self.hot.valu.max(1))
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
