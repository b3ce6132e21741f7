//! Messages of the backend to the frontend: its answers, how far it is, and the memory it holds.

use super::{error_to_js, graph, set, to_js, trace};
use crate::backend::{Backend, Progress, Reply};
use crate::error::{Error, Result};
use crate::trace::clock::Clock;
use crate::trace::memory::MemoryUse;
use crate::trace::record::Seq;
use crate::wire::LARGE;
use js_sys::{Array, Float32Array, Function, Object};
use serde::Serialize;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A message costs the frontend time, so without an answer to carry it the progress goes at most this often (ms) ...
const SELDOM_MS: f64 = 50.0;

#[derive(Serialize)]
struct Status {
    progress: Progress,
    memory: MemoryUse,
    /// Operations that could not be run, told once.
    failed: Vec<Seq>,
}

/// Posts what there is to tell.
pub(super) struct Teller {
    /// Called with the message and what it transfers.
    reply: Function,
    clock: Rc<dyn Clock>,
    /// Operations the frontend knows to be complete, and when it was told.
    completed: u64,
    at: f64,
}

impl Teller {
    pub(super) fn new(reply: Function, clock: Rc<dyn Clock>) -> Self {
        Self { reply, clock, completed: 0, at: f64::NEG_INFINITY }
    }

    /// Posts the answers that are ready, in one message.
    pub(super) fn tell(&mut self, backend: &mut Backend) {
        let replies = backend.take_replies();
        let chosen = backend.take_chosen();
        let progress = backend.progress();
        if replies.is_empty() && chosen.is_empty() {
            // ... and once when all is done.
            let idle = progress.completed == progress.decoded;
            if progress.completed == self.completed || !idle && self.clock.now() - self.at < SELDOM_MS {
                return;
            }
        }
        self.completed = progress.completed;
        self.at = self.clock.now();
        let message = Message::default();
        replies.into_iter().for_each(|reply| message.add(reply));
        for (class, kernel) in chosen {
            message.chosen.push(&Array::of2(&class.into(), &kernel.into()));
        }
        let (object, transfer) =
            message.finish(&Status { progress, memory: backend.memory(), failed: backend.take_failed() });
        if self.reply.call2(&JsValue::UNDEFINED, &object, &transfer).is_err() {
            // These answers are gone, and what waits for them would wait for ever.
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
    /// Classes of calls and their kernels, told once.
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
                self.data.push(&Array::of2(&token.into(), &trace::to_js(&trace)));
            }
            Reply::Graph { token, operations } => {
                self.data.push(&Array::of2(&token.into(), &graph::to_js(&operations)));
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

    /// The elements in an array of JavaScript's own, which it may have no memory for.
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
