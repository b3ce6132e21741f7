//! Arrivals: chunks at backends, events of devices, answers at the frontend. Each answer has to be the right one.

use super::{Checked, Expected, World, ensure};
use asynclab::backend::Reply;
use asynclab::device;
use asynclab::wire::{Command, Decoder, DeviceIndex, Token};

impl World<'_> {
    pub(super) fn flush(&mut self) {
        for (device, station) in (0..).zip(&mut self.stations) {
            let words = self.frontend.chunk(device).to_vec();
            self.frontend.clear(device);
            if !words.is_empty() {
                self.reference.read(device, &words);
                station.chunks.push_back(words);
            }
        }
    }

    /// Delivers the next chunk to a backend. Returns whether there was one.
    pub(super) fn deliver(&mut self, index: usize) -> Checked<bool> {
        let station = &mut self.stations[index];
        let (Some(backend), false) = (&mut station.backend, station.silent) else { return Ok(false) };
        let Some(words) = station.chunks.pop_front() else { return Ok(false) };
        let applies = Decoder::new(&words).filter(|command| matches!(command, Ok(Command::Apply { .. }))).count();
        station.applied += applies as u64;
        backend.receive(&words);
        self.replies(index)?;
        Ok(true)
    }

    pub(super) fn poll(&mut self, index: usize) -> Checked<bool> {
        let station = &mut self.stations[index];
        let (Some(backend), false) = (&mut station.backend, station.silent) else { return Ok(false) };
        Ok(backend.poll() == device::Activity::Busy)
    }

    pub(super) fn event(&mut self, index: usize) -> Checked<bool> {
        let station = &mut self.stations[index];
        let (Some(backend), false) = (&mut station.backend, station.silent) else { return Ok(false) };
        let Ok(event) = station.incoming.try_recv() else { return Ok(false) };
        backend.handle(event);
        self.replies(index)?;
        Ok(true)
    }

    pub(super) fn exchange(&mut self) -> Checked<bool> {
        let Some((device, token, outcome)) = self.exchange.pop_front() else { return Ok(false) };
        let station = &mut self.stations[device as usize];
        if let (Some(backend), false) = (&mut station.backend, station.silent) {
            backend.deliver(token, outcome);
            self.replies(device as usize)?;
        }
        Ok(true)
    }

    pub(super) fn replies(&mut self, index: usize) -> Checked<()> {
        let Some(backend) = &mut self.stations[index].backend else { return Ok(()) };
        let (replies, progress) = (backend.take_replies(), backend.progress());
        let before = std::mem::replace(&mut self.stations[index].progress, progress);
        let grows = before.decoded <= progress.decoded
            && before.completed <= progress.completed
            && before.complete_before <= progress.complete_before
            && before.handed_over_before <= progress.handed_over_before;
        ensure(grows, || format!("progress goes back from {before:?} to {progress:?}"))?;
        let ordered = progress.complete_before <= progress.handed_over_before
            && progress.handed_over_before <= progress.decoded
            && progress.completed <= progress.decoded;
        ensure(ordered, || format!("{progress:?} contradicts itself"))?;
        self.frontend.complete_before(index as DeviceIndex, progress.complete_before);
        replies.into_iter().try_for_each(|reply| self.reply(reply))
    }

    pub(super) fn reply(&mut self, reply: Reply) -> Checked<()> {
        match reply {
            Reply::Done { token } => {
                let kind = self.settle(token)?;
                ensure(kind.is_none_or(|kind| matches!(kind, Expected::Done | Expected::Mark)), || {
                    format!("{token}, {kind:?}, is done")
                })
            }
            Reply::Data { token, data } => {
                let kind = self.settle(token)?;
                ensure(kind.is_none_or(|kind| kind == Expected::Data), || {
                    format!("{token}, {kind:?}, gives elements")
                })?;
                let Some(expected) = self.reference.reads.get(&token).filter(|_| kind.is_some()) else { return Ok(()) };
                let same = expected.len() == data.len()
                    && expected.iter().zip(&data).all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan());
                ensure(same, || format!("read {token} gives {data:?}, not {expected:?}"))
            }
            Reply::Sent { device, token, outcome } => {
                self.exchange.push_back((device, token, outcome));
                Ok(())
            }
            Reply::Trace { token, trace } => {
                let kind = self.settle(token)?;
                ensure(kind.is_none_or(|kind| kind == Expected::Trace), || {
                    format!("{token}, {kind:?}, gives a trace")
                })?;
                ensure(trace.completed.len() == trace.len(), || "a column of the trace is short".into())
            }
            Reply::Graph { token, .. } => {
                let kind = self.settle(token)?;
                ensure(kind.is_none_or(|kind| kind == Expected::Graph), || format!("{token}, {kind:?}, gives a graph"))
            }
            Reply::Failed { token, error } => {
                let kind = self.settle(token)?;
                let fails = kind.is_none_or(|kind| matches!(kind, Expected::Done | Expected::Data));
                ensure(fails, || format!("{token}, {kind:?}, fails with {error}"))?;
                let rejected = self.stations.iter().any(|station| station.books.borrow().rejected > 0);
                let short = self.run.policy.memory_limit < 1 << 20;
                ensure(error.code() == "OUT_OF_MEMORY" && (rejected || short), || format!("{token} fails with {error}"))
            }
            Reply::Calibrated { .. } => Ok(()),
            Reply::Lost { error } => {
                ensure(self.losing && error.code() == "DEVICE_LOST", || format!("the lab ends with {error}"))?;
                self.lose(error);
                Ok(())
            }
        }
    }

    /// Removes an answered token and returns the kind of its answer. Only a lost lab may answer a token that nobody waits for.
    pub(super) fn settle(&mut self, token: Token) -> Checked<Option<Expected>> {
        let kind = self.waiting.remove(&token);
        ensure(kind.is_some() || self.lost, || format!("{token} is answered, and nobody waits for it"))?;
        Ok(kind)
    }
}
