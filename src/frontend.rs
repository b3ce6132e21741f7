//! The frontend: checks a call, names the array it creates and writes it into the stream. It never waits.

use crate::error::{Error, Result};
use crate::op::{Limits, MAX_INPUTS, Opcode};
use crate::ops;
use crate::shape::Shape;
use crate::trace::clock::Clock;
use crate::wire::{ArrayId, Command, DeviceIndex, Token, TraceMode};
use arrays::{Arrays, Released};
use arrayvec::ArrayVec;
use departure::Departure;
pub use pressure::Bounds;
use std::rc::Rc;
use stream::Stream;
use tape::Tape;

mod arrays;
mod backward;
mod departure;
mod pressure;
mod stamps;
mod stream;
mod tape;

/// The lab's own device.
pub const OWN: DeviceIndex = 0;

/// One program's arrays, and the commands for each device that are not yet handed over.
pub struct Frontend {
    arrays: Arrays,
    tape: Tape,
    streams: Vec<Stream>,
    bounds: Bounds,
    /// Whether the bounds are in force: what is enqueued as a whole is admitted as a whole.
    bounded: bool,
    /// Whether it is recorded which operation is on which device.
    tracing: bool,
    /// Whether the times of operations go with them: while tracing, and always on a virtual clock.
    stamping: bool,
    /// The clock's step in ms; 0 has each operation read it.
    clock_step: f64,
    /// On which device each operation was enqueued, since tracing began.
    order: Vec<DeviceIndex>,
    clock: Rc<dyn Clock>,
    last_token: Token,
    /// The listener that is told that a chunk should leave, and from how many flops and bytes on.
    departures: Option<(Box<dyn Fn()>, u64)>,
    /// Why nothing can be computed any more.
    lost: Option<Error>,
}

impl Frontend {
    /// A frontend without a device yet.
    #[must_use]
    pub fn new(clock: Rc<dyn Clock>, bounds: Bounds) -> Self {
        Self {
            arrays: Arrays::default(),
            tape: Tape::default(),
            streams: Vec::new(),
            bounds,
            bounded: true,
            tracing: false,
            stamping: clock.is_virtual(),
            clock_step: 0.0,
            order: Vec::new(),
            clock,
            last_token: 0,
            departures: None,
            lost: None,
        }
    }

    /// Counts tokens and operations from here on, as if so many had been before.
    pub fn count_from(&mut self, tokens: Token, operations: u64) {
        self.last_token = tokens;
        self.streams.iter_mut().for_each(|stream| stream.pressure.count_from(operations));
    }

    /// One more device to enqueue for; the first is the lab's own.
    pub fn add_device(&mut self, name: &'static str, limits: Limits) -> DeviceIndex {
        let stream = Stream::new(name, limits, self.bounds, self.early());
        self.streams.push(stream);
        if self.lost.is_some() {
            self.streams.iter_mut().for_each(|stream| stream.pressure.close());
        }
        (self.streams.len() - 1) as DeviceIndex
    }

    /// Has `tell` called in a call that enqueues when a chunk should leave although the program goes on: its first operation is
    /// 1 ms old, or its operations have so many flops and bytes together. On a virtual clock none does.
    pub fn set_departures(&mut self, work: f64, tell: impl Fn() + 'static) {
        self.departures = (!self.clock.is_virtual()).then(|| (Box::new(tell) as Box<dyn Fn()>, work as u64));
        let early = self.early();
        self.streams.iter_mut().for_each(|stream| stream.departure = Departure::new(early));
    }

    /// Flops and bytes from which on a chunk leaves early, if any does.
    fn early(&self) -> Option<u64> {
        self.departures.as_ref().map(|(_, work)| *work)
    }

    /// From here on every call fails with this error: the device is gone, or the lab was closed. The first one counts.
    pub fn lose(&mut self, error: Error) {
        if self.lost.is_some() {
            return;
        }
        self.lost = Some(error);
        self.arrays.forget_all();
        self.order.clear();
        for stream in &mut self.streams {
            stream.pressure.close();
            stream.encoder.clear();
        }
    }

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
    /// `DISPOSED` for an unknown input, `DEVICE_MISMATCH`, `TOO_LARGE` for an output that the device cannot hold,
    /// `QUEUE_FULL`, and whatever the operation's own rule says of shapes and numbers. Nothing is enqueued then.
    pub fn apply_on(
        &mut self,
        device: DeviceIndex,
        opcode: Opcode,
        inputs: &[ArrayId],
        attrs: &[u32],
    ) -> Result<ArrayId> {
        let op = ops::by_opcode(opcode).ok_or(Error::BadStream { problem: "unknown operation" })?;
        let mut shapes = ArrayVec::<Shape, MAX_INPUTS>::new();
        for &input in inputs {
            let Some(slot) = self.arrays.held(input) else { return Err(self.disposed(op.name())) };
            shapes.try_push(slot.shape).map_err(|_| Error::BadStream { problem: "too many inputs" })?;
            if slot.device != device {
                return Err(self.mismatch(op.name(), inputs[0], input));
            }
        }
        let shape = op.infer(&shapes, attrs)?;
        let Some(output) = self.name_result(shape, device) else {
            return Err(self.refusal(device, op.name(), shape));
        };
        let further = work_beyond(opcode, &shapes, shape);
        if further > 0 {
            self.add_work(device, further);
        }
        self.stream(device).encoder.apply(opcode, output, inputs, attrs);
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

    /// The same of `count` values, whose bits `fill` writes: they are copied once.
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
        // A call that is refused anyway needs no room.
        if shape.bytes() <= self.streams[device as usize].limits.array_bytes {
            self.stream(device).encoder.make_room(count)?;
        }
        let output = self.name_or_refuse(OP, shape, device)?;
        self.stream(device).encoder.write(output, dims, count, fill);
        Ok(output)
    }

    /// Enqueues the transfer of an array to another device; where it is there already, it gets one more holder.
    ///
    /// # Errors
    /// `DISPOSED`, `TOO_LARGE`, `QUEUE_FULL`.
    pub fn transfer(&mut self, array: ArrayId, device: DeviceIndex) -> Result<ArrayId> {
        const OP: &str = "to";
        let shape = self.shape(OP, array)?;
        let (source, producer) = (self.arrays.device(array), self.arrays.producer(array));
        if source == device {
            self.retain(array);
            return Ok(array);
        }
        let output = self.name_or_refuse(OP, shape, device)?;
        let token = self.next_token();
        self.stream(source).encoder.push(&Command::Send { token, array, device });
        let dims = shape.dims();
        self.stream(device).encoder.push(&Command::Receive { token, output, device: source, producer, dims });
        if self.tape.recording {
            self.record_transfer(array, output);
        }
        Ok(output)
    }

    /// The shape of an array; `op` is who asks.
    ///
    /// # Errors
    /// `DISPOSED` when there is no such array.
    pub fn shape(&self, op: &'static str, array: ArrayId) -> Result<Shape> {
        self.arrays.held(array).map(|slot| slot.shape).ok_or_else(|| self.disposed(op))
    }

    /// The device of an array.
    #[must_use]
    pub fn device(&self, array: ArrayId) -> DeviceIndex {
        self.arrays.device(array)
    }

    /// The operation that computes an array, by its number in the stream of its device.
    #[must_use]
    pub fn producer(&self, array: ArrayId) -> u64 {
        self.arrays.producer(array)
    }

    /// One more holder of the array.
    pub fn retain(&mut self, array: ArrayId) {
        self.arrays.retain(array);
    }

    /// One holder less; the last one gone, and no gradient left that needs the value, the backend may reuse the memory.
    /// Doing it once too often does nothing.
    #[inline(never)] // It is called in many places that are rarely reached.
    pub fn release(&mut self, array: ArrayId) {
        match self.arrays.release(array) {
            Released::Held => {}
            Released::Gone => self.forget_value(array),
            Released::Taped => self.settle(vec![array]),
        }
    }

    /// Asks for an answer once `array` is computed.
    ///
    /// # Errors
    /// `DISPOSED`.
    pub fn wait(&mut self, array: ArrayId) -> Result<Token> {
        self.shape("waitToRead", array)?;
        Ok(self.ask(self.arrays.device(array), |token| Command::Wait { token, array }))
    }

    /// Asks for an answer once everything enqueued on the device so far is computed.
    pub fn wait_all(&mut self, device: DeviceIndex) -> Token {
        self.ask(device, |token| Command::Wait { token, array: 0 })
    }

    /// Asks for an answer once all but the last `back` operations enqueued on the device are complete; failed ones too.
    pub fn mark(&mut self, device: DeviceIndex, back: u32) -> Token {
        self.ask(device, |token| Command::Mark { token, back })
    }

    /// Asks for the elements of `array`.
    ///
    /// # Errors
    /// `DISPOSED`.
    pub fn read(&mut self, array: ArrayId) -> Result<Token> {
        self.shape("data", array)?;
        Ok(self.ask(self.arrays.device(array), |token| Command::Read { token, array }))
    }

    /// Asks for the one element of `array`.
    ///
    /// # Errors
    /// `DISPOSED`, or `NOT_SCALAR` when it has none or several.
    pub fn item(&mut self, array: ArrayId) -> Result<Token> {
        let shape = self.shape("item", array)?;
        if shape.elements() != 1 {
            return Err(Error::NotScalar { shape: shape.to_string(), elements: shape.elements() });
        }
        self.read(array)
    }

    /// Asks for the operations of the device that are not complete.
    pub fn graph(&mut self, device: DeviceIndex) -> Token {
        self.ask(device, |token| Command::Graph { token })
    }

    /// Has the clocks of the device measured, unless they are, and asks for an answer then.
    pub fn calibrate(&mut self, device: DeviceIndex) -> Token {
        self.ask(device, |token| Command::Calibrate { token })
    }

    /// Switches tracing on a device for what is enqueued from here on, the lab's own device first. Stopping is answered
    /// with the trace.
    pub fn trace(&mut self, device: DeviceIndex, mode: TraceMode) -> Token {
        self.tracing = matches!(mode, TraceMode::Record | TraceMode::Measure);
        self.stamping = self.tracing || self.clock.is_virtual();
        if self.tracing && device == OWN {
            self.order.clear();
        }
        self.ask(device, |token| Command::Trace { token, mode })
    }

    /// On which device each operation was enqueued, since tracing began.
    #[must_use]
    pub fn order(&self) -> &[DeviceIndex] {
        &self.order
    }

    /// Asks the device's backend to give pooled memory back to it.
    pub fn trim(&mut self, device: DeviceIndex) {
        self.stream(device).encoder.push(&Command::Trim);
    }

    /// Operations enqueued on the device so far.
    #[must_use]
    pub fn enqueued(&self, device: DeviceIndex) -> u64 {
        self.streams[device as usize].pressure.enqueued()
    }

    /// Operations on the device that are not known to be complete, and the bytes of their results.
    #[must_use]
    pub fn in_flight(&self, device: DeviceIndex) -> (u64, u64) {
        self.streams[device as usize].pressure.in_flight()
    }

    /// How many of the last operations on the device may be incomplete for there to be room for so many more operations
    /// and bytes; `None` where there is room.
    #[must_use]
    pub fn room(&self, device: DeviceIndex, operations: u64, bytes: u64) -> Option<u64> {
        self.streams[device as usize].pressure.room(operations, bytes)
    }

    /// The backend has told that the first `operations` on the device are complete.
    pub fn complete_before(&mut self, device: DeviceIndex, operations: u64) {
        self.stream(device).pressure.complete_before(operations);
    }

    /// Arrays alive, the ones that only the tape holds included.
    #[must_use]
    pub fn live(&self) -> usize {
        self.arrays.live()
    }

    /// The smallest step of the clock, in ms: the times of operations are told no finer. A virtual clock has none.
    pub fn set_clock_step(&mut self, step: f64) {
        self.clock_step = if self.clock.is_virtual() { 0.0 } else { step };
    }

    /// The words to leave for the device now: a chunk that ends here. There are none once everything is lost.
    pub fn chunk(&mut self, device: DeviceIndex) -> &[u32] {
        let stream = &mut self.streams[device as usize];
        if self.lost.is_some() {
            stream.encoder.clear();
        } else if stream.stamps.end() {
            stream.encoder.push(&Command::Stamp { at: self.clock.now().to_bits() });
        }
        stream.encoder.words()
    }

    /// The chunk has left: begin the next.
    pub fn clear(&mut self, device: DeviceIndex) {
        let early = self.early();
        let stream = self.stream(device);
        stream.encoder.clear();
        stream.departure = Departure::new(early);
    }

    /// The backend may reuse the memory of the value.
    fn forget_value(&mut self, array: ArrayId) {
        let device = self.arrays.device(array);
        self.stream(device).encoder.dispose(array);
    }

    fn stream(&mut self, device: DeviceIndex) -> &mut Stream {
        &mut self.streams[device as usize]
    }

    /// Names the result of an operation, which is counted and enqueued next; nothing where the device or the queue has no
    /// room for it.
    #[inline]
    fn name_result(&mut self, shape: Shape, device: DeviceIndex) -> Option<ArrayId> {
        let bytes = shape.bytes();
        let stream = &mut self.streams[device as usize];
        if bytes > stream.limits.array_bytes || self.bounded && stream.pressure.is_full(bytes) {
            return None;
        }
        let output = self.arrays.insert(shape, device, stream.pressure.enqueued());
        stream.pressure.enqueue(bytes);
        // An elementwise operation reads about twice as much as it writes.
        if stream.departure.enqueue(3 * bytes) {
            self.departs(device);
        }
        if self.stamping {
            self.stamp(device);
        }
        Some(output)
    }

    /// Notes when and where an operation is enqueued.
    #[inline(never)]
    fn stamp(&mut self, device: DeviceIndex) {
        let stream = &mut self.streams[device as usize];
        if stream.stamps.due() {
            self.clock.enqueued();
            let now = self.clock.now();
            stream.stamps.read(now, self.clock_step);
            stream.encoder.push(&Command::Stamp { at: now.to_bits() });
        }
        if self.tracing {
            self.order.push(device);
        }
    }

    #[inline(never)]
    fn name_or_refuse(&mut self, op: &'static str, shape: Shape, device: DeviceIndex) -> Result<ArrayId> {
        let named = self.name_result(shape, device);
        named.ok_or_else(|| self.refusal(device, op, shape))
    }

    /// Why there is no such array.
    #[cold]
    fn disposed(&self, op: &'static str) -> Error {
        self.lost.clone().unwrap_or(Error::Disposed { op })
    }

    /// Why a result of this shape cannot be enqueued.
    #[cold]
    fn refusal(&self, device: DeviceIndex, op: &'static str, shape: Shape) -> Error {
        self.lost.clone().unwrap_or_else(|| self.streams[device as usize].refusal(op, shape))
    }

    /// Tells if the chunk of a device is to leave although the program goes on.
    #[inline(never)]
    fn departs(&mut self, device: DeviceIndex) {
        let now = self.clock.now();
        if self.streams[device as usize].departure.is_due(now)
            && let Some((tell, _)) = &self.departures
        {
            tell();
        }
    }

    /// The operation that was just named has more work than its result tells.
    #[inline(never)]
    fn add_work(&mut self, device: DeviceIndex, work: u64) {
        let departure = &mut self.streams[device as usize].departure;
        departure.add(work);
        if departure.is_full() {
            self.departs(device);
        }
    }

    /// Refuses to enqueue more while the queue of the device is full.
    fn admit(&self, op: &'static str, device: DeviceIndex) -> Result<()> {
        let pressure = &self.streams[device as usize].pressure;
        if pressure.is_full(0) { Err(pressure.refusal(op)) } else { Ok(()) }
    }

    fn mismatch(&self, op: &'static str, first: ArrayId, other: ArrayId) -> Error {
        let name = |array| self.streams[self.arrays.device(array) as usize].name;
        Error::DeviceMismatch { op, left: name(first), right: name(other) }
    }

    fn next_token(&mut self) -> Token {
        // 0 is no token. After 2³² others one is given again: whoever asked for the first was answered long ago.
        self.last_token = self.last_token.wrapping_add(1).max(1);
        self.last_token
    }

    fn ask(&mut self, device: DeviceIndex, command: impl FnOnce(Token) -> Command<'static>) -> Token {
        if self.lost.is_some() {
            return 0;
        }
        let token = self.next_token();
        self.stream(device).encoder.push(&command(token));
        token
    }
}

/// Flops and bytes of an operation beyond those in proportion to its result: of a product, and of what makes much into little.
#[inline(always)]
fn work_beyond(opcode: Opcode, inputs: &[Shape], output: Shape) -> u64 {
    if opcode == ops::MATMUL && inputs.len() == 2 {
        // [m, k] times [k, n]: the product of the three sizes is (m·k·n)².
        let elements = |shape: &Shape| shape.elements() as f64;
        return (2.0 * (elements(&output) * elements(&inputs[0]) * elements(&inputs[1])).sqrt()) as u64;
    }
    inputs.first().map_or(0, |input| input.bytes().saturating_sub(output.bytes()))
}
