//! The plans of the most recent calls, so that a loop has each of its calls planned once.

use super::Submitter;
use crate::op::{Call, Limits, MAX_ATTRS, MAX_READS, Opcode, Operation, Plan};
use crate::shape::Shape;
use arrayvec::ArrayVec;
use std::rc::Rc;

/// Bits of the index of a slot.
const BITS: u32 = 6;

/// A call, apart from its values, with its plan.
pub(super) struct Planned {
    opcode: Opcode,
    op: &'static dyn Operation,
    inputs: ArrayVec<Shape, MAX_READS>,
    attrs: ArrayVec<u32, MAX_ATTRS>,
    output: Shape,
    pub(super) plan: Plan,
    /// Its flops and bytes.
    pub(super) work: f64,
}

/// Plans by the hash of their calls; each slot has the newest.
pub(super) struct Plans([Option<Rc<Planned>>; 1 << BITS]);

impl Default for Plans {
    fn default() -> Self {
        Self([const { None }; 1 << BITS])
    }
}

impl Planned {
    pub(super) fn new(opcode: Opcode, op: &'static dyn Operation, call: &Call<'_>, plan: Plan) -> Self {
        let work = op.work(call);
        Self {
            opcode,
            op,
            inputs: call.inputs.iter().copied().collect(),
            attrs: call.attrs.iter().copied().collect(),
            output: call.output,
            plan,
            work: work.flops + work.bytes,
        }
    }

    /// Whether it is the plan of this call. Fused operations share an opcode, and operations without fields may share an address, so both are
    /// compared.
    fn is_of(&self, opcode: Opcode, op: &'static dyn Operation, call: &Call<'_>) -> bool {
        self.opcode == opcode
            && std::ptr::addr_eq(self.op, op)
            && self.output == call.output
            && self.attrs[..] == *call.attrs
            && self.inputs[..] == *call.inputs
    }
}

fn slot(opcode: Opcode, call: &Call<'_>) -> usize {
    let words = call.attrs.iter().chain(call.output.dims());
    let mix = |hash: u32, &word: &u32| (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9);
    (words.fold(opcode as u32, mix) >> (u32::BITS - BITS)) as usize
}

impl Submitter {
    /// The plan of a call. It is kept only if the operation has no choice of kernels.
    pub(super) fn planned(&mut self, opcode: Opcode, op: &'static dyn Operation, call: &Call<'_>) -> Rc<Planned> {
        let slot = slot(opcode, call);
        if let Some(kept) = self.plans.0[slot].as_ref().filter(|kept| kept.is_of(opcode, op, call)) {
            return kept.clone();
        }
        let limits = self.device.limits();
        let planned = Rc::new(Planned::new(opcode, op, call, self.plan(op, call, &limits)));
        if op.kernels().is_empty() {
            self.plans.0[slot] = Some(planned.clone());
        }
        planned
    }

    /// The dispatches for a call within `limits`, with the kernel chosen for its class. There are none where nothing is computed.
    pub(super) fn plan(&self, op: &'static dyn Operation, call: &Call<'_>, limits: &Limits) -> Plan {
        if call.output.elements() == 0 || op.is_view() {
            return Plan::default();
        }
        self.device.plan(op, call, self.tuning.kernel(op, call), limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Result;
    use crate::ops;

    #[test]
    fn a_plan_serves_the_same_call_alone() -> Result<()> {
        let [short, long] = [Shape::new("array", &[3])?, Shape::new("array", &[4])?];
        let [add, multiply] = [ops::ADD, ops::MUL].map(|opcode| (opcode, ops::ALL[opcode as usize]));
        let call = Call { inputs: &[short], attrs: &[1, 2], output: short };
        let planned = Planned::new(add.0, add.1, &call, Plan::default());
        assert!(planned.is_of(add.0, add.1, &call));
        assert!(!planned.is_of(multiply.0, multiply.1, &call), "operations without fields may have one address");
        for other in [
            Call { attrs: &[1, 3], ..call },
            Call { attrs: &[1], ..call },
            Call { inputs: &[long], ..call },
            Call { inputs: &[short, short], ..call },
            Call { output: long, ..call },
        ] {
            assert!(!planned.is_of(add.0, add.1, &other), "{other:?}");
        }
        Ok(())
    }
}
