//! Which kernel an operation runs with, where it has several.
//!
//! They are tried on the device itself, when a call of a new class comes: before it, with its own inputs and its own output,
//! which it then overwrites. So nobody waits for the outcome, no memory is taken, and the time goes where that of
//! compiling goes, to the first call of its kind; measurements warm up for either, and while a trace is recorded nothing
//! is tried. Calls run with the kernel of their size until the times are known, and from then on with the fastest. Trying
//! at the start instead would delay the first result by kernels that a program may never use, and trying while the
//! device is idle would disturb what comes next.

use super::Backend;
use crate::device::{BufferId, Job, Serial};
use crate::error::{Error, Result};
use crate::op::{Call, Opcode, Operation, Plan};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// How kernels are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kernels {
    /// Tuned on a GPU, fixed on a software adapter: that compiles a kernel in the time of many a product.
    #[default]
    ByDevice,
    /// By the times of the first calls, where the device has timestamps.
    Tuned,
    /// By the size of the call alone, and as pinned.
    Fixed,
}

/// Flops of a call from which on kernels are tried; a GPU does these in a fraction of a millisecond.
const WORTH: f64 = 1e8;
/// Flops of each kernel's trial: on a GPU of 10 TFLOP/s 0.4 ms, several steps of a coarse clock, on one of 0.3 13 ms.
const BUDGET: f64 = 4e9;
/// The same of a software adapter, some 30 ms.
const SOFTWARE_BUDGET: f64 = 2.5e8;
/// Most runs of a kernel, besides the one that warms it up.
const MOST_RUNS: f64 = 16.0;

/// Kernels on trial.
struct Trial {
    serial: Serial,
    op: &'static dyn Operation,
    class: String,
    /// Runs of each kernel.
    runs: usize,
}

#[derive(Default)]
pub(super) struct Tuning {
    /// By class; none as long as the times are not known.
    chosen: FxHashMap<String, Option<usize>>,
    trials: Vec<Trial>,
    /// What was chosen, until somebody asks.
    news: Vec<(String, &'static str)>,
}

impl Backend {
    /// Has the calls of a class run with one kernel; both are named as they are told. Others are not tried.
    ///
    /// # Errors
    /// `INVALID_OPTION` where no operation has such a kernel.
    pub fn pin(&mut self, class: &str, kernel: &str) -> Result<()> {
        let owner = crate::ops::ALL.iter().find(|op| class.split(' ').next() == Some(op.name()));
        let index = owner.and_then(|op| op.kernels().iter().position(|&name| name == kernel));
        let index = index.ok_or_else(|| Error::InvalidOption {
            name: "kernels",
            value: format!("'{kernel}' for '{class}'"),
            expected: "'tuned', 'fixed', or what info() told as kernels",
        })?;
        self.tuning.chosen.insert(class.to_owned(), Some(index));
        self.tuning.news.extend(owner.map(|op| (class.to_owned(), op.kernels()[index])));
        Ok(())
    }

    /// Takes what was chosen since the last time: classes of calls, and the names of their kernels.
    pub fn take_chosen(&mut self) -> Vec<(String, &'static str)> {
        std::mem::take(&mut self.tuning.news)
    }

    /// Whether kernels are on trial, so that [`Backend::take_chosen`] will have more to tell.
    #[must_use]
    pub fn trying(&self) -> bool {
        !self.tuning.trials.is_empty()
    }

    fn budget(&self) -> f64 {
        if self.device.adapter().software { SOFTWARE_BUDGET } else { BUDGET }
    }

    /// The dispatches for a call, with the kernel chosen for its class.
    pub(super) fn plan(&self, op: &'static dyn Operation, call: &Call<'_>) -> Plan {
        let choice = !self.tuning.chosen.is_empty() && !op.kernels().is_empty();
        let class = if choice { op.sample(call, 0.0) } else { None };
        let kernel = class.and_then(|sample| self.tuning.chosen.get(&sample.class).copied().flatten());
        self.device.plan(op, call, kernel)
    }

    /// Tries the kernels for a call that comes next, unless those of its class have been.
    pub(super) fn try_kernels(
        &mut self,
        opcode: Opcode,
        op: &'static dyn Operation,
        call: &Call<'_>,
        inputs: &[BufferId],
        output: BufferId,
    ) -> Result<()> {
        if self.policy.kernels != Kernels::Tuned || op.kernels().is_empty() || op.work(call).flops < WORTH {
            return Ok(());
        }
        if self.tracing.recording().is_some() {
            return Ok(());
        }
        let budget = self.budget();
        let Some(sample) = op.sample(call, budget) else { return Ok(()) };
        if self.tuning.chosen.contains_key(&sample.class) || self.device.plan(op, call, None).dispatches.is_empty() {
            return Ok(());
        }
        self.tuning.chosen.insert(sample.class.clone(), None);
        // What comes before is not timed.
        self.submit();
        let call = Call { inputs: &sample.inputs, ..*call };
        let runs = 1 + (budget / op.work(&call).flops).clamp(1.0, MOST_RUNS) as usize;
        let serial = self.submitted + 1;
        self.device.measure(true);
        for kernel in 0..op.kernels().len() {
            let plan = self.device.plan(op, &call, Some(kernel));
            let Some(scratch) = self.temporaries(&plan, op)? else { continue };
            let job = Job { opcode, op, call, inputs, output, plan: &plan, scratch: &scratch, enqueued: f64::NAN };
            (0..runs).for_each(|_| self.device.encode(&job));
            for &buffer in inputs.iter().chain(&scratch).chain([&output]) {
                self.memory.used_by(buffer, serial);
            }
            scratch.into_iter().for_each(|buffer| self.discard(buffer));
        }
        self.submit_now();
        self.restore_measuring();
        self.tuning.trials.push(Trial { serial, op, class: sample.class, runs });
        Ok(())
    }

    /// The times of a trial are there.
    pub(super) fn tried(&mut self, serial: Serial, spans: &[(f64, f64)]) {
        let Some(at) = self.tuning.trials.iter().position(|trial| trial.serial == serial) else { return };
        let Trial { op, class, runs, .. } = self.tuning.trials.swap_remove(at);
        let names = op.kernels();
        if spans.len() != names.len() * runs {
            return;
        }
        // The first run warms up; the others are one span, since a single one may be shorter than the clock's step.
        let times = spans.chunks_exact(runs).map(|spans| spans[runs - 1].1 - spans[1].0);
        let fastest = times.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
        let Some((kernel, _)) = fastest else { return };
        self.tuning.news.push((class.clone(), names[kernel]));
        self.tuning.chosen.insert(class, Some(kernel));
    }
}
