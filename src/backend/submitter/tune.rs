//! The choice among several kernels of an operation.
//!
//! The kernels are tried on the device itself, before the first calls of a class, until their times can be compared. A trial has the call's own
//! inputs, temporaries and output; the call then overwrites the output. So nobody waits for the outcome, and no memory is taken. The time is spent in
//! the first calls of a class, like that of compiling, and measurements warm up for both. While a trace is recorded nothing is tried. Calls run with
//! the kernel for their size until the times are known, and from then on with the fastest. Trying at the start instead would delay the first result
//! by kernels that a program may never use, and trying while the device is idle would disturb what comes next.

use super::Submitter;
use super::trial::Trial;
use crate::backend::policy::Kernels;
use crate::backend::tracing::Tracing;
use crate::device::{Job, Serial};
use crate::error::{Error, Result};
use crate::op::{Call, Operation};
use serde::Serialize;

/// Flops of a call from which on kernels are tried; a GPU does these in a fraction of a millisecond.
const WORTH: f64 = 1e8;
/// Most flops of a run in a trial, where k can be cut: 20 µs on a GPU of 10 TFLOP/s, 0.7 ms on one of 0.3.
const RUN: f64 = 2e8;
/// The same for a software adapter, some 3 ms.
const SOFTWARE_RUN: f64 = 3e7;
/// The call of a class before which its kernels are tried again: by then the device is warm, and has its usual clock rate.
const SECOND_LOOK: u32 = 100;

/// Calls of about the same sizes.
struct Class {
    name: String,
    op: &'static dyn Operation,
    /// The kernel of its calls; `None` for the kernel that fits their size.
    choice: Option<usize>,
    /// None where the kernel was pinned.
    trial: Option<Trial>,
    /// The submission of the round under way.
    waiting: Option<Serial>,
    /// Calls so far for which kernels may be tried.
    calls: u32,
    /// Whether there is a choice to report.
    news: bool,
}

/// A choice that was made for a class of calls.
#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    /// The calls.
    pub class: String,
    /// The name of their kernel.
    pub kernel: &'static str,
    /// The times that decided it, as a text; empty where it was pinned.
    pub evidence: String,
}

/// The classes of the calls so far; they are few.
#[derive(Default)]
pub(super) struct Tuning(Vec<Class>);

impl Tuning {
    fn class(&self, name: &str) -> Option<&Class> {
        self.0.iter().find(|class| class.name == name)
    }

    /// The kernel chosen for the class of a call.
    pub(super) fn kernel(&self, op: &'static dyn Operation, call: &Call<'_>) -> Option<usize> {
        if self.0.is_empty() || op.kernels().is_empty() {
            return None;
        }
        self.class(&op.sample(call, 0.0)?.class)?.choice
    }
}

impl Class {
    fn evidence(&self) -> String {
        let Some(trial) = &self.trial else { return String::new() };
        let time = |kernel: usize| match trial.times[kernel] {
            Some(time) => format!("{} {} ns", self.op.kernels()[kernel], nanoseconds(time.middle)),
            None => format!("{} too short", self.op.kernels()[kernel]),
        };
        let times = (0..trial.times.len()).map(time).collect::<Vec<_>>().join(", ");
        format!("{times}; {} runs, clock's step {} ns", trial.counted, nanoseconds(trial.step.unwrap_or_default()))
    }
}

/// A whole number, since the engine can print fractions only through JavaScript.
fn nanoseconds(ms: f64) -> u64 {
    (ms * 1e6).round() as u64
}

impl Submitter {
    /// Has the calls of a class run with one kernel; no other kernel is tried for them. Class and kernel are named as in [`Choice`].
    ///
    /// # Errors
    /// `INVALID_OPTION` where no operation has such a kernel.
    pub(in crate::backend) fn pin(&mut self, class: &str, kernel: &str) -> Result<()> {
        let pinned = crate::ops::ALL.iter().filter(|op| class.starts_with(op.name())).find_map(|&op| {
            let index = op.kernels().iter().position(|&name| name == kernel)?;
            Some(Class {
                name: class.to_owned(),
                op,
                choice: Some(index),
                trial: None,
                waiting: None,
                calls: 0,
                news: true,
            })
        });
        self.tuning.0.push(pinned.ok_or_else(|| Error::InvalidOption {
            name: "kernels",
            value: format!("'{kernel}' for '{class}'"),
            expected: "'tuned', 'fixed', or the kernels that info() returned",
        })?);
        Ok(())
    }

    /// Takes the kernels that were chosen since the last time.
    pub(in crate::backend) fn take_chosen(&mut self) -> Vec<Choice> {
        let choice = |class: &mut Class| {
            let kernel = std::mem::take(&mut class.news).then_some(class.choice?)?;
            Some(Choice { class: class.name.clone(), kernel: class.op.kernels()[kernel], evidence: class.evidence() })
        };
        self.tuning.0.iter_mut().filter_map(choice).collect()
    }

    /// Whether times of kernels are on their way, so that [`Submitter::take_chosen`] may return more.
    pub(in crate::backend) fn trying(&self) -> bool {
        self.tuning.0.iter().any(|class| class.waiting.is_some())
    }

    /// Tries the kernels for the next call, unless the trial of its class has ended or its times are on their way.
    pub(super) fn try_kernels(&mut self, next: &Job<'_>, tracing: &mut Tracing) {
        let Job { op, ref call, plan, .. } = *next;
        if self.policy.kernels != Kernels::Tuned || op.kernels().is_empty() {
            return;
        }
        if op.work(call).flops < WORTH || tracing.recording().is_some() {
            return;
        }
        let adapter = self.device.adapter();
        let Some(sample) = op.sample(call, if adapter.software { SOFTWARE_RUN } else { RUN }) else { return };
        let call = Call { inputs: &sample.inputs, ..*call };
        let mut limits = self.device.limits();
        if plan.first_computing == 0 {
            limits.temporaries = 0;
        }
        // A device without timestamps may have no kernels at all. A call computed in several dispatches may have other ones in its sample.
        if !adapter.timestamps || plan.dispatches.len() != plan.first_computing + 1 {
            return;
        }
        let all = op.kernels().len();
        let index = self.tuning.0.iter().position(|class| class.name == sample.class).unwrap_or_else(|| {
            let trial = Some(Trial::new(all, op.kernel_for(adapter.machine(), &call)));
            let name = sample.class;
            self.tuning.0.push(Class { name, op, choice: None, trial, waiting: None, calls: 0, news: false });
            self.tuning.0.len() - 1
        });
        let class = &mut self.tuning.0[index];
        class.calls += 1;
        let Some(trial) = &mut class.trial else { return };
        if class.calls == SECOND_LOOK && trial.has_ended() {
            *trial = Trial::new(all, class.choice);
        }
        if trial.has_ended() || class.waiting.is_some() {
            return;
        }
        let (order, runs) = (trial.order(), trial.runs);
        // Earlier work is submitted apart, since it is not timed.
        self.submit(tracing);
        for kernel in order {
            let plan = self.device.plan(op, &call, Some(kernel), &limits);
            let job = Job { call, plan: &plan, enqueued: f64::NAN, ..*next };
            // The first run warms up. Of the others the first and the last are timed; their time is from the start of the first to the end of the
            // last.
            for run in 0..=runs {
                self.device.measure(run == 1 || run == runs);
                self.device.encode(&job);
            }
        }
        self.device.measure(false);
        let serial = self.submit_now();
        self.device.measure(tracing.measuring());
        self.tuning.0[index].waiting = Some(serial);
    }

    /// Takes the times of a round.
    pub(in crate::backend) fn tried(&mut self, serial: Serial, spans: &[(f64, f64)]) {
        let Some(class) = self.tuning.0.iter_mut().find(|class| class.waiting == Some(serial)) else { return };
        class.waiting = None;
        if let Some(trial) = &mut class.trial {
            trial.take(spans);
            if trial.has_ended() {
                class.choice = trial.choice();
                class.news = true;
            }
        }
    }
}
