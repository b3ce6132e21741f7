//! Opening a device: the one place that knows every kind.

use super::cpu::Cpu;
use super::sim::{Machine, Sim, VirtualClock};
use super::webgpu::WebGpu;
use super::{Alive, Device, Events, Nudging};
use crate::error::Result;
use crate::trace::clock::Clock;
use std::rc::Rc;

/// The kind of device that is wanted, with what it needs.
pub enum Wanted {
    /// A GPU.
    WebGpu {
        /// How the browser is made to look for completions sooner than by itself.
        nudge: Nudging,
        /// Called before each call into the browser that may block the thread.
        alive: Alive,
    },
    /// The CPU.
    Cpu,
    /// A simulation of this machine; see [`simulated`].
    Sim(Box<Machine>, Option<String>),
}

/// A device and the clock that times its events.
pub struct Opened {
    /// The device.
    pub device: Box<dyn Device>,
    /// The lab's clock: the real one, or a simulation's.
    pub clock: Rc<dyn Clock>,
    /// The same clock where it is virtual, for further devices of the simulation.
    pub simulated: Option<Rc<VirtualClock>>,
}

/// Opens a device that reports to `events`. A device that is not simulated uses the clock that `real` makes.
///
/// # Errors
/// `NO_DEVICE`.
pub async fn open(wanted: Wanted, real: impl FnOnce() -> Rc<dyn Clock>, events: Events) -> Result<Opened> {
    let (device, clock): (Box<dyn Device>, _) = match wanted {
        Wanted::Sim(machine, name) => {
            let clock = Rc::new(VirtualClock::new(&machine));
            return Ok(simulated(*machine, name, clock, events));
        }
        Wanted::WebGpu { nudge, alive } => {
            let clock = real();
            (Box::new(WebGpu::connect(clock.clone(), events, nudge, alive).await?), clock)
        }
        Wanted::Cpu => {
            let clock = real();
            (Box::new(Cpu::new(clock.clone(), events)), clock)
        }
    };
    Ok(Opened { device, clock, simulated: None })
}

/// A simulation of a machine on a virtual clock. `name` is shown as the device's; the default states t1, t2 and t3.
#[must_use]
pub fn simulated(machine: Machine, name: Option<String>, clock: Rc<VirtualClock>, events: Events) -> Opened {
    let device = Box::new(Sim::new(clock.clone(), events, machine, name));
    Opened { device, clock: clock.clone(), simulated: Some(clock) }
}
