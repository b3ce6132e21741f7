//! The life of every operation on one clock: the recording, the conversion between two clocks, and statistics.

pub mod clock;
pub mod memory;
pub mod record;
pub mod series;
pub mod stats;
