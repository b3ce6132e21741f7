//! Backward passes: from a loss to the gradients of the arrays that it was computed from (reverse-mode differentiation, as in A. Griewank and A.
//! Walther, "Evaluating Derivatives", SIAM 2008).

use super::Frontend;
use super::capture::Capture;
use super::tape::{Entry, History, TapeNode};
use crate::error::{Error, Result};
use crate::gradient::{Calls, Recorded, Scope};
use crate::op::Opcode;
use crate::ops;
use crate::shape::Shape;
use crate::wire::ArrayId;
use std::collections::BinaryHeap;

/// The graph behind a pass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Graph {
    /// Freed, with its memory, while the pass walks it.
    Free,
    Retain,
    /// Retained, and the pass itself recorded, so that gradients have gradients.
    Record,
}

impl Graph {
    fn kept(retain: bool) -> Self {
        if retain { Self::Retain } else { Self::Free }
    }
}

impl Frontend {
    /// Finds the gradients of everything attached that `loss` was computed from. `head` is the gradient of the loss itself, ones by default. Without
    /// `retain` the pass frees the graph, with its memory, as it walks it.
    ///
    /// # Errors
    /// `DISPOSED`; `NO_GRADIENT` when nothing was recorded or the graph was freed; `SHAPE_MISMATCH` for a head of another shape, `DEVICE_MISMATCH`;
    /// `QUEUE_FULL` before anything is done; and the errors of the gradients' own operations. After an error earlier gradients stay.
    pub fn backward(&mut self, loss: ArrayId, head: Option<ArrayId>, retain: bool) -> Result<()> {
        self.pass("backward", loss, head, Graph::kept(retain), None).map(|_| ())
    }

    /// The gradients of a loss with respect to the `wanted` arrays, each with a reference for the caller. Attached arrays keep the gradients that
    /// they have. `head` and `retain` are as in [`Frontend::backward`].
    ///
    /// # Errors
    /// As [`Frontend::backward`]; `NO_GRADIENT` also when the loss was not computed from one of the arrays.
    pub fn gradients(
        &mut self,
        loss: ArrayId,
        head: Option<ArrayId>,
        wanted: &[ArrayId],
        retain: bool,
    ) -> Result<Vec<ArrayId>> {
        self.pass("grad", loss, head, Graph::kept(retain), Some(wanted))
    }

    /// The same, recorded as other calls are: the gradients have gradients themselves, also with respect to the head. The graph is retained.
    ///
    /// # Errors
    /// As [`Frontend::gradients`].
    pub fn recorded_gradients(
        &mut self,
        loss: ArrayId,
        head: Option<ArrayId>,
        wanted: &[ArrayId],
    ) -> Result<Vec<ArrayId>> {
        self.pass("grad", loss, head, Graph::Record, Some(wanted))
    }

    fn pass(
        &mut self,
        op: &'static str,
        loss: ArrayId,
        head: Option<ArrayId>,
        graph: Graph,
        wanted: Option<&[ArrayId]>,
    ) -> Result<Vec<ArrayId>> {
        self.check(op, loss, head)?;
        // A pass that is rejected half way would have used up the graph, so it is admitted as a whole or not at all.
        self.admit(op, self.device(loss))?;
        self.bounded = false;
        let mut reached = Vec::new();
        let checked = self.reach(op, loss, &mut reached).and_then(|()| match wanted {
            Some(wanted) => self.check_wanted(op, wanted),
            None => self.check_attached(op, &reached),
        });
        let record = graph == Graph::Record;
        let recording = std::mem::replace(&mut self.tape.recording, record);
        let result =
            checked.and_then(|()| self.walk(loss, head, &reached, graph, wanted)).and_then(|()| match wanted {
                Some(wanted) => Ok(self.hand_out(wanted)),
                None => self.store(&reached).map(|()| Vec::new()),
            });
        self.tape.recording = recording;
        self.bounded = true;
        if let (true, Ok(gradients)) = (recording && !record, &result) {
            self.note_gradients(gradients, head);
        }
        for id in reached {
            self.leave(id);
        }
        result
    }

    /// Marks gradients as such, so that a later pass that leads to them can state why it fails. The head, an array of the program, is not marked.
    fn note_gradients(&mut self, gradients: &[ArrayId], head: Option<ArrayId>) {
        for &gradient in gradients {
            if self.arrays.entry(gradient).is_none() && head != Some(gradient) {
                let entry = Entry { history: History::Gradient, ..Entry::default() };
                self.arrays.slot(gradient).entry = Some(Box::new(entry));
            }
        }
    }

    fn check(&self, op: &'static str, loss: ArrayId, head: Option<ArrayId>) -> Result<()> {
        let shape = self.shape(op, loss)?;
        let of_head = head.map_or(Ok(shape), |head| self.shape(op, head))?;
        if let Some(head) = head.filter(|&head| self.device(head) != self.device(loss)) {
            return Err(self.mismatch(op, loss, head));
        }
        if shape == of_head {
            return Ok(());
        }
        Err(Error::ShapeMismatch {
            op,
            problem: "the head has another shape than the loss".into(),
            shapes: format!("{of_head} and {shape}"),
            remedy: "give a head of the loss's shape, or none for ones",
        })
    }

    /// Marks every array that leads to the loss, so that it stays until `leave`, and lists it.
    fn reach(&mut self, op: &'static str, loss: ArrayId, reached: &mut Vec<ArrayId>) -> Result<()> {
        let mut next = vec![loss];
        while let Some(id) = next.pop() {
            let Some(entry) = self.arrays.entry(id) else {
                return Err(Error::NoGradient {
                    op,
                    problem: "nothing was recorded for this array",
                    remedy: "compute it inside autograd.record from arrays with attachGrad(); w.assign(w.sub(…)) keeps the gradient that w = w.sub(…) leaves behind, and of a gradient there is one only with createGraph",
                });
            };
            if entry.reached {
                continue;
            }
            entry.reached = true;
            entry.links += 1;
            reached.push(id);
            match &entry.history {
                History::Leaf => {}
                History::Recorded(node) => next.extend(node.linked().map(|(_, input)| input)),
                History::Gradient => {
                    return Err(Error::NoGradient {
                        op,
                        problem: "it was computed from a gradient, whose pass was not recorded",
                        remedy: "find that gradient by autograd.grad(loss, arrays, { createGraph: true })",
                    });
                }
                History::Freed => {
                    return Err(Error::NoGradient {
                        op,
                        problem: "the graph was freed by an earlier backward pass",
                        remedy: "give that one retainGraph, or compute the array again inside autograd.record",
                    });
                }
            }
        }
        Ok(())
    }

    /// Checks that each array that the graph begins with still has a gradient: `assign` moves it to the new values.
    fn check_attached(&mut self, op: &'static str, reached: &[ArrayId]) -> Result<()> {
        for &array in reached {
            let Some(entry) = self.arrays.entry(array) else { continue };
            if matches!(entry.history, History::Leaf) && entry.attached.is_none() {
                return Err(Error::NoGradient {
                    op,
                    problem: "an array was assigned other values since it was recorded",
                    remedy: "call backward() before assign(), or compute the loss again inside autograd.record",
                });
            }
        }
        Ok(())
    }

    fn check_wanted(&mut self, op: &'static str, wanted: &[ArrayId]) -> Result<()> {
        for &array in wanted {
            self.shape(op, array)?;
            if !self.arrays.entry(array).is_some_and(|entry| entry.reached) {
                return Err(Error::NoGradient {
                    op,
                    problem: "the loss was not computed from one of the arrays",
                    remedy: "use the array inside autograd.record, after attachGrad(); of a gradient there is one only with createGraph",
                });
            }
        }
        Ok(())
    }

    /// Carries gradients from the loss down the graph, the latest call first: a call comes after all calls that read its output. The gradients that
    /// are to be kept stay pending.
    fn walk(
        &mut self,
        loss: ArrayId,
        head: Option<ArrayId>,
        reached: &[ArrayId],
        graph: Graph,
        wanted: Option<&[ArrayId]>,
    ) -> Result<()> {
        let head = match head {
            Some(head) if graph == Graph::Record => {
                self.retain(head);
                head
            }
            // A gradient that has an entry of its own might in the end refer to itself.
            Some(head) => self.untaped(head)?,
            None => self.ones_like(loss)?,
        };
        self.add_pending(loss, head)?;
        let mut calls = BinaryHeap::new();
        for &id in reached {
            if let Some(History::Recorded(node)) = self.arrays.entry(id).map(|entry| &entry.history) {
                calls.push((node.order, id));
            }
        }
        while let Some((_, id)) = calls.pop() {
            let Some(entry) = self.arrays.entry(id) else { continue };
            let keep = wanted.map_or(entry.attached.is_some(), |wanted| wanted.contains(&id));
            let gradient = entry.pending;
            if !keep {
                entry.pending = 0;
            }
            let History::Recorded(node) = std::mem::replace(&mut entry.history, History::Freed) else { continue };
            let result = self.differentiate(&node, id, gradient);
            if !keep {
                self.release(gradient);
            }
            if graph != Graph::Free {
                self.arrays.slot(id).entry.get_or_insert_default().history = History::Recorded(node);
            } else {
                let mut lost = Vec::new();
                self.let_go(&node, &mut lost);
                self.free_unneeded(lost);
            }
            result?;
        }
        Ok(())
    }

    /// Adds a call's part to the gradients of its inputs.
    fn differentiate(&mut self, node: &TapeNode, output: ArrayId, gradient: ArrayId) -> Result<()> {
        let Some(op) = node.opcode.and_then(ops::by_opcode) else {
            return self.transfer_back(node.inputs[0], gradient);
        };
        // The program may have disposed the arrays that the rules are about to read; the backend still has them.
        for &array in &node.pinned {
            self.arrays.slot(array).references += 1;
        }
        let mut result = Ok(());
        for (input, array) in node.linked() {
            let Some(rule) = op.gradient(input, &node.attrs) else { continue };
            let recorded = Recorded { inputs: &node.inputs, attrs: &node.attrs, output, gradient };
            let mut temporaries = Vec::new();
            let in_shape = |scope: &mut Scope<'_>| {
                let part = (rule.rule)(scope);
                scope.sum_to(part, &scope.wanted())
            };
            result = Scope::build(in_shape, self, recorded, input, &mut temporaries).and_then(|part| {
                self.retain(part);
                self.add_pending(array, part)
            });
            for array in temporaries {
                self.release(array);
            }
            if result.is_err() {
                break;
            }
        }
        for &array in &node.pinned {
            self.release(array);
        }
        result
    }

    /// A transferred array has its gradient on the other device.
    fn transfer_back(&mut self, array: ArrayId, gradient: ArrayId) -> Result<()> {
        let part = self.transfer(gradient, self.arrays.device(array))?;
        self.add_pending(array, part)
    }

    /// Adds to the gradient that is being summed up for an array; takes the caller's reference to `part`.
    fn add_pending(&mut self, array: ArrayId, part: ArrayId) -> Result<()> {
        let pending = self.arrays.entry(array).map_or(0, |entry| std::mem::take(&mut entry.pending));
        let sum = if pending == 0 { Ok(part) } else { self.apply(ops::ADD, &[pending, part], &[]) };
        if pending != 0 {
            self.release(pending);
            self.release(part);
        }
        if let Some(entry) = self.arrays.entry(array) {
            entry.pending = sum.as_ref().map_or(0, |&sum| sum);
        }
        sum.map(|_| ())
    }

    /// Makes the pending sums the gradients of the attached arrays: of all, or after an error of none.
    fn store(&mut self, reached: &[ArrayId]) -> Result<()> {
        for &id in reached {
            let old = self.arrays.entry(id).and_then(|entry| entry.attached).filter(|attached| attached.accumulate);
            let unknown = |capture: &Capture| !capture.zeroed.contains(&id);
            if old.is_some_and(|old| old.gradient == 0) && self.capture.as_ref().is_some_and(unknown) {
                return Err(Error::NotCapturable {
                    op: "backward",
                    problem: "it adds to a gradient that is not there yet, and will be at the next call",
                    remedy: "call zeroGrad() in the captured function",
                });
            }
            if let Some(old) = old.map(|attached| attached.gradient).filter(|&old| old != 0) {
                self.retain(old);
                self.add_pending(id, old)?;
            }
        }
        for &id in reached {
            let Some(entry) = self.arrays.entry(id) else { continue };
            if let Some(attached) = &mut entry.attached {
                let old = std::mem::replace(&mut attached.gradient, std::mem::take(&mut entry.pending));
                self.release(old);
            }
        }
        Ok(())
    }

    /// The pending gradients of the wanted arrays, each with a reference for the caller.
    fn hand_out(&mut self, wanted: &[ArrayId]) -> Vec<ArrayId> {
        let pending = wanted.iter().map(|&id| self.arrays.entry(id).map_or(0, |entry| entry.pending));
        let gradients: Vec<ArrayId> = pending.collect();
        for &gradient in &gradients {
            self.retain(gradient);
        }
        gradients
    }

    /// The pass is over for this array.
    fn leave(&mut self, id: ArrayId) {
        let Some(entry) = self.arrays.entry(id) else { return };
        entry.reached = false;
        entry.links -= 1;
        let pending = std::mem::take(&mut entry.pending);
        self.release(pending);
        self.free_unneeded(vec![id]);
    }

    fn ones_like(&mut self, array: ArrayId) -> Result<ArrayId> {
        let shape = self.arrays.slot_shape(array);
        let attrs: Vec<u32> = std::iter::once(1.0_f32.to_bits()).chain(shape.dims().iter().copied()).collect();
        self.apply_on(self.arrays.device(array), ops::FULL, &[], &attrs)
    }
}

impl Calls for Frontend {
    fn call(&mut self, op: Opcode, inputs: &[ArrayId], attrs: &[u32]) -> Result<ArrayId> {
        self.apply(op, inputs, attrs)
    }

    fn shape_of(&self, array: ArrayId) -> Shape {
        self.arrays.slot_shape(array)
    }
}
