//! The arrays as the backend sees them: computed or not yet, named or only still read.

use super::State;
use crate::backend::answers::Wait;
use crate::backend::node::Key;
use crate::shape::Shape;
use crate::trace::record::Seq;
use crate::wire::ArrayId;

#[derive(Debug)]
pub(super) struct Value {
    pub(super) shape: Shape,
    pub(super) state: State,
    /// The operation that computes it.
    pub(super) producer: Seq,
    pub(super) named: bool,
    /// Queued operations and waits that will read it.
    pub(super) readers: u32,
    pub(super) waits: Vec<Wait>,
    /// The id of the group of operations that was last found to read it, and how often that group reads it.
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
        let at = self.free_name(name)?;
        let key = self.insert_unnamed(value);
        self.names[at] = Some(key);
        Some(key)
    }

    /// The index of a name that is free.
    fn free_name(&mut self, name: ArrayId) -> Option<usize> {
        let index = name as usize;
        if index >= self.names.len() {
            // Names are dense: the frontend reuses them. A name far beyond them is from a broken stream, and would cost memory.
            if index > self.names.len() + (1 << 20) {
                return None;
            }
            self.names.resize(index + 1, None);
        }
        if self.names[index].is_some() {
            return None;
        }
        Some(index)
    }

    /// A new value that the program has no name for.
    pub(super) fn insert_unnamed(&mut self, value: Value) -> Key {
        if let Some(key) = self.free.pop() {
            // The slot is empty; an assignment would check for a value to drop.
            self.slots[key.0 as usize].get_or_insert(value);
            key
        } else {
            self.slots.push(Some(value));
            Key((self.slots.len() - 1) as u32)
        }
    }

    /// A value gets a name, which must be free.
    pub(super) fn name(&mut self, name: ArrayId, key: Key) {
        if let Some(at) = self.free_name(name) {
            self.names[at] = Some(key);
        }
    }

    /// The value that the program means by this name.
    pub(super) fn named(&self, name: ArrayId) -> Option<Key> {
        self.names.get(name as usize).copied().flatten()
    }

    /// The program disposed this handle.
    pub(super) fn drop_name(&mut self, name: ArrayId) -> Option<Key> {
        self.names.get_mut(name as usize)?.take()
    }

    pub(super) fn get(&self, key: Key) -> Option<&Value> {
        self.slots.get(key.0 as usize)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, key: Key) -> Option<&mut Value> {
        self.slots.get_mut(key.0 as usize)?.as_mut()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.slots.iter_mut().flatten()
    }

    /// Forgets a value that is neither named nor read.
    pub(super) fn remove(&mut self, key: Key) {
        if let Some(slot) = self.slots.get_mut(key.0 as usize) {
            *slot = None;
            self.free.push(key);
        }
    }
}
