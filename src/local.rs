//! Frontend and backend on one thread, for Rust programs: the tests, and everything that runs without a browser.

mod waits;

use crate::backend::calibrate::Calibration;
use crate::backend::policy::Policy;
use crate::backend::{Backend, Choice, Reply};
use crate::device::open::{self, Opened, Wanted};
use crate::device::sim::{Costs, Machine};
use crate::device::{Device, Event, Events, Nudging};
use crate::error::{Error, Result};
use crate::frontend::{Bounds, Capacity, Frontend, OWN};
use crate::op::Opcode;
use crate::shape::Shape;
use crate::trace::clock::Clock;
use crate::wire::{ArrayId, DeviceIndex};
use futures_channel::mpsc::{UnboundedReceiver, unbounded};
use std::rc::Rc;

/// The device of a lab.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DeviceKind {
    /// A GPU.
    WebGpu,
    /// The CPU.
    Cpu,
    /// A simulation with these costs.
    Sim(Costs),
}

/// A backend with the events of its device.
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
    pub async fn connect(kind: DeviceKind, policy: Policy) -> Result<Self> {
        let (events, incoming) = unbounded();
        let (device, clock) = open(kind, events).await?;
        Self::with_device(device, clock, incoming, policy)
    }

    /// A lab on a device made elsewhere, which reports to `incoming`.
    ///
    /// # Errors
    /// `INVALID_OPTION`.
    pub fn with_device(
        device: Box<dyn Device>,
        clock: Rc<dyn Clock>,
        incoming: UnboundedReceiver<Event>,
        policy: Policy,
    ) -> Result<Self> {
        let station = Station { backend: Backend::new(device, clock.clone(), policy)?, incoming };
        let mut frontend = Frontend::new(clock.clone(), Bounds::default());
        frontend.add_device("own", Capacity::unbounded(station.backend.device().limits()));
        Ok(Self { frontend, stations: vec![station], clock, replies: Vec::new(), lost: None })
    }

    /// Adds a device on the same clock. A simulated device is rejected, since it has a clock of its own.
    ///
    /// # Errors
    /// `NO_DEVICE`, `INVALID_OPTION`.
    pub async fn add_device(&mut self, kind: DeviceKind, policy: Policy) -> Result<DeviceIndex> {
        let (events, incoming) = unbounded();
        if let DeviceKind::Sim(_) = kind {
            let expected = "a device on the lab's clock, which a simulation is not";
            return Err(Error::InvalidOption { name: "device", value: "sim".into(), expected });
        }
        let clock = self.clock.clone();
        let Opened { device, .. } = open::open(kind.wanted()?, move || clock, events).await?;
        let station = Station { backend: Backend::new(device, self.clock.clone(), policy)?, incoming };
        let index = self.frontend.add_device("other", Capacity::unbounded(station.backend.device().limits()));
        self.stations.push(station);
        Ok(index)
    }

    /// Measures the clocks of the lab's own device, unless that is done already: every recording needs it.
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

    /// Kernels chosen since the last time.
    pub fn take_chosen(&mut self) -> Vec<Choice> {
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
}

/// Opens a device and the clock that it uses.
///
/// # Errors
/// `NO_DEVICE`, or `INVALID_OPTION` for invalid costs.
pub async fn open(kind: DeviceKind, events: Events) -> Result<(Box<dyn Device>, Rc<dyn Clock>)> {
    let opened = open::open(kind.wanted()?, real_clock, events).await?;
    Ok((opened.device, opened.clock))
}

fn real_clock() -> Rc<dyn Clock> {
    #[cfg(target_arch = "wasm32")]
    return Rc::new(crate::web::clock::WebClock::new(None));
    #[cfg(not(target_arch = "wasm32"))]
    return Rc::new(crate::trace::clock::NativeClock::default());
}

impl DeviceKind {
    fn wanted(self) -> Result<Wanted> {
        Ok(match self {
            Self::WebGpu => Wanted::WebGpu { nudge: Nudging::Never, alive: Box::new(|| {}) },
            Self::Cpu => Wanted::Cpu,
            Self::Sim(costs) => Wanted::Sim(Box::new(Machine::from(costs.checked()?)), None),
        })
    }
}
