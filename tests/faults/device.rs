//! A simulated device that rejects allocations. Its accounts are independent of the engine's.

use crate::faults::action::Reports;
use asynclab::device::{Activity, Adapter, Allocation, BufferId, Device, Event, Events, Job, Serial};
use asynclab::error::{Error, Result};
use asynclab::op::{Call, Limits, Operation, Plan};
use asynclab::wire::Token;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The accounts of a device.
#[derive(Default)]
pub(crate) struct Books {
    /// Bytes of each buffer that is held.
    pub(crate) held: HashMap<BufferId, u64>,
    /// Allocations that are still to be rejected.
    pub(crate) reject: u8,
    pub(crate) rejected: u64,
    /// Reads that are still to find no memory.
    pub(crate) unread: u8,
    /// Operations recorded.
    pub(crate) encoded: u64,
}

pub(crate) struct Faulty {
    pub(crate) inner: Box<dyn Device>,
    pub(crate) books: Rc<RefCell<Books>>,
    pub(crate) reports: Reports,
    pub(crate) events: Events,
    /// Buffers that got no memory, which the engine does not know yet.
    pub(crate) void: HashSet<BufferId>,
    /// The outputs encoded for the next submission. If one of its operations uses a void buffer (`spoiled`), none of them runs.
    pub(crate) encoded: Vec<BufferId>,
    pub(crate) spoiled: bool,
}

/// An element of a result that was not computed.
const GARBAGE: u32 = 0x4640_e6b7;

impl Faulty {
    pub(crate) fn new(inner: Box<dyn Device>, books: Rc<RefCell<Books>>, reports: Reports, events: Events) -> Self {
        Self { inner, books, reports, events, void: HashSet::new(), encoded: Vec::new(), spoiled: false }
    }
}

impl Device for Faulty {
    fn limits(&self) -> Limits {
        self.inner.limits()
    }

    fn adapter(&self) -> Adapter {
        self.inner.adapter()
    }

    fn shares_clock(&self) -> bool {
        self.inner.shares_clock()
    }

    fn plan(&self, op: &'static dyn Operation, call: &Call<'_>, kernel: Option<usize>, limits: &Limits) -> Plan {
        self.inner.plan(op, call, kernel, limits)
    }

    fn allocate(&mut self, id: BufferId, bytes: u64) -> Result<Allocation> {
        let mut books = self.books.borrow_mut();
        let rejected = books.reject > 0;
        if rejected {
            books.reject -= 1;
            books.rejected += 1;
        }
        if rejected && self.reports == Reports::AtOnce {
            return Err(no_memory(bytes));
        }
        assert!(books.held.insert(id, bytes).is_none(), "buffer {id} is allocated twice");
        self.inner.allocate(id, bytes)?;
        if self.reports == Reports::Later || rejected {
            let _ = self.events.unbounded_send(Event::Allocated { id, granted: !rejected });
        }
        if rejected && self.reports == Reports::TooLate {
            self.void.insert(id);
        }
        Ok(if self.reports == Reports::Later { Allocation::Asked } else { Allocation::Ready })
    }

    fn release(&mut self, id: BufferId) {
        assert!(self.books.borrow_mut().held.remove(&id).is_some(), "buffer {id} is released twice");
        self.void.remove(&id);
        self.inner.release(id);
    }

    fn write(&mut self, id: BufferId, bits: Vec<u32>) {
        assert!(self.books.borrow().held[&id] >= bits.len() as u64 * 4);
        let lost = self.void.contains(&id);
        self.inner.write(id, if lost { vec![GARBAGE; bits.len()] } else { bits });
    }

    fn encode(&mut self, job: &Job<'_>) {
        let mut books = self.books.borrow_mut();
        for id in job.inputs.iter().chain(job.scratch).chain([&job.output]) {
            assert!(books.held.contains_key(id), "buffer {id} is used and not held");
        }
        books.encoded += 1;
        drop(books);
        self.spoiled |= job.inputs.iter().chain(job.scratch).chain([&job.output]).any(|id| self.void.contains(id));
        if !job.op.is_view() {
            self.encoded.push(job.output);
        }
        self.inner.encode(job);
    }

    fn submit(&mut self, serial: Serial) {
        for id in std::mem::take(&mut self.encoded).into_iter().filter(|_| self.spoiled) {
            if let Some(bytes) = self.books.borrow().held.get(&id) {
                self.inner.write(id, vec![GARBAGE; (bytes / 4) as usize]);
            }
        }
        self.spoiled = false;
        self.inner.submit(serial);
    }

    fn read(&mut self, id: BufferId, elements: usize, token: Token) {
        assert!(self.books.borrow().held[&id] >= elements as u64 * 4);
        let mut books = self.books.borrow_mut();
        if books.unread > 0 {
            books.unread -= 1;
            books.rejected += 1;
            let outcome = Err(no_memory(elements as u64 * 4));
            let _ = self.events.unbounded_send(Event::Read { token, outcome });
            return;
        }
        drop(books);
        self.inner.read(id, elements, token);
    }

    fn measure(&mut self, on: bool) {
        self.inner.measure(on);
    }

    fn lose(&mut self) {
        self.inner.lose();
    }

    fn poll(&mut self) -> Activity {
        self.inner.poll()
    }
}

fn no_memory(bytes: u64) -> Error {
    Error::OutOfMemory { array: "a buffer".into(), bytes, held: 0 }
}
