//! Every byte the backend holds on the device: live, waiting to be free, pooled.

use crate::backend::policy::Allocator;
use crate::device::{Allocation, BufferId, Device, Serial};
use crate::error::Error;
use crate::size_class::buffer_bytes;
use crate::trace::memory::MemoryUse;
use std::collections::VecDeque;
use std::ops::RangeInclusive;

#[derive(Clone, Copy, Default)]
struct Block {
    /// 0 where there is no buffer, or no memory for it.
    bytes: u64,
    /// Values in the buffer that the program names or that queued operations will read. A temporary counts as one.
    references: u32,
    /// How many of these the program still names.
    names: u32,
    /// The first submission that used the buffer since it was made, for whatever array; 0 for none.
    first_use: Serial,
    /// The last submission that uses it.
    last_use: Serial,
}

/// A buffer that was used before its device reported that there was no memory for it.
pub(in crate::backend) struct RejectedBuffer {
    pub(in crate::backend) buffer: BufferId,
    pub(in crate::backend) bytes: u64,
    /// Bytes held without it.
    pub(in crate::backend) held: u64,
    /// The submissions that may have used it, none of which has run.
    pub(in crate::backend) uses: RangeInclusive<Serial>,
}

/// Buffers with their reference counts, and the pool of free ones.
pub(super) struct Memory {
    allocator: Allocator,
    /// Most bytes allocated.
    limit: u64,
    /// Bytes of the largest array.
    array_bytes: u64,
    blocks: Vec<Block>,
    unused_ids: Vec<BufferId>,
    /// Free buffers by size, in ascending order: there are few sizes.
    pool: Vec<(u64, Vec<BufferId>)>,
    /// Buffers without references whose last use is not complete, ordered by that use.
    retiring: VecDeque<BufferId>,
    /// Buffers for which the device has not confirmed memory yet. They count as pooled.
    unconfirmed: Vec<BufferId>,
    /// The device rejected a buffer of this many bytes, and none was given back since.
    rejected: Option<u64>,
    stats: MemoryUse,
}

impl Memory {
    pub(super) fn new(allocator: Allocator, limit: u64, array_bytes: u64) -> Self {
        Self {
            allocator,
            limit,
            array_bytes,
            blocks: Vec::new(),
            unused_ids: Vec::new(),
            pool: Vec::new(),
            retiring: VecDeque::new(),
            unconfirmed: Vec::new(),
            rejected: None,
            stats: MemoryUse::default(),
        }
    }

    pub(super) fn stats(&self) -> MemoryUse {
        self.stats
    }

    /// Bytes that further arrays may take within the limit.
    pub(super) fn room(&self) -> u64 {
        self.limit.saturating_sub(self.stats.used + self.stats.pending)
    }

    /// A buffer of at least `bytes` with one reference, which is a name. `None` where the limit or the device has no room, even after every free
    /// buffer whose last use is complete was given back. `None` also while the device [has yet to confirm](Self::awaits_memory) a buffer of this
    /// size.
    pub(super) fn allocate(&mut self, device: &mut dyn Device, bytes: u64, completed: Serial) -> Option<BufferId> {
        let bytes = buffer_bytes(bytes, self.array_bytes);
        let id = if let Some(id) = self.pooled(bytes).pop() {
            self.stats.pooled -= bytes;
            id
        } else {
            self.create(device, bytes, completed)?
        };
        let first_use = self.blocks[id as usize].first_use;
        self.blocks[id as usize] = Block { bytes, references: 1, names: 1, first_use, last_use: 0 };
        self.stats.used += bytes;
        Some(id)
    }

    /// A new buffer of this many bytes, if the limit and the device have room for it.
    fn create(&mut self, device: &mut dyn Device, bytes: u64, completed: Serial) -> Option<BufferId> {
        if self.unconfirmed.iter().any(|&id| self.blocks[id as usize].bytes == bytes) {
            return None;
        }
        let full = |memory: &Self| {
            memory.stats.allocated + bytes > memory.limit || memory.rejected.is_some_and(|rejected| bytes >= rejected)
        };
        if full(self) {
            self.trim_idle(device, completed);
        }
        if full(self) {
            return None;
        }
        // The device may yet report on the buffer that had the id before; that must not be taken for the new one's report.
        let settled = self.unused_ids.iter().rposition(|&id| self.blocks[id as usize].last_use <= completed);
        let id = settled.map_or(self.blocks.len() as BufferId, |at| self.unused_ids.swap_remove(at));
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
        self.blocks[id as usize] = Block { bytes, ..Block::default() };
        if allocation == Allocation::Ready {
            return Some(id);
        }
        self.stats.pooled += bytes;
        self.unconfirmed.push(id);
        None
    }

    /// Whether the device has yet to confirm memory for a buffer.
    pub(super) fn awaits_memory(&self) -> bool {
        !self.unconfirmed.is_empty()
    }

    /// The device reports whether there is memory for a buffer. Returns the buffer if there is none and it was used already.
    pub(super) fn confirm(&mut self, device: &mut dyn Device, id: BufferId, granted: bool) -> Option<RejectedBuffer> {
        let Some(at) = self.unconfirmed.iter().position(|&other| other == id) else {
            return if granted { None } else { self.strike_off(device, id) };
        };
        self.unconfirmed.swap_remove(at);
        let bytes = self.blocks[id as usize].bytes;
        if granted {
            self.pooled(bytes).push(id);
            return None;
        }
        device.release(id);
        self.blocks[id as usize] = Block::default();
        self.unused_ids.push(id);
        self.stats.pooled -= bytes;
        self.stats.allocated -= bytes;
        self.rejected = Some(bytes);
        None
    }

    /// Removes a buffer that the device never had, although arrays refer to it. Its id is free once none does.
    fn strike_off(&mut self, device: &mut dyn Device, id: BufferId) -> Option<RejectedBuffer> {
        let block = self.blocks.get_mut(id as usize)?;
        let bytes = std::mem::take(&mut block.bytes);
        let uses = block.first_use..=block.last_use;
        let names = block.names;
        if bytes > 0 {
            device.release(id);
            self.stats.allocated -= bytes;
            let pooled = self.pooled(bytes);
            if let Some(at) = pooled.iter().position(|&other| other == id) {
                pooled.swap_remove(at);
                self.unused_ids.push(id);
                self.stats.pooled -= bytes;
            } else if names > 0 {
                self.stats.used -= bytes;
            } else {
                self.stats.pending -= bytes;
            }
        }
        Some(RejectedBuffer { buffer: id, bytes, held: self.stats.allocated, uses })
            .filter(|rejected| *rejected.uses.start() > 0)
    }

    /// Why there will be no room for `bytes` of `array`. The next allocation may ask the device again.
    pub(super) fn exhausted(&mut self, bytes: u64, array: String) -> Error {
        self.rejected = None;
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
        block.references += 1;
        block.names += 1;
        if block.names == 1 {
            self.stats.pending -= block.bytes;
            self.stats.used += block.bytes;
        }
    }

    /// The program no longer names one of the arrays in the buffer; queued work may still hold it.
    pub(super) fn drop_name(&mut self, id: BufferId) {
        let block = &mut self.blocks[id as usize];
        block.names -= 1;
        if block.names == 0 {
            self.stats.used -= block.bytes;
            self.stats.pending += block.bytes;
        }
    }

    /// The submission `serial` uses the buffer.
    pub(super) fn used_by(&mut self, id: BufferId, serial: Serial) {
        let block = &mut self.blocks[id as usize];
        block.last_use = serial;
        if block.first_use == 0 {
            block.first_use = serial;
        }
    }

    /// Decrements the reference count. The caller has dropped the reference's name before. At zero the buffer goes back to the pool: at once, or
    /// when its last use is complete.
    pub(super) fn drop_reference(&mut self, id: BufferId, completed: Serial) {
        let block = &mut self.blocks[id as usize];
        block.references -= 1;
        if block.references > 0 {
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

    /// Gives all pooled buffers back to the device.
    pub(super) fn trim(&mut self, device: &mut dyn Device) {
        self.trim_idle(device, Serial::MAX);
    }

    /// Gives back the pooled buffers whose last use is complete: only those are free at once.
    fn trim_idle(&mut self, device: &mut dyn Device, completed: Serial) {
        let Self { blocks, unused_ids, pool, stats, rejected, .. } = self;
        for (bytes, ids) in pool {
            ids.retain(|&id| {
                let in_use = blocks[id as usize].last_use > completed;
                if !in_use {
                    device.release(id);
                    *rejected = None;
                    stats.pooled -= *bytes;
                    stats.allocated -= *bytes;
                    blocks[id as usize].bytes = 0;
                    unused_ids.push(id);
                }
                in_use
            });
        }
    }

    /// An id that no buffer has until the next one is made.
    pub(super) fn unused(&self) -> BufferId {
        self.blocks.len() as BufferId
    }

    /// Gives every buffer back, even those in use. Returns the bytes that were counted and belong to no buffer: 0.
    pub(super) fn close(mut self, device: &mut dyn Device) -> u64 {
        for (id, block) in self.blocks.iter().enumerate().filter(|(_, block)| block.bytes > 0) {
            device.release(id as BufferId);
            self.stats.allocated -= block.bytes;
        }
        self.stats.allocated
    }

    /// The free buffers of this many bytes.
    fn pooled(&mut self, bytes: u64) -> &mut Vec<BufferId> {
        let found = self.pool.binary_search_by_key(&bytes, |&(bytes, _)| bytes);
        let at = found.unwrap_or_else(|at| {
            self.pool.insert(at, (bytes, Vec::new()));
            at
        });
        &mut self.pool[at].1
    }

    fn pool(&mut self, id: BufferId) {
        let bytes = self.blocks[id as usize].bytes;
        if bytes == 0 {
            self.unused_ids.push(id);
            return;
        }
        self.stats.pending -= bytes;
        self.stats.pooled += bytes;
        self.pooled(bytes).push(id);
    }
}
