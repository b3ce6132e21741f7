//! What the clocks of this machine can tell, measured before anything else: how late a completion is seen even when there is
//! nothing to complete, and how coarse the device's clock is.

use super::Backend;
use crate::device::{Event, Job, Progress, Serial};
use crate::error::{Error, Result};
use crate::op::Call;
use crate::ops;
use crate::shape::Shape;
use crate::trace::clock;
use crate::trace::stats::{Summary, summary};
use futures_channel::mpsc::UnboundedReceiver;
use futures_util::StreamExt;

/// Empty submissions measured: enough for quartiles, few enough that `connect` is not mostly this.
const FLOOR_SAMPLES: usize = 12;
/// Operations whose timestamps are looked at.
const TIMED_OPS: usize = 24;

/// Where a device's events arrive.
pub type Incoming = UnboundedReceiver<Event>;

/// How far completions and device times can be trusted.
#[derive(Clone, Copy, Debug)]
pub struct Calibration {
    /// From an empty submission to its completion being seen, in ms.
    pub floor: Summary,
    /// The step of the device's clock, in ms; `None` where it cannot time operations.
    pub quantum: Option<f64>,
}

/// The next event of the device, which is given the thread as long as it has something to do.
pub async fn next_event(backend: &mut Backend, incoming: &mut Incoming) -> Result<Event> {
    loop {
        if let Ok(event) = incoming.try_recv() {
            return Ok(event);
        }
        if backend.poll() == Progress::Busy {
            continue;
        }
        if let Ok(event) = incoming.try_recv() {
            return Ok(event);
        }
        return incoming.next().await.ok_or(Error::Closed { op: "connect" });
    }
}

/// Measures an idle backend.
///
/// # Errors
/// Whatever the device fails with.
pub async fn calibrate(backend: &mut Backend, incoming: &mut Incoming) -> Result<Calibration> {
    let mut floors = Vec::with_capacity(FLOOR_SAMPLES);
    for _ in 0..FLOOR_SAMPLES {
        let begin = backend.clock.now();
        let serial = backend.submit_now();
        floors.push(completion(backend, incoming, serial).await? - begin);
    }
    let floor = summary(&floors).ok_or(Error::Device { reason: "nothing was completed".into() })?;
    let quantum = if backend.device.adapter().timestamps { quantum(backend, incoming).await? } else { None };
    backend.tracing.quantum = quantum.unwrap_or(0.0);
    backend.memory.reset(&mut *backend.device);
    Ok(Calibration { floor, quantum })
}

async fn completion(backend: &mut Backend, incoming: &mut Incoming, serial: Serial) -> Result<f64> {
    loop {
        match next_event(backend, incoming).await? {
            Event::Completed { serial: done, at, turn } if done >= serial => {
                backend.complete(done, at, turn);
                return Ok(at);
            }
            Event::Failed(error) => return Err(error),
            _ => {}
        }
    }
}

/// Times small operations and looks at the step their times have.
async fn quantum(backend: &mut Backend, incoming: &mut Incoming) -> Result<Option<f64>> {
    // Large enough for its uneven duration to reach every step of the clock.
    let shape = Shape::new("calibrate", &[1 << 14])?;
    let attrs = [0, shape.dims()[0]];
    let op = ops::ALL[ops::FULL as usize];
    let call = Call { inputs: &[], attrs: &attrs, output: shape };
    let plan = backend.device.plan(op, &call, None);
    let output = backend.allocate_array(shape)?.ok_or(Error::Closed { op: "connect" })?;
    backend.device.measure(true);
    let mut ticks = Vec::new();
    for _ in 0..TIMED_OPS {
        let enqueued = f64::NAN;
        let opcode = ops::FULL;
        let job = Job { opcode, op, call, inputs: &[], output, plan: &plan, scratch: &[], enqueued };
        backend.device.encode(&job);
    }
    let serial = backend.submit_now();
    let (mut timed, mut completed) = (false, false);
    while !(timed && completed) {
        match next_event(backend, incoming).await? {
            Event::Timed { spans, .. } => {
                let ns = |ms: f64| (ms * 1e6).round() as u64;
                ticks.extend(spans.iter().flat_map(|&(start, end)| [ns(start), ns(end)]));
                timed = true;
            }
            Event::Completed { serial: done, at, turn } if done == serial => {
                backend.complete(done, at, turn);
                completed = true;
            }
            Event::Failed(error) => return Err(error),
            _ => {}
        }
    }
    backend.device.measure(false);
    backend.discard(output);
    Ok(clock::quantum(&ticks).map(|ns| ns as f64 / 1e6))
}
