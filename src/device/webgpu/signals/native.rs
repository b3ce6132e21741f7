//! Natively: callbacks that polling runs.

use super::{Activity, Clock, Error, Event, Events, Nudging, Rc, Result, Serial, deliver, exhausted};
use crate::device::{Adapter, Allocation, BufferId};
use futures_util::FutureExt;
use std::sync::{Arc, Mutex, PoisonError};

/// Takes the bytes of a mapped buffer.
pub(in crate::device::webgpu) type Mapped = Box<dyn FnOnce(&[u8]) + Send>;
/// Takes the bytes of a buffer, or why there are none.
pub(in crate::device::webgpu) type Arrived = Box<dyn FnOnce(Result<&[u8]>) + Send>;

/// Callbacks that [`Signals::poll`] runs.
pub(in crate::device::webgpu) struct Signals {
    clock: Rc<dyn Clock>,
    events: Events,
    done: Arc<Mutex<Vec<Serial>>>,
    waiting: usize,
    mapping: Arc<()>,
}

impl Signals {
    pub(in crate::device::webgpu) fn new(
        device: &wgpu::Device,
        _queue: &wgpu::Queue,
        _nudge: Nudging,
        clock: Rc<dyn Clock>,
        events: Events,
    ) -> Self {
        let (failed, lost) = (events.clone(), events.clone());
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let failure = match error {
                wgpu::Error::OutOfMemory { .. } => exhausted(0),
                other => Error::Device { reason: other.to_string() },
            };
            let _ = failed.unbounded_send(Event::Failed(failure));
        }));
        device.set_device_lost_callback(move |reason, message| {
            let reason = format!("{reason:?} {message}").trim().to_ascii_lowercase();
            let _ = lost.unbounded_send(Event::Failed(Error::DeviceLost { reason }));
        });
        Self { clock, events, done: Arc::default(), waiting: 0, mapping: Arc::default() }
    }

    pub(in crate::device::webgpu) fn sender(&self) -> Events {
        self.events.clone()
    }

    pub(in crate::device::webgpu) fn completed(&mut self, queue: &wgpu::Queue, serial: Serial) {
        let done = self.done.clone();
        self.waiting += 1;
        queue.on_submitted_work_done(move || done.lock().unwrap_or_else(PoisonError::into_inner).push(serial));
    }

    pub(in crate::device::webgpu) fn map(&self, buffer: &wgpu::Buffer, arrived: Mapped) {
        let (mapped, mapping) = (buffer.clone(), self.mapping.clone());
        buffer.map_async(wgpu::MapMode::Read, .., move |outcome| {
            if outcome.is_ok() {
                deliver(&mapped, arrived);
            }
            drop(mapping);
        });
    }

    /// A new buffer, or the error that there was no memory for it.
    pub(in crate::device::webgpu) fn allocated(
        &self,
        device: &wgpu::Device,
        descriptor: &wgpu::BufferDescriptor<'_>,
        _id: BufferId,
        _ask: bool,
    ) -> Result<(wgpu::Buffer, Allocation)> {
        created(device, descriptor).map(|buffer| (buffer, Allocation::Ready))
    }

    /// Fills a new buffer and passes its bytes to `arrived`, or the error if there was no memory for it.
    pub(in crate::device::webgpu) fn fetch(
        &self,
        device: &wgpu::Device,
        descriptor: &wgpu::BufferDescriptor<'_>,
        fill: impl FnOnce(&wgpu::Buffer),
        arrived: Arrived,
    ) {
        match created(device, descriptor) {
            Ok(staging) => {
                fill(&staging);
                self.map(&staging, Box::new(|bytes| arrived(Ok(bytes))));
            }
            Err(error) => arrived(Err(error)),
        }
    }

    /// Runs callbacks; waits a little where there is something to wait for, since nothing else will wake the thread.
    pub(in crate::device::webgpu) fn poll(&mut self, device: &wgpu::Device) -> Activity {
        let _ = device.poll(wgpu::PollType::Poll);
        let done = std::mem::take(&mut *self.done.lock().unwrap_or_else(PoisonError::into_inner));
        self.waiting -= done.len();
        let (at, turn) = (self.clock.now(), self.clock.turn());
        let nothing = done.is_empty();
        for serial in done {
            let _ = self.events.unbounded_send(Event::Completed { serial, at, turn });
        }
        if self.waiting == 0 && Arc::strong_count(&self.mapping) == 1 {
            return Activity::Idle;
        }
        if nothing {
            std::thread::sleep(std::time::Duration::from_micros(20));
        }
        Activity::Busy
    }
}

fn created(device: &wgpu::Device, descriptor: &wgpu::BufferDescriptor<'_>) -> Result<wgpu::Buffer> {
    let scope = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let buffer = device.create_buffer(descriptor);
    match scope.pop().now_or_never().flatten() {
        Some(_) => Err(exhausted(descriptor.size)),
        None => Ok(buffer),
    }
}

/// A vendor as browsers name it, by its number in the PCI's list; for other vendors that number.
fn vendor(number: u32) -> String {
    match number {
        0x1002 => "amd".into(),
        0x106b => "apple".into(),
        0x10de => "nvidia".into(),
        0x13b5 => "arm".into(),
        0x5143 => "qualcomm".into(),
        0x8086 => "intel".into(),
        _ => format!("{number:#06x}"),
    }
}

pub(in crate::device::webgpu) fn describe(
    adapter: &wgpu::Adapter,
    _device: &wgpu::Device,
    timestamps: bool,
) -> Adapter {
    let info = adapter.get_info();
    Adapter {
        name: info.name,
        vendor: vendor(info.vendor),
        architecture: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
        software: info.device_type == wgpu::DeviceType::Cpu,
        timestamps,
    }
}

#[cfg(test)]
mod tests {
    use super::vendor;

    #[test]
    fn vendors_are_named_as_in_browsers() {
        assert_eq!([0x10de, 0x5143, 0x10005].map(vendor), ["nvidia", "qualcomm", "0x10005"]);
    }
}
