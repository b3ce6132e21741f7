//! Bounds that everything else stands on.

/// Largest number of dimensions of an array.
pub const MAX_RANK: usize = 6;
