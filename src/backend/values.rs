//! The arrays as the backend sees them: computed or not yet, named or only still read.

use crate::device::{BufferId, Serial};
use crate::error::Error;
use crate::shape::Shape;
use crate::trace::record::Seq;
use crate::wire::{ArrayId, DeviceIndex, Token};

/// Index of a value. An [`ArrayId`] may be reused by the program while queued work still reads the value it named
/// before, so values have keys of their own.
pub(super) type Key = u32;

/// What to answer once a value is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// That it is.
    Wait(Token),
    /// Its elements.
    Read(Token),
    /// Its elements, for another device.
    Send(Token, DeviceIndex),
}

impl Request {
    /// The elements are needed until they are read, even if the program disposes the array first.
    pub(super) fn reads(self) -> bool {
        !matches!(self, Self::Wait(_))
    }
}

/// How far a value is.
#[derive(Clone, Debug)]
pub(super) enum State {
    /// Its operation waits in the queue.
    Queued,
    /// Its operation was handed to the device, as part of the submission.
    Encoded(BufferId, Serial),
    /// Its operation could not be run, or one it needed.
    Failed(Error),
}

#[derive(Debug)]
pub(super) struct Value {
    pub(super) shape: Shape,
    pub(super) state: State,
    /// The operation that computes it.
    pub(super) producer: Seq,
    pub(super) named: bool,
    /// Queued operations and requests that will read it.
    pub(super) readers: u32,
    pub(super) requests: Vec<Request>,
    /// Of the group of operations that was last found to read it: which one, and how often in a row.
    pub(super) fused_reads: (u64, u32),
}

/// Values by key and by the name the program has for them.
#[derive(Default)]
pub(super) struct Values {
    slots: Vec<Option<Value>>,
    free: Vec<Key>,
    names: Vec<Option<Key>>,
}

impl Values {
    /// A new value under this name, which must be free.
    pub(super) fn insert(&mut self, name: ArrayId, value: Value) -> Option<Key> {
        let index = name as usize;
        if index >= self.names.len() {
            // Names are dense: the frontend reuses them. Anything else would make a broken stream cost memory.
            if index > self.names.len() + (1 << 20) {
                return None;
            }
            self.names.resize(index + 1, None);
        }
        if self.names[index].is_some() {
            return None;
        }
        let key = if let Some(key) = self.free.pop() {
            self.slots[key as usize] = Some(value);
            key
        } else {
            self.slots.push(Some(value));
            (self.slots.len() - 1) as Key
        };
        self.names[index] = Some(key);
        Some(key)
    }

    /// What the program means by this name.
    pub(super) fn named(&self, name: ArrayId) -> Option<Key> {
        self.names.get(name as usize).copied().flatten()
    }

    /// The program gives up this name.
    pub(super) fn unname(&mut self, name: ArrayId) -> Option<Key> {
        self.names.get_mut(name as usize)?.take()
    }

    pub(super) fn get(&self, key: Key) -> Option<&Value> {
        self.slots.get(key as usize)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, key: Key) -> Option<&mut Value> {
        self.slots.get_mut(key as usize)?.as_mut()
    }

    /// Forgets a value that is neither named nor read.
    pub(super) fn remove(&mut self, key: Key) -> Option<Value> {
        let value = self.slots.get_mut(key as usize)?.take();
        self.free.push(key);
        value
    }
}
