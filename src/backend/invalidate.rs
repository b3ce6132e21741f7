//! Operations that were handed over and have not computed anything: a buffer was rejected after they had used it. A device runs no part of a
//! submission that uses such a buffer.

use super::Backend;
use super::node::Task;
use super::submitter::RejectedBuffer;
use crate::error::Error;
use crate::ops;
use crate::trace::record::Seq;
use std::rc::Rc;

impl Backend {
    /// The submissions that used the buffer did not run. Their results fail, and so does everything that is computed from them.
    pub(super) fn invalidate(&mut self, rejected: &RejectedBuffer) {
        // Complete operations have run, so only running ones can have read a value that was not computed.
        let mut invalidated = Vec::<Seq>::new(); // in order
        let mut failed = Vec::new();
        let mut array = None;
        for submission in self.submitter.running() {
            let has_run = !rejected.uses.contains(&submission.serial);
            for node in &mut submission.nodes {
                if !has_run && node.buffer == rejected.buffer {
                    array.get_or_insert(node.shape);
                }
                let reads_invalid =
                    |index| node.nth(index).reads.iter().any(|read| invalidated.binary_search(read).is_ok());
                let is_invalid = match node.task {
                    // A view has its input's elements, so it is invalid only if its input is.
                    Task::Apply(op, _) if ops::ALL[op as usize].is_view() => false,
                    Task::Apply(..) => !has_run,
                    // Elements from elsewhere are written outside submissions: only those in the rejected buffer are lost.
                    _ => !has_run && node.buffer == rejected.buffer,
                };
                if node.invalidated || is_invalid || (0..node.count()).any(reads_invalid) {
                    let operations = (0..node.count()).map(|index| node.nth(index).seq);
                    for operation in operations.clone() {
                        let at = invalidated.partition_point(|&other| other < operation);
                        invalidated.insert(at, operation);
                    }
                    if !node.invalidated {
                        failed.extend(operations);
                    }
                    node.invalidated = true;
                }
            }
        }
        let array = array.map_or_else(|| "a temporary".to_owned(), |shape| format!("an array of shape {shape}"));
        let why = Rc::new(Error::OutOfMemory { array, bytes: rejected.bytes, held: rejected.held });
        self.scheduler.invalidate(&invalidated, &why, &mut self.submitter);
        failed.into_iter().for_each(|operation| self.answers.report_failed(operation, &why));
        self.answers.invalidated(&invalidated, &why);
    }
}
