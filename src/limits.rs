//! Bounds that all other modules use.

/// Largest number of dimensions of an array.
pub const MAX_RANK: usize = 6;
