//! The contract of a device: it executes operations, and reports when they are complete.

use crate::error::{Error, Result};
pub use crate::id::Serial;
use crate::op::{Call, DeviceClass, Limits, Opcode, Operation, Plan};
use crate::wire::Token;
use futures_channel::mpsc::UnboundedSender;
use serde::Serialize;

pub mod cpu;
pub mod open;
pub mod sim;
pub mod webgpu;

/// Names a buffer of a device. Chosen by the backend, small, reused.
pub type BufferId = u32;

/// An operation with its buffers, ready to be recorded.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The operation's index in [`crate::ops::ALL`].
    pub opcode: Opcode,
    /// The operation.
    pub op: &'static dyn Operation,
    /// Shapes and attributes.
    pub call: Call<'a>,
    /// Where the inputs are.
    pub inputs: &'a [BufferId],
    /// Where the output is written.
    pub output: BufferId,
    /// The plan that [`Device::plan`] returned.
    pub plan: &'a Plan,
    /// Temporaries, as many and as large as the plan asks for.
    pub scratch: &'a [BufferId],
    /// When the frontend enqueued it (ms on the lab's clock; NaN when not traced).
    pub enqueued: f64,
}

/// Events of a device, in the order in which they happened. Devices send these through the channel they were made with.
#[derive(Debug)]
pub enum Event {
    /// Every operation of this submission and of those before it is complete.
    Completed {
        /// The submission in question.
        serial: Serial,
        /// When that was noticed, in ms on the lab's clock: an upper bound on the time of completion.
        at: f64,
        /// The event-loop turn in which it was noticed.
        turn: u32,
    },
    /// When each operation of a measured submission started and ended, in order, in ms on the device's clock.
    Timed {
        /// The submission in question.
        serial: Serial,
        /// Start and end of each operation.
        spans: Vec<(f64, f64)>,
    },
    /// The elements that [`Device::read`] asked for.
    Read {
        /// The token given with the request.
        token: Token,
        /// The elements, or why the host has no room for them.
        outcome: Result<Vec<f32>>,
    },
    /// Whether there is memory for a buffer that was [asked for](Allocation::Asked); or that there is none for one that was
    /// [ready](Allocation::Ready). In the second case the event comes before the completion of the submissions that use the buffer, and no part of
    /// them runs.
    Allocated {
        /// The buffer in question.
        id: BufferId,
        /// Whether it may be used.
        granted: bool,
    },
    /// The device can no longer be used, and why.
    Failed(Error),
}

/// Whether a new buffer can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// It can be used.
    Ready,
    /// It must not be used before [`Event::Allocated`] reports that there was memory for it.
    Asked,
}

/// Where a device sends its events.
pub type Events = UnboundedSender<Event>;

/// Reports that the thread is alive. A device calls it before each call into the browser that may block the thread, such as one that compiles.
pub type Alive = Box<dyn Fn()>;

/// Whether a device has more to do on the calling thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Call [`Device::poll`] again.
    Busy,
    /// Nothing can be done here until an event or a command arrives.
    Idle,
}

/// Ways to make a browser look for completed work sooner than it would by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nudging {
    /// Not at all.
    #[default]
    Never,
    /// By a few questions after a submission to an idle queue.
    Ask,
    /// By empty submissions for as long as something is awaited.
    Submit,
}

impl Nudging {
    /// Most questions after a submission to an idle queue. Chromium looks for completed work every 2 ms. For work that is not done after the last
    /// question, that delay is a small part of its time.
    #[must_use]
    pub fn questions(self) -> u32 {
        if self == Self::Ask { 3 } else { 0 }
    }
}

/// An executor of operations: it records them, runs a submission in order, reports through [`Event`]s. It never blocks.
pub trait Device {
    /// Its limits.
    fn limits(&self) -> Limits;

    /// Its description, for people.
    fn adapter(&self) -> Adapter;

    /// Whether its spans are on the lab's own clock; otherwise they must be fitted to it.
    fn shares_clock(&self) -> bool;

    /// The dispatches for a call within `limits`, the device's or stricter ones, and the temporaries they need. A device without kernels computes by
    /// the reference. `kernel` is an index into [`Operation::kernels`]; with `None` the operation decides.
    fn plan(&self, op: &'static dyn Operation, call: &Call<'_>, _kernel: Option<usize>, _limits: &Limits) -> Plan {
        Plan::by_reference(op, call)
    }

    /// Creates a buffer of a multiple of 16 bytes.
    ///
    /// # Errors
    /// `OUT_OF_MEMORY` when that is known at once. A device that learns only later whether there is memory returns [`Allocation::Asked`], so that the
    /// buffer is not used until [`Event::Allocated`] reports it; or it returns [`Allocation::Ready`], and the event reports only a lack.
    fn allocate(&mut self, id: BufferId, bytes: u64) -> Result<Allocation>;

    /// Gives a buffer back. Submitted work may still use it.
    fn release(&mut self, id: BufferId);

    /// Fills the beginning of a buffer, after all that was submitted. The caller has submitted everything that it had encoded.
    fn write(&mut self, id: BufferId, bits: Vec<u32>);

    /// Records an operation for the next submission. Without dispatches in its plan it has nothing to run on a GPU: it has
    /// no elements, or is a view of its input.
    fn encode(&mut self, job: &Job<'_>);

    /// Hands over all that was encoded, possibly nothing; [`Event::Completed`] will follow.
    fn submit(&mut self, serial: Serial);

    /// Copies the first `elements` of a buffer to the host, after all that was submitted; [`Event::Read`] will follow, unless the
    /// device is lost.
    fn read(&mut self, id: BufferId, elements: usize, token: Token);

    /// Whether operations are timed one by one from the next submission on.
    fn measure(&mut self, on: bool);

    /// Measures its rate of arithmetic, in 10⁹ flops a second, if operations run on the calling thread. It takes some 10 ms. NaN on a GPU, which the
    /// calling thread cannot time.
    fn rate(&self) -> f64 {
        f64::NAN
    }

    /// Loses the device on purpose, as a crash of its driver would; [`Event::Failed`] will follow.
    fn lose(&mut self);

    /// Gives the device the thread for a short while, where it needs one.
    fn poll(&mut self) -> Activity;
}

impl Adapter {
    /// Its class: browsers report vendor and architecture in words of <https://www.w3.org/TR/webgpu/#gpuadapterinfo>.
    #[must_use]
    pub fn machine(&self) -> DeviceClass {
        match (self.software, self.vendor.as_str()) {
            (true, _) => DeviceClass::Software,
            (_, "amd") if self.architecture.starts_with("gcn") => DeviceClass::Gcn,
            (_, "nvidia") => DeviceClass::Nvidia,
            (_, "apple" | "qualcomm" | "arm") => DeviceClass::FewRegisters,
            _ => DeviceClass::Gpu,
        }
    }
}

/// The adapter behind a device.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Adapter {
    /// Its name in the driver.
    pub name: String,
    /// Its vendor.
    pub vendor: String,
    /// Its family.
    pub architecture: String,
    /// It is a program on the CPU, not a GPU.
    pub software: bool,
    /// It can time operations (timestamp queries).
    pub timestamps: bool,
}
