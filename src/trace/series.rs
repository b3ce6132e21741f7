//! Bytes held and operations done over time.

use crate::trace::memory::MemoryUse;

/// Samples by column, taken when something changed; between two samples the first one's values hold.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// When, in ms on the lab's clock.
    pub at: Vec<f64>,
    /// Bytes of arrays the program still names.
    pub used: Vec<f64>,
    /// Bytes of arrays the program has disposed, still needed by queued or running work.
    pub pending: Vec<f64>,
    /// Bytes free and kept for reuse.
    pub pooled: Vec<f64>,
    /// Bytes held in all.
    pub allocated: Vec<f64>,
    /// Operations decoded since the lab was connected.
    pub decoded: Vec<f64>,
    /// Operations complete since the lab was connected.
    pub completed: Vec<f64>,
    last: Option<(MemoryUse, u64, u64)>,
}

impl Series {
    /// Takes a sample, unless it is the same as the last.
    pub(crate) fn push(&mut self, at: f64, memory: &MemoryUse, decoded: u64, completed: u64) {
        let sample = (*memory, decoded, completed);
        if self.last == Some(sample) {
            return;
        }
        self.last = Some(sample);
        self.at.push(at);
        self.used.push(memory.used as f64);
        self.pending.push(memory.pending as f64);
        self.pooled.push(memory.pooled as f64);
        self.allocated.push(memory.allocated as f64);
        self.decoded.push(decoded as f64);
        self.completed.push(completed as f64);
    }
}
