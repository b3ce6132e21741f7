//! Events of the GPU: completion, mapped data, loss, errors. In a browser these are promises and events of its own objects; natively they are
//! callbacks that polling runs.

use super::timing::Ticks;
use crate::device::{Activity, Event, Events, Nudging, Serial};
use crate::error::{Error, Result};
use crate::trace::clock::Clock;
use std::rc::Rc;

#[cfg(target_arch = "wasm32")]
mod js;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod nudge;
#[cfg(target_arch = "wasm32")]
mod rejections;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub(super) use native::{Arrived, Signals, describe};
#[cfg(target_arch = "wasm32")]
pub(super) use web::{Arrived, Signals, describe};

/// Passes the bytes of a mapped buffer to `arrived`, and destroys the buffer.
fn deliver(buffer: &wgpu::Buffer, arrived: impl FnOnce(&[u8])) {
    if let Ok(bytes) = buffer.get_mapped_range(..) {
        arrived(&bytes);
    }
    buffer.destroy();
}

impl Signals {
    /// Reports the times of a measured submission once they are on the host.
    pub(super) fn timed(&self, staging: &wgpu::Buffer, serial: Serial, ticks: Ticks) {
        let events = self.sender();
        let callback = move |bytes: &[u8]| {
            let _ = events.unbounded_send(Event::Timed { serial, spans: ticks.spans(bytes) });
        };
        self.map(staging, Box::new(callback));
    }
}

/// A copy of mapped elements, if the host has room for it.
pub(super) fn elements(bytes: &[u8]) -> Result<Vec<f32>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(bytes.len() / 4).map_err(|_| exhausted(bytes.len() as u64))?;
    copy.resize(bytes.len() / 4, 0.0);
    bytemuck::cast_slice_mut(&mut copy).copy_from_slice(bytes);
    Ok(copy)
}

fn exhausted(bytes: u64) -> Error {
    Error::OutOfMemory { array: "a buffer".into(), bytes, held: 0 }
}
