//! Resolution of this machine's clocks, measured on the idle device before anything is recorded, or when the frontend asks: the notification latency,
//! which is how late the completion of an empty submission is reported, and the step of the device's clock. Operations decoded meanwhile stay in the
//! queue.

use super::{Backend, Reply};
use crate::device::{BufferId, Device, Job, Serial};
use crate::error::Result;
use crate::op::Call;
use crate::ops;
use crate::shape::Shape;
use crate::trace::clock;
use crate::trace::stats::{Summary, summary};
use crate::wire::Token;
use serde::Serialize;

/// Empty submissions measured: enough for quartiles, few enough that nobody waits long for them.
const FLOOR_SAMPLES: usize = 12;
/// Operations whose timestamps show the step of the device's clock.
const TIMED_OPS: usize = 24;

/// The accuracy of completion times and of the device's times.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// The notification latency: from an empty submission to its completion being reported, in ms.
    pub floor: Summary,
    /// `None` where the device cannot time operations.
    pub timestamps: Option<Timestamps>,
    /// The speed of products on the CPU device, in 10⁹ flops a second; NaN elsewhere.
    pub rate: f64,
}

/// The device's own clock.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Timestamps {
    /// Its step, in ms.
    pub quantum: f64,
}

/// The measurements so far.
#[derive(Default)]
pub(super) struct Calibrating {
    /// The requests that wait for its end.
    tokens: Vec<Token>,
    floors: Vec<f64>,
    /// When the last empty submission was made, in ms.
    begun: Option<f64>,
    /// The submission of the operations that are timed, and the buffer that they write.
    timed: Option<(Serial, BufferId)>,
    /// The times at which they began and ended, in ns.
    ticks: Option<Vec<u64>>,
}

impl Backend {
    /// The measurements, once they are taken.
    #[must_use]
    pub fn calibration(&self) -> Option<&Calibration> {
        self.calibration.as_ref()
    }

    /// Answers once the clocks are measured, and begins to measure them if they are not.
    pub(super) fn calibrate(&mut self, token: Token) {
        if self.calibration.is_some() {
            self.answers.reply(Reply::Done { token });
            return;
        }
        self.hand_over_ready();
        self.submit();
        self.calibrating.get_or_insert_default().tokens.push(token);
        self.calibrate_further(None);
    }

    /// Takes the next step if the device is idle. `at` is the time of the completion that was just reported, if there was one.
    pub(super) fn calibrate_further(&mut self, at: Option<f64>) {
        // A lost device reports everything complete.
        if !self.submitter.is_idle() || self.fatal.is_some() {
            return;
        }
        let Some(state) = &mut self.calibrating else { return };
        if let (Some(begun), Some(at)) = (state.begun.take(), at) {
            state.floors.push(at - begun);
        }
        if state.floors.len() < FLOOR_SAMPLES {
            state.begun = Some(self.clock.now());
            self.submitter.submit_now();
        } else if !self.submitter.device().adapter().timestamps || state.ticks.is_some() {
            self.calibrated();
        } else if state.timed.is_none() {
            match self.submitter.run_unaccounted(time_operations) {
                Ok(timed) => self.calibrating.get_or_insert_default().timed = Some(timed),
                // A device without memory for this is treated like one without timestamps.
                Err(_) => self.calibrated(),
            }
        }
    }

    /// The device reports when operations ran. Their completion may be reported before or after.
    pub(super) fn calibrate_ticks(&mut self, serial: Serial, spans: &[(f64, f64)]) {
        let ns = |ms: f64| (ms * 1e6).round() as u64;
        if let Some(Calibrating { timed: Some((timed, _)), ticks, .. }) = &mut self.calibrating
            && *timed == serial
        {
            *ticks = Some(spans.iter().flat_map(|&(start, end)| [ns(start), ns(end)]).collect());
            self.calibrate_further(None);
        }
    }

    fn calibrated(&mut self) {
        let Some(Calibrating { tokens, floors, timed, ticks, .. }) = self.calibrating.take() else { return };
        if let Some((_, output)) = timed {
            self.submitter.release_unaccounted(output);
            self.submitter.measure(self.tracing.measuring());
        }
        let rate = self.submitter.device().rate();
        let quantum = clock::quantum(&ticks.unwrap_or_default());
        let timestamps = quantum.map(|ns| Timestamps { quantum: ns as f64 / 1e6 });
        self.calibration = summary(&floors).map(|floor| Calibration { floor, timestamps, rate });
        if let Some(calibration) = self.calibration {
            self.answers.reply(Reply::Calibrated { calibration });
        }
        tokens.into_iter().for_each(|token| self.answers.reply(Reply::Done { token }));
        self.hand_over_ready();
        self.submit();
    }
}

/// Has the device time small operations, whose times are multiples of its clock's step. They belong to no array, so their buffer does not count as
/// memory.
fn time_operations(device: &mut dyn Device, output: BufferId) -> Result<()> {
    // Large enough that its duration, which varies, reaches every step of the clock.
    let shape = Shape::new("calibrate", &[1 << 14])?;
    let attrs = [0, shape.dims()[0]];
    let (opcode, op) = (ops::FULL, ops::ALL[ops::FULL as usize]);
    let call = Call { inputs: &[], attrs: &attrs, output: shape };
    let plan = device.plan(op, &call, None, &device.limits());
    device.allocate(output, shape.bytes())?;
    device.measure(true);
    for _ in 0..TIMED_OPS {
        device.encode(&Job { opcode, op, call, inputs: &[], output, plan: &plan, scratch: &[], enqueued: f64::NAN });
    }
    Ok(())
}
