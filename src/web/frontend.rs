//! The frontend for JavaScript. Calls on the hot path take and give numbers only: 0 stands for an error, which
//! [`WebFrontend::take_error`] then tells.

use super::clock::WebClock;
use super::error_to_js;
use crate::error::{Error, Result, number_text};
use crate::frontend::Frontend;
use crate::op::Limits;
use crate::shape::{MAX_RANK, Shape};
use crate::trace::clock::Clock;
use crate::wire::TraceMode;
use arrayvec::ArrayVec;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Arrays by number, and the stream they are written to.
#[wasm_bindgen]
pub struct WebFrontend {
    pub(super) inner: Frontend,
    clock: Rc<dyn Clock>,
    pub(super) error: Option<Error>,
}

impl WebFrontend {
    pub(super) fn on(clock: Rc<dyn Clock>, limits: Limits) -> Self {
        Self { inner: Frontend::new(limits, clock.clone()), clock, error: None }
    }

    pub(super) fn or_zero(&mut self, result: Result<u32>) -> u32 {
        result.unwrap_or_else(|error| {
            self.error = Some(error);
            0
        })
    }

    fn try_create(&mut self, op: u8, attrs: &[u32], dims: &[f64]) -> Result<u32> {
        let name = crate::ops::by_opcode(op).map_or("create", |op| op.name());
        let mut words = ArrayVec::<u32, { crate::op::MAX_ATTRS }>::new();
        words.extend(attrs.iter().copied().take(crate::op::MAX_ATTRS - MAX_RANK));
        words.extend(dimensions(name, dims)?);
        self.inner.apply(op, &[], &words)
    }
}

#[wasm_bindgen]
impl WebFrontend {
    /// A frontend on this thread's clock, for a backend whose largest array has `array_bytes`.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(array_bytes: f64) -> Self {
        // Workgroups are the backend's business.
        Self::on(Rc::new(WebClock::new(None)), Limits { array_bytes: array_bytes as u64, workgroups: u32::MAX })
    }

    /// Now, in ms on the lab's clock.
    #[must_use]
    pub fn now(&self) -> f64 {
        self.clock.now()
    }

    /// Enqueues an operation on one array.
    pub fn unary(&mut self, op: u8, input: u32) -> u32 {
        let result = self.inner.apply(op, &[input], &[]);
        self.or_zero(result)
    }

    /// Enqueues an operation on two arrays.
    pub fn binary(&mut self, op: u8, left: u32, right: u32) -> u32 {
        let result = self.inner.apply(op, &[left, right], &[]);
        self.or_zero(result)
    }

    /// Enqueues an operation on an array and a number, which is the right operand where `side` is 1, else the left one.
    pub fn scalar(&mut self, op: u8, input: u32, number: f32, side: u32) -> u32 {
        let result = self.inner.apply(op, &[input], &[side, number.to_bits()]);
        self.or_zero(result)
    }

    /// Enqueues an operation with its attributes as they stand in the stream.
    pub fn apply(&mut self, op: u8, inputs: &[u32], attrs: &[u32]) -> u32 {
        let result = self.inner.apply(op, inputs, attrs);
        self.or_zero(result)
    }

    /// Enqueues the creation of an array; the dimensions follow the attributes.
    pub fn create(&mut self, op: u8, attrs: &[u32], dims: &[f64]) -> u32 {
        let result = self.try_create(op, attrs, dims);
        self.or_zero(result)
    }

    /// Enqueues an array of values from the host.
    pub fn write(&mut self, values: &[f32], dims: &[f64]) -> u32 {
        let result = dimensions("array", dims).and_then(|dims| self.inner.write(&dims, values));
        self.or_zero(result)
    }

    /// The dimensions of an array; undefined where there is none.
    #[must_use]
    pub fn shape(&self, array: u32) -> Option<Vec<u32>> {
        self.inner.shape("shape", array).ok().map(|shape| Shape::dims(&shape).to_vec())
    }

    /// One holder of the array less.
    pub fn release(&mut self, array: u32) {
        self.inner.release(array);
    }

    /// Asks for an answer once the array is computed.
    pub fn wait(&mut self, array: u32) -> u32 {
        let result = self.inner.wait(array);
        self.or_zero(result)
    }

    /// Asks for an answer once everything is computed.
    #[wasm_bindgen(js_name = waitAll)]
    pub fn wait_all(&mut self) -> u32 {
        self.inner.wait_all()
    }

    /// Asks for the elements of an array.
    pub fn read(&mut self, array: u32) -> u32 {
        let result = self.inner.read(array);
        self.or_zero(result)
    }

    /// Asks for the element of an array that has just one.
    pub fn item(&mut self, array: u32) -> u32 {
        let result = self.inner.item(array);
        self.or_zero(result)
    }

    /// Starts (1: record, 2: also measure on the device) or stops (0) the trace.
    pub fn trace(&mut self, mode: u8) -> u32 {
        self.inner.trace(match mode {
            0 => TraceMode::Stop,
            1 => TraceMode::Record,
            _ => TraceMode::Measure,
        })
    }

    /// Asks the backend to give pooled memory back.
    pub fn trim(&mut self) {
        self.inner.trim();
    }

    /// Operations enqueued so far.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn enqueued(&self) -> f64 {
        self.inner.enqueued() as f64
    }

    /// Arrays alive.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn live(&self) -> usize {
        self.inner.live()
    }

    /// The commands since the last chunk; undefined when there are none. Call [`WebFrontend::take_times`] first.
    #[wasm_bindgen(js_name = takeWords)]
    pub fn take_words(&mut self) -> Option<js_sys::Uint32Array> {
        let words = self.inner.words();
        let chunk = (!words.is_empty()).then(|| js_sys::Uint32Array::from(words));
        self.inner.clear();
        chunk
    }

    /// When each operation since the last chunk was enqueued; undefined when not traced.
    #[wasm_bindgen(js_name = takeTimes)]
    #[must_use]
    pub fn take_times(&self) -> Option<js_sys::Float64Array> {
        let times = self.inner.times();
        (!times.is_empty()).then(|| js_sys::Float64Array::from(times))
    }

    /// Why the last call gave 0, as `{code, message}`.
    #[wasm_bindgen(js_name = takeError)]
    pub fn take_error(&mut self) -> JsValue {
        self.error.take().map_or(JsValue::UNDEFINED, |error| error_to_js(&error))
    }
}

/// JavaScript's numbers as dimensions.
fn dimensions(op: &'static str, dims: &[f64]) -> Result<ArrayVec<u32, MAX_RANK>> {
    let whole = |&dim: &f64| {
        if dim.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&dim) {
            Ok(dim as u32)
        } else {
            Err(Error::InvalidShape { op, problem: format!("a dimension is {}", number_text(dim)) })
        }
    };
    let dims = dims.iter().map(whole).collect::<Result<Vec<u32>>>()?;
    Shape::new(op, &dims).map(|shape| shape.dims().iter().copied().collect())
}
