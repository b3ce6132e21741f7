//! The arrays a program can name: a slab of shapes with counted references.
//!
//! A handle has two parts: the index of a slot, which is the array's number in the stream, and a generation, which is how often the slot was used
//! before. A released handle is rejected, since its slot has a new generation. After 256 further uses of the slot the generation repeats. Slots from
//! 2^22 on, which exist once that many arrays were alive together, have handles without a generation. Such a handle is valid again when its slot is
//! reused.

use super::holdings::{Holdings, Part, Sharing};
use super::tape::Entry;
use crate::shape::Shape;
use crate::wire::{ArrayId, DeviceIndex};

/// Bits of a name that are the index. With the generation a name stays below 2^30, which JavaScript keeps without an object.
const INDEX_BITS: u32 = 22;
/// Bits of the generation.
const GENERATION_BITS: u32 = 8;
/// Names above this are an index without a generation: more arrays are alive than the lower bits can number.
const PLAIN: u32 = 1 << 31;

/// The index of a name's slot: the array's name in the stream.
#[inline(always)]
pub(super) fn index(name: ArrayId) -> ArrayId {
    if name & PLAIN == 0 { name & ((1 << INDEX_BITS) - 1) } else { name & !PLAIN }
}

/// The name of an index that was used this often before.
#[inline(always)]
fn name(index: u32, generation: u8) -> ArrayId {
    if index < 1 << INDEX_BITS { u32::from(generation) << INDEX_BITS | index } else { PLAIN | index }
}

#[derive(Default)]
pub(super) struct Slot {
    pub(super) shape: Shape,
    pub(super) device: DeviceIndex,
    /// How often the slot was used before, modulo 256.
    generation: u8,
    /// Whether the backend knows the name. The tape may keep an array's entry in the graph longer than its value.
    pub(super) valued: bool,
    /// The operation that computes it, by its number in the stream of its device.
    producer: u64,
    /// The number of the program's handles and of other references to the array.
    pub(super) references: u32,
    /// Recorded operations whose gradient will read the value, even at a reference count of zero.
    pub(super) pins: u32,
    /// The value's part of its device's memory.
    part: Part,
    /// The array's entry in the graph of gradients, if it has one.
    pub(super) entry: Option<Box<Entry>>,
}

/// The fate of an array that lost a reference.
#[derive(PartialEq, Eq)]
pub(super) enum Released {
    /// There was no such array.
    Unknown,
    /// It has other references.
    Held,
    /// Nothing refers to it any more. Its name is free, and so are this many bytes of its device's memory.
    Gone(DeviceIndex, u64),
    /// The program has no reference left. The tape may still need the array: the caller checks.
    Taped,
}

/// Arrays by name. Indices start at 1 and are reused at a reference count of zero.
pub(super) struct Arrays {
    slots: Vec<Slot>,
    free: Vec<u32>,
    sharing: Sharing,
}

impl Default for Arrays {
    fn default() -> Self {
        // Index 0 is no array: its slot never has references.
        Self { slots: vec![Slot::default()], free: Vec::new(), sharing: Sharing::default() }
    }
}

impl Arrays {
    /// A new array with one reference, whose value takes this many bytes of its device's memory.
    #[inline]
    pub(super) fn insert(&mut self, shape: &Shape, device: DeviceIndex, producer: u64, bytes: u64) -> ArrayId {
        if let Some(index) = self.free.pop() {
            // A free slot has neither pins nor an entry.
            let slot = &mut self.slots[index as usize];
            slot.shape = *shape;
            (slot.device, slot.producer) = (device, producer);
            (slot.references, slot.valued) = (1, true);
            slot.part = Part::own(bytes);
            return name(index, slot.generation);
        }
        let part = Part::own(bytes);
        self.slots.push(Slot { shape: *shape, device, producer, references: 1, valued: true, part, ..Slot::default() });
        name((self.slots.len() - 1) as u32, 0)
    }

    /// Whether an array has one reference and memory of its own, and nothing else needs its value, which an operation before `first` computes.
    pub(super) fn is_sole(&self, id: ArrayId, first: u64) -> bool {
        self.held(id).is_some_and(|slot| {
            slot.references == 1 && slot.pins == 0 && slot.valued && slot.producer < first && !slot.part.is_shared()
        })
    }

    /// The array has another value from here on, which takes this many bytes. Returns the bytes of the earlier value, whose memory must not be
    /// shared.
    pub(super) fn renew(&mut self, id: ArrayId, producer: u64, bytes: u64) -> u64 {
        let slot = &mut self.slots[index(id) as usize];
        slot.producer = producer;
        self.sharing.leave(std::mem::replace(&mut slot.part, Part::own(bytes)))
    }

    /// Makes a view share the memory of the array that it is of.
    pub(super) fn share(&mut self, of: ArrayId, view: ArrayId) {
        let part = self.sharing.join(&mut self.slots[index(of) as usize].part);
        self.slots[index(view) as usize].part = part;
    }

    /// Whether two values are in the same memory.
    pub(super) fn share_memory(&self, one: ArrayId, other: ArrayId) -> bool {
        let [one, other] = [one, other].map(|id| self.slots[index(id) as usize].part);
        one.is_shared_with(other)
    }

    /// The name that the array at an index has now.
    pub(super) fn full_name(&self, at: ArrayId) -> ArrayId {
        name(at, self.slots[at as usize].generation)
    }

    /// Drops the value. Its memory is subtracted from its device's holdings once no other value shares it.
    pub(super) fn drop_value(&mut self, id: ArrayId, holdings: &mut Holdings) {
        let part = std::mem::take(&mut self.slots[index(id) as usize].part);
        holdings.give_back(self.sharing.leave(part));
    }

    /// Values that will never be computed take no memory, whoever still names them.
    pub(super) fn fail(&mut self, device: DeviceIndex, operations: &[u64], holdings: &mut Holdings) {
        for slot in self.slots.iter_mut().filter(|slot| slot.valued && slot.device == device) {
            if operations.contains(&slot.producer) {
                holdings.give_back(self.sharing.leave(std::mem::take(&mut slot.part)));
            }
        }
    }

    /// The record of an array that the program holds.
    #[inline(always)]
    pub(super) fn held(&self, id: ArrayId) -> Option<&Slot> {
        let at = index(id);
        self.slots.get(at as usize).filter(|slot| slot.references > 0 && name(at, slot.generation) == id)
    }

    #[inline(always)]
    fn held_mut(&mut self, id: ArrayId) -> Option<&mut Slot> {
        let at = index(id);
        self.slots.get_mut(at as usize).filter(|slot| slot.references > 0 && name(at, slot.generation) == id)
    }

    /// The device of an array; 0 for a name without an array.
    pub(super) fn device(&self, id: ArrayId) -> DeviceIndex {
        self.slots.get(index(id) as usize).map_or(0, |slot| slot.device)
    }

    pub(super) fn producer(&self, id: ArrayId) -> u64 {
        self.slots.get(index(id) as usize).map_or(0, |slot| slot.producer)
    }

    /// Increments the reference count. Returns whether there is such an array.
    pub(super) fn retain(&mut self, id: ArrayId) -> bool {
        let slot = self.held_mut(id);
        let known = slot.is_some();
        if let Some(slot) = slot {
            slot.references += 1;
        }
        known
    }

    #[inline(always)]
    pub(super) fn release(&mut self, id: ArrayId) -> Released {
        let Some(slot) = self.held_mut(id) else { return Released::Unknown };
        slot.references -= 1;
        if slot.references > 0 {
            return Released::Held;
        }
        if slot.pins > 0 || slot.entry.is_some() {
            return Released::Taped;
        }
        slot.valued = false;
        slot.generation = slot.generation.wrapping_add(1);
        let (device, part) = (slot.device, slot.part);
        self.free.push(index(id));
        Released::Gone(device, self.sharing.leave(part))
    }

    pub(super) fn live(&self) -> usize {
        self.slots.len() - 1 - self.free.len()
    }

    /// Drops every reference. The device of each array and the operation that computed it stay known.
    pub(super) fn forget_all(&mut self) {
        for slot in &mut self.slots {
            (slot.references, slot.pins, slot.valued) = (0, 0, false);
            slot.part = Part::default();
            slot.entry = None;
        }
        self.sharing = Sharing::default();
        self.free = (1..self.slots.len() as u32).collect();
    }

    /// The shape of an array that the program or the tape refers to.
    pub(super) fn slot_shape(&self, id: ArrayId) -> Shape {
        self.slots[index(id) as usize].shape
    }

    /// The slot of a name that the program or the tape refers to, so that there is one.
    pub(super) fn slot(&mut self, id: ArrayId) -> &mut Slot {
        &mut self.slots[index(id) as usize]
    }

    /// The entry in the graph of an array, if it has one.
    pub(super) fn entry(&mut self, id: ArrayId) -> Option<&mut Entry> {
        self.slots.get_mut(index(id) as usize)?.entry.as_deref_mut()
    }

    /// The slot may be given to another array, under another name.
    pub(super) fn forget(&mut self, id: ArrayId) {
        let at = index(id);
        let slot = &mut self.slots[at as usize];
        slot.generation = slot.generation.wrapping_add(1);
        self.free.push(at);
    }
}

const _: () = assert!(INDEX_BITS + GENERATION_BITS <= 30 && GENERATION_BITS == u8::BITS);

#[cfg(test)]
mod tests {
    use super::{Arrays, Released, index, name};
    use crate::shape::Shape;

    #[test]
    fn a_released_name_is_of_no_array_whatever_its_slot_has_now() -> crate::error::Result<()> {
        let shape = Shape::new("test", &[2])?;
        let mut arrays = Arrays::default();
        let first = arrays.insert(&shape, 0, 0, 8);
        assert!(arrays.release(first) == Released::Gone(0, 8));
        let second = arrays.insert(&shape, 0, 1, 8);
        assert_eq!(index(first), index(second), "the slot is reused");
        assert!(arrays.held(first).is_none() && !arrays.retain(first));
        assert!(arrays.release(first) == Released::Unknown);
        assert!(arrays.held(second).is_some());
        Ok(())
    }

    #[test]
    fn names_of_any_index_lead_back_to_it() {
        for (at, generation) in [(1, 0), (1, 255), ((1 << 22) - 1, 255), (1 << 22, 3), ((1 << 31) - 1, 0)] {
            assert_eq!(index(name(at, generation)), at);
        }
        assert_ne!(name(5, 1), name((1 << 22) + 5, 0));
    }
}
