//! Bytes that a device holds.

use serde::Serialize;

/// Bytes by what they are for. `allocated = used + pending + pooled`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MemoryUse {
    /// Of arrays the program still names.
    pub used: u64,
    /// Of arrays the program has disposed, still needed by queued or running work.
    pub pending: u64,
    /// Free, kept for reuse.
    pub pooled: u64,
    /// Held on the device in all.
    pub allocated: u64,
    /// Most ever allocated.
    pub peak: u64,
}
