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
//! mark     header, token, back                        everything enqueued before, without the last `back` operations
//! send     header, token, array, device               the token names the transfer
//! receive  header, token, output, device, producer low, high, rank, dimensions…
//! trace    header, token, mode                        0 = stop, 1 = record, 2 = record and measure on the device,
//!                                                     3 = record the memory only
//! graph    header, token
//! calibrate header, token
//! stamp    header, f64 bits low, high                 ms: the operations from here on were enqueued then or later
//! trim     header
//! define   header, program, number of inputs, of outputs, of free attributes; inputs…, outputs…, free attributes…, commands…
//! replay   header, program, number of inputs, of disposed arrays, of outputs; inputs…, disposed…, outputs…, words…
//! forget   header, program
//! ```
//! A program consists of apply and write commands. It names its input i as 2i, and the result of its operation i as 2i + 1; its outputs are
//! numbers of operations. A replay creates all of its operations. It may replace the free attributes of the program: the words of a replay,
//! if it has any, are their values. A free attribute is numbered 16 · (its operation) + (its index among that operation's attributes).
//!
//! Each device has a stream of its own. An array is sent from one device to another by a send in the first device's stream and a receive in the
//! second's. Operations are numbered in the order of their stream: apply, write and receive create one each. The stream is data: it can be stored,
//! replayed, fuzzed and drawn without a device.

mod decoder;
mod encoder;
mod segment;

pub use crate::id::{ArrayId, Opcode};
pub use decoder::Decoder;
pub use encoder::Encoder;
pub use segment::{LARGE, Segment, segments};

/// Name of an answer the frontend waits for.
pub type Token = u32;
/// Index of a device among those of a lab; 0 is the lab's own.
pub type DeviceIndex = u8;
/// Name of a program that a backend keeps, from 0 on.
pub type ProgramId = u32;

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
const DEFINE: u8 = 0xFC;
const REPLAY: u8 = 0xFD;
const FORGET: u8 = 0xFE;

/// The backend's recording from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceMode {
    /// Stop, and answer with the recording.
    Stop,
    /// Record when each operation was enqueued, decoded, submitted and reported complete.
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
        /// The index of the array's slot.
        array: ArrayId,
    },
    /// Answer when the array is computed, or when everything before is.
    Wait {
        /// Names the answer.
        token: Token,
        /// The index of the array's slot; 0 for everything.
        array: ArrayId,
    },
    /// Answer with the elements of the array.
    Read {
        /// Names the answer.
        token: Token,
        /// The index of the array's slot.
        array: ArrayId,
    },
    /// Answer when all but the last operations decoded so far are complete, whether they succeeded or not.
    Mark {
        /// Names the answer.
        token: Token,
        /// How many of the last operations it does not wait for.
        back: u32,
    },
    /// Send the elements of the array to another device.
    Send {
        /// Names the transfer.
        token: Token,
        /// The index of the array's slot.
        array: ArrayId,
        /// The device to which they are sent.
        device: DeviceIndex,
    },
    /// Create an array from the elements that another device sends.
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
    /// Measure the clocks, unless they are known, then answer.
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
    /// Keep operations under a name.
    Define {
        /// The name.
        program: ProgramId,
        /// Arrays of the shapes that its inputs have.
        inputs: &'a [ArrayId],
        /// The operations whose results a replay names, in order.
        outputs: &'a [u32],
        /// The attributes that a replay may replace, each numbered 16 · (its operation) + (its index there).
        free: &'a [u32],
        /// Its operations, as a stream.
        commands: &'a [u32],
    },
    /// Run the operations of a program.
    Replay {
        /// The program.
        program: ProgramId,
        /// The arrays that it reads.
        inputs: &'a [ArrayId],
        /// Arrays that are disposed once the replay has read them.
        disposed: &'a [ArrayId],
        /// The arrays it creates.
        outputs: &'a [ArrayId],
        /// A word for each of its free attributes, or none to keep those of the definition.
        words: &'a [u32],
    },
    /// A program will not be run again.
    Forget {
        /// The program.
        program: ProgramId,
    },
}
