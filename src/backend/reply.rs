//! The answers of a backend, and its progress.

use super::calibrate::Calibration;
use super::graph::PendingOperation;
use crate::error::{Error, Result};
use crate::trace::record::{Seq, Trace};
use crate::wire::{DeviceIndex, Token};
use serde::Serialize;

/// An answer for the frontend, or for another backend.
#[derive(Debug)]
pub enum Reply {
    /// A wait or another request has ended, without an error.
    Done {
        /// The wait or request that has ended.
        token: Token,
    },
    /// The elements of an array.
    Data {
        /// The read that it answers.
        token: Token,
        /// The elements, in row-major order.
        data: Vec<f32>,
    },
    /// Elements for another device.
    Sent {
        /// The device that they are for.
        device: DeviceIndex,
        /// The transfer.
        token: Token,
        /// The elements, or why they will never be computed.
        outcome: Result<Vec<f32>>,
    },
    /// The recording.
    Trace {
        /// The request that it answers.
        token: Token,
        /// The recording.
        trace: Box<Trace>,
    },
    /// The clocks' resolution, once it was measured.
    Calibrated {
        /// The measurement.
        calibration: Calibration,
    },
    /// The operations that are not complete.
    Graph {
        /// The request that it answers.
        token: Token,
        /// In no particular order.
        operations: Vec<PendingOperation>,
    },
    /// The awaited value will never be computed, or an operation failed before a wait for everything.
    Failed {
        /// The wait or read that has failed.
        token: Token,
        /// Why.
        error: Error,
    },
    /// The device is gone, and everything with it.
    Lost {
        /// Why.
        error: Error,
    },
}

/// The backend's progress, in operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// Decoded so far.
    pub decoded: u64,
    /// How many of them are complete, in any order.
    pub completed: u64,
    /// Every operation before this one was submitted, or has failed.
    pub handed_over_before: Seq,
    /// Every operation before this one is complete.
    pub complete_before: Seq,
}
