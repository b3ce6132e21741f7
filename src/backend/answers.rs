//! Answers owed to the frontend: waits, barriers, reads on their way, and the replies that are ready.

use super::Reply;
use crate::device::Serial;
use crate::error::{Error, Result};
use crate::trace::record::Seq;
use crate::wire::{DeviceIndex, Token};
use std::collections::VecDeque;
use std::rc::Rc;

/// Why operations failed. Operations that failed for the same cause share one `Rc`; distinct causes may have equal texts.
pub(super) type Cause = Rc<Error>;

/// One wait of the frontend, from its command to its reply.
#[derive(Clone, Debug)]
pub(super) struct Wait {
    pub(super) token: Token,
    pub(super) wanted: Wanted,
    /// The operation that computes the value; for a wait for everything, the first operation that it does not wait for.
    operation: Seq,
    /// Why the wait will fail, where that is known before it ends.
    failed: Option<Cause>,
}

/// The event that ends a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A value is computed.
    Value,
    /// The elements of a value are read, and sent to the given device if there is one.
    Elements(Option<DeviceIndex>),
    /// Everything is complete. Failures are reported.
    All,
    /// Everything is complete, whether it failed or not.
    Mark,
    /// Everything is complete, and so is the recording.
    Trace,
}

impl Wait {
    pub(super) fn new(token: Token, wanted: Wanted, operation: Seq) -> Self {
        Self { token, wanted, operation, failed: None }
    }

    /// Whether it needs elements. They are kept until they are read, even if the program disposes the array first.
    pub(super) fn reads(&self) -> bool {
        matches!(self.wanted, Wanted::Elements(_))
    }
}

#[derive(Default)]
pub(super) struct Answers {
    /// Waits for a submission, ordered by submission.
    waits: VecDeque<(Serial, Wait)>,
    /// Waits for everything before an operation, ordered by that operation.
    barriers: VecDeque<(Seq, Wait)>,
    /// Reads on their way, in order.
    reading: VecDeque<Wait>,
    /// Why operations failed since the last wait for everything, without the causes that were reported.
    failed: Vec<Cause>,
    /// The operations that could not be run and that `take_failed` has not returned yet.
    failed_ops: Vec<Seq>,
    /// How many operations could not be run so far.
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

    /// A wait for everything so far. It reports one cause: that of the first operation that has failed since the last such wait and was not reported.
    pub(super) fn all(&mut self, token: Token, before: Seq) -> Wait {
        Wait { failed: self.failed.drain(..).next(), ..Wait::new(token, Wanted::All, before) }
    }

    /// The wait is over.
    pub(super) fn done(&mut self, wait: Wait) {
        let Wait { token, failed, .. } = wait;
        self.replies.push(match failed {
            Some(cause) => Reply::Failed { token, error: (*cause).clone() },
            None => Reply::Done { token },
        });
    }

    /// The awaited value will never be computed. A later wait for everything need not report the cause again. Where the value was for another device,
    /// that device reports it.
    pub(super) fn fail(&mut self, wait: &Wait, cause: &Cause) {
        self.failed.retain(|other| !Rc::ptr_eq(other, cause));
        let (token, error) = (wait.token, (**cause).clone());
        self.replies.push(match wait.wanted {
            Wanted::Elements(Some(device)) => Reply::Sent { device, token, outcome: Err(error) },
            _ => Reply::Failed { token, error },
        });
    }

    /// The elements are being read.
    pub(super) fn reading(&mut self, wait: Wait) {
        self.reading.push_back(wait);
    }

    /// Takes the elements that were read, or the error in their place.
    pub(super) fn read(&mut self, token: Token, outcome: Result<Vec<f32>>) {
        // Usually the reads arrive in order.
        let at = self.reading.iter().position(|wait| wait.token == token);
        let Some(wait) = at.and_then(|at| self.reading.remove(at)) else { return };
        match (wait.wanted, wait.failed.clone().map_or(outcome.map_err(Rc::new), Err)) {
            (Wanted::Elements(Some(device)), Ok(data)) => {
                self.replies.push(Reply::Sent { device, token, outcome: Ok(data) });
            }
            (_, Ok(data)) => self.replies.push(Reply::Data { token, data }),
            (_, Err(cause)) => self.fail(&wait, &cause),
        }
    }

    /// Adds a wait that is over when every operation before its `operation` is complete. Returns that operation.
    pub(super) fn wait_before(&mut self, wait: Wait) -> Seq {
        let before = wait.operation;
        insert_ordered(&mut self.barriers, before, wait);
        before
    }

    /// Takes out the next barrier, if its operation is not after `first`.
    pub(super) fn next_barrier(&mut self, first: Seq) -> Option<(Seq, Wait)> {
        self.barriers.pop_front_if(|(before, _)| *before <= first)
    }

    /// Adds a wait that is over when the submission is complete.
    pub(super) fn wait_for(&mut self, serial: Serial, wait: Wait) {
        insert_ordered(&mut self.waits, serial, wait);
    }

    /// Takes out the next wait that is over, now that this submission is complete.
    pub(super) fn next_due(&mut self, completed: Serial) -> Option<Wait> {
        self.waits.pop_front_if(|(serial, _)| *serial <= completed).map(|(_, wait)| wait)
    }

    /// An operation could not be run.
    pub(super) fn failed(&mut self, operation: Seq, why: &Cause) {
        self.failed_count += 1;
        self.report_failed(operation, why);
    }

    /// These operations, in order, were handed over and have not computed anything; they will be reported complete all the same. Waits for their
    /// values, and reads of them, fail with this cause.
    pub(super) fn invalidated(&mut self, operations: &[Seq], why: &Cause) {
        let is_invalid = |wait: &Wait| operations.binary_search(&wait.operation).is_ok();
        let mut over = Vec::new();
        self.waits.retain(|(_, wait)| {
            let is_over = wait.wanted == Wanted::Value && is_invalid(wait);
            if is_over {
                over.push(wait.clone());
            }
            !is_over
        });
        over.iter().for_each(|wait| self.fail(wait, why));
        for wait in self.reading.iter_mut().filter(|wait| is_invalid(wait)) {
            wait.failed.get_or_insert_with(|| why.clone());
        }
    }

    /// The first wait for everything that includes the operation reports why it failed, unless that wait has an earlier cause.
    pub(super) fn report_failed(&mut self, operation: Seq, why: &Cause) {
        self.failed_ops.push(operation);
        let mut waits = self.waits.iter_mut().chain(&mut self.barriers).map(|(_, wait)| wait);
        let concerned = waits.find(|wait| wait.wanted == Wanted::All && wait.operation > operation);
        match concerned {
            Some(wait) => {
                wait.failed.get_or_insert_with(|| why.clone());
            }
            // An operation that reads a failed array fails for the same reason.
            None if self.failed.iter().any(|other| Rc::ptr_eq(other, why)) => {}
            None => self.failed.push(why.clone()),
        }
    }
}

/// Inserts a wait behind all waits that are due no later. Usually it becomes the last.
fn insert_ordered(waits: &mut VecDeque<(u64, Wait)>, due: u64, wait: Wait) {
    let mut at = waits.len();
    waits.push_back((due, wait));
    while at > 0 && waits[at - 1].0 > due {
        waits.swap(at - 1, at);
        at -= 1;
    }
}
