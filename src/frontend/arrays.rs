//! The arrays a program can name: a slab of shapes with holders counted.

use crate::shape::Shape;
use crate::wire::{ArrayId, DeviceIndex};

#[derive(Default)]
struct Slot {
    shape: Shape,
    device: DeviceIndex,
    /// The operation that computes it, by its number in the stream of its device.
    producer: u32,
    holders: u32,
}

/// Arrays by id. Ids start at 1 and are reused after the last holder is gone.
pub(super) struct Arrays {
    slots: Vec<Slot>,
    free: Vec<ArrayId>,
}

impl Default for Arrays {
    fn default() -> Self {
        // Id 0 is no array: its slot never has holders.
        Self { slots: vec![Slot::default()], free: Vec::new() }
    }
}

impl Arrays {
    /// A new array with one holder.
    pub(super) fn insert(&mut self, shape: Shape, device: DeviceIndex, producer: u32) -> ArrayId {
        let slot = Slot { shape, device, producer, holders: 1 };
        if let Some(id) = self.free.pop() {
            self.slots[id as usize] = slot;
            return id;
        }
        self.slots.push(slot);
        (self.slots.len() - 1) as ArrayId
    }

    pub(super) fn shape(&self, id: ArrayId) -> Option<Shape> {
        self.slots.get(id as usize).filter(|slot| slot.holders > 0).map(|slot| slot.shape)
    }

    /// Its device; the first one for what is no array.
    pub(super) fn device(&self, id: ArrayId) -> DeviceIndex {
        self.slots.get(id as usize).map_or(0, |slot| slot.device)
    }

    pub(super) fn producer(&self, id: ArrayId) -> u32 {
        self.slots.get(id as usize).map_or(0, |slot| slot.producer)
    }

    pub(super) fn retain(&mut self, id: ArrayId) {
        if let Some(slot) = self.slots.get_mut(id as usize).filter(|slot| slot.holders > 0) {
            slot.holders += 1;
        }
    }

    /// Whether this was the last holder.
    pub(super) fn release(&mut self, id: ArrayId) -> bool {
        let Some(slot) = self.slots.get_mut(id as usize).filter(|slot| slot.holders > 0) else { return false };
        slot.holders -= 1;
        if slot.holders == 0 {
            self.free.push(id);
        }
        slot.holders == 0
    }

    pub(super) fn live(&self) -> usize {
        self.slots.len() - 1 - self.free.len()
    }
}
