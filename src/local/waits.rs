//! Waiting, where frontend and backends share one thread: the wait itself polls the devices.

use super::Lab;
use crate::backend::Reply;
use crate::backend::graph::PendingOperation;
use crate::device::Activity;
use crate::error::{Error, Result};
use crate::frontend::OWN;
use crate::trace::record::Trace;
use crate::wire::{ArrayId, DeviceIndex, Token, TraceMode};
use futures_util::StreamExt;
use std::future::poll_fn;
use std::task::Poll;

impl Lab {
    /// Hands the enqueued commands to the backends, which begin with them.
    pub fn flush(&mut self) {
        for (device, station) in (0..).zip(&mut self.stations) {
            station.backend.receive(self.frontend.chunk(device));
            self.frontend.clear(device);
        }
        self.collect();
    }

    /// Waits until the array is computed.
    ///
    /// # Errors
    /// `DISPOSED`, or why it will never be computed.
    pub async fn wait_to_read(&mut self, array: ArrayId) -> Result<()> {
        let token = self.frontend.wait(array)?;
        self.answer(token).await.map(|_| ())
    }

    /// Waits until everything enqueued is computed.
    ///
    /// # Errors
    /// Why it will never be computed.
    pub async fn wait_all(&mut self) -> Result<()> {
        let tokens: Vec<Token> = (0..).zip(&self.stations).map(|(device, _)| self.frontend.wait_all(device)).collect();
        let mut outcome = Ok(());
        for token in tokens {
            outcome = outcome.and(self.answer(token).await.map(|_| ()));
        }
        outcome
    }

    /// Waits until all but the last `back` operations of the lab's own device are complete.
    ///
    /// # Errors
    /// When the device is lost.
    pub async fn mark(&mut self, back: u32) -> Result<()> {
        let token = self.frontend.mark(OWN, back);
        self.answer(token).await.map(|_| ())
    }

    /// The operations of the lab's own device that are not complete, in program order.
    ///
    /// # Errors
    /// When the device is lost.
    pub async fn graph(&mut self) -> Result<Vec<PendingOperation>> {
        let token = self.frontend.graph(OWN);
        match self.answer(token).await? {
            Reply::Graph { mut operations, .. } => {
                operations.sort_unstable_by_key(|operation| operation.seq);
                Ok(operations)
            }
            _ => Err(Error::BadStream { problem: "an answer of another kind" }),
        }
    }

    /// The elements of an array, in row-major order.
    ///
    /// # Errors
    /// `DISPOSED`, or why it will never be computed.
    pub async fn data(&mut self, array: ArrayId) -> Result<Vec<f32>> {
        let token = self.frontend.read(array)?;
        match self.answer(token).await? {
            Reply::Data { data, .. } => Ok(data),
            _ => Err(Error::BadStream { problem: "an answer of another kind" }),
        }
    }

    /// Records the operations that are enqueued on the lab's own device from here on.
    ///
    /// # Errors
    /// When the device is lost.
    pub async fn start_trace(&mut self, mode: TraceMode) -> Result<()> {
        let token = self.frontend.trace(OWN, mode);
        self.answer(token).await.map(|_| ())
    }

    /// Stops recording; waits for everything that was recorded.
    ///
    /// # Errors
    /// When the device is lost.
    pub async fn stop_trace(&mut self) -> Result<Trace> {
        let token = self.frontend.trace(OWN, TraceMode::Stop);
        match self.answer(token).await? {
            Reply::Trace { trace, .. } => Ok(*trace),
            _ => Err(Error::BadStream { problem: "an answer of another kind" }),
        }
    }

    /// Waits for the answer to a question of the frontend.
    ///
    /// # Errors
    /// Why the answer will never come.
    pub async fn answer(&mut self, token: Token) -> Result<Reply> {
        self.flush();
        loop {
            if let Some(index) = self.replies.iter().position(|reply| token_of(reply) == Some(token)) {
                return match self.replies.swap_remove(index) {
                    Reply::Failed { error, .. } => Err(error),
                    reply => Ok(reply),
                };
            }
            if let Some(error) = &self.lost {
                return Err(error.clone());
            }
            self.step().await?;
        }
    }

    /// Handles an event of each device, or polls it; sleeps only if none has anything to do.
    async fn step(&mut self) -> Result<()> {
        let mut busy = false;
        for station in &mut self.stations {
            if let Ok(event) = station.incoming.try_recv() {
                station.backend.handle(event);
                busy = true;
            } else {
                busy |= station.backend.poll() == Activity::Busy;
            }
        }
        if !busy {
            // Some device will report an event; it is unknown which.
            let stations = &mut self.stations;
            let (index, event) = poll_fn(|context| {
                let answer = stations.iter_mut().enumerate().find_map(|(index, station)| {
                    match station.incoming.poll_next_unpin(context) {
                        Poll::Ready(event) => Some((index, event)),
                        Poll::Pending => None,
                    }
                });
                answer.map_or(Poll::Pending, Poll::Ready)
            })
            .await;
            let event = event.ok_or(Error::Closed { op: "wait" })?;
            self.stations[index].backend.handle(event);
        }
        self.collect();
        Ok(())
    }

    /// Takes the answers, and passes on the elements that one device sends to another.
    fn collect(&mut self) {
        let mut index = 0;
        while index < self.stations.len() {
            let replies = self.stations[index].backend.take_replies();
            // A delivered message may cause answers of its own.
            let again = replies.iter().any(|reply| matches!(reply, Reply::Sent { .. }));
            for reply in replies {
                match reply {
                    Reply::Calibrated { .. } => {}
                    Reply::Lost { error } => self.lost = Some(error),
                    Reply::Sent { device, token, outcome } => {
                        self.stations[device as usize].backend.deliver(token, outcome);
                    }
                    reply => self.replies.push(reply),
                }
            }
            let progress = self.stations[index].backend.progress();
            self.frontend.complete_before(index as DeviceIndex, progress.complete_before);
            index = if again { 0 } else { index + 1 };
        }
    }
}

fn token_of(reply: &Reply) -> Option<Token> {
    match reply {
        Reply::Done { token }
        | Reply::Data { token, .. }
        | Reply::Trace { token, .. }
        | Reply::Graph { token, .. }
        | Reply::Failed { token, .. } => Some(*token),
        Reply::Lost { .. } | Reply::Sent { .. } | Reply::Calibrated { .. } => None,
    }
}
