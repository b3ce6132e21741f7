//! From the device back to the frontend: completions, waits, reads, failures.

use super::values::{Key, Request, State, Value};
use super::{Answer, Backend, Reply, unknown};
use crate::device::Serial;
use crate::error::{Error, Result};
use crate::trace::record::Seq;
use crate::wire::{ArrayId, Token};
use std::collections::VecDeque;

impl Backend {
    /// Answers a request about an array now, or once it is computed.
    pub(super) fn request(&mut self, array: ArrayId, request: Request) -> Result<()> {
        let key = self.values.named(array).ok_or_else(|| unknown("array"))?;
        // In program order as far as the policy allows; what is still queued then may overtake what it does not need.
        self.advance();
        if let Some(Value { state: State::Queued, producer, .. }) = self.values.get(key) {
            // Another device is in no hurry: only the program waits. A lazy one would wait for ever.
            if self.policy.lazy || !matches!(request, Request::Send(..)) {
                self.queue.hurry(*producer);
                self.advance();
            }
        }
        let value = self.values.get_mut(key).ok_or_else(|| unknown("array"))?;
        if matches!(value.state, State::Queued) {
            value.requests.push(request);
            value.readers += u32::from(request.reads());
        } else {
            self.answer_when_computed(key, request);
        }
        Ok(())
    }

    /// The value has been handed to the device or has failed: answers as soon as that is known to be done.
    pub(super) fn answer_when_computed(&mut self, key: Key, request: Request) {
        let Some(value) = self.values.get(key) else { return };
        match (&value.state, request) {
            (State::Queued, _) => {}
            (State::Failed(error), Request::Send(token, device)) => {
                self.replies.push(Reply::Sent { device, token, outcome: Err(error.clone()) });
            }
            (State::Failed(error), Request::Wait(token) | Request::Read(token)) => {
                self.replies.push(Reply::Failed { token, error: error.clone() });
            }
            (State::Encoded(_, serial), Request::Wait(token)) => self.answer_after(*serial, Answer::Done(token)),
            (State::Encoded(buffer, _), Request::Read(token) | Request::Send(token, _)) => {
                let (buffer, elements) = (*buffer, value.shape.elements());
                if let Request::Send(_, device) = request {
                    self.sending.push((token, device));
                }
                self.submit();
                self.memory.used_by(buffer, self.submitted);
                self.device.read(buffer, elements, token);
            }
        }
    }

    /// Answers when every operation before `before` is complete.
    pub(super) fn answer_once_before(&mut self, before: Seq, answer: Answer) {
        insert_ordered(&mut self.barriers, before, answer);
        self.queue.due_before(before);
        self.advance();
    }

    /// Barriers whose operations have all been handed over now only wait for their last submission.
    pub(super) fn settle_barriers(&mut self) {
        let first = self.queue.first().unwrap_or(Seq::MAX);
        while self.barriers.front().is_some_and(|&(before, _)| before <= first) {
            let Some((before, answer)) = self.barriers.pop_front() else { break };
            self.answer_after(self.serial_before(before), answer);
        }
    }

    /// An operation could not be run: the first wait for everything that it belongs to tells why.
    pub(super) fn tell_of(&mut self, failed: Seq, why: Error) {
        // A wait that is no barrier any more is for what was handed over before.
        let concerned = self.barriers.iter_mut().find_map(|(before, answer)| match answer {
            Answer::All(_, told) if *before > failed => Some(told),
            _ => None,
        });
        concerned.unwrap_or(&mut self.failed).get_or_insert(why);
    }

    fn answer_after(&mut self, serial: Serial, answer: Answer) {
        if serial > self.submitted {
            self.submit();
        }
        if serial <= self.completed {
            self.answer(answer);
        } else {
            insert_ordered(&mut self.waits, serial, answer);
        }
    }

    fn answer(&mut self, answer: Answer) {
        match answer {
            Answer::Done(token) => self.replies.push(Reply::Done { token }),
            Answer::All(token, failed) => self.replies.push(match failed {
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
            self.in_flight_ops -= submission.ops;
            self.completed_ops += u64::from(submission.ops);
            self.tracing.completed(&submission.nodes, at, turn);
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

/// Puts an answer behind all those that are due no later. Mostly it is the last.
fn insert_ordered(answers: &mut VecDeque<(u64, Answer)>, due: u64, answer: Answer) {
    let mut at = answers.len();
    answers.push_back((due, answer));
    while at > 0 && answers[at - 1].0 > due {
        answers.swap(at - 1, at);
        at -= 1;
    }
}

/// Takes what belongs to a token out of a list.
pub(super) fn take<T>(list: &mut Vec<(Token, T)>, token: Token) -> Option<T> {
    let at = list.iter().position(|&(other, _)| other == token)?;
    Some(list.swap_remove(at).1)
}
