//! Frontend and backend on one thread, for Rust programs: the tests, and everything that runs without a browser.

use crate::backend::calibrate::Calibration;
use crate::backend::graph::Operation;
use crate::backend::policy::Policy;
use crate::backend::{Backend, Reply};
use crate::device::open::{self, Nudging, Opened, Wanted};
use crate::device::sim::{Costs, Machine};
use crate::device::{Device, Event, Events, Progress};
use crate::error::{Error, Result};
use crate::frontend::{Bounds, Frontend, OWN};
use crate::op::Opcode;
use crate::shape::Shape;
use crate::trace::clock::Clock;
use crate::trace::record::Trace;
use crate::wire::{ArrayId, DeviceIndex, Token, TraceMode};
use futures_channel::mpsc::{UnboundedReceiver, unbounded};
use futures_util::StreamExt;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

/// The device of a lab.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A GPU.
    WebGpu,
    /// The CPU.
    Cpu,
    /// A simulation with these costs.
    Sim(Costs),
}

/// A backend with what its device tells.
struct Station {
    backend: Backend,
    incoming: UnboundedReceiver<Event>,
}

/// A frontend, and a backend for each of its devices.
pub struct Lab {
    frontend: Frontend,
    stations: Vec<Station>,
    clock: Rc<dyn Clock>,
    replies: Vec<Reply>,
    lost: Option<Error>,
}

impl Lab {
    /// Connects to a device.
    ///
    /// # Errors
    /// `NO_DEVICE`, `INVALID_OPTION`.
    pub async fn connect(kind: Kind, policy: Policy) -> Result<Self> {
        let (events, incoming) = unbounded();
        let (device, clock) = open(kind, events).await?;
        Self::with_device(device, clock, incoming, policy)
    }

    /// A lab on a device made elsewhere, which reports to `incoming`.
    ///
    /// # Errors
    /// `INVALID_OPTION`, or what the device fails with.
    pub fn with_device(
        device: Box<dyn Device>,
        clock: Rc<dyn Clock>,
        incoming: UnboundedReceiver<Event>,
        policy: Policy,
    ) -> Result<Self> {
        let station = Station { backend: Backend::new(device, clock.clone(), policy)?, incoming };
        let mut frontend = Frontend::new(clock.clone(), Bounds::default());
        frontend.add_device("own", station.backend.device().limits());
        Ok(Self { frontend, stations: vec![station], clock, replies: Vec::new(), lost: None })
    }

    /// One more device, on the same clock. A simulated one would bring a clock of its own.
    ///
    /// # Errors
    /// `NO_DEVICE`, `INVALID_OPTION`.
    pub async fn add_device(&mut self, kind: Kind, policy: Policy) -> Result<DeviceIndex> {
        let (events, incoming) = unbounded();
        if let Kind::Sim(_) = kind {
            let expected = "a device on the lab's clock, which a simulation is not";
            return Err(Error::InvalidOption { name: "device", value: "sim".into(), expected });
        }
        let clock = self.clock.clone();
        let Opened { device, .. } = open::open(kind.wanted()?, move || clock, events).await?;
        let station = Station { backend: Backend::new(device, self.clock.clone(), policy)?, incoming };
        let index = self.frontend.add_device("other", station.backend.device().limits());
        self.stations.push(station);
        Ok(index)
    }

    /// Measures what the clocks of the lab's own device can tell, unless that is known already: every recording does.
    ///
    /// # Errors
    /// When the device is lost.
    pub async fn calibrate(&mut self) -> Result<Calibration> {
        let token = self.frontend.calibrate(OWN);
        self.answer(token).await?;
        let calibration = self.stations[OWN as usize].backend.calibration();
        calibration.copied().ok_or(Error::BadStream { problem: "an answer of another kind" })
    }

    /// The backend of the lab's own device.
    #[must_use]
    pub fn backend(&self) -> &Backend {
        &self.stations[OWN as usize].backend
    }

    /// Has the calls of a class run with one kernel, on the lab's own device.
    ///
    /// # Errors
    /// `INVALID_OPTION` where there is no such kernel.
    pub fn pin(&mut self, class: &str, kernel: &str) -> Result<()> {
        self.stations[OWN as usize].backend.pin(class, kernel)
    }

    /// Kernels chosen since the last time, by class of calls.
    pub fn take_chosen(&mut self) -> Vec<(String, &'static str)> {
        self.stations[OWN as usize].backend.take_chosen()
    }

    /// The frontend, for whatever has no method here.
    pub fn frontend(&mut self) -> &mut Frontend {
        &mut self.frontend
    }

    /// Now, in ms on the lab's clock.
    #[must_use]
    pub fn now(&self) -> f64 {
        self.clock.now()
    }

    /// Enqueues an operation; see [`Frontend::apply`].
    ///
    /// # Errors
    /// As [`Frontend::apply`].
    pub fn apply(&mut self, op: Opcode, inputs: &[ArrayId], attrs: &[u32]) -> Result<ArrayId> {
        self.frontend.apply(op, inputs, attrs)
    }

    /// An array of values on the lab's own device; see [`Frontend::write`].
    ///
    /// # Errors
    /// As [`Frontend::write`].
    pub fn array(&mut self, dims: &[u32], values: &[f32]) -> Result<ArrayId> {
        self.frontend.write(OWN, dims, values)
    }

    /// The shape of an array.
    ///
    /// # Errors
    /// `DISPOSED`.
    pub fn shape(&self, array: ArrayId) -> Result<Shape> {
        self.frontend.shape("shape", array)
    }

    /// The program no longer needs the array.
    pub fn dispose(&mut self, array: ArrayId) {
        self.frontend.release(array);
    }

    /// Loses the lab's own device on purpose, to see what then happens.
    pub fn lose(&mut self) {
        self.stations[OWN as usize].backend.lose();
    }

    /// Hands what was enqueued to the backends, which begin with it.
    pub fn flush(&mut self) {
        for (device, station) in (0..).zip(&mut self.stations) {
            station.backend.receive(self.frontend.chunk(device));
            self.frontend.clear(device);
        }
        self.collect();
    }

    /// Waits until the array is computed.
    ///
    /// # Errors
    /// `DISPOSED`, or why it never will be.
    pub async fn wait_to_read(&mut self, array: ArrayId) -> Result<()> {
        let token = self.frontend.wait(array)?;
        self.answer(token).await.map(|_| ())
    }

    /// Waits until everything enqueued is computed.
    ///
    /// # Errors
    /// Why it never will be.
    pub async fn wait_all(&mut self) -> Result<()> {
        let tokens: Vec<Token> = (0..).zip(&self.stations).map(|(device, _)| self.frontend.wait_all(device)).collect();
        let mut outcome = Ok(());
        for token in tokens {
            outcome = outcome.and(self.answer(token).await.map(|_| ()));
        }
        outcome
    }

    /// Waits until all but the last `back` operations of the lab's own device are complete.
    ///
    /// # Errors
    /// When the device is lost.
    pub async fn mark(&mut self, back: u32) -> Result<()> {
        let token = self.frontend.mark(OWN, back);
        self.answer(token).await.map(|_| ())
    }

    /// The operations of the lab's own device that are not complete, in program order.
    ///
    /// # Errors
    /// When the device is lost.
    pub async fn graph(&mut self) -> Result<Vec<Operation>> {
        let token = self.frontend.graph(OWN);
        match self.answer(token).await? {
            Reply::Graph { mut operations, .. } => {
                operations.sort_unstable_by_key(|operation| operation.seq);
                Ok(operations)
            }
            _ => Err(Error::BadStream { problem: "an answer of another kind" }),
        }
    }

    /// The elements of an array, in row-major order.
    ///
    /// # Errors
    /// `DISPOSED`, or why it never will be computed.
    pub async fn data(&mut self, array: ArrayId) -> Result<Vec<f32>> {
        let token = self.frontend.read(array)?;
        match self.answer(token).await? {
            Reply::Data { data, .. } => Ok(data),
            _ => Err(Error::BadStream { problem: "an answer of another kind" }),
        }
    }

    /// Records what is enqueued from here on.
    ///
    /// # Errors
    /// When the device is lost.
    pub async fn start_trace(&mut self, mode: TraceMode) -> Result<()> {
        let token = self.frontend.trace(OWN, mode);
        self.answer(token).await.map(|_| ())
    }

    /// Stops recording; waits for everything that was recorded.
    ///
    /// # Errors
    /// When the device is lost.
    pub async fn stop_trace(&mut self) -> Result<Trace> {
        let token = self.frontend.trace(OWN, TraceMode::Stop);
        match self.answer(token).await? {
            Reply::Trace { trace, .. } => Ok(*trace),
            _ => Err(Error::BadStream { problem: "an answer of another kind" }),
        }
    }

    /// Waits for an answer that the frontend was asked for.
    ///
    /// # Errors
    /// Why what was waited for will never be.
    pub async fn answer(&mut self, token: Token) -> Result<Reply> {
        self.flush();
        loop {
            if let Some(index) = self.replies.iter().position(|reply| token_of(reply) == Some(token)) {
                return match self.replies.swap_remove(index) {
                    Reply::Failed { error, .. } => Err(error),
                    reply => Ok(reply),
                };
            }
            if let Some(error) = &self.lost {
                return Err(error.clone());
            }
            self.step().await?;
        }
    }

    /// Gives every device the thread; sleeps only where none has anything to do.
    async fn step(&mut self) -> Result<()> {
        let mut busy = false;
        for station in &mut self.stations {
            if let Ok(event) = station.incoming.try_recv() {
                station.backend.handle(event);
                busy = true;
            } else {
                busy |= station.backend.poll() == Progress::Busy;
            }
        }
        if !busy {
            // Some device will tell something, and nobody knows which.
            let stations = &mut self.stations;
            let (index, event) = poll_fn(|context| {
                let told = stations.iter_mut().enumerate().find_map(|(index, station)| {
                    match station.incoming.poll_next_unpin(context) {
                        Poll::Ready(event) => Some((index, event)),
                        Poll::Pending => None,
                    }
                });
                told.map_or(Poll::Pending, Poll::Ready)
            })
            .await;
            let event = event.ok_or(Error::Closed { op: "wait" })?;
            self.stations[index].backend.handle(event);
        }
        self.collect();
        Ok(())
    }

    /// Takes the answers, and passes on what one device sends to another.
    fn collect(&mut self) {
        let mut index = 0;
        while index < self.stations.len() {
            let replies = self.stations[index].backend.take_replies();
            // A delivered message may cause answers of its own.
            let again = replies.iter().any(|reply| matches!(reply, Reply::Sent { .. }));
            for reply in replies {
                match reply {
                    Reply::Calibrated { .. } => {}
                    Reply::Lost { error } => self.lost = Some(error),
                    Reply::Sent { device, token, outcome } => {
                        self.stations[device as usize].backend.deliver(token, outcome);
                    }
                    reply => self.replies.push(reply),
                }
            }
            let progress = self.stations[index].backend.progress();
            self.frontend.complete_before(index as DeviceIndex, progress.complete_before);
            index = if again { 0 } else { index + 1 };
        }
    }
}

/// Opens a device and the clock it lives on.
///
/// # Errors
/// `NO_DEVICE`, or `INVALID_OPTION` for costs that cannot be.
pub async fn open(kind: Kind, events: Events) -> Result<(Box<dyn Device>, Rc<dyn Clock>)> {
    let opened = open::open(kind.wanted()?, real_clock, events).await?;
    Ok((opened.device, opened.clock))
}

fn real_clock() -> Rc<dyn Clock> {
    #[cfg(target_arch = "wasm32")]
    return Rc::new(crate::web::clock::WebClock::new(None));
    #[cfg(not(target_arch = "wasm32"))]
    return Rc::new(crate::trace::clock::NativeClock::default());
}

impl Kind {
    fn wanted(self) -> Result<Wanted> {
        Ok(match self {
            Self::WebGpu => Wanted::WebGpu { nudge: Nudging::Never },
            Self::Cpu => Wanted::Cpu,
            Self::Sim(costs) => Wanted::Sim(Box::new(Machine::from(costs.checked()?)), None),
        })
    }
}

fn token_of(reply: &Reply) -> Option<Token> {
    match reply {
        Reply::Done { token }
        | Reply::Data { token, .. }
        | Reply::Trace { token, .. }
        | Reply::Graph { token, .. }
        | Reply::Failed { token, .. } => Some(*token),
        Reply::Lost { .. } | Reply::Sent { .. } | Reply::Calibrated { .. } => None,
    }
}
