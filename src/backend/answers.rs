//! Answers owed to the frontend: waits, barriers, reads on their way, and the replies that are ready.

use super::Reply;
use crate::device::Serial;
use crate::error::{Error, Result};
use crate::trace::record::Seq;
use crate::wire::{DeviceIndex, Token};
use std::collections::VecDeque;

/// The reply to send once a wait is over.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// Say so.
    Done(Token),
    /// Say so, unless an operation since the last such wait failed.
    All(Token, Option<Error>),
    /// Answer with the recording.
    Trace(Token),
}

#[derive(Default)]
pub(super) struct Answers {
    /// Waits for a submission, in order of it.
    waits: VecDeque<(Serial, Answer)>,
    /// Waits for everything before an operation, in order of it.
    barriers: VecDeque<(Seq, Answer)>,
    /// Reads whose elements go to another device: few at a time, as what has arrived.
    sending: Vec<(Token, DeviceIndex)>,
    /// Why operations after the last wait for everything could not be run, as far as nobody was told.
    failed: Vec<Error>,
    /// The operations that could not be run, until somebody asks.
    failed_ops: Vec<Seq>,
    /// How many there were so far.
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

    /// A wait for everything so far, which tells what has failed since the last one, unless somebody was told already.
    pub(super) fn all(&mut self, token: Token) -> Answer {
        Answer::All(token, self.failed.drain(..).next())
    }

    /// The value that was waited for will never be there. A later wait for everything need not report it again.
    pub(super) fn refuse(&mut self, token: Token, error: &Error) {
        self.failed.retain(|other| other != error);
        self.replies.push(Reply::Failed { token, error: error.clone() });
    }

    /// The value that was waited for is complete.
    pub(super) fn done(&mut self, token: Token, failed: Option<Error>) {
        self.replies.push(match failed {
            Some(error) => Reply::Failed { token, error },
            None => Reply::Done { token },
        });
    }

    /// The elements of an array are read for another device.
    pub(super) fn sending(&mut self, token: Token, device: DeviceIndex) {
        self.sending.push((token, device));
    }

    /// The elements that were read are here.
    pub(super) fn read(&mut self, token: Token, outcome: Result<Vec<f32>>) {
        let sending = self.sending.iter().position(|&(other, _)| other == token);
        let reply = match (sending.map(|at| self.sending.swap_remove(at)), outcome) {
            (Some((_, device)), outcome) => Reply::Sent { device, token, outcome },
            (None, Ok(data)) => Reply::Data { token, data },
            (None, Err(error)) => Reply::Failed { token, error },
        };
        self.replies.push(reply);
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

    /// An operation could not be run: the first wait for everything that it belongs to tells why.
    pub(super) fn failed(&mut self, operation: Seq, why: &Error) {
        self.failed_count += 1;
        self.failed_ops.push(operation);
        // Waits that have moved from `barriers` to `waits` concern earlier operations only.
        let concerned = self.barriers.iter_mut().find_map(|(before, answer)| match answer {
            Answer::All(_, told) if *before > operation => Some(told),
            _ => None,
        });
        match concerned {
            Some(told) => {
                told.get_or_insert_with(|| why.clone());
            }
            // An operation that reads a failed array fails for the same reason.
            None if self.failed.contains(why) => {}
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
