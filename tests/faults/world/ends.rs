//! Faults, and the properties that hold in spite of them.

use super::{Checked, Expected, World, ensure};
use crate::faults::action::Fault;
use asynclab::device::Event;
use asynclab::error::Error;

/// Rounds after which a run counts as endless.
const ROUNDS: usize = 100_000;

impl World<'_> {
    /// The lab is lost: every wait fails, once.
    pub(super) fn lose(&mut self, error: Error) {
        self.lost = true;
        self.waiting.clear();
        self.arrays.clear();
        self.frontend.lose(error);
    }

    pub(super) fn fault(&mut self, fault: &Fault) -> Checked<()> {
        self.faults += 1;
        match *fault {
            Fault::Reject(device, count) => {
                let device = self.device(device);
                self.stations[device as usize].books.borrow_mut().reject += count;
                self.faults += u64::from(count) - 1;
                Ok(())
            }
            Fault::Unread(device, count) => {
                let device = self.device(device);
                self.stations[device as usize].books.borrow_mut().unread += count;
                self.faults += u64::from(count) - 1;
                Ok(())
            }
            Fault::Lose(device) => {
                self.losing = true;
                let index = self.device(device) as usize;
                let station = &mut self.stations[index];
                if let (Some(backend), false) = (&mut station.backend, station.silent) {
                    backend.handle(Event::Failed(Error::DeviceLost { reason: "it was pulled out".into() }));
                }
                self.replies(index)
            }
            Fault::Silence(device) => {
                let index = self.device(device) as usize;
                self.stations[index].silent = true;
                Ok(())
            }
            Fault::Trap(device) => {
                let index = self.device(device) as usize;
                drop(self.stations[index].backend.take());
                self.lose(Error::DeviceLost { reason: "the backend failed".into() });
                Ok(())
            }
            Fault::Close => self.close(),
        }
    }

    pub(super) fn close(&mut self) -> Checked<()> {
        for station in &mut self.stations {
            let Some(backend) = station.backend.take() else { continue };
            let (reported, held) = (backend.close(), station.books.borrow().held.len());
            let left = if self.calibrated { 1 } else { 0 };
            ensure(reported == 0 && held <= left, || {
                format!("{reported} bytes and {held} buffers are held after close")
            })?;
        }
        self.lose(Error::Closed { op: "wait" });
        Ok(())
    }

    pub(super) fn balance(&self) -> Checked<()> {
        for station in &self.stations {
            let Some(backend) = &station.backend else { continue };
            let memory = backend.memory();
            let parts = memory.used + memory.pending + memory.pooled;
            ensure(memory.allocated == parts, || format!("{memory:?} is not its parts"))?;
            let within = memory.allocated <= memory.peak && memory.peak <= self.run.policy.memory_limit;
            ensure(within, || format!("{memory:?} is over its limit"))?;
            let books = station.books.borrow();
            let held: u64 = books.held.values().sum();
            let exact = held == memory.allocated || self.calibrated && held == memory.allocated + (1 << 16);
            ensure(exact, || format!("{held} bytes are held and {memory:?} is reported"))?;
            ensure(self.calibrated || books.encoded <= station.applied, || {
                format!("{} operations were computed, and {} enqueued", books.encoded, station.applied)
            })?;
        }
        Ok(())
    }

    /// Delivers all chunks, events and messages until none is left.
    pub(super) fn drain(&mut self) -> Checked<()> {
        for _ in 0..ROUNDS {
            self.flush();
            let mut busy = self.exchange()?;
            for index in 0..self.stations.len() {
                busy |= self.deliver(index)? | self.event(index)? | self.poll(index)?;
                busy |= self.event(index)?;
            }
            self.balance()?;
            if !busy {
                return Ok(());
            }
        }
        Err("it never ends".into())
    }

    pub(super) fn end(&mut self) -> Checked<()> {
        // Deliver everything first: otherwise only the last waits would report a rejected operation.
        self.drain()?;
        if self.stations.iter().any(|station| station.silent) {
            // The program sees no keepalive, and stops waiting.
            self.faults += 1;
            self.lose(Error::DeviceLost { reason: "there is no sign of life".into() });
        }
        if !self.lost {
            ensure(self.waiting.is_empty(), || format!("nobody ever answers {:?}: {}", self.waiting, self.state()))?;
            self.clean_up()?;
        }
        self.close()
    }

    /// The progress of the backends, for messages.
    fn state(&self) -> String {
        let backends = self.stations.iter().filter_map(|station| station.backend.as_ref());
        backends.map(|backend| format!("{:?} {:?}; ", backend.progress(), backend.memory())).collect()
    }

    /// Disposes all arrays and checks that their memory is released.
    pub(super) fn clean_up(&mut self) -> Checked<()> {
        for array in std::mem::take(&mut self.arrays) {
            self.frontend.release(array);
        }
        ensure(self.frontend.live() == 0, || format!("{} arrays are left", self.frontend.live()))?;
        for device in 0..self.run.devices {
            let token = self.frontend.wait_all(device);
            self.ask(Ok(token), Expected::Done)?;
        }
        self.drain()?;
        for device in 0..self.run.devices {
            self.frontend.trim(device);
        }
        self.drain()?;
        ensure(self.waiting.is_empty(), || format!("nobody answers {:?}", self.waiting))?;
        for station in &self.stations {
            let Some(backend) = &station.backend else { continue };
            let (memory, progress) = (backend.memory(), backend.progress());
            ensure(memory.allocated == 0, || format!("{memory:?} after everything was disposed"))?;
            let done = progress.completed == progress.decoded && progress.complete_before == progress.decoded;
            ensure(done, || format!("{progress:?} at the end"))?;
        }
        Ok(())
    }
}
