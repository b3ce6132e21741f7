//! The frontend: checks a call, names the array it creates and writes it into the stream. It never waits.

use crate::error::{Error, Result};
use crate::op::{Kind, Opcode, Operation};
use crate::ops;
use crate::shape::Shape;
use crate::trace::clock::Clock;
use crate::wire::{ArrayId, Command, DeviceIndex, Token};
use arrays::{Arrays, Released, index};
use capture::Capture;
pub use capture::Captured;
use departure::Departure;
pub use pressure::Bounds;
use readings::Readings;
use replay::Program;
pub use replay::RETURNED;
use std::rc::Rc;
pub use stream::Capacity;
use stream::Stream;
use tape::Tape;
pub use workload::Load;

mod arrays;
mod backward;
mod calls;
mod capture;
mod departure;
mod holdings;
mod pressure;
mod questions;
mod readings;
mod replay;
mod speed;
mod stream;
mod tape;
mod workload;

/// The lab's own device.
pub const OWN: DeviceIndex = 0;

/// A set of operations, a bit for each opcode. To ask the operation by a virtual call would take a large part of the time of enqueuing.
struct Operations(u64);

const _: () = assert!(ops::ALL.len() <= u64::BITS as usize);

impl Operations {
    fn that(belong: impl Fn(&dyn Operation) -> bool) -> Self {
        Self((0..).zip(ops::ALL).fold(0, |set, (opcode, &op)| set | u64::from(belong(op)) << opcode))
    }

    #[inline(always)]
    fn has(&self, opcode: Opcode) -> bool {
        self.0 >> opcode & 1 == 1
    }
}

/// One program's arrays, and the commands for each device that are not yet handed over.
pub struct Frontend {
    arrays: Arrays,
    tape: Tape,
    streams: Vec<Stream>,
    bounds: Bounds,
    /// The operations whose result is a view of their input.
    views: Operations,
    /// The operations that are products.
    products: Operations,
    /// Whether the bounds are in force. They are not during a backward pass, which is admitted as a whole.
    bounded: bool,
    /// Whether it is recorded which operation is on which device.
    tracing: bool,
    /// Whether the times of operations are sent with them: while tracing, and always on a virtual clock.
    stamping: bool,
    /// The clock's step in ms; at 0 each operation reads the clock.
    clock_step: f64,
    /// On which device each operation was enqueued, since tracing began.
    order: Vec<DeviceIndex>,
    clock: Rc<dyn Clock>,
    last_token: Token,
    /// The capture under way, if there is one.
    capture: Option<Capture>,
    programs: Vec<Option<Program>>,
    /// The listener for a chunk that should be sent, and the flops and bytes from which on it is called.
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
            views: Operations::that(|op| op.is_view()),
            products: Operations::that(|op| op.kind() == Kind::Product),
            bounded: true,
            tracing: false,
            stamping: clock.is_virtual(),
            clock_step: 0.0,
            order: Vec::new(),
            clock,
            last_token: 0,
            capture: None,
            programs: Vec::new(),
            departures: None,
            lost: None,
        }
    }

    /// Counts tokens and operations from here on, as if this many had come before.
    pub fn count_from(&mut self, tokens: Token, operations: u64) {
        self.last_token = tokens;
        for stream in &mut self.streams {
            stream.pressure.count_from(operations);
            stream.workload.count_from(operations);
        }
    }

    /// Adds a device to enqueue for; the first is the lab's own.
    pub fn add_device(&mut self, name: &'static str, capacity: Capacity) -> DeviceIndex {
        let stream = Stream::new(name, capacity, self.bounds, self.early());
        self.streams.push(stream);
        self.read_anew();
        if self.lost.is_some() {
            self.streams.iter_mut().for_each(|stream| stream.pressure.close());
        }
        (self.streams.len() - 1) as DeviceIndex
    }

    /// Sets the listener for chunks that should be sent although the program goes on: their first operation is 1 ms old, or their operations have
    /// `work` flops and bytes together. A call that enqueues calls it, unless the clock is virtual.
    pub fn set_departures(&mut self, work: f64, listener: impl Fn() + 'static) {
        self.departures = (!self.clock.is_virtual()).then(|| (Box::new(listener) as Box<dyn Fn()>, work as u64));
        let early = self.early();
        self.streams.iter_mut().for_each(|stream| stream.departure = Departure::new(early));
        self.read_anew();
    }

    /// Whether times of operations are needed: for a trace, or for chunks that are sent early.
    fn reads_clock(&self) -> bool {
        self.stamping || self.departures.is_some()
    }

    /// The next operation on each device reads the clock, if operations read it.
    fn read_anew(&mut self) {
        let needed = self.reads_clock();
        self.streams.iter_mut().for_each(|stream| stream.readings = Readings::new(needed));
    }

    /// Flops and bytes from which on a chunk is sent early, if any is.
    fn early(&self) -> Option<u64> {
        self.departures.as_ref().map(|(_, work)| *work)
    }

    /// From here on every call fails with this error: the device is gone, or the lab was closed. The first error counts.
    pub fn lose(&mut self, error: Error) {
        if self.lost.is_some() {
            return;
        }
        self.lost = Some(error);
        self.arrays.forget_all();
        self.order.clear();
        for stream in &mut self.streams {
            stream.pressure.close();
            stream.holdings.clear();
            stream.encoder.clear();
        }
    }

    /// The shape of an array; `op` names the caller.
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

    /// Increments the reference count. Returns whether there is such an array; once all is lost, true.
    pub fn retain(&mut self, array: ArrayId) -> bool {
        self.arrays.retain(array) || self.lost.is_some()
    }

    /// Decrements the reference count. At zero, and once no gradient needs the value, the backend may reuse its memory. Returns whether there was
    /// such an array: an array that was released before does not count, whatever has its slot now. Once all is lost, it returns true.
    pub fn release(&mut self, array: ArrayId) -> bool {
        match self.arrays.release(array) {
            Released::Unknown => return self.lost.is_some(),
            Released::Held => {}
            Released::Gone(device, bytes) => {
                let stream = &mut self.streams[device as usize];
                stream.holdings.give_back(bytes);
                stream.encoder.dispose(index(array));
            }
            Released::Taped => self.free_unneeded(vec![array]),
        }
        true
    }

    /// Bytes of memory that the values held on the device take, or will take once they are computed.
    #[must_use]
    pub fn used(&self, device: DeviceIndex) -> u64 {
        self.streams[device as usize].holdings.used()
    }

    /// The most bytes of memory that the values held on the device took at once, since [`Frontend::reset_peak`].
    #[must_use]
    pub fn peak(&self, device: DeviceIndex) -> u64 {
        self.streams[device as usize].holdings.peak()
    }

    /// The peak counts from here on.
    pub fn reset_peak(&mut self, device: DeviceIndex) {
        self.streams[device as usize].holdings.reset_peak();
    }

    /// The backend has reported that operations on the device could not be run, by their numbers: their results take no memory.
    pub fn fail(&mut self, device: DeviceIndex, operations: &[u64]) {
        self.arrays.fail(device, operations, &mut self.streams[device as usize].holdings);
    }

    /// From here on at most this many operations may be on their way to each device.
    pub fn bound_operations(&mut self, operations: u64) {
        self.bounds.operations = operations;
        if self.lost.is_none() {
            self.streams.iter_mut().for_each(|stream| stream.pressure.bound_operations(operations));
        }
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

    /// Flops and bytes of the chunks that were sent to the device.
    #[must_use]
    pub fn load(&self, device: DeviceIndex) -> Load {
        self.streams[device as usize].workload.load()
    }

    /// How many of the last operations on the device may be incomplete for there to be room for this many more operations
    /// and bytes; `None` where there is room.
    #[must_use]
    pub fn room(&self, device: DeviceIndex, operations: u64, bytes: u64) -> Option<u64> {
        self.streams[device as usize].pressure.room(operations, bytes)
    }

    /// The backend has reported that the first `operations` on the device are complete.
    pub fn complete_before(&mut self, device: DeviceIndex, operations: u64) {
        let now = self.clock.now();
        let stream = self.stream(device);
        stream.pressure.complete_before(operations, now);
        stream.workload.complete_before(operations);
    }

    /// Arrays alive, including those that only the tape holds.
    #[must_use]
    pub fn live(&self) -> usize {
        self.arrays.live()
    }

    /// The smallest step of the clock, in ms: the times of operations are no finer. A virtual clock has none.
    pub fn set_clock_step(&mut self, step: f64) {
        self.clock_step = if self.clock.is_virtual() { 0.0 } else { step };
    }

    /// Ends a chunk, and returns the words to send to the device now. There are none while a capture is on for the device, or once everything is
    /// lost.
    pub fn chunk(&mut self, device: DeviceIndex) -> &[u32] {
        if self.captures(device) {
            return &[];
        }
        let needed = self.reads_clock();
        let stream = &mut self.streams[device as usize];
        if self.lost.is_some() {
            stream.encoder.clear();
        } else if self.stamping && stream.readings.is_shared() {
            stream.encoder.push(&Command::Stamp { at: self.clock.now().to_bits() });
        }
        stream.readings = Readings::new(needed);
        self.words(device)
    }

    /// The words of the chunk that ended for the device.
    #[must_use]
    pub fn words(&self, device: DeviceIndex) -> &[u32] {
        self.streams[device as usize].encoder.words()
    }

    /// The chunk was sent: begins the next.
    pub fn clear(&mut self, device: DeviceIndex) {
        if self.captures(device) {
            return;
        }
        let early = self.early();
        let stream = self.stream(device);
        stream.encoder.clear();
        stream.workload.leave(stream.pressure.enqueued(), stream.departure.work());
        stream.departure = Departure::new(early);
    }

    /// The backend may reuse the memory of the value.
    fn forget_value(&mut self, array: ArrayId) {
        let device = self.arrays.device(array);
        let stream = &mut self.streams[device as usize];
        self.arrays.drop_value(array, &mut stream.holdings);
        stream.encoder.dispose(index(array));
    }

    fn stream(&mut self, device: DeviceIndex) -> &mut Stream {
        &mut self.streams[device as usize]
    }

    /// Why there is no such array.
    #[cold]
    fn disposed(&self, op: &'static str) -> Error {
        self.lost.clone().unwrap_or(Error::Disposed { op })
    }

    /// Fails while the queue of the device is full.
    fn admit(&self, op: &'static str, device: DeviceIndex) -> Result<()> {
        let pressure = &self.streams[device as usize].pressure;
        if pressure.is_full(0) { Err(pressure.rejection(op)) } else { Ok(()) }
    }
}
