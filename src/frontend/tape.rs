//! The tape: which operation computed an array, kept with that array, so that gradients can be found later.
//!
//! An array has an entry if it has a gradient of its own or was computed from an array that has an entry. The entry of a computed array holds the
//! call: links keep the entries of the inputs, pins keep the values that the gradient needs. An array without references and links loses its entry.
//! Its inputs then lose a link, and may lose their entries.

use super::Frontend;
use crate::error::{Error, Result};
use crate::op::{MAX_ATTRS, MAX_INPUTS, Needs, Opcode, Operation};
use crate::ops;
use crate::wire::ArrayId;
use arrayvec::ArrayVec;

/// Whether calls are recorded, and the number recorded so far.
#[derive(Default)]
pub(super) struct Tape {
    pub(super) recording: bool,
    calls: u64,
}

/// An array's entry in the graph of gradients.
#[derive(Default)]
pub(super) struct Entry {
    /// Recorded calls that read the array.
    pub(super) links: u32,
    pub(super) history: History,
    pub(super) attached: Option<Attached>,
    /// Whether the backward pass that is under way leads here.
    pub(super) reached: bool,
    /// The sum of the gradients that this pass has found so far; 0 before the first.
    pub(super) pending: ArrayId,
}

/// Where an array's values come from.
#[derive(Default)]
pub(super) enum History {
    /// From nothing that was recorded.
    #[default]
    Leaf,
    /// From this call.
    Recorded(TapeNode),
    /// From a call that a backward pass has used up.
    Freed,
    /// From a backward pass, which is not recorded itself.
    Gradient,
}

/// A recorded call.
pub(super) struct TapeNode {
    /// The operation; none for a transfer to another device.
    pub(super) opcode: Option<Opcode>,
    pub(super) inputs: ArrayVec<ArrayId, MAX_INPUTS>,
    pub(super) attrs: ArrayVec<u32, MAX_ATTRS>,
    /// The inputs that have an entry, to which this call is a link.
    pub(super) linked: ArrayVec<u8, MAX_INPUTS>,
    /// The arrays whose values the gradients need.
    pub(super) pinned: ArrayVec<ArrayId, { MAX_INPUTS + 1 }>,
    /// Calls recorded before: inputs come before outputs.
    pub(super) order: u64,
}

/// The gradient that `attach_grad` asked for.
#[derive(Clone, Copy)]
pub(super) struct Attached {
    /// Of the last backward pass; 0 before the first.
    pub(super) gradient: ArrayId,
    /// Whether a pass adds to the gradient; otherwise it replaces it.
    pub(super) accumulate: bool,
}

impl TapeNode {
    /// The inputs that lead to an array with a gradient.
    pub(super) fn linked(&self) -> impl Iterator<Item = (usize, ArrayId)> {
        self.linked.iter().map(|&i| (usize::from(i), self.inputs[usize::from(i)]))
    }
}

/// An array has no gradient that could be read or replaced.
#[cold]
pub(super) fn no_gradient(op: &'static str) -> Error {
    let remedy = "attach one with attachGrad(), and call backward() before it is read";
    Error::NoGradient { op, problem: "the array has no gradient", remedy }
}

impl Frontend {
    /// Starts recording calls. Returns whether they were recorded before.
    pub fn start_recording(&mut self) -> bool {
        std::mem::replace(&mut self.tape.recording, true)
    }

    /// Stops recording calls. Returns whether they were recorded before.
    pub fn stop_recording(&mut self) -> bool {
        std::mem::replace(&mut self.tape.recording, false)
    }

    /// Whether calls are recorded.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.tape.recording
    }

    /// Attaches a gradient to the array. Each backward pass that leads to the array replaces the gradient, or adds to it where `accumulate` is set. A
    /// gradient from before stays until then.
    ///
    /// # Errors
    /// `DISPOSED`.
    pub fn attach_grad(&mut self, array: ArrayId, accumulate: bool) -> Result<()> {
        self.shape("attachGrad", array)?;
        let entry = self.arrays.slot(array).entry.get_or_insert_default();
        let gradient = entry.attached.map_or(0, |attached| attached.gradient);
        entry.attached = Some(Attached { gradient, accumulate });
        Ok(())
    }

    /// The gradient of an array, with a reference for the caller; none before the first backward pass, or where none is
    /// attached.
    ///
    /// # Errors
    /// `DISPOSED`.
    pub fn grad(&mut self, array: ArrayId) -> Result<Option<ArrayId>> {
        self.shape("grad", array)?;
        let attached = self.arrays.entry(array).and_then(|entry| entry.attached);
        let gradient = attached.map(|attached| attached.gradient).filter(|&gradient| gradient != 0);
        if let Some(gradient) = gradient {
            self.retain(gradient);
        }
        Ok(gradient)
    }

    /// Whether an array was computed by calls that were recorded, even if a backward pass has used them up.
    ///
    /// # Errors
    /// `DISPOSED`.
    pub fn is_recorded(&mut self, array: ArrayId) -> Result<bool> {
        self.shape("isRecorded", array)?;
        let entry = self.arrays.entry(array);
        Ok(entry.is_some_and(|entry| matches!(entry.history, History::Recorded(_) | History::Freed)))
    }

    /// Whether a recorded call that something needs has read the array.
    ///
    /// # Errors
    /// `DISPOSED`.
    pub fn is_linked(&mut self, array: ArrayId) -> Result<bool> {
        self.shape("isLinked", array)?;
        Ok(self.arrays.entry(array).is_some_and(|entry| entry.links > 0))
    }

    /// Forgets the gradient of an array, which is then as before the first backward pass.
    ///
    /// # Errors
    /// `DISPOSED`, or `NO_GRADIENT` where none is attached.
    pub fn zero_grad(&mut self, array: ArrayId) -> Result<()> {
        const OP: &str = "zeroGrad";
        self.shape(OP, array)?;
        let Some(attached) = self.arrays.entry(array).and_then(|entry| entry.attached.as_mut()) else {
            return Err(no_gradient(OP));
        };
        let old = std::mem::take(&mut attached.gradient);
        self.release(old);
        if let Some(capture) = &mut self.capture {
            capture.zeroed.push(array);
        }
        Ok(())
    }

    /// Lets a program's handle stand for another array: the reference to `array` becomes a reference to the array returned, and the attached gradient
    /// moves there, too. Arrays themselves never change, so other readers of `array` see its old values.
    ///
    /// # Errors
    /// `DISPOSED`, `SHAPE_MISMATCH`, `DEVICE_MISMATCH`.
    pub fn assign(&mut self, array: ArrayId, value: ArrayId) -> Result<ArrayId> {
        const OP: &str = "assign";
        let (to, from) = (self.shape(OP, array)?, self.shape(OP, value)?);
        if self.device(array) != self.device(value) {
            return Err(self.mismatch(OP, array, value));
        }
        if to != from {
            return Err(Error::ShapeMismatch {
                op: OP,
                problem: "the value has another shape".into(),
                shapes: format!("{to} and {from}"),
                remedy: "give a value of the array's shape",
            });
        }
        let id = self.untaped(value)?;
        if let Some(attached) = self.arrays.entry(array).and_then(|entry| entry.attached.take()) {
            self.arrays.slot(id).entry.get_or_insert_default().attached = Some(attached);
        }
        if let Some(capture) = self.capture.as_mut().filter(|capture| capture.zeroed.contains(&array)) {
            capture.zeroed.push(id);
        }
        self.release(array);
        Ok(id)
    }

    /// The array, or an array of the same values where it has a gradient or a history, which must not be shared; in either case with a reference for
    /// the caller.
    pub(super) fn untaped(&mut self, array: ArrayId) -> Result<ArrayId> {
        if self.arrays.entry(array).is_none() {
            self.retain(array);
            return Ok(array);
        }
        let shape = self.arrays.slot_shape(array);
        let recording = self.stop_recording();
        let copy = self.apply(ops::RESHAPE, &[array], shape.dims());
        self.tape.recording = recording;
        copy
    }

    /// Keeps a call that was just enqueued, in the entry of its output, if one of its inputs leads to a gradient.
    #[cold]
    pub(super) fn record_call(
        &mut self,
        op: &dyn Operation,
        opcode: Opcode,
        inputs: &[ArrayId],
        attrs: &[u32],
        output: ArrayId,
    ) {
        let (mut linked, mut needs) = (ArrayVec::new(), Needs::NOTHING);
        for (i, &input) in inputs.iter().enumerate() {
            if let (Some(entry), Some(gradient)) = (self.arrays.entry(input), op.gradient(i, attrs)) {
                entry.links += 1;
                linked.push(i as u8);
                needs = needs.and(gradient.needs);
            }
        }
        if linked.is_empty() {
            return;
        }
        let mut pinned = ArrayVec::new();
        let candidates =
            [(Needs::FIRST, inputs.first()), (Needs::SECOND, inputs.get(1)), (Needs::OUTPUT, Some(&output))];
        for (need, array) in candidates {
            if let (true, Some(&array)) = (needs.has(need), array) {
                self.arrays.slot(array).pins += 1;
                pinned.push(array);
            }
        }
        let (inputs, attrs) = (inputs.iter().copied().collect(), attrs.iter().copied().collect());
        self.keep(output, TapeNode { opcode: Some(opcode), inputs, attrs, linked, pinned, order: self.tape.calls });
    }

    /// Keeps a transfer, in the entry of its output, if the array that is transferred leads to a gradient.
    pub(super) fn record_transfer(&mut self, array: ArrayId, output: ArrayId) {
        if let Some(entry) = self.arrays.entry(array) {
            entry.links += 1;
            let (inputs, linked) = ([array].into_iter().collect(), [0].into_iter().collect());
            let (attrs, pinned) = (ArrayVec::new(), ArrayVec::new());
            self.keep(output, TapeNode { opcode: None, inputs, attrs, linked, pinned, order: self.tape.calls });
        }
    }

    fn keep(&mut self, output: ArrayId, node: TapeNode) {
        self.tape.calls += 1;
        let history = History::Recorded(node);
        self.arrays.slot(output).entry = Some(Box::new(Entry { history, ..Entry::default() }));
    }

    /// Frees the entries that nothing needs any more, beginning with arrays that lost a reference, a link or a pin. It uses a list, not recursion: a
    /// chain of calls may be longer than the stack is deep.
    #[cold]
    pub(super) fn free_unneeded(&mut self, mut candidates: Vec<ArrayId>) {
        while let Some(id) = candidates.pop() {
            let slot = self.arrays.slot(id);
            if slot.references > 0 {
                continue;
            }
            let entry = slot.entry.take_if(|entry| entry.links == 0);
            let mut changed = entry.is_some();
            if let Some(entry) = entry {
                if let Some(Attached { gradient: gradient @ 1.., .. }) = entry.attached {
                    self.arrays.slot(gradient).references -= 1;
                    candidates.push(gradient);
                }
                if let History::Recorded(node) = entry.history {
                    self.let_go(&node, &mut candidates);
                }
            }
            let slot = self.arrays.slot(id);
            if slot.valued && slot.pins == 0 {
                slot.valued = false;
                changed = true;
                self.forget_value(id);
            }
            let slot = self.arrays.slot(id);
            if changed && !slot.valued && slot.entry.is_none() {
                self.arrays.forget(id);
            }
        }
    }

    /// A recorded call no longer holds its arrays; `lost` gets those that may be unneeded now.
    pub(super) fn let_go(&mut self, node: &TapeNode, lost: &mut Vec<ArrayId>) {
        for (_, input) in node.linked() {
            if let Some(entry) = self.arrays.entry(input) {
                entry.links -= 1;
            }
            lost.push(input);
        }
        for &array in &node.pinned {
            self.arrays.slot(array).pins -= 1;
            lost.push(array);
        }
    }
}
