//! The single writer of everything that crosses from the backend to the frontend: answers, progress, memory, graphs and traces, in the form that
//! `www/lib/core/protocol.js` lists.

use super::{error_to_js, set, to_js};
use crate::backend::graph::{self, PendingOperation};
use crate::backend::{Backend, Choice, Progress, Reply};
use crate::error::{Error, Result};
use crate::trace::clock::Clock;
use crate::trace::memory::MemoryUse;
use crate::trace::record::{Seq, Trace};
use crate::wire::LARGE;
use js_sys::{Array, Float32Array, Float64Array, Function, Object, Uint8Array, Uint32Array};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A message costs the frontend time. Messages with the progress and no answer are therefore at least this far apart (ms), except the one at the end
/// of all work.
const SELDOM_MS: f64 = 50.0;

#[derive(Serialize)]
struct Status {
    progress: Progress,
    memory: MemoryUse,
    /// Operations that could not be run, each reported once.
    failed: Vec<Seq>,
}

/// Posts replies.
pub(super) struct Replies {
    /// Called with the message and what it transfers.
    reply: Function,
    clock: Rc<dyn Clock>,
    /// Operations that the last message reported complete, and when it was posted.
    completed: u64,
    at: f64,
}

impl Replies {
    pub(super) fn new(reply: Function, clock: Rc<dyn Clock>) -> Self {
        Self { reply, clock, completed: 0, at: f64::NEG_INFINITY }
    }

    /// Posts the answers that are ready, in one message.
    pub(super) fn post(&mut self, backend: &mut Backend) {
        let replies = backend.take_replies();
        let chosen = backend.take_chosen();
        let progress = backend.progress();
        if replies.is_empty() && chosen.is_empty() {
            // When all is complete, the progress is posted at once.
            let idle = progress.completed == progress.decoded;
            if progress.completed == self.completed || !idle && self.clock.now() - self.at < SELDOM_MS {
                return;
            }
        }
        self.completed = progress.completed;
        self.at = self.clock.now();
        let message = Message::default();
        replies.into_iter().for_each(|reply| message.add(reply));
        for Choice { class, kernel, evidence } in chosen {
            message.chosen.push(&Array::of3(&class.into(), &kernel.into(), &evidence.into()));
        }
        let (object, transfer) =
            message.finish(&Status { progress, memory: backend.memory(), failed: backend.take_failed() });
        if self.reply.call2(&JsValue::UNDEFINED, &object, &transfer).is_err() {
            // These answers are lost, and the waits for them would never end.
            let message = Message::default();
            message.lost(&Error::Device { reason: "an answer could not be handed over".into() });
            let (object, transfer) = message.finish(&Status { progress, memory: backend.memory(), failed: Vec::new() });
            let _ = self.reply.call2(&JsValue::UNDEFINED, &object, &transfer);
        }
    }
}

/// Answers by kind.
#[derive(Default)]
struct Message {
    object: Object,
    done: Array,
    data: Array,
    failed: Array,
    sent: Array,
    /// Classes of calls, their kernels and the times that decided, each choice reported once.
    chosen: Array,
    transfer: Array,
}

impl Message {
    fn add(&self, reply: Reply) {
        match reply {
            Reply::Done { token } => {
                self.done.push(&token.into());
            }
            Reply::Data { token, data } => match self.elements(&data) {
                Ok(elements) => {
                    self.data.push(&Array::of2(&token.into(), &elements));
                }
                Err(error) => {
                    self.failed.push(&Array::of2(&token.into(), &error_to_js(&error)));
                }
            },
            Reply::Trace { token, trace } => {
                self.data.push(&Array::of2(&token.into(), &trace_to_js(&trace)));
            }
            Reply::Graph { token, operations } => {
                self.data.push(&Array::of2(&token.into(), &graph_to_js(&operations)));
            }
            Reply::Failed { token, error } => {
                self.failed.push(&Array::of2(&token.into(), &error_to_js(&error)));
            }
            Reply::Sent { device, token, outcome } => {
                let outcome = outcome.and_then(|data| self.elements(&data));
                let outcome = outcome.unwrap_or_else(|error| error_to_js(&error));
                self.sent.push(&Array::of3(&device.into(), &token.into(), &outcome));
            }
            Reply::Calibrated { calibration } => set(&self.object, "calibrated", &to_js(&calibration)),
            Reply::Lost { error } => self.lost(&error),
        }
    }

    fn lost(&self, error: &Error) {
        set(&self.object, "lost", &error_to_js(error));
    }

    /// The elements in a new array of JavaScript, which may have no memory for it.
    fn elements(&self, data: &[f32]) -> Result<JsValue> {
        let elements = if data.len() < LARGE {
            Float32Array::from(data)
        } else {
            let constructor: Function = Float32Array::new_with_length(0).constructor();
            let made = js_sys::Reflect::construct(&constructor, &Array::of1(&JsValue::from(data.len() as f64)));
            let bytes = data.len() as u64 * 4;
            let array = || format!("{} elements in JavaScript", data.len());
            let made = made.map_err(|_| Error::OutOfMemory { array: array(), bytes, held: 0 })?;
            let elements: Float32Array = made.unchecked_into();
            elements.copy_from(data);
            elements
        };
        self.transfer.push(&elements.buffer());
        Ok(elements.into())
    }

    fn finish(self, status: &Status) -> (Object, Array) {
        let lists = [
            ("done", &self.done),
            ("data", &self.data),
            ("failed", &self.failed),
            ("sent", &self.sent),
            ("chosen", &self.chosen),
        ];
        for (name, list) in lists {
            set(&self.object, name, list);
        }
        set(&self.object, "status", &to_js(status));
        (self.object, self.transfer)
    }
}

/// A list of `{operation, name, shape, stage, reads, from?: [device, operation]}`.
fn graph_to_js(operations: &[PendingOperation]) -> JsValue {
    let names: Vec<&str> = graph::names().collect();
    let list: Array = operations
        .iter()
        .map(|operation| {
            let object = Object::new();
            let numbers = |numbers: &mut dyn Iterator<Item = f64>| numbers.map(JsValue::from).collect::<Array>();
            set(&object, "operation", &(operation.seq as f64).into());
            set(&object, "name", &names[operation.code as usize].into());
            set(&object, "shape", &numbers(&mut operation.shape.dims().iter().map(|&dim| dim.into())));
            set(&object, "stage", &operation.stage.name().into());
            set(&object, "reads", &numbers(&mut operation.reads.iter().map(|&seq| seq as f64)));
            if let Some((device, seq)) = operation.from {
                set(&object, "from", &Array::of2(&device.into(), &(seq as f64).into()));
            }
            JsValue::from(object)
        })
        .collect();
    list.into()
}

/// A trace: one typed array for each column.
fn trace_to_js(trace: &Trace) -> JsValue {
    let object = Object::new();
    let names: Array = graph::names().map(JsValue::from).collect();
    set(&object, "names", &names);
    set(&object, "op", &Uint8Array::from(trace.op.as_slice()));

    // Programs use few different shapes.
    let mut known = FxHashMap::default();
    let shapes = Array::new();
    let index: Vec<u32> = trace
        .shape
        .iter()
        .map(|shape| {
            *known.entry(*shape).or_insert_with(|| {
                let dims: Array = shape.dims().iter().map(|&dim| JsValue::from(dim)).collect();
                shapes.push(&dims) - 1
            })
        })
        .collect();
    set(&object, "shapes", &shapes);
    set(&object, "shape", &Uint32Array::from(index.as_slice()));

    for (name, numbers) in [
        ("enqueued", &trace.enqueued),
        ("decoded", &trace.decoded),
        ("submitted", &trace.submitted),
        ("started", &trace.started),
        ("ended", &trace.ended),
        ("completed", &trace.completed),
        ("flops", &trace.flops),
        ("bytes", &trace.bytes),
    ] {
        set(&object, name, &Float64Array::from(numbers.as_slice()));
    }
    set(&object, "enqueuedWithin", &trace.enqueued_within.into());
    for (name, numbers) in [
        ("submission", &trace.submission),
        ("turn", &trace.turn),
        ("kernel", &trace.kernel),
        ("inputs", &trace.inputs),
        ("inputOffsets", &trace.input_offsets),
    ] {
        set(&object, name, &Uint32Array::from(numbers.as_slice()));
    }
    let received = trace.received.iter().flat_map(|&(row, device, seq)| [row.into(), device.into(), seq as f64]);
    set(&object, "received", &Float64Array::from(received.collect::<Vec<_>>().as_slice()));
    let series = Object::new();
    for (name, values) in [
        ("at", &trace.series.at),
        ("used", &trace.series.used),
        ("pending", &trace.series.pending),
        ("pooled", &trace.series.pooled),
        ("allocated", &trace.series.allocated),
        ("decoded", &trace.series.decoded),
        ("completed", &trace.series.completed),
    ] {
        set(&series, name, &Float64Array::from(values.as_slice()));
    }
    set(&object, "memory", &series);
    set(&object, "gpuClock", &trace.fit.as_ref().map_or(JsValue::NULL, to_js));
    object.into()
}
