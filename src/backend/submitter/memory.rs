//! Every byte the backend holds on the device: live, waiting to be free, pooled.

use crate::backend::policy::Allocator;
use crate::backend::size_class::size_class;
use crate::device::{Allocation, BufferId, Device, Serial};
use crate::error::Error;
use crate::trace::memory::MemoryUse;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

#[derive(Clone, Copy, Default)]
struct Block {
    bytes: u64,
    /// Arrays that share the buffer, and queued operations that will read it.
    holders: u32,
    /// Of those, arrays the program still names.
    names: u32,
    /// The last submission that uses it.
    last_use: Serial,
}

/// Buffers with their holders, and the pool of free ones.
pub(super) struct Memory {
    allocator: Allocator,
    /// Most bytes allocated.
    limit: u64,
    blocks: Vec<Block>,
    unused_ids: Vec<BufferId>,
    pool: FxHashMap<u64, Vec<BufferId>>,
    /// Freed by the last holder, waiting for their last use to complete; in order of it.
    retiring: VecDeque<BufferId>,
    /// Buffers whose device has not told yet whether there is memory for them. They count as pooled.
    asked: Vec<BufferId>,
    /// The device refused as many bytes, and nothing was given back since.
    refused: Option<u64>,
    stats: MemoryUse,
}

impl Memory {
    pub(super) fn new(allocator: Allocator, limit: u64) -> Self {
        Self {
            allocator,
            limit,
            blocks: Vec::new(),
            unused_ids: Vec::new(),
            pool: FxHashMap::default(),
            retiring: VecDeque::new(),
            asked: Vec::new(),
            refused: None,
            stats: MemoryUse::default(),
        }
    }

    pub(super) fn stats(&self) -> MemoryUse {
        self.stats
    }

    /// Bytes that may yet be in use at once.
    pub(super) fn room(&self) -> u64 {
        self.limit.saturating_sub(self.stats.used + self.stats.pending)
    }

    /// A buffer of at least `bytes` with one holder that is a name. `None` where the limit or the device has no room for
    /// it, although everything was given back that is free and no longer used by what is not `completed`; and as long as
    /// the device [has not told](Self::is_asking).
    pub(super) fn allocate(&mut self, device: &mut dyn Device, bytes: u64, completed: Serial) -> Option<BufferId> {
        let most = device.limits().array_bytes;
        let bytes = if bytes <= most { size_class(bytes).min(most.max(256)) } else { bytes };
        let id = if let Some(id) = self.pool.get_mut(&bytes).and_then(Vec::pop) {
            self.stats.pooled -= bytes;
            id
        } else {
            self.create(device, bytes, completed)?
        };
        self.blocks[id as usize] = Block { bytes, holders: 1, names: 1, last_use: 0 };
        self.stats.used += bytes;
        Some(id)
    }

    /// A new buffer of so many bytes, if the limit and the device have room for it.
    fn create(&mut self, device: &mut dyn Device, bytes: u64, completed: Serial) -> Option<BufferId> {
        if self.asked.iter().any(|&id| self.blocks[id as usize].bytes == bytes) {
            return None;
        }
        let full = |memory: &Self| {
            memory.stats.allocated + bytes > memory.limit || memory.refused.is_some_and(|refused| bytes >= refused)
        };
        if full(self) {
            self.trim_idle(device, completed);
        }
        if full(self) {
            return None;
        }
        let id = self.unused_ids.pop().unwrap_or(self.blocks.len() as BufferId);
        let mut allocation = device.allocate(id, bytes);
        if allocation.is_err() {
            self.trim_idle(device, completed);
            allocation = device.allocate(id, bytes);
        }
        if id as usize == self.blocks.len() {
            self.blocks.push(Block::default());
        }
        let Ok(allocation) = allocation else {
            self.unused_ids.push(id);
            return None;
        };
        self.stats.allocated += bytes;
        self.stats.peak = self.stats.peak.max(self.stats.allocated);
        if allocation == Allocation::Ready {
            return Some(id);
        }
        self.blocks[id as usize] = Block { bytes, ..Block::default() };
        self.stats.pooled += bytes;
        self.asked.push(id);
        None
    }

    /// Whether a device has yet to tell that there is memory for a buffer.
    pub(super) fn is_asking(&self) -> bool {
        !self.asked.is_empty()
    }

    /// The device has told whether there is memory for a buffer.
    pub(super) fn told(&mut self, device: &mut dyn Device, id: BufferId, granted: bool) {
        let Some(at) = self.asked.iter().position(|&asked| asked == id) else { return };
        self.asked.swap_remove(at);
        let bytes = self.blocks[id as usize].bytes;
        if granted {
            self.pool.entry(bytes).or_default().push(id);
            return;
        }
        device.release(id);
        self.blocks[id as usize] = Block::default();
        self.unused_ids.push(id);
        self.stats.pooled -= bytes;
        self.stats.allocated -= bytes;
        self.refused = Some(bytes);
    }

    /// Why there will be no room for `bytes` of `array`. Whoever comes next may ask the device again.
    pub(super) fn exhausted(&mut self, bytes: u64, array: String) -> Error {
        self.refused = None;
        let (held, limit) = (self.stats.allocated, self.limit);
        if held + bytes > limit {
            Error::MemoryLimit { array, bytes, held, limit }
        } else {
            Error::OutOfMemory { array, bytes, held }
        }
    }

    /// Another array shares the buffer.
    pub(super) fn share(&mut self, id: BufferId) {
        let block = &mut self.blocks[id as usize];
        block.holders += 1;
        block.names += 1;
        if block.names == 1 {
            self.stats.pending -= block.bytes;
            self.stats.used += block.bytes;
        }
    }

    /// The program no longer names one of the arrays in the buffer; queued work may still hold it.
    pub(super) fn unname(&mut self, id: BufferId) {
        let block = &mut self.blocks[id as usize];
        block.names -= 1;
        if block.names == 0 {
            self.stats.used -= block.bytes;
            self.stats.pending += block.bytes;
        }
    }

    /// The submission `serial` uses the buffer.
    pub(super) fn used_by(&mut self, id: BufferId, serial: Serial) {
        self.blocks[id as usize].last_use = serial;
    }

    /// A holder that is no name any more is gone. The last one gone, the buffer goes back to the pool: at once, or when
    /// its last use is complete.
    pub(super) fn release(&mut self, id: BufferId, completed: Serial) {
        let block = &mut self.blocks[id as usize];
        block.holders -= 1;
        if block.holders > 0 {
            return;
        }
        match self.allocator {
            Allocator::OnCompletion if block.last_use > completed => {
                let last_use = block.last_use;
                let at = self.retiring.partition_point(|&other| self.blocks[other as usize].last_use <= last_use);
                self.retiring.insert(at, id);
            }
            _ => self.pool(id),
        }
    }

    /// Everything up to `serial` is complete.
    pub(super) fn completed(&mut self, serial: Serial) {
        while let Some(&id) = self.retiring.front() {
            if self.blocks[id as usize].last_use > serial {
                break;
            }
            self.retiring.pop_front();
            self.pool(id);
        }
    }

    /// Gives what is pooled back to the device.
    pub(super) fn trim(&mut self, device: &mut dyn Device) {
        self.trim_idle(device, Serial::MAX);
    }

    /// Gives back what is pooled and was last used by what is `completed`: only that is free at once.
    fn trim_idle(&mut self, device: &mut dyn Device, completed: Serial) {
        let Self { blocks, unused_ids, pool, stats, refused, .. } = self;
        pool.retain(|&bytes, ids| {
            ids.retain(|&id| {
                let in_use = blocks[id as usize].last_use > completed;
                if !in_use {
                    device.release(id);
                    *refused = None;
                    stats.pooled -= bytes;
                    stats.allocated -= bytes;
                    unused_ids.push(id);
                }
                in_use
            });
            !ids.is_empty()
        });
    }

    /// A name that no buffer has, until the next one is allocated.
    pub(super) fn unused(&self) -> BufferId {
        self.blocks.len() as BufferId
    }

    /// Gives every buffer back, whoever still holds it, and returns the bytes that were counted and belong to none: 0.
    pub(super) fn close(mut self, device: &mut dyn Device) -> u64 {
        for &id in &self.unused_ids {
            self.blocks[id as usize].bytes = 0;
        }
        for (id, block) in self.blocks.iter().enumerate().filter(|(_, block)| block.bytes > 0) {
            device.release(id as BufferId);
            self.stats.allocated -= block.bytes;
        }
        self.stats.allocated
    }

    fn pool(&mut self, id: BufferId) {
        let bytes = self.blocks[id as usize].bytes;
        self.stats.pending -= bytes;
        self.stats.pooled += bytes;
        self.pool.entry(bytes).or_default().push(id);
    }
}
