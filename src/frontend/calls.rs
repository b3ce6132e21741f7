//! Enqueuing: a call is checked, its array is named, and a command is written into the stream of its device.

use super::arrays::index;
use super::departure::STEP_MS;
use super::stream::Stream;
use super::{Frontend, OWN};
use crate::error::{Error, Result};
use crate::op::{MAX_INPUTS, Opcode};
use crate::ops;
use crate::shape::Shape;
use crate::wire::{ArrayId, Command, DeviceIndex};
use arrayvec::ArrayVec;

impl Frontend {
    /// Enqueues an operation where its inputs are, or on the lab's own device if it has none, and names its result.
    ///
    /// # Errors
    /// As [`Frontend::apply_on`], and `DEVICE_MISMATCH` for inputs on different devices.
    pub fn apply(&mut self, opcode: Opcode, inputs: &[ArrayId], attrs: &[u32]) -> Result<ArrayId> {
        let device = inputs.first().map_or(OWN, |&input| self.arrays.device(input));
        self.apply_on(device, opcode, inputs, attrs)
    }

    /// Enqueues an operation on a device, where its inputs have to be, and names its result.
    ///
    /// # Errors
    /// `DISPOSED` for an unknown input, `DEVICE_MISMATCH`, `TOO_LARGE` for an output that the device cannot hold, `QUEUE_FULL`, and the errors of the
    /// operation's own rule for shapes and numbers. Nothing is enqueued then.
    pub fn apply_on(
        &mut self,
        device: DeviceIndex,
        opcode: Opcode,
        inputs: &[ArrayId],
        attrs: &[u32],
    ) -> Result<ArrayId> {
        let Some(op) = ops::by_opcode(opcode) else { return Err(Error::BadStream { problem: "unknown operation" }) };
        if inputs.len() > MAX_INPUTS {
            return Err(Error::BadStream { problem: "too many inputs" });
        }
        let mut shapes = ArrayVec::<Shape, MAX_INPUTS>::new();
        // The indices, by which the stream names the inputs.
        let mut names = [0; MAX_INPUTS];
        for (&input, named) in inputs.iter().zip(&mut names) {
            let Some(slot) = self.arrays.held(input) else { return Err(self.disposed(op.name())) };
            shapes.push(slot.shape);
            *named = index(input);
            if slot.device != device {
                return Err(self.mismatch(op.name(), inputs[0], input));
            }
        }
        // The shape is used by reference: to move it would take as long as to check a call.
        let inferred = op.infer(&shapes, attrs);
        let shape = match &inferred {
            Ok(shape) => shape,
            Err(_) => return inferred.map(|_| 0),
        };
        let view_of = if self.views.has(opcode) { inputs.first().copied() } else { None };
        let bytes = shape.bytes();
        let Some(output) = self.name_result(shape, bytes, device, view_of) else {
            return Err(self.rejection(device, op.name(), *shape));
        };
        let further = match &shapes[..] {
            [a, b] if self.products.has(opcode) => flops_of_product(a, b, shape),
            // Work that the size of the output does not show: the bytes that a reduction reads.
            [input, ..] => input.bytes().saturating_sub(bytes),
            [] => 0,
        };
        if further > 0 {
            self.add_work(device, further);
        }
        self.stream(device).encoder.apply(opcode, index(output), &names[..inputs.len()], attrs);
        if self.tape.recording {
            self.record_call(op, opcode, inputs, attrs, output);
        }
        Ok(output)
    }

    /// Enqueues the creation of an array from values of the host, in row-major order.
    ///
    /// # Errors
    /// As [`Frontend::write_by`].
    pub fn write(&mut self, device: DeviceIndex, dims: &[u32], values: &[f32]) -> Result<ArrayId> {
        self.write_by(device, dims, values.len(), |bits| bits.copy_from_slice(bytemuck::cast_slice(values)))
    }

    /// The same for `count` values, whose bits `fill` writes in place, so that they are copied once.
    ///
    /// # Errors
    /// `INVALID_SHAPE`, `SHAPE_MISMATCH` when the number of values is not the shape's, `TOO_LARGE`, `QUEUE_FULL`,
    /// `OUT_OF_MEMORY` when this thread has no memory for them. Nothing is enqueued then.
    pub fn write_by(
        &mut self,
        device: DeviceIndex,
        dims: &[u32],
        count: usize,
        fill: impl FnOnce(&mut [u32]),
    ) -> Result<ArrayId> {
        const OP: &str = "array";
        let shape = Shape::new(OP, dims)?;
        if shape.elements() != count {
            return Err(Error::ShapeMismatch {
                op: OP,
                problem: format!("{count} values for {} elements", shape.elements()),
                shapes: shape.to_string(),
                remedy: "give one value for each element",
            });
        }
        // A call that is rejected anyway needs no room.
        if shape.bytes() <= self.streams[device as usize].limits.array_bytes {
            self.stream(device).encoder.make_room(count)?;
        }
        let output = self.name_or_reject(OP, shape, device)?;
        self.stream(device).encoder.write(index(output), dims, count, fill);
        Ok(output)
    }

    /// Enqueues the transfer of an array to another device; if it is there already, it gets one more reference instead.
    ///
    /// # Errors
    /// `DISPOSED`, `TOO_LARGE`, `QUEUE_FULL`.
    pub fn transfer(&mut self, array: ArrayId, device: DeviceIndex) -> Result<ArrayId> {
        const OP: &str = "to";
        self.capturable(OP)?;
        let shape = self.shape(OP, array)?;
        let (source, producer) = (self.arrays.device(array), self.arrays.producer(array));
        if source == device {
            self.retain(array);
            return Ok(array);
        }
        let output = self.name_or_reject(OP, shape, device)?;
        let token = self.next_token();
        self.stream(source).encoder.push(&Command::Send { token, array: index(array), device });
        let received = Command::Receive { token, output: index(output), device: source, producer, dims: shape.dims() };
        self.stream(device).encoder.push(&received);
        if self.tape.recording {
            self.record_transfer(array, output);
        }
        Ok(output)
    }

    /// Names and counts the result of an operation, which the caller enqueues next. `None` where the device, the queue or the memory has no room for
    /// it. A view takes no memory of its own.
    #[inline(always)]
    fn name_result(
        &mut self,
        shape: &Shape,
        bytes: u64,
        device: DeviceIndex,
        view_of: Option<ArrayId>,
    ) -> Option<ArrayId> {
        let stream = &mut self.streams[device as usize];
        let taken = if view_of.is_some() { 0 } else { stream.holdings.taken_by(bytes) };
        let has_room = !self.bounded || stream.holdings.has_room(taken) && !stream.pressure.is_full(bytes);
        if bytes > stream.limits.array_bytes || !has_room {
            return None;
        }
        let output = self.arrays.insert(shape, device, stream.pressure.enqueued(), taken);
        stream.holdings.take(taken);
        // An elementwise operation reads about twice as much as it writes.
        let work = 3 * bytes;
        let asks_for_room = stream.pressure.enqueue(bytes, work);
        stream.departure.add(work);
        if stream.readings.is_due() || stream.departure.is_full() {
            self.read_clock(device);
        }
        if asks_for_room {
            self.notify_due();
        }
        if let Some(input) = view_of {
            self.arrays.share(input, output);
        }
        if self.tracing {
            self.order.push(device);
        }
        Some(output)
    }

    /// Reads the clock for the operation that is being enqueued and for those that follow it closely. The time is for their trace and for the age of
    /// their chunk.
    #[inline(never)]
    pub(super) fn read_clock(&mut self, device: DeviceIndex) {
        if self.stamping {
            self.clock.enqueued();
        }
        let now = self.clock.now();
        let stream = &mut self.streams[device as usize];
        stream.readings.read(now, if self.stamping { self.clock_step } else { STEP_MS });
        if self.stamping {
            stream.encoder.push(&Command::Stamp { at: now.to_bits() });
        }
        if self.departures.is_some() {
            self.notify_if_due(device, now);
        }
    }

    fn name_or_reject(&mut self, op: &'static str, shape: Shape, device: DeviceIndex) -> Result<ArrayId> {
        let named = self.name_result(&shape, shape.bytes(), device, None);
        named.ok_or_else(|| self.rejection(device, op, shape))
    }

    /// Why a result of this shape cannot be enqueued.
    #[cold]
    fn rejection(&self, device: DeviceIndex, op: &'static str, shape: Shape) -> Error {
        self.lost.clone().unwrap_or_else(|| self.streams[device as usize].rejection(op, shape))
    }

    /// Notifies the listener if the chunk of a device is to be sent although the program goes on.
    fn notify_if_due(&mut self, device: DeviceIndex, now: f64) {
        let stream = &mut self.streams[device as usize];
        stream.pressure.begin(now);
        if stream.departure.is_due(now) {
            self.notify_due();
        }
    }

    /// Notifies the listener that the chunk should be sent; a program that may wait then looks for room, too.
    #[cold]
    pub(super) fn notify_due(&self) {
        if let Some((listener, _)) = &self.departures {
            listener();
        }
    }

    /// Adds work to the operation that was just named: more than the size of its result suggests.
    fn add_work(&mut self, device: DeviceIndex, work: u64) {
        let Stream { departure, pressure, .. } = &mut self.streams[device as usize];
        let asks_for_room = pressure.add_work(work);
        departure.add(work);
        if departure.is_full() {
            self.notify_if_due(device, self.clock.now());
        }
        if asks_for_room {
            self.notify_due();
        }
    }

    pub(super) fn mismatch(&self, op: &'static str, first: ArrayId, other: ArrayId) -> Error {
        let name = |array| self.streams[self.arrays.device(array) as usize].name;
        Error::DeviceMismatch { op, left: name(first), right: name(other) }
    }
}

/// [m, k] times [k, n]: 2·m·k·n flops. The product of the three sizes is (m·k·n)².
fn flops_of_product(a: &Shape, b: &Shape, output: &Shape) -> u64 {
    let elements = |shape: &Shape| shape.elements() as f64;
    (2.0 * (elements(output) * elements(a) * elements(b)).sqrt()) as u64
}
