//! One device as the frontend knows it: its limits, and the work on its way there.

use super::departure::Departure;
use super::holdings::Holdings;
use super::pressure::{Bounds, Pressure};
use super::readings::Readings;
use super::workload::Workload;
use crate::error::Error;
use crate::op::Limits;
use crate::shape::Shape;
use crate::wire::Encoder;

/// The amounts that a device can hold and do.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// Its own limits.
    pub limits: Limits,
    /// Most bytes of arrays that the program may hold; a call that exceeds them is rejected.
    pub memory: u64,
    /// Bytes of results on their way above which a program should wait for room.
    pub queued: u64,
    /// Flops and bytes that it does at least in a ms; infinite where the time of the work on its way is not bounded.
    pub least_rate: f64,
}

impl Capacity {
    /// The capacity of a device that only its own limits bound.
    #[must_use]
    pub fn unbounded(limits: Limits) -> Self {
        Self { limits, memory: u64::MAX, queued: u64::MAX, least_rate: f64::INFINITY }
    }
}

/// The commands for one device that are not yet handed over, and the way to it.
pub(super) struct Stream {
    pub(super) name: &'static str,
    pub(super) limits: Limits,
    pub(super) encoder: Encoder,
    pub(super) readings: Readings,
    pub(super) departure: Departure,
    pub(super) pressure: Pressure,
    pub(super) holdings: Holdings,
    pub(super) workload: Workload,
}

impl Stream {
    pub(super) fn new(name: &'static str, capacity: Capacity, bounds: Bounds, early: Option<u64>) -> Self {
        let Capacity { limits, memory, queued, least_rate } = capacity;
        Self {
            name,
            limits,
            encoder: Encoder::default(),
            readings: Readings::new(true),
            departure: Departure::new(early),
            pressure: Pressure::new(bounds, queued, least_rate),
            holdings: Holdings::new(memory, limits.array_bytes),
            workload: Workload::default(),
        }
    }

    /// Why a result of this shape was rejected.
    #[cold]
    pub(super) fn rejection(&self, op: &'static str, shape: Shape) -> Error {
        let (bytes, limit) = (shape.bytes(), self.limits.array_bytes);
        if bytes > limit {
            return Error::TooLarge { op, shape: shape.to_string(), bytes, limit };
        }
        if !self.holdings.has_room(self.holdings.taken_by(bytes)) && !self.pressure.is_full(bytes) {
            let (held, limit) = (self.holdings.used(), self.holdings.limit());
            return Error::CallOverLimit { op, shape: shape.to_string(), bytes, held, limit };
        }
        self.pressure.rejection(op)
    }
}
