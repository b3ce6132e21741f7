//! A simulated device: real results, but on a virtual clock and with the times of each operation given. What is measured on
//! it is known beforehand, so it checks the measurements.

use super::cpu::{Store, task, zeros};
use super::{Adapter, Allocation, BufferId, Device, Event, Events, Job, Progress, Serial};
use crate::error::{Error, Result, number_text};
use crate::op::Limits;
use crate::trace::clock::Clock;
use crate::wire::Token;
use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

/// What an operation costs, in ms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// The frontend enqueues it.
    pub t1: f64,
    /// The backend runs it.
    pub t2: f64,
    /// The backend hands the result back.
    pub t3: f64,
}

impl Default for Costs {
    fn default() -> Self {
        Self { t1: 0.001, t2: 0.05, t3: 0.5 }
    }
}

impl Costs {
    /// The costs, if they can be.
    ///
    /// # Errors
    /// `INVALID_OPTION` for a cost that is negative or no number.
    pub fn checked(self) -> Result<Self> {
        for (name, value) in [("t1", self.t1), ("t2", self.t2), ("t3", self.t3)] {
            if !(value.is_finite() && value >= 0.0) {
                return Err(Error::InvalidOption {
                    name,
                    value: number_text(value),
                    expected: "milliseconds of 0 or more",
                });
            }
        }
        Ok(self)
    }
}

/// A clock that only moves when told to.
#[derive(Default)]
pub struct VirtualClock {
    now: Cell<f64>,
    turn: Cell<u32>,
    /// What enqueuing an operation takes, in ms.
    enqueue: f64,
}

impl VirtualClock {
    /// A clock at 0 on which enqueuing takes `t1`.
    #[must_use]
    pub fn new(costs: &Costs) -> Self {
        Self { enqueue: costs.t1, ..Self::default() }
    }

    /// Lets `ms` pass.
    pub fn advance(&self, ms: f64) {
        self.now.set(self.now.get() + ms);
    }

    fn reach(&self, at: f64) {
        self.now.set(self.now.get().max(at));
        self.turn.set(self.turn.get().wrapping_add(1));
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> f64 {
        self.now.get()
    }

    fn turn(&self) -> u32 {
        self.turn.get()
    }

    fn is_virtual(&self) -> bool {
        true
    }

    fn enqueued(&self) {
        self.advance(self.enqueue);
    }
}

/// Something that will be seen at a known time.
struct Due {
    at: f64,
    event: Event,
}

/// A device that runs one operation after another, each `t2` long, and tells of a submission `t3` after its end.
pub struct Sim {
    clock: Rc<VirtualClock>,
    events: Events,
    costs: Costs,
    store: Store,
    /// When the last operation submitted will have ended.
    free_at: f64,
    /// When each operation of the open submission was enqueued.
    encoded: Vec<f64>,
    due: VecDeque<Due>,
    measuring: bool,
}

impl Sim {
    /// A device on `clock` that reports to `events`.
    #[must_use]
    pub fn new(clock: Rc<VirtualClock>, events: Events, costs: Costs) -> Self {
        Self {
            clock,
            events,
            costs,
            store: Store::default(),
            free_at: 0.0,
            encoded: Vec::new(),
            due: VecDeque::new(),
            measuring: false,
        }
    }
}

impl Device for Sim {
    fn limits(&self) -> Limits {
        Limits { array_bytes: 1 << 28, workgroups: u32::MAX, temporaries: 0 }
    }

    fn adapter(&self) -> Adapter {
        let Costs { t1, t2, t3 } = self.costs;
        Adapter {
            name: format!(
                "simulation with t1 {} ms, t2 {} ms, t3 {} ms",
                number_text(t1),
                number_text(t2),
                number_text(t3)
            ),
            vendor: String::new(),
            architecture: String::new(),
            software: true,
            timestamps: true,
        }
    }

    fn shares_clock(&self) -> bool {
        true
    }

    fn allocate(&mut self, id: BufferId, bytes: u64) -> Result<Allocation> {
        self.store.install(id, zeros(bytes)?);
        Ok(Allocation::Ready)
    }

    fn release(&mut self, id: BufferId) {
        self.store.release(id);
    }

    fn write(&mut self, id: BufferId, bits: Vec<u32>) {
        self.store.write(id, bits);
    }

    fn encode(&mut self, job: &Job<'_>) {
        // Results are there at once; only the time at which they are seen is simulated.
        self.store.run(&task(job));
        self.encoded.push(if job.enqueued.is_nan() { self.clock.now() } else { job.enqueued });
    }

    fn submit(&mut self, serial: Serial) {
        let t2 = self.costs.t2;
        let mut spans = Vec::with_capacity(self.encoded.len());
        if self.encoded.is_empty() {
            self.free_at = self.free_at.max(self.clock.now());
        }
        for enqueued in self.encoded.drain(..) {
            // The stream is delivered in chunks, but an operation may start as soon as it is enqueued: the model of the
            // chapter has no chunks.
            let start = self.free_at.max(enqueued);
            self.free_at = start + t2;
            spans.push((start, self.free_at));
        }
        let at = self.free_at + self.costs.t3;
        let turn = 0;
        self.due.push_back(Due { at, event: Event::Completed { serial, at, turn } });
        if self.measuring {
            self.due.push_back(Due { at, event: Event::Timed { serial, spans } });
        }
    }

    fn read(&mut self, id: BufferId, elements: usize, token: Token) {
        let outcome = self.store.read(id, elements);
        let at = self.free_at.max(self.clock.now()) + self.costs.t3;
        self.due.push_back(Due { at, event: Event::Read { token, outcome } });
    }

    fn measure(&mut self, on: bool) {
        self.measuring = on;
    }

    fn lose(&mut self) {
        let reason = "it was told to be lost".to_owned();
        let _ = self.events.unbounded_send(Event::Failed(Error::DeviceLost { reason }));
    }

    fn poll(&mut self) -> Progress {
        // Polled when nobody has anything else to do: time passes until the next thing happens.
        if let Some(Due { at, mut event }) = self.due.pop_front() {
            self.clock.reach(at);
            if let Event::Completed { turn, .. } = &mut event {
                *turn = self.clock.turn();
            }
            let _ = self.events.unbounded_send(event);
        }
        if self.due.is_empty() { Progress::Idle } else { Progress::Busy }
    }
}
