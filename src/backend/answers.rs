//! Answers owed to the frontend: waits, barriers, reads on their way, and the replies that are ready.

use super::Reply;
use crate::device::Serial;
use crate::error::{Error, Result};
use crate::trace::record::Seq;
use crate::wire::{DeviceIndex, Token};
use std::collections::VecDeque;
use std::rc::Rc;

/// Why operations failed. Those that failed for one cause share it; two causes may read the same.
pub(super) type Cause = Rc<Error>;

/// The reply to send once a wait is over.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// Say so.
    Done(Token),
    /// Say that the value of this operation is computed.
    Computed(Token, Seq),
    /// Say that everything before an operation is complete, unless an operation since the last such wait failed.
    All(Token, Seq, Option<Cause>),
    /// Answer with the recording.
    Trace(Token),
}

/// A read on its way.
struct Reading {
    token: Token,
    /// The operation that computes the elements.
    producer: Seq,
    /// The device that they are for; the program has none.
    device: Option<DeviceIndex>,
    /// Why they are worth nothing.
    invalidated: Option<Cause>,
}

#[derive(Default)]
pub(super) struct Answers {
    /// Waits for a submission, in order of it.
    waits: VecDeque<(Serial, Answer)>,
    /// Waits for everything before an operation, in order of it.
    barriers: VecDeque<(Seq, Answer)>,
    /// Reads on their way, in order.
    reading: VecDeque<Reading>,
    /// Why operations after the last wait for everything could not be run, unless that was reported.
    failed: Vec<Cause>,
    /// The operations that could not be run, until somebody asks.
    failed_ops: Vec<Seq>,
    /// Their number so far.
    failed_count: u64,
    replies: Vec<Reply>,
}

impl Answers {
    /// Takes the replies that are ready.
    pub(super) fn take_replies(&mut self) -> Vec<Reply> {
        std::mem::take(&mut self.replies)
    }

    /// Takes the operations that could not be run.
    pub(super) fn take_failed(&mut self) -> Vec<Seq> {
        std::mem::take(&mut self.failed_ops)
    }

    /// Operations that could not be run so far.
    pub(super) fn failed_count(&self) -> u64 {
        self.failed_count
    }

    /// A reply is ready.
    pub(super) fn reply(&mut self, reply: Reply) {
        self.replies.push(reply);
    }

    /// A wait for everything so far, which reports the operations that failed since the last one, unless they were reported before.
    pub(super) fn all(&mut self, token: Token, before: Seq) -> Answer {
        Answer::All(token, before, self.failed.drain(..).next())
    }

    /// The value that was waited for will never be there. A later wait for everything need not report it again.
    pub(super) fn refuse(&mut self, token: Token, cause: &Cause) {
        self.failed.retain(|other| !Rc::ptr_eq(other, cause));
        self.replies.push(Reply::Failed { token, error: (**cause).clone() });
    }

    /// The value that another device waits for will never be there. That device reports it from here on.
    pub(super) fn hand_over(&mut self, device: DeviceIndex, token: Token, cause: &Cause) {
        self.failed.retain(|other| !Rc::ptr_eq(other, cause));
        self.replies.push(Reply::Sent { device, token, outcome: Err((**cause).clone()) });
    }

    /// The value that was waited for is complete.
    pub(super) fn done(&mut self, token: Token, failed: Option<Cause>) {
        self.replies.push(match failed {
            Some(cause) => Reply::Failed { token, error: (*cause).clone() },
            None => Reply::Done { token },
        });
    }

    /// The elements that an operation computes are read, for the program or for another device.
    pub(super) fn reading(&mut self, token: Token, producer: Seq, device: Option<DeviceIndex>) {
        self.reading.push_back(Reading { token, producer, device, invalidated: None });
    }

    /// The elements that were read are here.
    pub(super) fn read(&mut self, token: Token, outcome: Result<Vec<f32>>) {
        // Mostly the first is the first to arrive.
        let at = self.reading.iter().position(|reading| reading.token == token);
        let Some(Reading { device, invalidated, .. }) = at.and_then(|at| self.reading.remove(at)) else { return };
        match (device, invalidated.map_or(outcome.map_err(Rc::new), Err)) {
            (Some(device), Ok(data)) => self.replies.push(Reply::Sent { device, token, outcome: Ok(data) }),
            (Some(device), Err(cause)) => self.hand_over(device, token, &cause),
            (None, Ok(data)) => self.replies.push(Reply::Data { token, data }),
            (None, Err(cause)) => self.refuse(token, &cause),
        }
    }

    /// An answer is due when every operation before `before` is complete.
    pub(super) fn wait_before(&mut self, before: Seq, answer: Answer) {
        insert_ordered(&mut self.barriers, before, answer);
    }

    /// The next answer that is due when every operation before one of `first` or earlier is complete.
    pub(super) fn next_barrier(&mut self, first: Seq) -> Option<(Seq, Answer)> {
        self.barriers.pop_front_if(|(before, _)| *before <= first)
    }

    /// An answer is due when a submission is complete.
    pub(super) fn wait_for(&mut self, serial: Serial, answer: Answer) {
        insert_ordered(&mut self.waits, serial, answer);
    }

    /// The next answer that is due now that this submission is complete.
    pub(super) fn next_due(&mut self, completed: Serial) -> Option<Answer> {
        self.waits.pop_front_if(|(serial, _)| *serial <= completed).map(|(_, answer)| answer)
    }

    /// An operation could not be run.
    pub(super) fn failed(&mut self, operation: Seq, why: &Cause) {
        self.failed_count += 1;
        self.tell_failed(operation, why);
    }

    /// These operations, in order, were handed over and have not computed anything; they will be complete all the same. Whoever
    /// waits for their values, or reads them, learns why.
    pub(super) fn invalidated(&mut self, operations: &[Seq], why: &Cause) {
        let mut waiters = Vec::new();
        self.waits.retain(|(_, answer)| match answer {
            Answer::Computed(token, producer) if operations.binary_search(producer).is_ok() => {
                waiters.push(*token);
                false
            }
            _ => true,
        });
        waiters.into_iter().for_each(|token| self.refuse(token, why));
        for reading in self.reading.iter_mut().filter(|reading| operations.binary_search(&reading.producer).is_ok()) {
            reading.invalidated.get_or_insert_with(|| why.clone());
        }
    }

    /// The first wait for everything that an operation belongs to tells why it failed.
    pub(super) fn tell_failed(&mut self, operation: Seq, why: &Cause) {
        self.failed_ops.push(operation);
        let answers = self.waits.iter_mut().chain(&mut self.barriers);
        let concerned = answers.map(|(_, answer)| answer).find_map(|answer| match answer {
            Answer::All(_, before, failed) if *before > operation => Some(failed),
            _ => None,
        });
        match concerned {
            Some(failed) => {
                failed.get_or_insert_with(|| why.clone());
            }
            // An operation that reads a failed array fails for the same reason.
            None if self.failed.iter().any(|other| Rc::ptr_eq(other, why)) => {}
            None => self.failed.push(why.clone()),
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
