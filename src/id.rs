//! Numbers that stand for things, wherever those are spoken of: operations and arrays.

/// Index of an operation in [`crate::ops::ALL`]; the opcode in the command stream.
pub type Opcode = u8;

/// Name of an array in the stream, unique among the arrays alive at that point. 0 is no array.
pub type ArrayId = u32;
