//! Numbers that name operations, arrays and submissions.

/// Index of an operation in [`crate::ops::ALL`]; the opcode in the command stream.
pub type Opcode = u8;

/// Number of an array, unique among the arrays alive at that point: in the stream the index of its slot, in the calls of the frontend its handle,
/// which is index and generation. 0 is no array.
pub type ArrayId = u32;

/// Numbers the submissions of a device from 1 on, in order.
pub type Serial = u64;
