//! The frontend for JavaScript. Calls on the hot path take and return numbers only: 0 stands for an error, which
//! [`WebFrontend::take_error`] then returns. Calls that ask for an answer return its token.

use super::clock::WebClock;
use super::error_to_js;
use crate::error::{Error, Report, Result, number_text};
use crate::frontend::{Bounds, Capacity, Frontend, Load};
use crate::op::Limits;
use crate::shape::{MAX_RANK, Shape};
use crate::trace::clock::Clock;
use crate::wire::TraceMode;
use arrayvec::ArrayVec;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Flops and bytes that the slowest GPU does in a ms, about: a weak phone's.
const LEAST_OF_GPUS: f64 = 5e7;
/// The same for a program on the CPU: the CPU device, or an adapter without a GPU.
const LEAST_OF_CPUS: f64 = 5e5;

/// Arrays by number, and the streams of their commands.
#[wasm_bindgen]
pub struct WebFrontend {
    pub(super) inner: Frontend,
    clock: Rc<dyn Clock>,
    pub(super) error: Option<Error>,
}

impl WebFrontend {
    pub(super) fn on(clock: Rc<dyn Clock>, operations: f64, bytes: f64) -> Self {
        let bounds = Bounds { operations: operations as u64, bytes: bytes as u64 };
        Self { inner: Frontend::new(clock.clone(), bounds), clock, error: None }
    }

    pub(super) fn or_zero(&mut self, result: Result<u32>) -> u32 {
        result.unwrap_or_else(|error| {
            self.error = Some(error);
            0
        })
    }

    fn try_create(&mut self, device: u8, op: u8, attrs: &[u32], dims: &[f64]) -> Result<u32> {
        let name = crate::ops::by_opcode(op).map_or("create", |op| op.name());
        let mut words = ArrayVec::<u32, { crate::op::MAX_ATTRS }>::new();
        words.extend(attrs.iter().copied().take(crate::op::MAX_ATTRS - MAX_RANK));
        words.extend(dimensions(name, dims)?);
        self.inner.apply_on(device, op, &[], &words)
    }
}

#[wasm_bindgen]
impl WebFrontend {
    /// A frontend on this thread's clock, without a device yet, that has at most this many operations and bytes of results on their way to each
    /// device. `due()` is called, within a call that enqueues, when a chunk should be sent: it is 1 ms old, or has `work` flops and bytes. It must
    /// not call the frontend, which is in that call.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(operations: f64, bytes: f64, work: f64, due: js_sys::Function) -> Self {
        let mut frontend = Self::on(Rc::new(WebClock::new(None)), operations, bytes);
        frontend.inner.set_departures(work, move || {
            let _ = due.call0(&JsValue::UNDEFINED);
        });
        frontend
    }

    /// From here on every call fails, as if with this error: nothing can be computed any more.
    pub fn lose(&mut self, code: &str, message: String) {
        self.inner.lose(Report::elsewhere(code, message));
    }

    /// One more device, `webgpu`, `cpu` or `sim`, whose largest array has `array_bytes`; the CPU needs no such limit. The program may hold `memory`
    /// bytes there, and should wait for room with `queued` bytes of results on their way. `software` says that the device is no GPU. Returns its
    /// index; the lab's own device comes first.
    #[wasm_bindgen(js_name = addDevice)]
    pub fn add_device(&mut self, name: &str, array_bytes: f64, memory: f64, queued: f64, software: bool) -> u8 {
        let name = ["webgpu", "cpu"].into_iter().find(|&known| known == name).unwrap_or("sim");
        // The frontend needs no other limit.
        let array_bytes = if name == "cpu" { crate::device::cpu::ARRAY_BYTES } else { array_bytes as u64 };
        let limits = Limits { array_bytes, workgroups: u32::MAX, temporaries: 0 };
        let least_rate = if self.clock.is_virtual() {
            f64::INFINITY
        } else if software {
            LEAST_OF_CPUS
        } else {
            LEAST_OF_GPUS
        };
        self.inner.add_device(name, Capacity { limits, memory: memory as u64, queued: queued as u64, least_rate })
    }

    /// Measures the smallest step of this thread's clock, in ms. The times of operations are no finer.
    #[wasm_bindgen(js_name = clockStep)]
    pub fn clock_step(&mut self) -> f64 {
        let step = self.clock.virtual_step().unwrap_or_else(super::clock_step);
        self.inner.set_clock_step(step);
        step
    }

    /// Now, in ms on the lab's clock.
    #[must_use]
    pub fn now(&self) -> f64 {
        let now = self.clock.now();
        self.clock.looked_at();
        now
    }

    /// Enqueues an operation on one array.
    pub fn unary(&mut self, op: u8, input: u32) -> u32 {
        let result = self.inner.apply(op, &[input], &[]);
        self.or_zero(result)
    }

    /// Enqueues an operation on one array whose attributes are the dimensions of its result.
    pub fn shaped(&mut self, op: u8, input: u32, dims: &[f64]) -> u32 {
        let name = crate::ops::by_opcode(op).map_or("shaped", |op| op.name());
        let result = dimensions(name, dims).and_then(|dims| self.inner.apply(op, &[input], &dims));
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

    /// Enqueues an operation with its attributes as they are in the stream.
    pub fn apply(&mut self, op: u8, inputs: &[u32], attrs: &[u32]) -> u32 {
        let result = self.inner.apply(op, inputs, attrs);
        self.or_zero(result)
    }

    /// Enqueues the creation of an array on a device; the dimensions follow the attributes.
    pub fn create(&mut self, device: u8, op: u8, attrs: &[u32], dims: &[f64]) -> u32 {
        let result = self.try_create(device, op, attrs, dims);
        self.or_zero(result)
    }

    /// Enqueues an array of values from the host.
    pub fn write(&mut self, device: u8, values: &js_sys::Float32Array, dims: &[f64]) -> u32 {
        let fill = |bits: &mut [u32]| values.copy_to(bytemuck::cast_slice_mut(bits));
        let count = values.length() as usize;
        let result = dimensions("array", dims).and_then(|dims| self.inner.write_by(device, &dims, count, fill));
        self.or_zero(result)
    }

    /// Enqueues the transfer of an array to another device.
    pub fn transfer(&mut self, array: u32, device: u8) -> u32 {
        let result = self.inner.transfer(array, device);
        self.or_zero(result)
    }

    /// The index of the array's device.
    #[must_use]
    pub fn device(&self, array: u32) -> u8 {
        self.inner.device(array)
    }

    /// The operation that computes the array, by its number in the stream of its device.
    #[must_use]
    pub fn producer(&self, array: u32) -> f64 {
        self.inner.producer(array) as f64
    }

    /// Adds a reference. Returns whether there is such an array.
    pub fn retain(&mut self, array: u32) -> bool {
        self.inner.retain(array)
    }

    /// The dimensions of an array; undefined where there is none.
    #[must_use]
    pub fn shape(&self, array: u32) -> Option<Vec<u32>> {
        self.inner.shape("shape", array).ok().map(|shape| Shape::dims(&shape).to_vec())
    }

    /// Removes a reference. Returns whether there was such an array.
    pub fn release(&mut self, array: u32) -> bool {
        self.inner.release(array)
    }

    /// Bytes of memory that the arrays held on the device take or will take.
    #[must_use]
    pub fn used(&self, device: u8) -> f64 {
        self.inner.used(device) as f64
    }

    /// The most bytes that arrays took on the device at once, since the count began. With `anew` the count then begins again.
    pub fn peak(&mut self, device: u8, anew: bool) -> f64 {
        let peak = self.inner.peak(device);
        if anew {
            self.inner.reset_peak(device);
        }
        peak as f64
    }

    /// Operations on the device could not be run: their results take no memory.
    pub fn fail(&mut self, device: u8, operations: &[f64]) {
        let operations: Vec<u64> = operations.iter().map(|&operation| operation as u64).collect();
        self.inner.fail(device, &operations);
    }

    /// From here on at most this many operations may be on their way to each device.
    #[wasm_bindgen(js_name = boundOperations)]
    pub fn bound_operations(&mut self, operations: f64) {
        self.inner.bound_operations(operations as u64);
    }

    /// Asks for an answer once the array is computed.
    pub fn wait(&mut self, array: u32) -> u32 {
        let result = self.inner.wait(array);
        self.or_zero(result)
    }

    /// Asks for an answer once everything enqueued on the device is computed.
    #[wasm_bindgen(js_name = waitAll)]
    pub fn wait_all(&mut self, device: u8) -> u32 {
        self.inner.wait_all(device)
    }

    /// Asks for an answer once all but the last `back` operations on the device are complete; failed ones too.
    pub fn mark(&mut self, device: u8, back: u32) -> u32 {
        self.inner.mark(device, back)
    }

    /// Asks for the operations on the device that are not complete.
    pub fn graph(&mut self, device: u8) -> u32 {
        self.inner.graph(device)
    }

    /// Has the clocks of the device measured, unless they already are, and asks for an answer then.
    pub fn calibrate(&mut self, device: u8) -> u32 {
        self.inner.calibrate(device)
    }

    /// How many of the newest operations on the device may still be pending for `operations` and `bytes` more to fit; -1 if they fit now, or if
    /// the queue is empty, so that no wait makes more room.
    #[must_use]
    pub fn room(&self, device: u8, operations: f64, bytes: f64) -> f64 {
        self.inner.room(device, operations as u64, bytes as u64).map_or(-1.0, |back| back as f64)
    }

    /// The first `operations` on the device are complete.
    #[wasm_bindgen(js_name = completeBefore)]
    pub fn complete_before(&mut self, device: u8, operations: f64) {
        self.inner.complete_before(device, operations as u64);
    }

    /// Operations on the device that are not known to be complete, and the bytes of their results.
    #[wasm_bindgen(js_name = inFlight)]
    #[must_use]
    pub fn in_flight(&self, device: u8) -> Vec<f64> {
        let (operations, bytes) = self.inner.in_flight(device);
        vec![operations as f64, bytes as f64]
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

    /// Starts (1: record, 2: also measure on the device, 3: the memory only) or stops (0) the trace of a device.
    pub fn trace(&mut self, device: u8, mode: u8) -> u32 {
        let mode = match mode {
            0 => TraceMode::Stop,
            1 => TraceMode::Record,
            2 => TraceMode::Measure,
            _ => TraceMode::Memory,
        };
        self.inner.trace(device, mode)
    }

    /// The device of each operation enqueued since tracing began.
    #[must_use]
    pub fn order(&self) -> Vec<u8> {
        self.inner.order().to_vec()
    }

    /// Flops and bytes of the chunks that were sent to the device: of all that are not known to be complete, of the largest of them, and of all that
    /// are complete.
    #[must_use]
    pub fn load(&self, device: u8) -> Vec<f64> {
        let Load { outstanding, largest, complete } = self.inner.load(device);
        vec![outstanding as f64, largest as f64, complete as f64]
    }

    /// Asks the device's backend to give pooled memory back.
    pub fn trim(&mut self, device: u8) {
        self.inner.trim(device);
    }

    /// Operations enqueued on the device so far.
    #[must_use]
    pub fn enqueued(&self, device: u8) -> f64 {
        self.inner.enqueued(device) as f64
    }

    /// Arrays alive.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn live(&self) -> usize {
        self.inner.live()
    }

    /// Ends a chunk of commands for the device. Returns the number of its words, which [`WebFrontend::take_words`] then takes.
    #[wasm_bindgen(js_name = endChunk)]
    pub fn end_chunk(&mut self, device: u8) -> usize {
        self.inner.chunk(device).len()
    }

    /// Moves the chunk that ended to an array of its length.
    #[wasm_bindgen(js_name = takeWords)]
    pub fn take_words(&mut self, device: u8, into: &js_sys::Uint32Array) {
        into.copy_from(self.inner.words(device));
        self.inner.clear(device);
    }

    /// Why the last call returned 0, as `{code, message}`.
    #[wasm_bindgen(js_name = takeError)]
    pub fn take_error(&mut self) -> JsValue {
        self.error.take().map_or(JsValue::UNDEFINED, |error| error_to_js(&error))
    }
}

/// JavaScript's numbers as dimensions.
fn dimensions(op: &'static str, dims: &[f64]) -> Result<ArrayVec<u32, MAX_RANK>> {
    let whole = |&dim: &f64| {
        let problem = if dim.fract() != 0.0 || dim < 0.0 || dim.is_nan() {
            format!("a dimension is {}", number_text(dim))
        } else if dim > f64::from(u32::MAX) {
            format!("a dimension is {}, which is 2^32 or more", number_text(dim))
        } else {
            return Ok(dim as u32);
        };
        Err(Error::InvalidShape { op, problem })
    };
    let dims = dims.iter().map(whole).collect::<Result<Vec<u32>>>()?;
    Shape::new(op, &dims).map(|shape| shape.dims().iter().copied().collect())
}
