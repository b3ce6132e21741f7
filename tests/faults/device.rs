//! A simulated device that refuses allocations, and whose accounts are kept apart from the engine's.

use asynclab::device::{Adapter, Allocation, BufferId, Device, Event, Events, Job, Progress, Serial};
use asynclab::error::{Error, Result};
use asynclab::op::{Call, Limits, Operation, Plan};
use asynclab::wire::Token;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The processes in a device.
#[derive(Default)]
pub(crate) struct Books {
    /// Bytes of each buffer that is held.
    pub(crate) held: HashMap<BufferId, u64>,
    /// So many allocations will be refused.
    pub(crate) refuse: u8,
    pub(crate) refused: u64,
    /// Operations recorded.
    pub(crate) encoded: u64,
}

pub(crate) struct Faulty {
    pub(crate) inner: Box<dyn Device>,
    pub(crate) books: Rc<RefCell<Books>>,
    /// Tells later whether there is memory.
    pub(crate) later: Option<Events>,
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
        let refused = books.refuse > 0;
        if refused {
            books.refuse -= 1;
            books.refused += 1;
        }
        if refused && self.later.is_none() {
            return Err(Error::OutOfMemory { array: "a buffer".into(), bytes, held: 0 });
        }
        assert!(books.held.insert(id, bytes).is_none(), "buffer {id} is allocated twice");
        self.inner.allocate(id, bytes)?;
        Ok(match &self.later {
            Some(events) => {
                let _ = events.unbounded_send(Event::Allocated { id, granted: !refused });
                Allocation::Asked
            }
            None => Allocation::Ready,
        })
    }

    fn release(&mut self, id: BufferId) {
        assert!(self.books.borrow_mut().held.remove(&id).is_some(), "buffer {id} is released twice");
        self.inner.release(id);
    }

    fn write(&mut self, id: BufferId, bits: Vec<u32>) {
        assert!(self.books.borrow().held[&id] >= bits.len() as u64 * 4);
        self.inner.write(id, bits);
    }

    fn encode(&mut self, job: &Job<'_>) {
        let mut books = self.books.borrow_mut();
        for id in job.inputs.iter().chain(job.scratch).chain([&job.output]) {
            assert!(books.held.contains_key(id), "buffer {id} is used and not held");
        }
        books.encoded += 1;
        drop(books);
        self.inner.encode(job);
    }

    fn submit(&mut self, serial: Serial) {
        self.inner.submit(serial);
    }

    fn read(&mut self, id: BufferId, elements: usize, token: Token) {
        assert!(self.books.borrow().held[&id] >= elements as u64 * 4);
        self.inner.read(id, elements, token);
    }

    fn measure(&mut self, on: bool) {
        self.inner.measure(on);
    }

    fn lose(&mut self) {
        self.inner.lose();
    }

    fn poll(&mut self) -> Progress {
        self.inner.poll()
    }
}
