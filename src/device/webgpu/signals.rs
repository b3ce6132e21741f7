//! What the GPU tells: completion, mapped data, loss, errors. In a browser these are promises and events of the page's own
//! objects, natively callbacks run by polling.

use crate::device::{Event, Events, Progress, Serial};
use crate::error::{Error, Result};
use crate::trace::clock::Clock;
use std::rc::Rc;

#[cfg(not(target_arch = "wasm32"))]
pub(super) use native::*;
#[cfg(target_arch = "wasm32")]
pub(super) use web::*;

/// Hands the bytes of a mapped buffer on and destroys it.
fn deliver(buffer: &wgpu::Buffer, arrived: impl FnOnce(&[u8])) {
    if let Ok(bytes) = buffer.get_mapped_range(..) {
        arrived(&bytes);
    }
    buffer.destroy();
}

/// Start and end of each operation in ms, from pairs of timestamps.
fn spans(bytes: &[u8], period_ms: f64) -> Vec<(f64, f64)> {
    let ticks: Vec<u64> = bytemuck::pod_collect_to_vec(bytes);
    ticks.chunks_exact(2).map(|pair| (pair[0] as f64 * period_ms, pair[1] as f64 * period_ms)).collect()
}

fn exhausted(bytes: u64) -> Error {
    Error::OutOfMemory { array: "a buffer".into(), bytes, held: 0 }
}

#[cfg(target_arch = "wasm32")]
mod web {
    use super::{Clock, Error, Event, Events, Progress, Rc, Result, Serial, deliver, exhausted, spans};
    use crate::device::Adapter;
    use js_sys::{Object, Reflect};
    use std::future::Future;
    use wasm_bindgen::prelude::*;
    use wasm_bindgen_futures::spawn_local;

    /// Promises and events of the browser's own objects. wgpu would wrap them in more turns of the microtask queue, and panics
    /// on an internal error.
    pub(in super::super) struct Signals {
        clock: Rc<dyn Clock>,
        events: Events,
        _on_error: Closure<dyn FnMut(JsValue)>,
        /// For promises that a crash of the GPU's process rejects: the loss is told once, by `lost`.
        ignore: Closure<dyn FnMut(JsValue)>,
    }

    impl Signals {
        pub(in super::super) fn new(device: &wgpu::Device, clock: Rc<dyn Clock>, events: Events) -> Self {
            let failed = events.clone();
            let on_error = Closure::new(move |event: JsValue| {
                let error = text(&event, "error", "message");
                let failure = match text(&event, "error", "name") {
                    _ if is_out_of_memory(&event) => exhausted(0),
                    _ => Error::Device { reason: error },
                };
                let _ = failed.unbounded_send(Event::Failed(failure));
            });
            let ignore = Closure::new(|_: JsValue| {});
            if let Some(gpu) = device.as_webgpu() {
                let _ = Reflect::set(gpu.as_ref(), &"onuncapturederror".into(), on_error.as_ref());
                let lost = events.clone();
                let promise = gpu.lost();
                let told = Closure::once_into_js(move |info: JsValue| {
                    let message = property(&info, "message").as_string().unwrap_or_default();
                    let reason = property(&info, "reason").as_string().unwrap_or_default();
                    let reason = [reason, message].into_iter().filter(|part| !part.is_empty() && part != "unknown");
                    let reason = reason.collect::<Vec<_>>().join(": ").trim_end_matches('.').to_owned();
                    let _ = lost.unbounded_send(Event::Failed(Error::DeviceLost { reason }));
                });
                then(promise.as_ref(), &told, &ignore);
            }
            Self { clock, events, _on_error: on_error, ignore }
        }

        pub(in super::super) fn sender(&self) -> Events {
            self.events.clone()
        }

        /// Tells when everything submitted so far is done, as soon as the browser says so.
        pub(in super::super) fn completed(&self, queue: &wgpu::Queue, serial: Serial) {
            let (clock, events) = (self.clock.clone(), self.events.clone());
            let told = Closure::once_into_js(move || {
                let event = Event::Completed { serial, at: clock.now(), turn: clock.turn() };
                let _ = events.unbounded_send(event);
            });
            if let Some(gpu) = queue.as_webgpu() {
                then(gpu.on_submitted_work_done().as_ref(), &told, &self.ignore);
            }
        }

        pub(in super::super) fn map(&self, buffer: &wgpu::Buffer, arrived: impl FnOnce(&[u8]) + 'static) {
            let mapped = buffer.clone();
            buffer.map_async(wgpu::MapMode::Read, .., move |outcome| {
                // Fails only when the device is lost, which is told anyway.
                if outcome.is_ok() {
                    deliver(&mapped, arrived);
                }
            });
        }

        pub(in super::super) fn timed(&self, staging: &wgpu::Buffer, serial: Serial, period_ms: f64) {
            let events = self.events.clone();
            self.map(staging, move |bytes| {
                let _ = events.unbounded_send(Event::Timed { serial, spans: spans(bytes, period_ms) });
            });
        }

        /// In a browser the answer comes later, as an event.
        pub(in super::super) fn out_of_memory(
            &self,
            scope: impl Future<Output = Option<wgpu::Error>> + 'static,
            bytes: u64,
        ) -> Result<()> {
            let events = self.events.clone();
            spawn_local(async move {
                if scope.await.is_some() {
                    let _ = events.unbounded_send(Event::Failed(exhausted(bytes)));
                }
            });
            Ok(())
        }

        pub(in super::super) fn poll(&mut self, _device: &wgpu::Device) -> Progress {
            Progress::Idle
        }
    }

    pub(in super::super) fn describe(_adapter: &wgpu::Adapter, device: &wgpu::Device, timestamps: bool) -> Adapter {
        let gpu = device.as_webgpu().map_or(JsValue::UNDEFINED, |gpu| JsValue::from(gpu.clone()));
        let info = property(&gpu, "adapterInfo");
        let field = |name| property(&info, name).as_string().unwrap_or_default();
        let (vendor, architecture) = (field("vendor"), field("architecture"));
        let named = [field("description"), field("device")].into_iter().find(|name| !name.is_empty());
        let name = named.unwrap_or_else(|| format!("{vendor} {architecture}").trim().to_owned());
        let known_program = ["swiftshader", "llvmpipe", "lavapipe", "warp", "basic render"];
        let told = js_sys::JsString::from(format!("{name} {architecture}")).to_lower_case();
        let software = property(&info, "isFallbackAdapter").is_truthy()
            || known_program.iter().any(|program| told.includes(program, 0));
        Adapter { name, vendor, architecture, software, timestamps }
    }

    fn property(of: &JsValue, name: &str) -> JsValue {
        Reflect::get(of, &name.into()).unwrap_or(JsValue::UNDEFINED)
    }

    fn text(of: &JsValue, object: &str, name: &str) -> String {
        property(&property(of, object), name).as_string().unwrap_or_default()
    }

    fn is_out_of_memory(event: &JsValue) -> bool {
        let error = property(event, "error");
        error.is_object() && Object::from(error).constructor().name() == "GPUOutOfMemoryError"
    }

    fn then(promise: &JsValue, told: &JsValue, ignore: &Closure<dyn FnMut(JsValue)>) {
        let then: js_sys::Function = property(promise, "then").unchecked_into();
        let _ = then.call2(promise, told, ignore.as_ref());
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use super::{Clock, Error, Event, Events, Progress, Rc, Result, Serial, deliver, exhausted, spans};
    use crate::device::Adapter;
    use futures_util::FutureExt;
    use std::future::Future;
    use std::sync::{Arc, Mutex, PoisonError};

    /// Callbacks that [`Signals::poll`] runs.
    pub(in super::super) struct Signals {
        clock: Rc<dyn Clock>,
        events: Events,
        done: Arc<Mutex<Vec<Serial>>>,
        waiting: usize,
        mapping: Arc<()>,
    }

    impl Signals {
        pub(in super::super) fn new(device: &wgpu::Device, clock: Rc<dyn Clock>, events: Events) -> Self {
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

        pub(in super::super) fn sender(&self) -> Events {
            self.events.clone()
        }

        pub(in super::super) fn completed(&mut self, queue: &wgpu::Queue, serial: Serial) {
            let done = self.done.clone();
            self.waiting += 1;
            queue.on_submitted_work_done(move || done.lock().unwrap_or_else(PoisonError::into_inner).push(serial));
        }

        pub(in super::super) fn map(&self, buffer: &wgpu::Buffer, arrived: impl FnOnce(&[u8]) + Send + 'static) {
            let (mapped, mapping) = (buffer.clone(), self.mapping.clone());
            buffer.map_async(wgpu::MapMode::Read, .., move |outcome| {
                if outcome.is_ok() {
                    deliver(&mapped, arrived);
                }
                drop(mapping);
            });
        }

        pub(in super::super) fn timed(&self, staging: &wgpu::Buffer, serial: Serial, period_ms: f64) {
            let events = self.events.clone();
            self.map(staging, move |bytes| {
                let _ = events.unbounded_send(Event::Timed { serial, spans: spans(bytes, period_ms) });
            });
        }

        pub(in super::super) fn out_of_memory(
            &self,
            scope: impl Future<Output = Option<wgpu::Error>>,
            bytes: u64,
        ) -> Result<()> {
            match scope.now_or_never().flatten() {
                Some(_) => Err(exhausted(bytes)),
                None => Ok(()),
            }
        }

        /// Runs callbacks; waits a little where there is something to wait for, since nothing else will wake the thread.
        pub(in super::super) fn poll(&mut self, device: &wgpu::Device) -> Progress {
            let _ = device.poll(wgpu::PollType::Poll);
            let done = std::mem::take(&mut *self.done.lock().unwrap_or_else(PoisonError::into_inner));
            self.waiting -= done.len();
            let (at, turn) = (self.clock.now(), self.clock.turn());
            let nothing = done.is_empty();
            for serial in done {
                let _ = self.events.unbounded_send(Event::Completed { serial, at, turn });
            }
            if self.waiting == 0 && Arc::strong_count(&self.mapping) == 1 {
                return Progress::Idle;
            }
            if nothing {
                std::thread::sleep(std::time::Duration::from_micros(20));
            }
            Progress::Busy
        }
    }

    pub(in super::super) fn describe(adapter: &wgpu::Adapter, _device: &wgpu::Device, timestamps: bool) -> Adapter {
        let info = adapter.get_info();
        Adapter {
            name: info.name,
            vendor: format!("{:#06x}", info.vendor),
            architecture: info.driver,
            software: info.device_type == wgpu::DeviceType::Cpu,
            timestamps,
        }
    }
}
