//! The backend alone: the tests write its stream and make its device's events. The device records its calls.

mod memory;
mod order;
mod recording;
mod replies;

use asynclab::backend::policy::Policy;
use asynclab::backend::{Backend, Reply};
use asynclab::device::{Activity, Adapter, Allocation, BufferId, Device, Event, Job, Serial};
use asynclab::error::{Error, Result};
use asynclab::op::{Call, Limits, Opcode, Operation, Plan};
use asynclab::ops;
use asynclab::trace::clock::Clock;
use asynclab::wire::{ArrayId, Command, Encoder, Token, TraceMode};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A call of the device.
#[derive(Clone, Debug, PartialEq)]
enum Called {
    Allocate(BufferId, u64),
    Release(BufferId),
    Write(BufferId),
    /// The name, the inputs, the output, and the time of enqueueing.
    Encode(&'static str, Vec<BufferId>, BufferId, Option<f64>),
    Submit(Serial),
    Read(BufferId, Token),
    Measure(bool),
}

use Called::{Allocate, Encode, Measure, Read, Release, Submit, Write};

/// State that the test and the device share.
struct Shared {
    calls: RefCell<Vec<Called>>,
    now: Cell<f64>,
    timestamps: Cell<bool>,
    software: Cell<bool>,
    /// Whether the device reports later if there is memory for a buffer. Otherwise there always is.
    asks: Cell<bool>,
    /// The most bytes of a buffer.
    room: Cell<u64>,
    /// Whether the device has kernels, and the kernel last requested of an operation with several.
    kernels: Cell<bool>,
    planned: Cell<Option<usize>>,
}

struct Noting(Rc<Shared>);

impl Device for Noting {
    fn limits(&self) -> Limits {
        Limits { array_bytes: 1 << 20, workgroups: 1 << 16, temporaries: 0 }
    }

    fn adapter(&self) -> Adapter {
        Adapter { timestamps: self.0.timestamps.get(), software: self.0.software.get(), ..Adapter::default() }
    }

    fn shares_clock(&self) -> bool {
        true
    }

    fn plan(&self, op: &'static dyn Operation, call: &Call<'_>, kernel: Option<usize>, limits: &Limits) -> Plan {
        if !self.0.kernels.get() {
            return Plan::by_reference(op, call);
        }
        if !op.kernels().is_empty() {
            self.0.planned.set(kernel);
        }
        kernel.map_or_else(|| op.plan(call, limits), |kernel| op.plan_with(kernel, call, limits))
    }

    fn allocate(&mut self, id: BufferId, bytes: u64) -> Result<Allocation> {
        self.0.calls.borrow_mut().push(Allocate(id, bytes));
        if bytes > self.0.room.get() {
            return Err(Error::OutOfMemory { array: "a buffer".into(), bytes, held: 0 });
        }
        Ok(if self.0.asks.get() { Allocation::Asked } else { Allocation::Ready })
    }

    fn release(&mut self, id: BufferId) {
        self.0.calls.borrow_mut().push(Release(id));
    }

    fn write(&mut self, id: BufferId, _: Vec<u32>) {
        self.0.calls.borrow_mut().push(Write(id));
    }

    fn encode(&mut self, job: &Job<'_>) {
        let enqueued = Some(job.enqueued).filter(|at| !at.is_nan());
        self.0.calls.borrow_mut().push(Encode(job.op.name(), job.inputs.to_vec(), job.output, enqueued));
    }

    fn submit(&mut self, serial: Serial) {
        self.0.calls.borrow_mut().push(Submit(serial));
    }

    fn read(&mut self, id: BufferId, _: usize, token: Token) {
        self.0.calls.borrow_mut().push(Read(id, token));
    }

    fn measure(&mut self, on: bool) {
        self.0.calls.borrow_mut().push(Measure(on));
    }

    fn lose(&mut self) {}

    fn poll(&mut self) -> Activity {
        Activity::Idle
    }
}

impl Clock for Shared {
    fn now(&self) -> f64 {
        self.now.get()
    }

    fn turn(&self) -> u32 {
        3
    }
}

/// A backend with its device, and the stream to it.
struct Station {
    backend: Backend,
    device: Rc<Shared>,
    stream: Encoder,
}

impl Station {
    fn new(policy: Policy) -> Self {
        let device = Rc::new(Shared {
            calls: RefCell::default(),
            now: Cell::new(0.0),
            timestamps: Cell::new(true),
            software: Cell::new(true),
            asks: Cell::new(false),
            room: Cell::new(u64::MAX),
            kernels: Cell::new(false),
            planned: Cell::new(None),
        });
        let backend = Backend::new(Box::new(Noting(device.clone())), device.clone(), policy).unwrap();
        Self { backend, device, stream: Encoder::default() }
    }

    /// Writes one command. [`Station::send`] sends all commands.
    fn put(&mut self, command: &Command<'_>) -> &mut Self {
        self.stream.push(command);
        self
    }

    fn apply(&mut self, op: Opcode, output: ArrayId, inputs: &[ArrayId], attrs: &[u32]) -> &mut Self {
        self.put(&Command::Apply { op, output, inputs, attrs })
    }

    /// An array of this many elements.
    fn full(&mut self, output: ArrayId, elements: u32) -> &mut Self {
        self.apply(ops::FULL, output, &[], &[0, elements])
    }

    fn neg(&mut self, output: ArrayId, input: ArrayId) -> &mut Self {
        self.apply(ops::NEG, output, &[input], &[])
    }

    fn dispose(&mut self, array: ArrayId) -> &mut Self {
        self.put(&Command::Dispose { array })
    }

    fn wait(&mut self, token: Token, array: ArrayId) -> &mut Self {
        self.put(&Command::Wait { token, array })
    }

    fn trace(&mut self, token: Token, mode: TraceMode) -> &mut Self {
        self.put(&Command::Trace { token, mode })
    }

    /// Has the operations so far handed over, without ending the open submission.
    fn begin(&mut self) -> &mut Self {
        self.put(&Command::Graph { token: 98 })
    }

    fn send(&mut self) {
        self.backend.receive(self.stream.words());
        self.stream.clear();
    }

    /// The device has completed everything up to a submission, which is observed at the time `at`.
    fn complete(&mut self, serial: Serial, at: f64) {
        self.device.now.set(at);
        self.backend.handle(Event::Completed { serial, at, turn: 3 });
    }

    fn allocated(&mut self, id: BufferId, granted: bool) {
        self.backend.handle(Event::Allocated { id, granted });
    }

    /// The calls of the device since the last time.
    fn calls(&mut self) -> Vec<Called> {
        self.device.calls.take()
    }

    /// The serial number of the last submission among the new calls.
    fn submitted(&mut self) -> Serial {
        let last =
            |calls: &[Called]| calls.iter().rev().find_map(|call| if let Submit(at) = call { Some(*at) } else { None });
        last(&self.calls()).unwrap()
    }

    /// The tokens of the answers since the last call, each with the kind of the answer or the code of its error.
    fn answers(&mut self) -> Vec<(Token, &'static str)> {
        let answer = |reply| match reply {
            Reply::Done { token } => (token, "done"),
            Reply::Trace { token, .. } => (token, "trace"),
            Reply::Data { token, .. } => (token, "data"),
            Reply::Failed { token, error } => (token, error.code()),
            Reply::Lost { error } => (0, error.code()),
            Reply::Graph { token, .. } => (token, "graph"),
            Reply::Sent { token, .. } => (token, "sent"),
            Reply::Calibrated { .. } => (0, "calibrated"),
        };
        self.backend.take_replies().into_iter().map(answer).collect()
    }

    /// Has the clocks measured. Each empty submission completes 1 ms after it.
    fn calibrated(&mut self) {
        self.device.timestamps.set(false);
        self.put(&Command::Calibrate { token: 99 }).send();
        for _ in 0..12 {
            let serial = self.submitted();
            self.complete(serial, self.device.now.get() + 1.0);
        }
        self.device.timestamps.set(true);
        assert_eq!(self.answers(), [(0, "calibrated"), (99, "done")]);
        self.calls();
    }
}
