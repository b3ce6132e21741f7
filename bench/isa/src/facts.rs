//! Facts about a compiled kernel, and the one figure that comes from a model.

use crate::assembly::Counts;
use crate::model;
use crate::vendors::{Card, Figures, Vendor};
use asynclab_bench_probe::{Compiled, Job};
use serde::Serialize;

/// The facts about a kernel on a card.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Facts {
    #[serde(flatten)]
    pub(crate) figures: Figures,
    /// Counts of the stretch where a large kernel spends its time; empty where the driver prints no instructions.
    pub(crate) hot: Counts,
    /// None where there is no model.
    #[serde(flatten)]
    pub(crate) shares: Option<Shares>,
}

/// Shares of the peak that the model gives to the hot stretch.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Shares {
    /// Of a SIMD's peak, for kernels that multiply and add.
    #[serde(rename = "modelledShare")]
    pub(crate) simd: f64,
    /// Of the largest card's peak, in products of 1024³, with the number of waves that the kernel was dispatched in, and
    /// of 4096³, with 16 times as many; 0 for other kernels.
    #[serde(rename = "modelled1024")]
    pub(crate) small: f64,
    #[serde(rename = "modelled4096")]
    pub(crate) large: f64,
}

impl Facts {
    pub(crate) fn of(vendor: &Vendor, card: &Card, compiled: &Compiled, job: &Job) -> Self {
        let figures = (vendor.figures)(&compiled.statistics, card);
        let hot = (vendor.read)(&compiled.assembly).hot(job.trips);
        let shares = card.modelled.map(|modelled| {
            let held = figures.occupancy as u32;
            let of_simd = |waves| model::share_of_peak(&modelled.machine, &hot, waves);
            let of_card = |times| model::share_of_card(of_simd, held, job.dispatched * times, modelled.simds);
            Shares { simd: of_simd(held), small: of_card(1), large: of_card(16) }
        });
        Self { hot: Counts::of(&hot), figures, shares }
    }

    /// The share of vector instructions that multiply and add. A single multiplication or addition counts as half.
    pub(crate) fn useful(&self) -> f64 {
        (f64::from(self.hot.fma) + f64::from(self.hot.halves) / 2.0) / f64::from(self.hot.valu.max(1))
    }

    /// Whether the kernel is a product: its hot stretch has many multiplications and additions.
    pub(crate) fn is_product(&self) -> bool {
        self.hot.fma >= 32 && self.useful() > 0.1
    }

    /// Vector instructions for each four elements that are stored, or, where nothing is stored, loaded.
    pub(crate) fn for_four(&self) -> Option<f64> {
        let words = if self.hot.stored > 0 { self.hot.stored } else { self.hot.loaded };
        (words > 0).then(|| f64::from(self.hot.valu) * 4.0 / f64::from(words))
    }
}
