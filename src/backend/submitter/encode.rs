//! One operation for the device: its buffers, its plan, its job.

use super::plans::Planned;
use super::{Location, Submitter};
use crate::backend::tracing::Tracing;
use crate::device::{BufferId, Job};
use crate::error::Result;
use crate::op::{Call, Limits, Opcode, Operation, Plan};
use crate::shape::Shape;
use arrayvec::ArrayVec;
use std::rc::Rc;

/// An operation to compute.
#[derive(Clone, Copy)]
pub(in crate::backend) struct Compute<'a> {
    pub(in crate::backend) opcode: Opcode,
    pub(in crate::backend) op: &'static dyn Operation,
    pub(in crate::backend) call: Call<'a>,
    /// Where the inputs are.
    pub(in crate::backend) inputs: &'a [BufferId],
    /// When the frontend enqueued it (ms; NaN when not traced).
    pub(in crate::backend) enqueued: f64,
}

/// Temporaries of one call.
type Scratch = ArrayVec<BufferId, 2>;
/// A plan, its temporaries and the output.
type Prepared = (Rc<Planned>, Scratch, BufferId);

impl Submitter {
    /// Moves values of the host into a new buffer. While there is no room for them, they stay, and it returns `None`.
    pub(in crate::backend) fn write(
        &mut self,
        shape: Shape,
        bits: &mut Vec<u32>,
        tracing: &mut Tracing,
    ) -> Result<Option<Location>> {
        let Some(buffer) = self.allocate_array(shape, tracing)? else { return Ok(None) };
        // The buffer may come from the pool, where operations of the open batch still use it.
        self.submit(tracing);
        self.device.write(buffer, std::mem::take(bits));
        let serial = self.open_serial();
        self.memory.used_by(buffer, serial);
        Ok(Some((buffer, serial)))
    }

    /// Encodes an operation on the device. Its output gets a new buffer, or shares that of its input if it is a view. `None` while there is no room.
    pub(in crate::backend) fn compute(
        &mut self,
        Compute { opcode, op, call, inputs, enqueued }: Compute<'_>,
        tracing: &mut Tracing,
    ) -> Result<Option<Location>> {
        let prepared = match inputs {
            [shared] if op.is_view() => {
                self.memory.share(*shared);
                Some((self.planned(opcode, op, &call), Scratch::new(), *shared))
            }
            _ => self.prepare(opcode, op, &call, tracing)?,
        };
        let Some((planned, scratch, output)) = prepared else { return Ok(None) };
        // An operation that waited did not begin when it was enqueued.
        let enqueued = if self.policy.lazy { f64::NAN } else { enqueued };
        let job = Job { opcode, op, call, inputs, output, plan: &planned.plan, scratch: &scratch, enqueued };
        self.try_kernels(&job, tracing);
        let serial = self.open_serial();
        self.device.encode(&job);
        self.batch.work += planned.work;
        for &buffer in inputs.iter().chain(&scratch).chain([&output]) {
            self.memory.used_by(buffer, serial);
        }
        scratch.into_iter().for_each(|buffer| self.free_temporary(buffer));
        Ok(Some((output, serial)))
    }

    /// The plan with its temporaries and the output's buffer; `None` while there is no room for them.
    fn prepare(
        &mut self,
        opcode: Opcode,
        op: &'static dyn Operation,
        call: &Call<'_>,
        tracing: &mut Tracing,
    ) -> Result<Option<Prepared>> {
        let planned = self.planned(opcode, op, call);
        let found = self.buffers(&planned.plan, op, call, tracing);
        if planned.plan.first_computing == 0 || matches!(found, Ok(Some(_))) || self.memory.awaits_memory() {
            return Ok(found?.map(|(scratch, output)| (planned, scratch, output)));
        }
        // A call neither waits for a temporary that only makes its kernel faster nor fails without it.
        let limits = Limits { temporaries: 0, ..self.device.limits() };
        let planned = Rc::new(Planned::new(opcode, op, call, self.plan(op, call, &limits)));
        let found = self.buffers(&planned.plan, op, call, tracing)?;
        Ok(found.map(|(scratch, output)| (planned, scratch, output)))
    }

    fn buffers(
        &mut self,
        plan: &Plan,
        op: &'static dyn Operation,
        call: &Call<'_>,
        tracing: &mut Tracing,
    ) -> Result<Option<(Scratch, BufferId)>> {
        let mut scratch = Scratch::new();
        for &bytes in &plan.scratch {
            match self.allocate(bytes, || format!("a temporary of {}", op.name()), tracing) {
                Ok(Some(buffer)) => scratch.push(buffer),
                missing => {
                    scratch.into_iter().for_each(|buffer| self.free_temporary(buffer));
                    return missing.map(|_| None);
                }
            }
        }
        match self.allocate_array(call.output, tracing) {
            Ok(Some(output)) => Ok(Some((scratch, output))),
            missing => {
                scratch.into_iter().for_each(|buffer| self.free_temporary(buffer));
                missing.map(|_| None)
            }
        }
    }
}
