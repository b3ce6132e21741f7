//! The arrays a program can name: a slab of shapes with holders counted.

use super::tape::Entry;
use crate::shape::Shape;
use crate::wire::{ArrayId, DeviceIndex};

#[derive(Default)]
pub(super) struct Slot {
    pub(super) shape: Shape,
    pub(super) device: DeviceIndex,
    /// The operation that computes it, by its number in the stream of its device.
    producer: u64,
    /// Handles of the program, and whatever else names the array.
    pub(super) holders: u32,
    /// Recorded operations whose gradient will read the value, also after the last holder is gone.
    pub(super) pins: u32,
    /// Does the backend know the name? The tape may keep an array's place in the graph longer than its value.
    pub(super) valued: bool,
    /// The array's place in the graph, if it leads to one with a gradient.
    pub(super) entry: Option<Box<Entry>>,
}

/// The fate of an array that lost a holder.
#[derive(PartialEq, Eq)]
pub(super) enum Released {
    /// It has others, or there was no such array.
    Held,
    /// Nothing names it on its device any more, and its id is free.
    Gone(DeviceIndex),
    /// The program is done with it; whether the tape is too must be seen.
    Taped,
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
    #[inline]
    pub(super) fn insert(&mut self, shape: &Shape, device: DeviceIndex, producer: u64) -> ArrayId {
        if let Some(id) = self.free.pop() {
            // Pins and entry are those of a free slot: none.
            let slot = &mut self.slots[id as usize];
            slot.shape = *shape;
            (slot.device, slot.producer) = (device, producer);
            (slot.holders, slot.valued) = (1, true);
            return id;
        }
        self.slots.push(Slot { shape: *shape, device, producer, holders: 1, valued: true, ..Slot::default() });
        (self.slots.len() - 1) as ArrayId
    }

    /// The record of an array that the program holds.
    #[inline]
    pub(super) fn held(&self, id: ArrayId) -> Option<&Slot> {
        self.slots.get(id as usize).filter(|slot| slot.holders > 0)
    }

    /// Its device; the first one for what is no array.
    pub(super) fn device(&self, id: ArrayId) -> DeviceIndex {
        self.slots.get(id as usize).map_or(0, |slot| slot.device)
    }

    pub(super) fn producer(&self, id: ArrayId) -> u64 {
        self.slots.get(id as usize).map_or(0, |slot| slot.producer)
    }

    pub(super) fn retain(&mut self, id: ArrayId) {
        if let Some(slot) = self.slots.get_mut(id as usize).filter(|slot| slot.holders > 0) {
            slot.holders += 1;
        }
    }

    pub(super) fn release(&mut self, id: ArrayId) -> Released {
        let Some(slot) = self.slots.get_mut(id as usize).filter(|slot| slot.holders > 0) else { return Released::Held };
        slot.holders -= 1;
        if slot.holders > 0 {
            return Released::Held;
        }
        if slot.pins > 0 || slot.entry.is_some() {
            return Released::Taped;
        }
        slot.valued = false;
        let device = slot.device;
        self.free.push(id);
        Released::Gone(device)
    }

    pub(super) fn live(&self) -> usize {
        self.slots.len() - 1 - self.free.len()
    }

    /// Nobody holds any of them any more. Where they were, and what computed them, can still be told.
    pub(super) fn forget_all(&mut self) {
        for slot in &mut self.slots {
            (slot.holders, slot.pins, slot.valued) = (0, 0, false);
            slot.entry = None;
        }
        self.free = (1..self.slots.len() as ArrayId).collect();
    }

    /// The shape of an array that somebody holds, be it only the tape.
    pub(super) fn slot_shape(&self, id: ArrayId) -> Shape {
        self.slots[id as usize].shape
    }

    /// The slot of an id that the tape holds, so that there is one.
    pub(super) fn slot(&mut self, id: ArrayId) -> &mut Slot {
        &mut self.slots[id as usize]
    }

    /// The place in the graph of an array, if it has one.
    pub(super) fn entry(&mut self, id: ArrayId) -> Option<&mut Entry> {
        self.slots.get_mut(id as usize)?.entry.as_deref_mut()
    }

    /// The id may be given to another array.
    pub(super) fn forget(&mut self, id: ArrayId) {
        self.free.push(id);
    }
}
