//! Everything that can go wrong, as data: a stable code for programs and a sentence with the remedy for people.

use serde::Serialize;
use thiserror::Error as ThisError;

/// Result of any fallible call of the lab.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of the lab. Its `Display` names the operation, the shapes and the remedy; [`Error::code`] is stable.
#[derive(Debug, Clone, PartialEq, ThisError)]
pub enum Error {
    /// Two operands whose shapes cannot be broadcast together.
    #[error("{op}: shapes {left} and {right} do not broadcast; make each trailing dimension equal, or 1")]
    Broadcast {
        /// The operation's name.
        op: &'static str,
        /// Shape of the left operand.
        left: String,
        /// Shape of the right operand.
        right: String,
    },
    /// Operands whose shapes the operation does not accept.
    #[error("{op}: {problem} (got {shapes}); {remedy}")]
    ShapeMismatch {
        /// The operation's name.
        op: &'static str,
        /// The misfit.
        problem: String,
        /// The shapes as given.
        shapes: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// A shape that no array can have.
    #[error("{op}: {problem}; give at most {max_rank} dimensions, each a whole number of 0 or more, and fewer than 2^32 elements", max_rank = crate::limits::MAX_RANK)]
    InvalidShape {
        /// The operation's name.
        op: &'static str,
        /// The fault in it.
        problem: String,
    },
    /// A number that is not usable where it was given.
    #[error("{op}: {name} is {value}; give {expected}")]
    InvalidNumber {
        /// The operation's name.
        op: &'static str,
        /// The argument's name.
        name: &'static str,
        /// The given value.
        value: String,
        /// The accepted values.
        expected: &'static str,
    },
    /// An option with a value outside its range.
    #[error("option {name} is {value}; give {expected}")]
    InvalidOption {
        /// The option's name.
        name: &'static str,
        /// The given value.
        value: String,
        /// The accepted values.
        expected: &'static str,
    },
    /// An array that was disposed, or that never existed in this lab.
    #[error("{op}: the array was disposed; keep it until its last use, or compute it again")]
    Disposed {
        /// The operation's name.
        op: &'static str,
    },
    /// An array larger than the device can hold in one buffer.
    #[error(
        "{op}: an array of shape {shape} needs {bytes} bytes, but the device binds at most {limit}; make it smaller"
    )]
    TooLarge {
        /// The operation's name.
        op: &'static str,
        /// Shape asked for.
        shape: String,
        /// Bytes it would need.
        bytes: u64,
        /// Largest array in bytes.
        limit: u64,
    },
    /// Operands on different devices.
    #[error(
        "{op}: the operands are on {left} and on {right}; bring one to the other's device first, with to('{left}')"
    )]
    DeviceMismatch {
        /// The operation's name.
        op: &'static str,
        /// Device of the first operand.
        left: &'static str,
        /// Device of another operand.
        right: &'static str,
    },
    /// A device that the lab does not have.
    #[error("{op}: this lab has no device {device}; it has {known}")]
    UnknownDevice {
        /// The operation's name.
        op: &'static str,
        /// The request.
        device: String,
        /// The devices there are.
        known: String,
    },
    /// The program enqueues without ever pausing for the backend's answers.
    #[error(
        "{op}: {operations} operations and {bytes} bytes are in the queue, and at most {limit} may be; await lab.room() or lab.waitAll() in the loop – nothing that was enqueued is lost"
    )]
    QueueFull {
        /// The operation's name.
        op: &'static str,
        /// Operations enqueued and not known to be complete.
        operations: u64,
        /// Bytes of their results.
        bytes: u64,
        /// The bound that is reached.
        limit: String,
    },
    /// `item()` on an array of more or fewer than one element.
    #[error(
        "item: an array of shape {shape} has {elements} elements, not one; reduce it first, with sum() for example"
    )]
    NotScalar {
        /// The array's shape.
        shape: String,
        /// Its number of elements.
        elements: usize,
    },
    /// A gradient of something that was not recorded, or no longer is.
    #[error("{op}: {problem}; {remedy}")]
    NoGradient {
        /// The operation's name.
        op: &'static str,
        /// Why there is none.
        problem: &'static str,
        /// The remedy.
        remedy: &'static str,
    },
    /// A call that a captured function cannot contain, or one that does not fit a captured function.
    #[error("{op}: {problem}; {remedy}")]
    NotCapturable {
        /// The operation's name.
        op: &'static str,
        /// Why not.
        problem: &'static str,
        /// The remedy.
        remedy: &'static str,
    },
    /// The device is gone. Nothing that was queued on it will finish.
    #[error("the device was lost: {reason}; connect again")]
    DeviceLost {
        /// The device's message.
        reason: String,
    },
    /// The device has no memory left.
    #[error(
        "out of memory: {bytes} bytes for {array} could not be allocated ({held} bytes are held); dispose arrays, or make them smaller"
    )]
    OutOfMemory {
        /// The array the memory was for.
        array: String,
        /// Bytes asked for.
        bytes: u64,
        /// Bytes the lab already holds.
        held: u64,
    },
    /// The policy allows no more memory, and nothing that runs will free any.
    #[error(
        "out of memory: {bytes} bytes for {array} exceed the limit of {limit} with {held} held by arrays alive; dispose arrays, make them smaller, or raise memoryLimit"
    )]
    MemoryLimit {
        /// The array the memory was for.
        array: String,
        /// Bytes asked for.
        bytes: u64,
        /// Bytes that are held.
        held: u64,
        /// Bytes that may be held.
        limit: u64,
    },
    /// A call whose result has no room beside the arrays that the program holds.
    #[error(
        "{op}: out of memory: {bytes} bytes for an array of shape {shape} exceed the limit of {limit} with {held} held by arrays alive; dispose arrays, make them smaller, or raise memoryLimit"
    )]
    CallOverLimit {
        /// The operation's name.
        op: &'static str,
        /// Shape of the result.
        shape: String,
        /// Bytes of it.
        bytes: u64,
        /// Bytes that are held.
        held: u64,
        /// Bytes that may be held.
        limit: u64,
    },
    /// A value that another device should have sent will never be computed there.
    #[error("{message}")]
    Elsewhere {
        /// The code of the error there.
        code: &'static str,
        /// Its sentence.
        message: String,
    },
    /// There is no device of the kind asked for.
    #[error("no {device} device: {reason}")]
    NoDevice {
        /// The kind asked for.
        device: String,
        /// Why, and what to do.
        reason: String,
    },
    /// A command stream that cannot be decoded.
    #[error("bad command stream: {problem}; this is a bug in the lab, please report it")]
    BadStream {
        /// The fault.
        problem: &'static str,
    },
    /// The device rejected work that it was given.
    #[error("the device reported an error: {reason}; this is a bug in the lab, please report it")]
    Device {
        /// The device's message.
        reason: String,
    },
    /// The lab was closed.
    #[error("{op}: the lab was closed; connect again")]
    Closed {
        /// The operation's name.
        op: &'static str,
    },
}

impl Error {
    /// The stable code of this error, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Broadcast { .. } | Self::ShapeMismatch { .. } => "SHAPE_MISMATCH",
            Self::InvalidShape { .. } => "INVALID_SHAPE",
            Self::InvalidNumber { .. } => "INVALID_NUMBER",
            Self::InvalidOption { .. } => "INVALID_OPTION",
            Self::Disposed { .. } => "DISPOSED",
            Self::TooLarge { .. } => "TOO_LARGE",
            Self::DeviceMismatch { .. } => "DEVICE_MISMATCH",
            Self::UnknownDevice { .. } => "NO_DEVICE",
            Self::QueueFull { .. } => "QUEUE_FULL",
            Self::NotScalar { .. } => "NOT_SCALAR",
            Self::NoGradient { .. } => "NO_GRADIENT",
            Self::NotCapturable { .. } => "NOT_CAPTURABLE",
            Self::DeviceLost { .. } => "DEVICE_LOST",
            Self::OutOfMemory { .. } | Self::MemoryLimit { .. } | Self::CallOverLimit { .. } => "OUT_OF_MEMORY",
            Self::Elsewhere { code, .. } => code,
            Self::NoDevice { .. } => "NO_DEVICE",
            Self::BadStream { .. } => "BAD_STREAM",
            Self::Device { .. } => "DEVICE_ERROR",
            Self::Closed { .. } => "CLOSED",
        }
    }

    /// The operation that the sentence begins with, where it names one.
    #[must_use]
    pub fn op(&self) -> Option<&'static str> {
        match self {
            Self::Broadcast { op, .. }
            | Self::ShapeMismatch { op, .. }
            | Self::InvalidShape { op, .. }
            | Self::InvalidNumber { op, .. }
            | Self::Disposed { op }
            | Self::TooLarge { op, .. }
            | Self::DeviceMismatch { op, .. }
            | Self::UnknownDevice { op, .. }
            | Self::QueueFull { op, .. }
            | Self::NoGradient { op, .. }
            | Self::NotCapturable { op, .. }
            | Self::CallOverLimit { op, .. }
            | Self::Closed { op } => Some(op),
            Self::NotScalar { .. } => Some("item"),
            Self::InvalidOption { .. }
            | Self::DeviceLost { .. }
            | Self::OutOfMemory { .. }
            | Self::MemoryLimit { .. }
            | Self::Elsewhere { .. }
            | Self::NoDevice { .. }
            | Self::BadStream { .. }
            | Self::Device { .. } => None,
        }
    }

    /// The error as it crosses a thread.
    #[must_use]
    pub fn report(&self) -> Report {
        Report { code: self.code(), message: self.to_string(), op: self.op() }
    }
}

impl Report {
    /// The error in the report of another thread: a lack of memory, a closed lab, a lost device, or else an error of the device.
    #[must_use]
    pub fn elsewhere(code: &str, message: String) -> Error {
        let known = ["OUT_OF_MEMORY", "CLOSED", "DEVICE_LOST"].into_iter().find(|&known| known == code);
        Error::Elsewhere { code: known.unwrap_or("DEVICE_ERROR"), message }
    }
}

/// An error reduced to what JavaScript needs to rebuild it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The stable code.
    pub code: &'static str,
    /// The sentence for people.
    pub message: String,
    /// The operation that the sentence begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub op: Option<&'static str>,
}

/// A number as the errors show it. In a browser JavaScript writes it: Rust's own way would add 8 KB to the download.
#[must_use]
pub fn number_text(number: f64) -> String {
    #[cfg(target_arch = "wasm32")]
    return js_sys::Number::from(number).to_string_with_radix(10).map(String::from).unwrap_or_default();
    #[cfg(not(target_arch = "wasm32"))]
    return number.to_string();
}
