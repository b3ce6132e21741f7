//! The clock of a simulation.

use super::machine::Machine;
use super::noise::Noise;
use crate::trace::clock::Clock;
use std::cell::{Cell, RefCell};

/// A clock that moves only on command, and is read as coarsely as the machine's browser reads the time.
pub struct VirtualClock {
    machine: Machine,
    now: Cell<f64>,
    turn: Cell<u32>,
    noise: RefCell<Noise>,
    /// When each device will report its next event; infinite where there is none.
    next: RefCell<Vec<f64>>,
}

impl VirtualClock {
    /// A clock at 0 on which enqueuing takes the machine's time.
    #[must_use]
    pub fn new(machine: &Machine) -> Self {
        let noise = RefCell::new(Noise::new(machine.seed, 1));
        Self { machine: *machine, now: Cell::new(0.0), turn: Cell::new(0), noise, next: RefCell::default() }
    }

    /// Adds a device to this clock. Returns its number.
    pub(super) fn join(&self) -> usize {
        let mut next = self.next.borrow_mut();
        next.push(f64::INFINITY);
        next.len() - 1
    }

    /// Sets when a device will report its next event.
    pub(super) fn expect(&self, device: usize, at: f64) {
        self.next.borrow_mut()[device] = at;
    }

    /// Whether no other device reports an event before this one.
    pub(super) fn is_first(&self, device: usize) -> bool {
        let next = self.next.borrow();
        next.iter().all(|&at| at >= next[device])
    }

    /// Lets `ms` pass.
    pub fn advance(&self, ms: f64) {
        self.now.set(self.now.get() + ms);
    }

    /// Now, with more precision than a program on the machine could read.
    pub(super) fn exact(&self) -> f64 {
        self.now.get()
    }

    /// A moment as a program reads it.
    pub(super) fn read(&self, at: f64) -> f64 {
        let step = self.machine.step;
        if step > 0.0 { (at / step).floor() * step } else { at }
    }

    pub(super) fn reach(&self, at: f64) {
        self.now.set(self.now.get().max(at));
        self.turn.set(self.turn.get().wrapping_add(1));
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> f64 {
        self.read(self.now.get())
    }

    fn turn(&self) -> u32 {
        self.turn.get()
    }

    fn virtual_step(&self) -> Option<f64> {
        Some(self.machine.step)
    }

    fn enqueued(&self) {
        self.advance(self.noise.borrow_mut().on_host(&self.machine, self.machine.enqueue));
    }

    fn looked_at(&self) {
        self.advance(self.machine.reading);
    }
}
