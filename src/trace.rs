//! The life of every operation on one clock: what was recorded, how two clocks are brought together, and statistics.

pub mod clock;
pub mod memory;
pub mod record;
pub mod series;
pub mod stats;
