//! In a browser: promises and events of its own objects.

use super::js::{message, method, property, set_timeout};
use super::nudge::{Expected, Nudge};
use super::rejections::Rejections;
use super::{Activity, Clock, Error, Event, Events, Nudging, Rc, Result, Serial, deliver, exhausted};
use crate::device::{Adapter, Allocation, BufferId};
use js_sys::{Object, Reflect};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use wasm_bindgen::prelude::*;

/// Takes the bytes of a mapped buffer. Boxed, since each type of closure would bring another copy of the function that takes it.
pub(in crate::device::webgpu) type Mapped = Box<dyn FnOnce(&[u8])>;
/// Takes the bytes of a buffer, or why there are none.
pub(in crate::device::webgpu) type Arrived = Box<dyn FnOnce(Result<&[u8]>)>;

/// Submissions whose promises have not settled. A queue settles them in order, so one function takes them all.
struct Submitted {
    clock: Rc<dyn Clock>,
    events: Events,
    rejections: Rc<Rejections>,
    serials: RefCell<VecDeque<(Serial, Option<Expected>)>>,
}

impl Submitted {
    fn complete_next(&self) {
        // Dropping the second part ends the submission's nudging.
        let Some((serial, _)) = self.serials.borrow_mut().pop_front() else { return };
        self.rejections.completed(serial);
        let event = Event::Completed { serial, at: self.clock.now(), turn: self.clock.turn() };
        let _ = self.events.unbounded_send(event);
    }
}

/// Promises and events of the browser's own objects. wgpu would wrap them in more turns of the microtask queue, and panics
/// on an internal error.
pub(in crate::device::webgpu) struct Signals {
    events: Events,
    submitted: Rc<Submitted>,
    /// Called when a submission is done. The browser keeps it as long as a promise has it, even after this device is dropped.
    done: JsValue,
    _on_error: Closure<dyn FnMut(JsValue)>,
    /// For promises that a crash of the GPU's process rejects: the loss is reported once, by `lost`.
    ignore: Closure<dyn FnMut(JsValue)>,
    nudge: Option<Nudge>,
    rejections: Rc<Rejections>,
}

impl Signals {
    pub(in crate::device::webgpu) fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        nudge: Nudging,
        clock: Rc<dyn Clock>,
        events: Events,
    ) -> Self {
        let (failed, rejections) = (events.clone(), Rc::<Rejections>::default());
        let rejected = rejections.clone();
        let on_error = Closure::new(move |event: JsValue| {
            let error = property(&event, "error");
            let reason = message(&error);
            let failure = match is_out_of_memory(&error) {
                true => exhausted(0),
                false if rejected.explains_errors() => return,
                false => Error::Device { reason },
            };
            let _ = failed.unbounded_send(Event::Failed(failure));
        });
        let ignore = Closure::new(|_: JsValue| {});
        let nudge = (nudge != Nudging::Never).then(|| Nudge::new(device, queue, nudge));
        if let Some(gpu) = device.as_webgpu() {
            let _ = Reflect::set(gpu.as_ref(), &"onuncapturederror".into(), on_error.as_ref());
            let lost = events.clone();
            let nudges = nudge.as_ref().map(Nudge::stop);
            let promise = gpu.lost();
            let callback = Closure::once_into_js(move |info: JsValue| {
                let message = message(&info);
                let reason = property(&info, "reason").as_string().unwrap_or_default();
                let reason = [reason, message].into_iter().filter(|part| !part.is_empty() && part != "unknown");
                let reason = reason.collect::<Vec<_>>().join(": ").trim_end_matches('.').to_owned();
                if let Some(nudges) = nudges {
                    nudges.now();
                }
                let _ = lost.unbounded_send(Event::Failed(Error::DeviceLost { reason }));
            });
            then(promise.as_ref(), &callback, &ignore);
        }
        let serials = RefCell::default();
        let submitted = Rc::new(Submitted { clock, events: events.clone(), rejections: rejections.clone(), serials });
        let weak = Rc::downgrade(&submitted);
        let done = move || weak.upgrade().iter().for_each(|submitted| submitted.complete_next());
        let done = Closure::<dyn FnMut()>::new(done).into_js_value();
        Self { events, submitted, done, _on_error: on_error, ignore, nudge, rejections }
    }

    pub(in crate::device::webgpu) fn sender(&self) -> Events {
        self.events.clone()
    }

    /// Reports when everything submitted so far is done, as soon as the browser does.
    pub(in crate::device::webgpu) fn completed(&self, queue: &wgpu::Queue, serial: Serial) {
        self.rejections.submitted(serial);
        let nudged = self.nudge.as_ref().map(Nudge::expect);
        self.submitted.serials.borrow_mut().push_back((serial, nudged));
        if let Some(gpu) = queue.as_webgpu() {
            then(gpu.on_submitted_work_done().as_ref(), &self.done, &self.ignore);
        }
    }

    pub(in crate::device::webgpu) fn map(&self, buffer: &wgpu::Buffer, arrived: Mapped) {
        let mapped = buffer.clone();
        let nudged = self.nudge.as_ref().map(Nudge::expect);
        buffer.map_async(wgpu::MapMode::Read, .., move |outcome| {
            drop(nudged);
            // Fails only when the device is lost, which is reported anyway.
            if outcome.is_ok() {
                deliver(&mapped, arrived);
            }
        });
    }

    /// Fills a new buffer and passes its bytes to `arrived`, or the error if there was no memory for it.
    pub(in crate::device::webgpu) fn fetch(
        &self,
        device: &wgpu::Device,
        descriptor: &wgpu::BufferDescriptor<'_>,
        fill: impl FnOnce(&wgpu::Buffer),
        arrived: Arrived,
    ) {
        let bytes = descriptor.size;
        // Taken by the first to come: the bytes, or one of the errors. If neither comes, the device is lost.
        let arrived = Rc::new(Cell::new(Some(arrived)));
        watch(device, "validation");
        watch(device, "out-of-memory");
        let staging = device.create_buffer(descriptor);
        let waiting = arrived.clone();
        let rejected = move |error: Option<JsValue>| {
            if let Some(arrived) = error.and_then(|_| waiting.take()) {
                arrived(Err(exhausted(bytes)));
            }
        };
        self.watched(device, Box::new(rejected));
        fill(&staging);
        let waiting = arrived.clone();
        let mapped = move |bytes: &[u8]| {
            if let Some(arrived) = waiting.take() {
                arrived(Ok(bytes));
            }
        };
        self.map(&staging, Box::new(mapped));
        let (events, rejections) = (self.events.clone(), self.rejections.clone());
        let invalid = move |error: Option<JsValue>| {
            let Some(error) = error else { return };
            let decide = move || {
                let Some(arrived) = arrived.take() else { return };
                // A buffer without memory makes every use of it invalid.
                if rejections.explains_errors() {
                    return arrived(Err(exhausted(bytes)));
                }
                // Firefox calls buffers of a destroyed device invalid, some 100 ms before it reports the loss.
                let _ = events.unbounded_send(Event::Failed(Error::Device { reason: message(&error) }));
            };
            // A lack of memory is reported in the same turn, and takes precedence.
            set_timeout(&Closure::once_into_js(decide), 0);
        };
        self.watched(device, Box::new(invalid));
    }

    /// A new buffer. An event reports later whether there was memory for it: in any case if that is asked for, else only if there was none.
    pub(in crate::device::webgpu) fn allocated(
        &self,
        device: &wgpu::Device,
        descriptor: &wgpu::BufferDescriptor<'_>,
        id: BufferId,
        ask: bool,
    ) -> Result<(wgpu::Buffer, Allocation)> {
        let ask = ask || self.rejections.any();
        let (events, rejections) = (self.events.clone(), self.rejections.clone());
        watch(device, "out-of-memory");
        let buffer = device.create_buffer(descriptor);
        self.watched(
            device,
            Box::new(move |error: Option<JsValue>| {
                let rejected = error.is_some();
                if rejected && !ask {
                    rejections.note();
                }
                if rejected || ask {
                    let _ = events.unbounded_send(Event::Allocated { id, granted: !rejected });
                }
            }),
        );
        Ok((buffer, if ask { Allocation::Asked } else { Allocation::Ready }))
    }

    /// Calls `callback` later with the error since the last [`watch`] that has no `watched` yet, or with `None`.
    fn watched(&self, device: &wgpu::Device, callback: Box<dyn FnOnce(Option<JsValue>)>) {
        let Some(gpu) = device.as_webgpu() else { return };
        let callback = Closure::once_into_js(move |error: JsValue| callback(Some(error).filter(JsValue::is_object)));
        then(gpu.pop_error_scope().as_ref(), &callback, &self.ignore);
    }

    pub(in crate::device::webgpu) fn poll(&mut self, _device: &wgpu::Device) -> Activity {
        Activity::Idle
    }
}

pub(in crate::device::webgpu) fn describe(
    _adapter: &wgpu::Adapter,
    device: &wgpu::Device,
    timestamps: bool,
) -> Adapter {
    let gpu = device.as_webgpu().map_or(JsValue::UNDEFINED, |gpu| JsValue::from(gpu.clone()));
    let info = property(&gpu, "adapterInfo");
    let field = |name| property(&info, name).as_string().unwrap_or_default();
    let (vendor, architecture) = (field("vendor"), field("architecture"));
    let named = [field("description"), field("device")].into_iter().find(|name| !name.is_empty());
    let name = named.unwrap_or_else(|| format!("{vendor} {architecture}").trim().to_owned());
    let known_program = ["swiftshader", "llvmpipe", "lavapipe", "warp", "basic render"];
    let name_in_lower_case = js_sys::JsString::from(format!("{name} {architecture}")).to_lower_case();
    let software = property(&info, "isFallbackAdapter").is_truthy()
        || known_program.iter().any(|program| name_in_lower_case.includes(program, 0));
    Adapter { name, vendor, architecture, software, timestamps }
}

/// From here on the device's errors of this kind are kept for `watched`.
fn watch(device: &wgpu::Device, filter: &str) {
    // wgpu does not export the names of filters.
    if let Some(gpu) = device.as_webgpu() {
        let _ = method(gpu.as_ref(), "pushErrorScope").call1(gpu.as_ref(), &filter.into());
    }
}

fn is_out_of_memory(error: &JsValue) -> bool {
    error.is_object() && Object::from(error.clone()).constructor().name() == "GPUOutOfMemoryError"
}

fn then(promise: &JsValue, callback: &JsValue, ignore: &Closure<dyn FnMut(JsValue)>) {
    let _ = method(promise, "then").call2(promise, callback, ignore.as_ref());
}
