//! A frontend, its backends and all that is on its way between them. After each step the books must balance, and at the end
//! every wait has been answered once.

use crate::action::{Action, Fault, Run};
use crate::device::{Books, Faulty};
use crate::reference::Reference;
use asynclab::backend::{Backend, Progress, Reply};
use asynclab::device::sim::Costs;
use asynclab::device::{self, Event};
use asynclab::error::{Error, Result};
use asynclab::frontend::{Bounds, Frontend};
use asynclab::local::{Kind, open};
use asynclab::ops;
use asynclab::wire::{ArrayId, Command, Decoder, DeviceIndex, Token, TraceMode};
use futures_channel::mpsc::{UnboundedReceiver, unbounded};
use pollster::block_on;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

const SHAPES: [&[u32]; 8] = [&[], &[5], &[4, 3], &[3, 1], &[3, 3], &[2, 3, 4], &[0, 3], &[4096]];
/// Rounds after which a run that goes on has no end.
const ROUNDS: usize = 100_000;

/// What an answer has to be.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    Done,
    /// Complete or not: it never fails.
    Mark,
    Data,
    Graph,
    Trace,
}

struct Station {
    /// Gone once it was closed or has trapped.
    backend: Option<Backend>,
    incoming: UnboundedReceiver<Event>,
    books: Rc<RefCell<Books>>,
    chunks: VecDeque<Vec<u32>>,
    silent: bool,
    progress: Progress,
    /// Operations that were to be computed, as far as they have arrived.
    applied: u64,
}

struct World<'a> {
    run: &'a Run,
    frontend: Frontend,
    stations: Vec<Station>,
    reference: Reference,
    arrays: Vec<ArrayId>,
    waiting: HashMap<Token, Expected>,
    /// What one device has sent to another.
    exchange: VecDeque<(DeviceIndex, Token, Result<Vec<f32>>)>,
    lost: bool,
    /// A device was lost on purpose.
    losing: bool,
    /// Devices compute more than the program's operations: they measure their clocks.
    calibrated: bool,
    faults: u64,
}

/// Plays a run; gives how many faults it met, or what is wrong.
pub(crate) fn play(run: &Run) -> std::result::Result<u64, String> {
    let mut world = World::new(run);
    for action in &run.actions {
        world.step(action).map_err(|problem| format!("{action:?}: {problem}"))?;
        world.balance().map_err(|problem| format!("after {action:?}: {problem}"))?;
    }
    world.end()?;
    Ok(world.faults)
}

fn ensure(holds: bool, problem: impl FnOnce() -> String) -> std::result::Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}

impl<'a> World<'a> {
    fn new(run: &'a Run) -> Self {
        let mut frontend = None;
        let mut stations = Vec::new();
        for _ in 0..run.devices {
            let (events, incoming) = unbounded();
            let (inner, clock) = block_on(open(Kind::Sim(Costs::default()), events.clone())).unwrap();
            let books = Rc::<RefCell<Books>>::default();
            let device = Faulty { inner, books: books.clone(), later: run.asks.then_some(events) };
            let mut backend = Backend::new(Box::new(device), clock.clone(), run.policy).unwrap();
            backend.count_from(run.counted.1);
            let frontend = frontend.get_or_insert_with(|| Frontend::new(clock, Bounds::default()));
            frontend.add_device("sim", backend.device().limits());
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

    /// A program goes on with what a call gave it, if it gave it something.
    fn keep(&mut self, result: Result<ArrayId>) -> std::result::Result<(), String> {
        match result {
            Ok(array) => self.arrays.push(array),
            Err(error) => {
                let code = error.code();
                let allowed = ["SHAPE_MISMATCH", "DEVICE_MISMATCH", "INVALID_SHAPE", "NO_GRADIENT"];
                ensure(allowed.contains(&code) || self.lost, || format!("the call fails: {error}"))?;
            }
        }
        Ok(())
    }

    fn ask(&mut self, token: Result<Token>, kind: Expected) -> std::result::Result<(), String> {
        match token {
            Ok(0) => ensure(self.lost, || "a token of a lab that is well is 0".into()),
            Ok(token) => {
                let other = self.waiting.insert(token, kind);
                ensure(other.is_none(), || format!("token {token} is given twice"))
            }
            Err(error) => ensure(self.lost, || format!("the wait fails: {error}")),
        }
    }

    fn step(&mut self, action: &Action) -> std::result::Result<(), String> {
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
                if let Some(array) = self.array(at) {
                    let at = at % self.arrays.len();
                    self.arrays.swap_remove(at);
                    self.frontend.release(array);
                }
                Ok(())
            }
            Action::Wait(at) => {
                let Some(array) = self.array(at) else { return Ok(()) };
                let token = self.frontend.wait(array);
                self.ask(token, Expected::Done)
            }
            Action::Read(at) => {
                let Some(array) = self.array(at) else { return Ok(()) };
                let token = self.frontend.read(array);
                self.ask(token, Expected::Data)
            }
            Action::WaitAll(device) => {
                let token = self.frontend.wait_all(self.device(device));
                self.ask(Ok(token), Expected::Done)
            }
            Action::Mark(device, back) => {
                let token = self.frontend.mark(self.device(device), back);
                self.ask(Ok(token), Expected::Mark)
            }
            Action::Graph(device) => {
                let token = self.frontend.graph(self.device(device));
                self.ask(Ok(token), Expected::Graph)
            }
            Action::Trace(device, mode) => {
                self.calibrated |= matches!(mode, TraceMode::Record | TraceMode::Measure);
                let token = self.frontend.trace(self.device(device), mode);
                let stop = mode == TraceMode::Stop;
                self.ask(Ok(token), if stop { Expected::Trace } else { Expected::Mark })
            }
            Action::Calibrate(device) => {
                self.calibrated = true;
                let token = self.frontend.calibrate(self.device(device));
                self.ask(Ok(token), Expected::Mark)
            }
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

    fn apply(&mut self, op: u8, inputs: &[usize], attrs: &[u32]) -> std::result::Result<(), String> {
        let inputs: Option<Vec<ArrayId>> = inputs.iter().map(|&at| self.array(at)).collect();
        let Some(inputs) = inputs else { return Ok(()) };
        let result = self.frontend.apply(op, &inputs, attrs);
        self.keep(result)
    }

    /// The gradient of the sum of squares.
    fn gradient(&mut self, array: ArrayId) -> Result<ArrayId> {
        self.frontend.attach_grad(array, false)?;
        self.frontend.start_recording();
        let square = self.frontend.apply(ops::SQUARE, &[array], &[]);
        let loss = square.clone().and_then(|square| self.frontend.apply(ops::SUM, &[square], &[u32::MAX >> 26, 0]));
        self.frontend.stop_recording();
        let result = loss.clone().and_then(|loss| self.frontend.backward(loss, None, false));
        [square, loss].into_iter().flatten().for_each(|array| self.frontend.release(array));
        result?;
        self.frontend.grad(array)?.ok_or(Error::Disposed { op: "grad" })
    }

    fn flush(&mut self) {
        for (device, station) in (0..).zip(&mut self.stations) {
            let words = self.frontend.chunk(device).to_vec();
            self.frontend.clear(device);
            if !words.is_empty() {
                self.reference.read(device, &words);
                station.chunks.push_back(words);
            }
        }
    }

    /// Whether there was something.
    fn deliver(&mut self, index: usize) -> std::result::Result<bool, String> {
        let station = &mut self.stations[index];
        let (Some(backend), false) = (&mut station.backend, station.silent) else { return Ok(false) };
        let Some(words) = station.chunks.pop_front() else { return Ok(false) };
        let applies = Decoder::new(&words).filter(|command| matches!(command, Ok(Command::Apply { .. }))).count();
        station.applied += applies as u64;
        backend.receive(&words);
        self.replies(index)?;
        Ok(true)
    }

    fn poll(&mut self, index: usize) -> std::result::Result<bool, String> {
        let station = &mut self.stations[index];
        let (Some(backend), false) = (&mut station.backend, station.silent) else { return Ok(false) };
        Ok(backend.poll() == device::Progress::Busy)
    }

    fn event(&mut self, index: usize) -> std::result::Result<bool, String> {
        let station = &mut self.stations[index];
        let (Some(backend), false) = (&mut station.backend, station.silent) else { return Ok(false) };
        let Ok(event) = station.incoming.try_recv() else { return Ok(false) };
        backend.handle(event);
        self.replies(index)?;
        Ok(true)
    }

    fn exchange(&mut self) -> std::result::Result<bool, String> {
        let Some((device, token, outcome)) = self.exchange.pop_front() else { return Ok(false) };
        let station = &mut self.stations[device as usize];
        if let (Some(backend), false) = (&mut station.backend, station.silent) {
            backend.deliver(token, outcome);
            self.replies(device as usize)?;
        }
        Ok(true)
    }

    fn replies(&mut self, index: usize) -> std::result::Result<(), String> {
        let Some(backend) = &mut self.stations[index].backend else { return Ok(()) };
        let (replies, progress) = (backend.take_replies(), backend.progress());
        let before = std::mem::replace(&mut self.stations[index].progress, progress);
        let grows = before.decoded <= progress.decoded
            && before.completed <= progress.completed
            && before.complete_before <= progress.complete_before
            && before.handed_over_before <= progress.handed_over_before;
        ensure(grows, || format!("progress goes back from {before:?} to {progress:?}"))?;
        let ordered = progress.complete_before <= progress.handed_over_before
            && progress.handed_over_before <= progress.decoded
            && progress.completed <= progress.decoded;
        ensure(ordered, || format!("{progress:?} contradicts itself"))?;
        self.frontend.complete_before(index as DeviceIndex, progress.complete_before);
        replies.into_iter().try_for_each(|reply| self.reply(reply))
    }

    fn reply(&mut self, reply: Reply) -> std::result::Result<(), String> {
        match reply {
            Reply::Done { token } => {
                let kind = self.settle(token)?;
                ensure(kind.is_none_or(|kind| matches!(kind, Expected::Done | Expected::Mark)), || {
                    format!("{token}, {kind:?}, is done")
                })
            }
            Reply::Data { token, data } => {
                let kind = self.settle(token)?;
                ensure(kind.is_none_or(|kind| kind == Expected::Data), || {
                    format!("{token}, {kind:?}, gives elements")
                })?;
                let Some(expected) = self.reference.reads.get(&token).filter(|_| kind.is_some()) else { return Ok(()) };
                let same = expected.len() == data.len()
                    && expected.iter().zip(&data).all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan());
                ensure(same, || format!("read {token} gives {data:?}, not {expected:?}"))
            }
            Reply::Sent { device, token, outcome } => {
                self.exchange.push_back((device, token, outcome));
                Ok(())
            }
            Reply::Trace { token, trace } => {
                let kind = self.settle(token)?;
                ensure(kind.is_none_or(|kind| kind == Expected::Trace), || {
                    format!("{token}, {kind:?}, gives a trace")
                })?;
                ensure(trace.completed.len() == trace.len(), || "a column of the trace is short".into())
            }
            Reply::Graph { token, .. } => {
                let kind = self.settle(token)?;
                ensure(kind.is_none_or(|kind| kind == Expected::Graph), || format!("{token}, {kind:?}, gives a graph"))
            }
            Reply::Failed { token, error } => {
                let kind = self.settle(token)?;
                let fails = kind.is_none_or(|kind| matches!(kind, Expected::Done | Expected::Data));
                ensure(fails, || format!("{token}, {kind:?}, fails with {error}"))?;
                let refused = self.stations.iter().any(|station| station.books.borrow().refused > 0);
                let short = self.run.policy.memory_limit < 1 << 20;
                ensure(error.code() == "OUT_OF_MEMORY" && (refused || short), || format!("{token} fails with {error}"))
            }
            Reply::Calibrated { .. } => Ok(()),
            Reply::Lost { error } => {
                ensure(self.losing && error.code() == "DEVICE_LOST", || format!("the lab ends with {error}"))?;
                self.lose(error);
                Ok(())
            }
        }
    }

    /// Who waits for a token is answered; nobody, once the lab is lost.
    fn settle(&mut self, token: Token) -> std::result::Result<Option<Expected>, String> {
        let kind = self.waiting.remove(&token);
        ensure(kind.is_some() || self.lost, || format!("{token} is answered, and nobody waits for it"))?;
        Ok(kind)
    }

    /// Everything that waits fails, once.
    fn lose(&mut self, error: Error) {
        self.lost = true;
        self.waiting.clear();
        self.arrays.clear();
        self.frontend.lose(error);
    }

    fn fault(&mut self, fault: &Fault) -> std::result::Result<(), String> {
        self.faults += 1;
        match *fault {
            Fault::Refuse(device, count) => {
                let device = self.device(device);
                self.stations[device as usize].books.borrow_mut().refuse += count;
                self.faults += u64::from(count) - 1;
                Ok(())
            }
            Fault::Lose(device) => {
                self.losing = true;
                let index = self.device(device) as usize;
                let station = &mut self.stations[index];
                if let (Some(backend), false) = (&mut station.backend, station.silent) {
                    backend.handle(Event::Failed(Error::DeviceLost { reason: "it was pulled out".into() }));
                }
                self.replies(index)
            }
            Fault::Silence(device) => {
                let index = self.device(device) as usize;
                self.stations[index].silent = true;
                Ok(())
            }
            Fault::Trap(device) => {
                let index = self.device(device) as usize;
                drop(self.stations[index].backend.take());
                self.lose(Error::DeviceLost { reason: "the backend failed".into() });
                Ok(())
            }
            Fault::Close => self.close(),
        }
    }

    fn close(&mut self) -> std::result::Result<(), String> {
        for station in &mut self.stations {
            let Some(backend) = station.backend.take() else { continue };
            let (told, held) = (backend.close(), station.books.borrow().held.len());
            let left = if self.calibrated { 1 } else { 0 };
            ensure(told == 0 && held <= left, || format!("{told} bytes and {held} buffers are held after close"))?;
        }
        self.lose(Error::Closed { op: "wait" });
        Ok(())
    }

    fn balance(&self) -> std::result::Result<(), String> {
        for station in &self.stations {
            let Some(backend) = &station.backend else { continue };
            let memory = backend.memory();
            let parts = memory.used + memory.pending + memory.pooled;
            ensure(memory.allocated == parts, || format!("{memory:?} is not its parts"))?;
            let within = memory.allocated <= memory.peak && memory.peak <= self.run.policy.memory_limit;
            ensure(within, || format!("{memory:?} is over its limit"))?;
            let books = station.books.borrow();
            let held: u64 = books.held.values().sum();
            let exact = held == memory.allocated || self.calibrated && held == memory.allocated + (1 << 16);
            ensure(exact, || format!("{held} bytes are held and {memory:?} is told"))?;
            ensure(self.calibrated || books.encoded <= station.applied, || {
                format!("{} operations were computed, and {} enqueued", books.encoded, station.applied)
            })?;
        }
        Ok(())
    }

    /// Lets everything happen that can.
    fn settle_down(&mut self) -> std::result::Result<(), String> {
        for _ in 0..ROUNDS {
            self.flush();
            let mut busy = self.exchange()?;
            for index in 0..self.stations.len() {
                busy |= self.deliver(index)? | self.event(index)? | self.poll(index)?;
                busy |= self.event(index)?;
            }
            self.balance()?;
            if !busy {
                return Ok(());
            }
        }
        Err("it never ends".into())
    }

    fn end(&mut self) -> std::result::Result<(), String> {
        // Nothing is refused any more, or only the last waits would tell of it.
        self.settle_down()?;
        if self.stations.iter().any(|station| station.silent) {
            // Whoever waits hears no sign of life, and gives up.
            self.faults += 1;
            self.lose(Error::DeviceLost { reason: "there is no sign of life".into() });
        }
        if !self.lost {
            ensure(self.waiting.is_empty(), || format!("nobody ever answers {:?}", self.waiting))?;
            self.clean_up()?;
        }
        self.close()
    }

    /// What a program has given up is given back.
    fn clean_up(&mut self) -> std::result::Result<(), String> {
        for array in std::mem::take(&mut self.arrays) {
            self.frontend.release(array);
        }
        ensure(self.frontend.live() == 0, || format!("{} arrays are left", self.frontend.live()))?;
        for device in 0..self.run.devices {
            let token = self.frontend.wait_all(device);
            self.ask(Ok(token), Expected::Done)?;
        }
        self.settle_down()?;
        for device in 0..self.run.devices {
            self.frontend.trim(device);
        }
        self.settle_down()?;
        ensure(self.waiting.is_empty(), || format!("nobody answers {:?}", self.waiting))?;
        for station in &self.stations {
            let Some(backend) = &station.backend else { continue };
            let (memory, progress) = (backend.memory(), backend.progress());
            ensure(memory.allocated == 0, || format!("{memory:?} after everything was disposed"))?;
            let done = progress.completed == progress.decoded && progress.complete_before == progress.decoded;
            ensure(done, || format!("{progress:?} at the end"))?;
        }
        Ok(())
    }
}
