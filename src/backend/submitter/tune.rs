//! The choice among several kernels of an operation.
//!
//! They are tried on the device itself, when a call of a new class comes: before it, with its own inputs, temporaries and output,
//! which it then overwrites. So nobody waits for the outcome, no memory is taken, and the time goes where that of
//! compiling goes, to the first call of its kind; measurements warm up for either, and while a trace is recorded nothing
//! is tried. Calls run with the kernel of their size until the times are known, and from then on with the fastest. Trying
//! at the start instead would delay the first result by kernels that a program may never use, and trying while the
//! device is idle would disturb what comes next.

use super::Submitter;
use crate::backend::policy::Kernels;
use crate::backend::tracing::Tracing;
use crate::device::{Job, Serial};
use crate::error::{Error, Result};
use crate::op::{Call, Limits, Operation, Plan};

/// Flops of a call from which on kernels are tried; a GPU does these in a fraction of a millisecond.
const WORTH: f64 = 1e8;
/// Flops of each kernel's trial: on a GPU of 10 TFLOP/s 0.4 ms, several steps of a coarse clock, on one of 0.3 13 ms.
const BUDGET: f64 = 4e9;
/// The same of a software adapter, some 30 ms.
const SOFTWARE_BUDGET: f64 = 2.5e8;
/// Most runs of a kernel, besides the one that warms it up.
const MOST_RUNS: f64 = 16.0;

/// Calls of about the same sizes.
struct Class {
    name: String,
    op: &'static dyn Operation,
    state: State,
    /// Whether the choice was reported.
    reported: bool,
}

enum State {
    /// The times come with this submission, of so many runs of each kernel.
    Trying(Serial, usize),
    Chosen(usize),
}

/// The classes met so far; they are few.
#[derive(Default)]
pub(super) struct Tuning(Vec<Class>);

impl Tuning {
    fn class(&self, name: &str) -> Option<&Class> {
        self.0.iter().find(|class| class.name == name)
    }
}

impl Submitter {
    /// Has the calls of a class run with one kernel; both are named as [`Tuning::take_chosen`] names them. Its other kernels are not tried.
    ///
    /// # Errors
    /// `INVALID_OPTION` where no operation has such a kernel.
    pub(in crate::backend) fn pin(&mut self, class: &str, kernel: &str) -> Result<()> {
        let pinned = crate::ops::ALL.iter().filter(|op| class.starts_with(op.name())).find_map(|&op| {
            let index = op.kernels().iter().position(|&name| name == kernel)?;
            Some(Class { name: class.to_owned(), op, state: State::Chosen(index), reported: false })
        });
        self.tuning.0.push(pinned.ok_or_else(|| Error::InvalidOption {
            name: "kernels",
            value: format!("'{kernel}' for '{class}'"),
            expected: "'tuned', 'fixed', or the kernels that info() returned",
        })?);
        Ok(())
    }

    /// Takes what was chosen since the last time: classes of calls, and the names of their kernels.
    pub(in crate::backend) fn take_chosen(&mut self) -> Vec<(String, &'static str)> {
        let mut news = Vec::new();
        for class in &mut self.tuning.0 {
            if let (State::Chosen(kernel), false) = (&class.state, class.reported) {
                class.reported = true;
                news.push((class.name.clone(), class.op.kernels()[*kernel]));
            }
        }
        news
    }

    /// Whether kernels are on trial, so that [`Submitter::take_chosen`] will return more.
    pub(in crate::backend) fn trying(&self) -> bool {
        self.tuning.0.iter().any(|class| matches!(class.state, State::Trying(..)))
    }

    fn budget(&self) -> f64 {
        if self.device.adapter().software { SOFTWARE_BUDGET } else { BUDGET }
    }

    /// The dispatches for a call within `limits`, with the kernel chosen for its class.
    pub(super) fn plan(&self, op: &'static dyn Operation, call: &Call<'_>, limits: &Limits) -> Plan {
        let choice = !self.tuning.0.is_empty() && !op.kernels().is_empty();
        let sample = if choice { op.sample(call, 0.0) } else { None };
        let kernel = sample.and_then(|sample| match self.tuning.class(&sample.class)?.state {
            State::Chosen(kernel) => Some(kernel),
            State::Trying(..) => None,
        });
        self.device.plan(op, call, kernel, limits)
    }

    /// Tries the kernels for what comes next, unless those of its class have been.
    pub(super) fn try_kernels(&mut self, next: &Job<'_>, tracing: &mut Tracing) {
        let Job { op, ref call, plan, .. } = *next;
        let worth = !op.kernels().is_empty() && op.work(call).flops >= WORTH;
        if self.policy.kernels != Kernels::Tuned || !worth || tracing.recording().is_some() {
            return;
        }
        let budget = self.budget();
        let Some(sample) = op.sample(call, budget) else { return };
        let call = Call { inputs: &sample.inputs, ..*call };
        let mut limits = self.device.limits();
        if plan.first_computing == 0 {
            limits.temporaries = 0;
        }
        // A device may have no kernels at all; and what takes several dispatches to compute may take other ones in the sample.
        let several = plan.dispatches.len() != plan.first_computing + 1;
        if self.tuning.class(&sample.class).is_some() || several {
            return;
        }
        // Earlier work is not timed.
        self.submit(tracing);
        let runs = 1 + (budget / op.work(&call).flops).clamp(1.0, MOST_RUNS) as usize;
        self.device.measure(true);
        for kernel in 0..op.kernels().len() {
            let plan = self.device.plan(op, &call, Some(kernel), &limits);
            let job = Job { call, plan: &plan, enqueued: f64::NAN, ..*next };
            (0..runs).for_each(|_| self.device.encode(&job));
        }
        let serial = self.submit_now();
        self.device.measure(tracing.measuring());
        let state = State::Trying(serial, runs);
        self.tuning.0.push(Class { name: sample.class, op, state, reported: false });
    }

    /// The times of a trial are there.
    pub(in crate::backend) fn tried(&mut self, serial: Serial, spans: &[(f64, f64)]) {
        let trial = self.tuning.0.iter_mut().find_map(|class| match class.state {
            State::Trying(waiting, runs) if waiting == serial => Some((class, runs)),
            _ => None,
        });
        let Some((class, runs)) = trial else { return };
        // The first run warms up; the others are one span, since a single one may be shorter than the clock's step.
        let times = spans.chunks_exact(runs).map(|spans| spans[runs - 1].1 - spans[1].0);
        let timed = times.enumerate().filter(|&(_, time)| time > 0.0);
        let fastest = timed.min_by(|(_, a), (_, b)| a.total_cmp(b));
        class.state = State::Chosen(fastest.map_or(0, |(kernel, _)| kernel));
    }
}
