//! One device as the frontend knows it: what it can hold, and what is on its way there.

use super::departure::Departure;
use super::pressure::{Bounds, Pressure};
use super::stamps::Stamps;
use crate::error::Error;
use crate::op::Limits;
use crate::shape::Shape;
use crate::wire::Encoder;

/// The commands for one device that are not yet handed over, and the way to it.
pub(super) struct Stream {
    pub(super) name: &'static str,
    pub(super) limits: Limits,
    pub(super) encoder: Encoder,
    pub(super) stamps: Stamps,
    pub(super) departure: Departure,
    pub(super) pressure: Pressure,
}

impl Stream {
    pub(super) fn new(name: &'static str, limits: Limits, bounds: Bounds, early: Option<u64>) -> Self {
        Self {
            name,
            limits,
            encoder: Encoder::default(),
            stamps: Stamps::default(),
            departure: Departure::new(early),
            pressure: Pressure::new(bounds),
        }
    }

    /// Why a result of this shape was refused.
    #[cold]
    pub(super) fn refusal(&self, op: &'static str, shape: Shape) -> Error {
        let (bytes, limit) = (shape.bytes(), self.limits.array_bytes);
        if bytes > limit {
            Error::TooLarge { op, shape: shape.to_string(), bytes, limit }
        } else {
            self.pressure.refusal(op)
        }
    }
}
