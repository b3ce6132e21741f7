//! The memory of one device that the program holds, counted as calls are made: the backend's report comes later.

use crate::size_class::buffer_bytes;

/// Bytes of the values that have a name, computed or not.
pub(super) struct Holdings {
    used: u64,
    /// The most that `used` was since `reset_peak`.
    peak: u64,
    /// Most bytes of them at once.
    limit: u64,
    /// Largest array of the device, in bytes.
    largest: u64,
}

impl Holdings {
    pub(super) fn new(limit: u64, largest: u64) -> Self {
        Self { used: 0, peak: 0, limit, largest }
    }

    /// Bytes that a value of `bytes` takes, as the backend allocates them.
    #[inline(always)]
    pub(super) fn taken_by(&self, bytes: u64) -> u64 {
        buffer_bytes(bytes, self.largest)
    }

    /// Whether the limit leaves room for this many bytes taken.
    #[inline(always)]
    pub(super) fn has_room(&self, taken: u64) -> bool {
        self.used + taken <= self.limit
    }

    #[inline(always)]
    pub(super) fn take(&mut self, taken: u64) {
        self.used += taken;
        self.peak = self.peak.max(self.used);
    }

    #[inline(always)]
    pub(super) fn give_back(&mut self, taken: u64) {
        self.used -= taken;
    }

    pub(super) fn used(&self) -> u64 {
        self.used
    }

    pub(super) fn peak(&self) -> u64 {
        self.peak
    }

    /// The peak counts from here on.
    pub(super) fn reset_peak(&mut self) {
        self.peak = self.used;
    }

    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    /// Forgets all values.
    pub(super) fn clear(&mut self) {
        self.used = 0;
    }
}

/// Marks a part as the index of common memory.
const COMMON: u64 = 1 << 63;

/// A value's part of its device's memory: bytes of its own, or a share of memory that views have in common.
#[derive(Clone, Copy, Default)]
pub(super) struct Part(u64);

impl Part {
    #[inline(always)]
    pub(super) fn own(bytes: u64) -> Self {
        Self(bytes)
    }

    /// Whether both are shares of the same memory.
    pub(super) fn is_shared_with(self, other: Self) -> bool {
        self.0 == other.0 && self.common().is_some()
    }

    /// Whether it is a share.
    pub(super) fn is_shared(self) -> bool {
        self.common().is_some()
    }

    /// The index of the common memory, if the part is a share.
    #[inline(always)]
    fn common(self) -> Option<usize> {
        (self.0 & COMMON != 0).then_some((self.0 & !COMMON) as usize)
    }
}

/// Memory that several values have in common.
#[derive(Clone, Copy, Default)]
struct Common {
    bytes: u64,
    values: u32,
}

/// Common memory by index.
#[derive(Default)]
pub(super) struct Sharing {
    common: Vec<Common>,
    free: Vec<usize>,
}

impl Sharing {
    /// A part for one more value in the memory of `first`.
    pub(super) fn join(&mut self, first: &mut Part) -> Part {
        let at = first.common().unwrap_or_else(|| {
            let common = Common { bytes: first.0, values: 1 };
            let at = self.free.pop().unwrap_or_else(|| {
                self.common.push(common);
                self.common.len() - 1
            });
            self.common[at] = common;
            at
        });
        *first = Part(COMMON | at as u64);
        self.common[at].values += 1;
        *first
    }

    /// A value is gone. Returns the bytes that nothing uses any more.
    #[inline(always)]
    pub(super) fn leave(&mut self, part: Part) -> u64 {
        part.common().map_or(part.0, |at| self.leave_common(at))
    }

    #[cold]
    fn leave_common(&mut self, at: usize) -> u64 {
        let common = &mut self.common[at];
        common.values -= 1;
        if common.values > 0 {
            return 0;
        }
        self.free.push(at);
        common.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, Sharing};

    #[test]
    fn views_share_the_memory_of_their_array_until_the_last_is_gone() {
        let mut sharing = Sharing::default();
        let mut array = Part::own(512);
        let view = sharing.join(&mut array);
        let another = sharing.join(&mut array);
        assert_eq!([array, view].map(|part| sharing.leave(part)), [0, 0]);
        assert_eq!(sharing.leave(another), 512);
        assert_eq!(sharing.leave(Part::own(256)), 256);
        let mut next = Part::own(8);
        assert_eq!(sharing.join(&mut next).common(), Some(0), "its number is free again");
    }
}
