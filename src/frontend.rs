//! The frontend: checks a call, names the array it creates and writes it into the stream. It never waits.

use crate::error::{Error, Result};
use crate::op::{Limits, MAX_INPUTS, Opcode};
use crate::ops;
use crate::shape::Shape;
use crate::trace::clock::Clock;
use crate::wire::{ArrayId, Command, Encoder, Token, TraceMode};
use arrays::{Arrays, Released};
use arrayvec::ArrayVec;
use std::rc::Rc;
use tape::Tape;

mod arrays;
mod backward;
pub mod gradient;
mod tape;

/// One program's arrays and the commands not yet handed over.
pub struct Frontend {
    arrays: Arrays,
    tape: Tape,
    encoder: Encoder,
    times: Vec<f64>,
    /// Whether the time of each operation goes with it.
    timing: bool,
    clock: Rc<dyn Clock>,
    limits: Limits,
    enqueued: u64,
    last_token: Token,
}

impl Frontend {
    /// A frontend for a device of these limits.
    #[must_use]
    pub fn new(limits: Limits, clock: Rc<dyn Clock>) -> Self {
        Self {
            arrays: Arrays::default(),
            tape: Tape::default(),
            encoder: Encoder::default(),
            times: Vec::new(),
            timing: clock.is_virtual(),
            clock,
            limits,
            enqueued: 0,
            last_token: 0,
        }
    }

    /// Enqueues an operation and names its result.
    ///
    /// # Errors
    /// `DISPOSED` for an unknown input, `TOO_LARGE` for an output that the device cannot hold, and whatever the
    /// operation's own rule says of shapes and numbers. Nothing is enqueued then.
    pub fn apply(&mut self, opcode: Opcode, inputs: &[ArrayId], attrs: &[u32]) -> Result<ArrayId> {
        let op = ops::by_opcode(opcode).ok_or(Error::BadStream { at: 0, problem: "unknown operation" })?;
        let mut shapes = ArrayVec::<Shape, MAX_INPUTS>::new();
        for &input in inputs {
            let shape = self.shape(op.name(), input)?;
            shapes.try_push(shape).map_err(|_| Error::BadStream { at: 0, problem: "too many inputs" })?;
        }
        let shape = op.infer(&shapes, attrs)?;
        let output = self.name_result(op.name(), shape)?;
        self.encoder.apply(opcode, output, inputs, attrs);
        self.count();
        if self.tape.recording {
            self.record_call(op, opcode, inputs, attrs, output);
        }
        Ok(output)
    }

    /// Enqueues the creation of an array from values of the host, in row-major order.
    ///
    /// # Errors
    /// `INVALID_SHAPE`, `SHAPE_MISMATCH` when the number of values is not the shape's, `TOO_LARGE`.
    pub fn write(&mut self, dims: &[u32], values: &[f32]) -> Result<ArrayId> {
        const OP: &str = "array";
        let shape = Shape::new(OP, dims)?;
        if shape.elements() != values.len() {
            return Err(Error::ShapeMismatch {
                op: OP,
                problem: format!("{} values for {} elements", values.len(), shape.elements()),
                shapes: shape.to_string(),
                remedy: "give one value for each element",
            });
        }
        let output = self.name_result(OP, shape)?;
        self.encoder.push(&Command::Write { output, dims, bits: bytemuck::cast_slice(values) });
        Ok(output)
    }

    /// The shape of an array; `op` is who asks.
    ///
    /// # Errors
    /// `DISPOSED` when there is no such array.
    pub fn shape(&self, op: &'static str, array: ArrayId) -> Result<Shape> {
        self.arrays.shape(array).ok_or(Error::Disposed { op })
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
            Released::Gone => self.encoder.push(&Command::Dispose { array }),
            Released::Taped => self.settle(vec![array]),
        }
    }

    /// Asks for an answer once `array` is computed.
    ///
    /// # Errors
    /// `DISPOSED`.
    pub fn wait(&mut self, array: ArrayId) -> Result<Token> {
        self.shape("waitToRead", array)?;
        Ok(self.ask(|token| Command::Wait { token, array }))
    }

    /// Asks for an answer once everything enqueued so far is computed.
    pub fn wait_all(&mut self) -> Token {
        self.ask(|token| Command::Wait { token, array: 0 })
    }

    /// Asks for the elements of `array`.
    ///
    /// # Errors
    /// `DISPOSED`.
    pub fn read(&mut self, array: ArrayId) -> Result<Token> {
        self.shape("data", array)?;
        Ok(self.ask(|token| Command::Read { token, array }))
    }

    /// Asks for the one element of `array`.
    ///
    /// # Errors
    /// `DISPOSED`, or `NOT_SCALAR` when it has none or several.
    pub fn item(&mut self, array: ArrayId) -> Result<Token> {
        let shape = self.shape("item", array)?;
        if shape.elements() != 1 {
            return Err(Error::NotScalar { shape, elements: shape.elements() });
        }
        self.read(array)
    }

    /// Switches tracing for what is enqueued from here on. Stopping is answered with the trace.
    pub fn trace(&mut self, mode: TraceMode) -> Token {
        self.timing = mode != TraceMode::Stop || self.clock.is_virtual();
        self.ask(|token| Command::Trace { token, mode })
    }

    /// Asks the backend to give pooled memory back to the device.
    pub fn trim(&mut self) {
        self.encoder.push(&Command::Trim);
    }

    /// Operations enqueued so far.
    #[must_use]
    pub fn enqueued(&self) -> u64 {
        self.enqueued
    }

    /// Arrays alive, the ones that only the tape holds included.
    #[must_use]
    pub fn live(&self) -> usize {
        self.arrays.live()
    }

    /// Words waiting to leave.
    #[must_use]
    pub fn words(&self) -> &[u32] {
        self.encoder.words()
    }

    /// Times of the operations waiting to leave; empty when not traced.
    #[must_use]
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The chunk has left: begin the next.
    pub fn clear(&mut self) {
        self.encoder.clear();
        self.times.clear();
    }

    fn name_result(&mut self, op: &'static str, shape: Shape) -> Result<ArrayId> {
        if shape.bytes() > self.limits.array_bytes {
            return Err(Error::TooLarge { op, shape, bytes: shape.bytes(), limit: self.limits.array_bytes });
        }
        Ok(self.arrays.insert(shape))
    }

    fn count(&mut self) {
        self.enqueued += 1;
        if self.timing {
            self.clock.enqueued();
            self.times.push(self.clock.now());
        }
    }

    fn ask(&mut self, command: impl FnOnce(Token) -> Command<'static>) -> Token {
        self.last_token = self.last_token.wrapping_add(1);
        self.encoder.push(&command(self.last_token));
        self.last_token
    }
}
