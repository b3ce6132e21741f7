//! From the device back to the frontend: completions, waits, reads, failures.

use super::values::{Request, State, Value};
use super::{Answer, Backend, Reply, unknown};
use crate::device::Serial;
use crate::error::{Error, Result};
use crate::wire::ArrayId;

impl Backend {
    /// Answers a request about an array now, or once it is computed.
    pub(super) fn request(&mut self, array: ArrayId, request: Request) -> Result<()> {
        let key = self.values.named(array).ok_or_else(|| unknown("array"))?;
        // In program order as far as the policy allows; what is still queued then may overtake what it does not need.
        self.advance();
        if let Some(Value { state: State::Queued, producer: Some(seq), .. }) = self.values.get(key) {
            self.hurry(*seq);
            self.advance();
        }
        let value = self.values.get_mut(key).ok_or_else(|| unknown("array"))?;
        if matches!(value.state, State::Queued) {
            value.requests.push(request);
            // The elements are needed until they are read, even if the program disposes the array first.
            value.readers += u32::from(matches!(request, Request::Read(_)));
        } else {
            self.answer_when_computed(key, request);
        }
        Ok(())
    }

    /// The value has been handed to the device or has failed: answers as soon as that is known to be done.
    pub(super) fn answer_when_computed(&mut self, key: super::Key, request: Request) {
        let Some(value) = self.values.get(key) else { return };
        let (Request::Wait(token) | Request::Read(token)) = request;
        match (&value.state, request) {
            (State::Failed(error), _) => self.replies.push(Reply::Failed { token, error: error.clone() }),
            (State::Encoded(_, serial), Request::Wait(_)) => self.answer_after(*serial, Answer::Done(token)),
            (State::Encoded(buffer, _), Request::Read(_)) => {
                let (buffer, elements) = (*buffer, value.shape.elements());
                self.submit();
                self.memory.used_by(buffer, self.submitted);
                self.device.read(buffer, elements, token);
            }
            (State::Queued, _) => {}
        }
    }

    /// Answers when everything decoded so far is computed.
    pub(super) fn wait_all(&mut self, answer: Answer) {
        if let Some(last) = self.decoded_ops.checked_sub(1) {
            self.barriers.push_back((last, answer));
            self.advance();
        } else {
            self.answer_after(self.submitted, answer);
        }
    }

    /// Barriers whose operations have all been handed over now only wait for the last submission.
    pub(super) fn settle_barriers(&mut self) {
        while let Some(&(last, answer)) = self.barriers.front() {
            if self.queue.first().is_some_and(|first| first <= last) {
                break;
            }
            self.barriers.pop_front();
            self.answer_after(self.submitted + u64::from(self.batch.count > 0), answer);
        }
    }

    fn answer_after(&mut self, serial: Serial, answer: Answer) {
        if serial > self.submitted {
            self.submit();
        }
        if serial <= self.completed {
            self.answer(answer);
        } else {
            let at = self.waits.partition_point(|&(waiting, _)| waiting <= serial);
            self.waits.insert(at, (serial, answer));
        }
    }

    fn answer(&mut self, answer: Answer) {
        match answer {
            Answer::Done(token) => self.replies.push(Reply::Done { token }),
            Answer::All(token) => self.replies.push(match self.failed.take() {
                Some(error) => Reply::Failed { token, error },
                None => Reply::Done { token },
            }),
            Answer::Trace(token) => {
                self.tracing.stopped(token);
                self.finish_trace();
            }
        }
    }

    /// Everything up to `serial` was seen to be complete.
    pub(super) fn complete(&mut self, serial: Serial, at: f64, turn: u32) {
        self.completed = self.completed.max(serial);
        while self.in_flight.front().is_some_and(|submission| submission.serial <= serial) {
            let Some(submission) = self.in_flight.pop_front() else { break };
            self.in_flight_ops -= submission.count;
            self.completed_ops += u64::from(submission.count);
            self.tracing.completed(&submission.ops, at, turn);
        }
        self.memory.completed(self.completed);
        while self.waits.front().is_some_and(|&(waiting, _)| waiting <= self.completed) {
            if let Some((_, answer)) = self.waits.pop_front() {
                self.answer(answer);
            }
        }
        self.advance();
        self.submit();
    }

    /// The device is of no use any more. Whoever waits for anything learns it from this one answer.
    pub(super) fn fail(&mut self, error: &Error) {
        if self.fatal.is_none() {
            self.fatal = Some(error.clone());
            self.replies.push(Reply::Lost { error: error.clone() });
        }
    }
}
