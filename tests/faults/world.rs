//! A frontend, its backends and all messages between them. After each step the engine's accounts must equal the devices', and at
//! the end every wait has been answered once.

use crate::faults::action::{Action, Run};
use crate::faults::device::{Books, Faulty};
use crate::faults::reference::Reference;
use asynclab::backend::{Backend, Progress};
use asynclab::device::Event;
use asynclab::device::sim::Costs;
use asynclab::error::{Error, Result};
use asynclab::frontend::{Bounds, Capacity, Frontend};
use asynclab::local::{DeviceKind, open};
use asynclab::ops;
use asynclab::wire::{ArrayId, DeviceIndex, Token, TraceMode};
use futures_channel::mpsc::{UnboundedReceiver, unbounded};
use pollster::block_on;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

mod arrivals;
mod ends;

const SHAPES: [&[u32]; 8] = [&[], &[5], &[4, 3], &[3, 1], &[3, 3], &[2, 3, 4], &[0, 3], &[4096]];
/// The kind of answer that a token waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    Done,
    /// Whether work is complete. This answer is never an error.
    Mark,
    Data,
    Graph,
    Trace,
}

struct Station {
    /// None once it was closed or has trapped.
    backend: Option<Backend>,
    incoming: UnboundedReceiver<Event>,
    books: Rc<RefCell<Books>>,
    chunks: VecDeque<Vec<u32>>,
    silent: bool,
    progress: Progress,
    /// Operations to compute in the chunks that have arrived.
    applied: u64,
}

struct World<'a> {
    run: &'a Run,
    frontend: Frontend,
    stations: Vec<Station>,
    reference: Reference,
    arrays: Vec<ArrayId>,
    waiting: HashMap<Token, Expected>,
    /// Messages that one device has sent to another.
    exchange: VecDeque<(DeviceIndex, Token, Result<Vec<f32>>)>,
    lost: bool,
    /// A device was lost on purpose.
    losing: bool,
    /// Devices compute more than the program's operations: they measure their clocks.
    calibrated: bool,
    faults: u64,
}

/// Plays a run. Returns the count of its faults, or the property that does not hold.
pub(crate) fn play(run: &Run) -> std::result::Result<u64, String> {
    let mut world = World::new(run);
    for action in &run.actions {
        world.step(action).map_err(|problem| format!("{action:?}: {problem}"))?;
        world.balance().map_err(|problem| format!("after {action:?}: {problem}"))?;
    }
    world.end()?;
    Ok(world.faults)
}

/// A value, or the description of a property that does not hold.
type Checked<T> = std::result::Result<T, String>;

fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Checked<()> {
    if holds { Ok(()) } else { Err(problem()) }
}

impl<'a> World<'a> {
    fn new(run: &'a Run) -> Self {
        let mut frontend = None;
        let mut stations = Vec::new();
        for _ in 0..run.devices {
            let (events, incoming) = unbounded();
            let (inner, clock) = block_on(open(DeviceKind::Sim(Costs::default()), events.clone())).unwrap();
            let books = Rc::<RefCell<Books>>::default();
            let device = Faulty::new(inner, books.clone(), run.reports, events);
            let mut backend = Backend::new(Box::new(device), clock.clone(), run.policy).unwrap();
            backend.count_from(run.counted.1);
            let frontend = frontend.get_or_insert_with(|| Frontend::new(clock, Bounds::default()));
            frontend.add_device("sim", Capacity::unbounded(backend.device().limits()));
            let progress = backend.progress();
            let (chunks, backend) = (VecDeque::new(), Some(backend));
            stations.push(Station { backend, incoming, books, chunks, silent: false, progress, applied: 0 });
        }
        let mut frontend = frontend.unwrap();
        frontend.count_from(run.counted.0, run.counted.1);
        Self {
            run,
            frontend,
            reference: Reference::new(stations.len()),
            stations,
            arrays: Vec::new(),
            waiting: HashMap::new(),
            exchange: VecDeque::new(),
            lost: false,
            losing: false,
            calibrated: false,
            faults: 0,
        }
    }

    fn device(&self, index: u8) -> DeviceIndex {
        index % self.run.devices
    }

    fn array(&self, at: usize) -> Option<ArrayId> {
        (!self.arrays.is_empty()).then(|| self.arrays[at % self.arrays.len()])
    }

    /// The program goes on with the array that a call returned, if it returned one.
    fn keep(&mut self, result: Result<ArrayId>) -> Checked<()> {
        match result {
            Ok(array) => self.arrays.push(array),
            Err(error) => {
                let code = error.code();
                let allowed = ["SHAPE_MISMATCH", "DEVICE_MISMATCH", "INVALID_SHAPE", "INVALID_NUMBER", "NO_GRADIENT"];
                ensure(allowed.contains(&code) || self.lost, || format!("the call fails: {error}"))?;
            }
        }
        Ok(())
    }

    fn ask(&mut self, token: Result<Token>, kind: Expected) -> Checked<()> {
        match token {
            Ok(0) => ensure(self.lost, || "a token of a lab that is well is 0".into()),
            Ok(token) => {
                let other = self.waiting.insert(token, kind);
                ensure(other.is_none(), || format!("token {token} is given twice"))
            }
            Err(error) => ensure(self.lost, || format!("the wait fails: {error}")),
        }
    }

    fn step(&mut self, action: &Action) -> Checked<()> {
        match *action {
            Action::Full(device, shape, value) => {
                let attrs = [&[value.to_bits()], SHAPES[shape]].concat();
                let result = self.frontend.apply_on(self.device(device), ops::FULL, &[], &attrs);
                self.keep(result)
            }
            Action::Upload(device, shape) => {
                let count = SHAPES[shape].iter().product::<u32>();
                let values: Vec<f32> = (0..count).map(|i| (i % 7) as f32 - 3.0).collect();
                let result = self.frontend.write(self.device(device), SHAPES[shape], &values);
                self.keep(result)
            }
            Action::Unary(op, at) => self.apply(op, &[at], &[]),
            Action::Binary(op, a, b) => self.apply(op, &[a, b], &[]),
            Action::Number(op, at, number, left) => self.apply(op, &[at], &[u32::from(!left), number.to_bits()]),
            Action::Reduce(op, at, axes) => self.apply(op, &[at], &[axes, 0]),
            Action::Product(a, b) => self.apply(ops::MATMUL, &[a, b], &[]),
            Action::View(at) => {
                let Some(array) = self.array(at) else { return Ok(()) };
                let Ok(shape) = self.frontend.shape("test", array) else { return Ok(()) };
                self.apply(ops::RESHAPE, &[at], &[shape.elements() as u32])
            }
            Action::Transfer(at, device) => {
                let Some(array) = self.array(at) else { return Ok(()) };
                let result = self.frontend.transfer(array, self.device(device));
                self.keep(result)
            }
            Action::Gradient(at) => {
                let Some(array) = self.array(at) else { return Ok(()) };
                let result = self.gradient(array);
                self.keep(result)
            }
            Action::Dispose(at) => {
                let Some(array) = self.array(at) else { return Ok(()) };
                self.arrays.swap_remove(at % self.arrays.len());
                self.frontend.release(array);
                Ok(())
            }
            Action::Wait(_)
            | Action::Read(_)
            | Action::WaitAll(_)
            | Action::Mark(..)
            | Action::Graph(_)
            | Action::Trace(..)
            | Action::Calibrate(_) => self.question(action),
            Action::Trim(device) => {
                self.frontend.trim(self.device(device));
                Ok(())
            }
            Action::Flush => {
                self.flush();
                Ok(())
            }
            Action::Deliver(device) => self.deliver(self.device(device) as usize).map(|_| ()),
            Action::Poll(device) => self.poll(self.device(device) as usize).map(|_| ()),
            Action::Event(device) => self.event(self.device(device) as usize).map(|_| ()),
            Action::Exchange => self.exchange().map(|_| ()),
            Action::Fault(ref fault) => self.fault(fault),
        }
    }

    /// An action that the backend answers.
    fn question(&mut self, action: &Action) -> Checked<()> {
        let (token, expected) = match *action {
            Action::Wait(at) => {
                let Some(array) = self.array(at) else { return Ok(()) };
                (self.frontend.wait(array), Expected::Done)
            }
            Action::Read(at) => {
                let Some(array) = self.array(at) else { return Ok(()) };
                (self.frontend.read(array), Expected::Data)
            }
            Action::WaitAll(device) => (Ok(self.frontend.wait_all(self.device(device))), Expected::Done),
            Action::Mark(device, back) => (Ok(self.frontend.mark(self.device(device), back)), Expected::Mark),
            Action::Graph(device) => (Ok(self.frontend.graph(self.device(device))), Expected::Graph),
            Action::Trace(device, mode) => {
                self.calibrated |= matches!(mode, TraceMode::Record | TraceMode::Measure);
                let stop = mode == TraceMode::Stop;
                let expected = if stop { Expected::Trace } else { Expected::Mark };
                (Ok(self.frontend.trace(self.device(device), mode)), expected)
            }
            Action::Calibrate(device) => {
                self.calibrated = true;
                (Ok(self.frontend.calibrate(self.device(device))), Expected::Mark)
            }
            _ => unreachable!("it asks nothing: {action:?}"),
        };
        self.ask(token, expected)
    }

    fn apply(&mut self, op: u8, inputs: &[usize], attrs: &[u32]) -> Checked<()> {
        let inputs: Option<Vec<ArrayId>> = inputs.iter().map(|&at| self.array(at)).collect();
        let Some(inputs) = inputs else { return Ok(()) };
        let result = self.frontend.apply(op, &inputs, attrs);
        self.keep(result)
    }

    /// The gradient of the sum of squares.
    fn gradient(&mut self, array: ArrayId) -> Result<ArrayId> {
        let axes = (1 << self.frontend.shape("test", array)?.rank()) - 1;
        self.frontend.attach_grad(array, false)?;
        self.frontend.start_recording();
        let square = self.frontend.apply(ops::SQUARE, &[array], &[]);
        let loss = square.clone().and_then(|square| self.frontend.apply(ops::SUM, &[square], &[axes, 0]));
        self.frontend.stop_recording();
        let result = loss.clone().and_then(|loss| self.frontend.backward(loss, None, false));
        for array in [square, loss].into_iter().flatten() {
            self.frontend.release(array);
        }
        result?;
        self.frontend.grad(array)?.ok_or(Error::Disposed { op: "grad" })
    }
}
