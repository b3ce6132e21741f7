//! The command stream: flat u32 words, the only thing that crosses from the frontend to the backend.
//!
//! ```text
//! header   bits 0..8 opcode · 8..16 number of inputs · 16..32 length in words, header included
//!          (length 0: the next word holds it, for uploads)
//! apply    header, output, inputs…, attributes…       opcode = index in ops::ALL
//! write    header, output, rank, dimensions…, f32 bits…
//! dispose  header, array
//! wait     header, token, array                       array 0 = everything enqueued before
//! read     header, token, array
//! mark     header, token, back                        all but the last `back` operations enqueued before
//! send     header, token, array, device               the token names the transfer
//! receive  header, token, output, device, producer low, high, rank, dimensions…
//! trace    header, token, mode                        0 = stop, 1 = record, 2 = record and measure on the device,
//!                                                     3 = record the memory only
//! graph    header, token
//! calibrate header, token
//! stamp    header, f64 bits low, high                 ms: the operations from here on were enqueued then or later
//! trim     header
//! ```
//! Each device has a stream of its own. What an operation of one device reads from another is sent in the one stream and
//! received in the other. Operations are numbered in the order of their stream: apply, write and receive create one each.
//! The stream is data: it can be stored, replayed, fuzzed and drawn without a device.

use crate::error::{Error, Result};
use crate::op::Opcode;
use crate::shape::MAX_RANK;
use std::ops::Range;

/// Name of an array in the stream, unique among the arrays alive at that point. 0 is no array.
pub type ArrayId = u32;
/// Name of an answer the frontend waits for.
pub type Token = u32;
/// Index of a device among those of a lab; 0 is the lab's own.
pub type DeviceIndex = u8;

/// Opcodes from here on are not operations.
pub const FIRST_CONTROL: u8 = 0xF0;
const WRITE: u8 = 0xF0;
const DISPOSE: u8 = 0xF1;
const WAIT: u8 = 0xF2;
const READ: u8 = 0xF3;
const TRACE: u8 = 0xF4;
const TRIM: u8 = 0xF5;
const MARK: u8 = 0xF6;
const SEND: u8 = 0xF7;
const RECEIVE: u8 = 0xF8;
const GRAPH: u8 = 0xF9;
const STAMP: u8 = 0xFA;
const CALIBRATE: u8 = 0xFB;

/// An array of so many words or more is taken out of its chunk by itself.
pub const LARGE: usize = 1 << 20;
/// Words of an upload besides the elements, at most.
const MOST_BESIDE: usize = 4 + MAX_RANK;

/// A part of a chunk, by the places of its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Commands.
    Commands(Range<usize>),
    /// A [large](LARGE) array of values of the host.
    Array {
        /// Its name.
        output: ArrayId,
        /// Its dimensions.
        dims: Range<usize>,
        /// Its elements, as bits.
        bits: Range<usize>,
    },
}

/// The parts of a chunk of so many words, which `word` tells one by one: so that a large array need not be held twice.
pub fn parts(words: usize, word: impl Fn(usize) -> u32) -> Vec<Part> {
    let mut parts = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < words {
        let head = word(at);
        let (body, length) = match head >> 16 {
            0 if at + 1 < words => (at + 2, word(at + 1) as usize),
            short => (at + 1, short as usize),
        };
        let Some(end) = at.checked_add(length).filter(|&end| end >= body && end <= words) else { break };
        if head as u8 == WRITE && length >= LARGE && word(body + 1) as usize <= MAX_RANK {
            if from < at {
                parts.push(Part::Commands(from..at));
            }
            let bits = body + 2 + word(body + 1) as usize;
            parts.push(Part::Array { output: word(body), dims: body + 2..bits, bits: bits..end });
            from = end;
        }
        at = end;
    }
    if from < words {
        parts.push(Part::Commands(from..words));
    }
    parts
}

/// The backend's recording from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceMode {
    /// Stop, and answer with what was recorded.
    Stop,
    /// Record when each operation was enqueued, decoded, submitted and seen to be complete.
    Record,
    /// Also have the device time each operation, which may slow it down.
    Measure,
    /// Record the bytes held and the operations done over time, and no single operation.
    Memory,
}

/// One command of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Run an operation; its output shape follows from the inputs and the attributes.
    Apply {
        /// The operation's opcode.
        op: Opcode,
        /// The array it creates.
        output: ArrayId,
        /// The arrays it reads.
        inputs: &'a [ArrayId],
        /// The operation's own words.
        attrs: &'a [u32],
    },
    /// Create an array from values of the host.
    Write {
        /// The array it creates.
        output: ArrayId,
        /// Its dimensions.
        dims: &'a [u32],
        /// Its elements in row-major order, as bits.
        bits: &'a [u32],
    },
    /// The program will not name this array again.
    Dispose {
        /// The array's name.
        array: ArrayId,
    },
    /// Answer when the array is computed, or when everything before is.
    Wait {
        /// Names the answer.
        token: Token,
        /// The array's name; 0 for everything.
        array: ArrayId,
    },
    /// Answer with the elements of the array.
    Read {
        /// Names the answer.
        token: Token,
        /// The array's name.
        array: ArrayId,
    },
    /// Answer when all but the last operations decoded so far are complete, whether they succeeded or not.
    Mark {
        /// Names the answer.
        token: Token,
        /// How many of the last operations need not be.
        back: u32,
    },
    /// Send the elements of the array to another device.
    Send {
        /// Names the transfer.
        token: Token,
        /// The array's name.
        array: ArrayId,
        /// Where to.
        device: DeviceIndex,
    },
    /// Create an array from what another device sends.
    Receive {
        /// Names the transfer.
        token: Token,
        /// The array it creates.
        output: ArrayId,
        /// Where the elements come from.
        device: DeviceIndex,
        /// The operation that computes them there, by its number in that stream.
        producer: u64,
        /// Its dimensions.
        dims: &'a [u32],
    },
    /// Answer with the operations that are not complete.
    Graph {
        /// Names the answer.
        token: Token,
    },
    /// Measure what the clocks can tell, unless that is done, and answer then.
    Calibrate {
        /// Names the answer.
        token: Token,
    },
    /// The operations from here on were enqueued at this time or later, and before that of the next stamp.
    Stamp {
        /// In ms on the lab's clock, as the bits of an f64.
        at: u64,
    },
    /// Switch tracing.
    Trace {
        /// Names the answer.
        token: Token,
        /// The recording from here on.
        mode: TraceMode,
    },
    /// Give pooled memory back to the device.
    Trim,
}

/// Writes commands.
#[derive(Clone, Debug, Default)]
pub struct Encoder {
    words: Vec<u32>,
}

impl Encoder {
    /// The words written since the last [`Encoder::clear`].
    #[must_use]
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Forgets the words but keeps their memory, for the next chunk, unless it is so much that few chunks need it.
    pub fn clear(&mut self) {
        self.words.clear();
        if self.words.capacity() > LARGE {
            self.words = Vec::new();
        }
    }

    /// Makes room for an array of so many elements.
    ///
    /// # Errors
    /// `OUT_OF_MEMORY`; what was written stays.
    pub fn make_room(&mut self, elements: usize) -> Result<()> {
        let words = elements.saturating_add(MOST_BESIDE);
        let held = self.words.capacity() as u64 * 4;
        self.words.try_reserve(words).map_err(|_| Error::OutOfMemory {
            array: format!("{elements} elements on their way to the device"),
            bytes: elements as u64 * 4,
            held,
        })
    }

    /// Appends an array of as many elements as its dimensions say, whose bits `fill` writes.
    pub fn write(&mut self, output: ArrayId, dims: &[u32], elements: usize, fill: impl FnOnce(&mut [u32])) {
        self.header(WRITE, 0, 3 + dims.len() + elements);
        self.words.extend([output, dims.len() as u32]);
        self.words.extend_from_slice(dims);
        let from = self.words.len();
        self.words.resize(from + elements, 0);
        fill(&mut self.words[from..]);
    }

    /// Appends one command.
    pub fn push(&mut self, command: &Command<'_>) {
        match *command {
            Command::Apply { op, output, inputs, attrs } => self.apply(op, output, inputs, attrs),
            Command::Write { output, dims, bits } => {
                self.write(output, dims, bits.len(), |words| words.copy_from_slice(bits));
            }
            Command::Dispose { array } => self.dispose(array),
            Command::Wait { token, array } => self.control(WAIT, &[token, array]),
            Command::Read { token, array } => self.control(READ, &[token, array]),
            Command::Trace { token, mode } => self.control(TRACE, &[token, mode as u32]),
            Command::Mark { token, back } => self.control(MARK, &[token, back]),
            Command::Send { token, array, device } => self.control(SEND, &[token, array, device.into()]),
            Command::Receive { token, output, device, producer, dims } => {
                self.header(RECEIVE, 0, 7 + dims.len());
                let [low, high] = [producer as u32, (producer >> 32) as u32];
                self.words.extend([token, output, device.into(), low, high, dims.len() as u32]);
                self.words.extend_from_slice(dims);
            }
            Command::Graph { token } => self.control(GRAPH, &[token]),
            Command::Calibrate { token } => self.control(CALIBRATE, &[token]),
            Command::Stamp { at } => self.control(STAMP, &[at as u32, (at >> 32) as u32]),
            Command::Trim => self.control(TRIM, &[]),
        }
    }

    /// Appends an operation; the hot path of [`Encoder::push`].
    pub fn apply(&mut self, op: Opcode, output: ArrayId, inputs: &[ArrayId], attrs: &[u32]) {
        self.header(op, inputs.len(), 2 + inputs.len() + attrs.len());
        self.words.push(output);
        // A few words at most: pushed faster than copied.
        for &input in inputs {
            self.words.push(input);
        }
        for &word in attrs {
            self.words.push(word);
        }
    }

    /// Appends that the program gives an array up; as hot as [`Encoder::apply`].
    #[inline]
    pub fn dispose(&mut self, array: ArrayId) {
        self.words.push(u32::from(DISPOSE) | 2 << 16);
        self.words.push(array);
    }

    fn control(&mut self, opcode: u8, operands: &[u32]) {
        self.header(opcode, 0, 1 + operands.len());
        self.words.extend_from_slice(operands);
    }

    #[inline(always)]
    fn header(&mut self, opcode: u8, inputs: usize, length: usize) {
        let head = u32::from(opcode) | (inputs as u32) << 8;
        if length < 1 << 16 {
            self.words.push(head | (length as u32) << 16);
        } else {
            self.words.extend([head, length as u32 + 1]);
        }
    }
}

/// Reads the commands of a chunk in order.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    words: &'a [u32],
    at: usize,
}

impl<'a> Decoder<'a> {
    /// Starts at the beginning of a chunk. Commands never span chunks.
    #[must_use]
    pub fn new(words: &'a [u32]) -> Self {
        Self { words, at: 0 }
    }

    fn command(&self, head: u32, body: &'a [u32]) -> Result<Command<'a>> {
        let opcode = head as u8;
        let inputs = (head >> 8 & 0xFF) as usize;
        let bad = |problem| Error::BadStream { problem };
        Ok(match (opcode, body) {
            (op, [output, rest @ ..]) if op < FIRST_CONTROL => {
                let (inputs, attrs) = rest.split_at_checked(inputs).ok_or_else(|| bad("too few inputs"))?;
                Command::Apply { op, output: *output, inputs, attrs }
            }
            (WRITE, [output, rank, rest @ ..]) => {
                let (dims, bits) = rest.split_at_checked(*rank as usize).ok_or_else(|| bad("too few dimensions"))?;
                Command::Write { output: *output, dims, bits }
            }
            (DISPOSE, [array]) => Command::Dispose { array: *array },
            (WAIT, [token, array]) => Command::Wait { token: *token, array: *array },
            (READ, [token, array]) => Command::Read { token: *token, array: *array },
            (TRACE, [token, mode]) => {
                let mode = match mode {
                    0 => TraceMode::Stop,
                    1 => TraceMode::Record,
                    2 => TraceMode::Measure,
                    3 => TraceMode::Memory,
                    _ => return Err(bad("unknown trace mode")),
                };
                Command::Trace { token: *token, mode }
            }
            (MARK, [token, back]) => Command::Mark { token: *token, back: *back },
            (SEND, [token, array, device]) => Command::Send {
                token: *token,
                array: *array,
                device: index(*device).ok_or_else(|| bad("unknown device"))?,
            },
            (RECEIVE, [token, output, device, low, high, rank, dims @ ..]) if dims.len() == *rank as usize => {
                let device = index(*device).ok_or_else(|| bad("unknown device"))?;
                Command::Receive { token: *token, output: *output, device, producer: long(*low, *high), dims }
            }
            (GRAPH, [token]) => Command::Graph { token: *token },
            (CALIBRATE, [token]) => Command::Calibrate { token: *token },
            (STAMP, [low, high]) => Command::Stamp { at: long(*low, *high) },
            (TRIM, []) => Command::Trim,
            _ => return Err(bad("unknown command")),
        })
    }
}

impl<'a> Iterator for Decoder<'a> {
    type Item = Result<Command<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.words[self.at..];
        let head = *rest.first()?;
        let (start, length) = match (head >> 16, rest.get(1)) {
            (0, Some(&long)) => (2, long as usize),
            (short, _) => (1, short as usize),
        };
        let Some(body) = rest.get(start..length) else {
            // A length that cannot be true: nothing after it can be trusted.
            let error = Error::BadStream { problem: "a length past the end" };
            self.at = self.words.len();
            return Some(Err(error));
        };
        let command = self.command(head, body);
        self.at += length;
        Some(command)
    }
}

fn long(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

fn index(device: u32) -> Option<DeviceIndex> {
    DeviceIndex::try_from(device).ok()
}
