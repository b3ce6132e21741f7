//! Frontend and backend on one thread, for Rust programs: the tests, and everything that runs without a browser.

use crate::backend::calibrate::{Calibration, Incoming, calibrate, next_event};
use crate::backend::policy::Policy;
use crate::backend::{Backend, Reply};
use crate::device::cpu::Cpu;
use crate::device::sim::{Costs, Sim, VirtualClock};
use crate::device::webgpu::WebGpu;
use crate::device::{Device, Events};
use crate::error::{Error, Result};
use crate::frontend::Frontend;
use crate::op::Opcode;
use crate::shape::Shape;
use crate::trace::clock::Clock;
use crate::trace::record::Trace;
use crate::wire::{ArrayId, Token, TraceMode};
use futures_channel::mpsc::unbounded;
use std::rc::Rc;

/// Which device a lab has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A GPU.
    WebGpu,
    /// The CPU.
    Cpu,
    /// A simulation with these costs.
    Sim(Costs),
}

/// A frontend, a backend and its device.
pub struct Lab {
    frontend: Frontend,
    backend: Backend,
    incoming: Incoming,
    calibration: Calibration,
    clock: Rc<dyn Clock>,
    replies: Vec<Reply>,
    lost: Option<Error>,
}

impl Lab {
    /// Connects to a device and measures its clocks.
    ///
    /// # Errors
    /// `NO_DEVICE`, `INVALID_OPTION`.
    pub async fn connect(kind: Kind, policy: Policy) -> Result<Self> {
        let (events, incoming) = unbounded();
        let (device, clock) = open(kind, events).await?;
        Self::with_device(device, clock, incoming, policy).await
    }

    /// A lab on a device made elsewhere, which reports to `incoming`.
    ///
    /// # Errors
    /// `INVALID_OPTION`, or what the device fails with.
    pub async fn with_device(
        device: Box<dyn Device>,
        clock: Rc<dyn Clock>,
        mut incoming: Incoming,
        policy: Policy,
    ) -> Result<Self> {
        let mut backend = Backend::new(device, clock.clone(), policy)?;
        let calibration = calibrate(&mut backend, &mut incoming).await?;
        let frontend = Frontend::new(backend.device().limits(), clock.clone());
        Ok(Self { frontend, backend, incoming, calibration, clock, replies: Vec::new(), lost: None })
    }

    /// What the clocks can tell.
    #[must_use]
    pub fn calibration(&self) -> &Calibration {
        &self.calibration
    }

    /// The backend.
    #[must_use]
    pub fn backend(&self) -> &Backend {
        &self.backend
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

    /// An array of values; see [`Frontend::write`].
    ///
    /// # Errors
    /// As [`Frontend::write`].
    pub fn array(&mut self, dims: &[u32], values: &[f32]) -> Result<ArrayId> {
        self.frontend.write(dims, values)
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

    /// Loses the device on purpose, to see what then happens.
    pub fn lose(&mut self) {
        self.backend.lose();
    }

    /// Hands what was enqueued to the backend, which begins with it.
    pub fn flush(&mut self) {
        self.backend.receive(self.frontend.words(), self.frontend.times());
        self.frontend.clear();
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
        let token = self.frontend.wait_all();
        self.answer(token).await.map(|_| ())
    }

    /// The elements of an array, in row-major order.
    ///
    /// # Errors
    /// `DISPOSED`, or why it never will be computed.
    pub async fn data(&mut self, array: ArrayId) -> Result<Vec<f32>> {
        let token = self.frontend.read(array)?;
        match self.answer(token).await? {
            Reply::Data { data, .. } => Ok(data),
            _ => Err(Error::BadStream { at: 0, problem: "an answer of another kind" }),
        }
    }

    /// Records what is enqueued from here on.
    ///
    /// # Errors
    /// When the device is lost.
    pub async fn start_trace(&mut self, mode: TraceMode) -> Result<()> {
        let token = self.frontend.trace(mode);
        self.answer(token).await.map(|_| ())
    }

    /// Stops recording; waits for everything that was recorded.
    ///
    /// # Errors
    /// When the device is lost.
    pub async fn stop_trace(&mut self) -> Result<Trace> {
        let token = self.frontend.trace(TraceMode::Stop);
        match self.answer(token).await? {
            Reply::Trace { trace, .. } => Ok(*trace),
            _ => Err(Error::BadStream { at: 0, problem: "an answer of another kind" }),
        }
    }

    async fn answer(&mut self, token: Token) -> Result<Reply> {
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
            let event = next_event(&mut self.backend, &mut self.incoming).await?;
            self.backend.handle(event);
            self.collect();
        }
    }

    fn collect(&mut self) {
        for reply in self.backend.take_replies() {
            match reply {
                Reply::Lost { error } => self.lost = Some(error),
                reply => self.replies.push(reply),
            }
        }
    }
}

/// Opens a device and the clock it lives on.
///
/// # Errors
/// `NO_DEVICE`, or `INVALID_OPTION` for costs that cannot be.
pub async fn open(kind: Kind, events: Events) -> Result<(Box<dyn Device>, Rc<dyn Clock>)> {
    if let Kind::Sim(costs) = kind {
        let costs = costs.checked()?;
        let clock = Rc::new(VirtualClock::new(&costs));
        return Ok((Box::new(Sim::new(clock.clone(), events, costs)), clock));
    }
    #[cfg(target_arch = "wasm32")]
    let clock: Rc<dyn Clock> = Rc::new(crate::web::clock::WebClock::new(None));
    #[cfg(not(target_arch = "wasm32"))]
    let clock: Rc<dyn Clock> = Rc::new(crate::trace::clock::NativeClock::default());
    let device: Box<dyn Device> = match kind {
        Kind::WebGpu => Box::new(WebGpu::connect(clock.clone(), events, false).await?),
        _ => Box::new(Cpu::new(clock.clone(), events)),
    };
    Ok((device, clock))
}

fn token_of(reply: &Reply) -> Option<Token> {
    match reply {
        Reply::Done { token }
        | Reply::Data { token, .. }
        | Reply::Trace { token, .. }
        | Reply::Failed { token, .. } => Some(*token),
        Reply::Lost { .. } => None,
    }
}
