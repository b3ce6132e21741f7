//! A simulated device: a machine that is described by numbers, on a virtual clock. The outcome of a measurement on it is known beforehand, so it
//! serves to check measurements. It also shows a reader a machine that is not at hand.
//!
//! An operation takes the longer of its flops at the arithmetic rate and its bytes at the bandwidth, plus a dispatch: the roofline model (Williams,
//! Waterman, Patterson 2009). Submissions cost the backend's thread time, and the browser reports completed work when it next looks. In the
//! chapter's model only t1, t2 and t3 take time: to enqueue an operation, to run it, and to report its end.

use super::cpu::{Store, task, zeros};
use super::{Activity, Adapter, Allocation, BufferId, Device, Event, Events, Job, Serial};
use crate::error::{Error, Result, number_text};
use crate::op::Limits;
use crate::trace::clock::Clock;
use crate::wire::Token;
pub use clock::VirtualClock;
pub use machine::{Costs, Field, Machine};
use noise::Noise;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

mod clock;
mod machine;
mod noise;

const MEGABYTE: f64 = 1e6;
/// Converts flops over GFLOP/s, or bytes over GB/s, to ms.
const PER_GIGA: f64 = 1e3 / 1e9;

/// An event that will be reported at a known time.
struct Due {
    at: f64,
    event: Event,
}

/// An operation of the open submission.
struct Encoded {
    enqueued: f64,
    /// Its duration without noise, ms.
    takes: f64,
}

/// A device that runs one operation after another, and reports a submission when its browser looks.
pub struct Sim {
    clock: Rc<VirtualClock>,
    /// Its number on the clock.
    number: usize,
    events: Events,
    machine: Machine,
    name: String,
    noise: Noise,
    store: Store,
    /// Bytes of each buffer.
    sizes: FxHashMap<BufferId, u64>,
    held: u64,
    /// When the backend's thread is free for the next submission.
    backend_at: f64,
    /// When the last operation submitted will have ended.
    free_at: f64,
    encoded: Vec<Encoded>,
    due: VecDeque<Due>,
    measuring: bool,
}

impl Sim {
    /// A device on `clock` that reports to `events`. `name` is shown as the device's; the default states t1, t2 and t3.
    #[must_use]
    pub fn new(clock: Rc<VirtualClock>, events: Events, machine: Machine, name: Option<String>) -> Self {
        let Machine { enqueue, dispatch, seen, .. } = machine;
        let costs = || {
            let [t1, t2, t3] = [enqueue, dispatch, seen].map(number_text);
            format!("simulation with t1 {t1} ms, t2 {t2} ms, t3 {t3} ms")
        };
        let noise = Noise::new(machine.seed, 2);
        Self {
            number: clock.join(),
            clock,
            events,
            machine,
            name: name.unwrap_or_else(costs),
            noise,
            store: Store::default(),
            sizes: FxHashMap::default(),
            held: 0,
            backend_at: 0.0,
            free_at: 0.0,
            encoded: Vec::new(),
            due: VecDeque::new(),
            measuring: false,
        }
    }

    /// Computes the values of a job if they are cheap and its inputs have values; otherwise its result has none. Returns its duration in ms, without
    /// noise.
    fn run(&mut self, job: &Job<'_>) -> f64 {
        if job.op.is_view() {
            return 0.0;
        }
        let work = job.op.work(&job.call);
        let there = job.inputs.iter().zip(job.call.inputs).all(|(&id, shape)| self.store.holds(id, shape.elements()));
        if there && work.flops + work.bytes <= self.machine.values && self.install(job.output) {
            self.store.run(&task(job));
        } else {
            self.store.release(job.output);
        }
        let [flops, bytes] = [work.flops / self.machine.flops, work.bytes / self.machine.bandwidth];
        flops.max(bytes) * PER_GIGA + self.machine.dispatch
    }

    /// Makes room on the host for the buffer's values. Returns whether there is memory for them.
    fn install(&mut self, id: BufferId) -> bool {
        let bytes = self.sizes.get(&id).copied().unwrap_or_default();
        if !self.store.holds(id, (bytes / 4) as usize) {
            let Ok(buffer) = zeros(bytes) else { return false };
            self.store.install(id, buffer);
        }
        true
    }

    /// When the browser reports work that ends at `at`.
    fn seen(&mut self, at: f64) -> f64 {
        let Machine { seen, poll, .. } = self.machine;
        let ready = at + self.noise.on_host(&self.machine, seen);
        if poll == 0.0 {
            return ready;
        }
        // A look is up to half a step late: timers of browsers are not even.
        let look = |k: f64| (k + noise::at_moment(&self.machine, k) / 2.0) * poll;
        let before = (ready / poll).floor() - 1.0;
        (0..4).map(|further| look(before + f64::from(further))).find(|&at| at >= ready).unwrap_or(ready)
    }

    /// An event will be reported at `at`.
    fn push(&mut self, at: f64, event: Event) {
        self.due.push_back(Due { at, event });
        self.expect_next();
    }

    fn expect_next(&self) {
        self.clock.expect(self.number, self.due.front().map_or(f64::INFINITY, |due| due.at));
    }

    /// A moment on the device's own clock, rounded down to its step.
    fn tick(&self, at: f64) -> f64 {
        let Machine { quantum, clock_ahead, .. } = self.machine;
        let own = at + clock_ahead;
        if quantum > 0.0 { (own / quantum).floor() * quantum } else { own }
    }

    /// The time from which on the device may begin the submission made now.
    fn handed_over(&mut self) -> f64 {
        let Machine { submission, encode, message, at_once, .. } = self.machine;
        if at_once {
            return 0.0;
        }
        let cost = submission + encode * self.encoded.len() as f64;
        let cost = self.noise.on_host(&self.machine, cost);
        self.backend_at = self.backend_at.max(self.clock.exact() + message) + cost;
        self.backend_at
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        self.clock.expect(self.number, f64::INFINITY);
    }
}

impl Device for Sim {
    fn limits(&self) -> Limits {
        let array_bytes = (self.machine.largest * MEGABYTE).round() as u64;
        Limits { array_bytes, workgroups: u32::MAX, temporaries: 0 }
    }

    fn adapter(&self) -> Adapter {
        Adapter {
            name: self.name.clone(),
            vendor: String::new(),
            architecture: String::new(),
            software: self.machine.software > 0.0,
            timestamps: self.machine.timestamps(),
        }
    }

    fn shares_clock(&self) -> bool {
        self.machine.clock_ahead == 0.0
    }

    fn allocate(&mut self, id: BufferId, bytes: u64) -> Result<Allocation> {
        if (self.held + bytes) as f64 > self.machine.memory * MEGABYTE {
            return Err(Error::OutOfMemory { array: "a buffer".into(), bytes, held: self.held });
        }
        self.held += bytes;
        self.sizes.insert(id, bytes);
        self.store.install(id, Vec::new());
        Ok(Allocation::Ready)
    }

    fn release(&mut self, id: BufferId) {
        self.held -= self.sizes.remove(&id).unwrap_or_default();
        self.store.release(id);
    }

    fn write(&mut self, id: BufferId, bits: Vec<u32>) {
        if self.install(id) {
            self.store.write(id, bits);
        }
    }

    fn encode(&mut self, job: &Job<'_>) {
        // Values are computed at once; only the times are simulated.
        let takes = self.run(job);
        let enqueued = if job.enqueued.is_nan() { self.clock.exact() } else { job.enqueued };
        self.encoded.push(Encoded { enqueued, takes });
    }

    fn submit(&mut self, serial: Serial) {
        let from = self.handed_over();
        let mut spans = Vec::with_capacity(self.encoded.len());
        if self.encoded.is_empty() {
            self.free_at = self.free_at.max(self.clock.exact()).max(from);
        }
        for Encoded { enqueued, takes } in std::mem::take(&mut self.encoded) {
            // The stream is delivered in chunks, but by the model of the chapter, which has none, an operation may start as
            // soon as it is enqueued.
            let start = self.free_at.max(if self.machine.at_once { enqueued } else { from });
            self.free_at = start + self.noise.on_device(&self.machine, start, takes);
            spans.push((self.tick(start), self.tick(self.free_at)));
        }
        let at = self.seen(self.free_at);
        let turn = 0;
        self.push(at, Event::Completed { serial, at: self.clock.read(at), turn });
        if self.measuring {
            self.push(at, Event::Timed { serial, spans });
        }
    }

    fn read(&mut self, id: BufferId, elements: usize, token: Token) {
        let outcome = if self.store.holds(id, elements) {
            self.store.read(id, elements)
        } else {
            zeros(elements as u64 * 4).map(|mut absent| {
                absent.fill(f32::NAN);
                absent
            })
        };
        let copied = elements as f64 * 4.0 / self.machine.transfer * PER_GIGA;
        let end = self.free_at.max(self.clock.exact()) + copied;
        let at = self.seen(end);
        self.push(at, Event::Read { token, outcome });
    }

    fn measure(&mut self, on: bool) {
        self.measuring = on && self.machine.timestamps();
    }

    fn lose(&mut self) {
        let reason = "the program asked for the loss".to_owned();
        let _ = self.events.unbounded_send(Event::Failed(Error::DeviceLost { reason }));
    }

    fn poll(&mut self) -> Activity {
        // It is polled when nothing else is to be done: time passes until the next event, on whichever device that is.
        if !self.clock.is_first(self.number) {
            return Activity::Busy;
        }
        if let Some(Due { at, mut event }) = self.due.pop_front() {
            self.clock.reach(at + self.machine.message);
            if let Event::Completed { turn, .. } = &mut event {
                *turn = self.clock.turn();
            }
            let _ = self.events.unbounded_send(event);
        }
        self.expect_next();
        if self.due.is_empty() { Activity::Idle } else { Activity::Busy }
    }
}
