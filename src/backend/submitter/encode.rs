//! One operation for the device: its buffers, its plan, its job.

use super::{Place, Submitter};
use crate::backend::tracing::Tracing;
use crate::device::{BufferId, Job};
use crate::error::Result;
use crate::op::{Call, Limits, Opcode, Operation, Plan};
use crate::shape::Shape;
use arrayvec::ArrayVec;

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
/// Of an output, and the plan with its temporaries.
type Buffers = (BufferId, Plan, Scratch);

impl Submitter {
    /// Moves values of the host into a new buffer; `None`, and the values stay, while there is no room for them.
    pub(in crate::backend) fn write(
        &mut self,
        shape: Shape,
        bits: &mut Vec<u32>,
        tracing: &mut Tracing,
    ) -> Result<Option<Place>> {
        let Some(buffer) = self.allocate_array(shape, tracing)? else { return Ok(None) };
        // The buffer may come from the pool, where operations of the open batch still use it.
        self.submit(tracing);
        self.device.write(buffer, std::mem::take(bits));
        let serial = self.open_serial();
        self.memory.used_by(buffer, serial);
        Ok(Some((buffer, serial)))
    }

    /// Records an operation on the device; its output is new, or shared with its input where it is only a view. `None` while
    /// there is no room for it.
    pub(in crate::backend) fn compute(
        &mut self,
        Compute { opcode, op, call, inputs, enqueued }: Compute<'_>,
        tracing: &mut Tracing,
    ) -> Result<Option<Place>> {
        let (output, plan, scratch) = match inputs {
            [shared] if op.is_view() => {
                self.memory.share(*shared);
                (*shared, Plan::default(), ArrayVec::new())
            }
            _ => match self.buffers(op, &call, tracing)? {
                Some(buffers) => buffers,
                None => return Ok(None),
            },
        };
        // An operation that waited did not begin when it was enqueued.
        let enqueued = if self.policy.lazy { f64::NAN } else { enqueued };
        let job = Job { opcode, op, call, inputs, output, plan: &plan, scratch: &scratch, enqueued };
        self.try_kernels(&job, tracing);
        let serial = self.open_serial();
        self.device.encode(&job);
        let work = op.work(&call);
        self.batch.work += work.flops + work.bytes;
        for &buffer in inputs.iter().chain(&scratch).chain([&output]) {
            self.memory.used_by(buffer, serial);
        }
        scratch.into_iter().for_each(|buffer| self.free_temporary(buffer));
        Ok(Some((output, serial)))
    }

    /// The output's buffer, the plan and its temporaries; `None` while there is no room for them.
    fn buffers(
        &mut self,
        op: &'static dyn Operation,
        call: &Call<'_>,
        tracing: &mut Tracing,
    ) -> Result<Option<Buffers>> {
        let limits = self.device.limits();
        let plan = if call.output.elements() == 0 { Plan::default() } else { self.plan(op, call, &limits) };
        let prepared = plan.first_computing > 0;
        let found = self.buffers_of(plan, op, call, tracing);
        if !prepared || matches!(found, Ok(Some(_))) || self.memory.awaits_memory() {
            return found;
        }
        // A temporary that only makes a kernel faster neither waits for room nor fails without it.
        let plan = self.plan(op, call, &Limits { temporaries: 0, ..limits });
        self.buffers_of(plan, op, call, tracing)
    }

    fn buffers_of(
        &mut self,
        plan: Plan,
        op: &'static dyn Operation,
        call: &Call<'_>,
        tracing: &mut Tracing,
    ) -> Result<Option<Buffers>> {
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
            Ok(Some(output)) => Ok(Some((output, plan, scratch))),
            missing => {
                scratch.into_iter().for_each(|buffer| self.free_temporary(buffer));
                missing.map(|_| None)
            }
        }
    }
}
