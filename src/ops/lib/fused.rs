//! A chain of elementwise operations as one operation, whose intermediate results are in no array; so is one with a
//! reduction of its result, which reads the chain's values where it would read an array's elements.

use super::chain::Chain;
use super::map::{self, Body};
use super::reduce_plan;
use crate::error::{Error, Result};
use crate::op::{Call, Limits, Opcode, Operation, Plan, Slot};
use crate::ops;
use crate::shape::Shape;
use std::borrow::Cow;
use std::cell::RefCell;

/// What devices know such operations by; the kernel's variant tells which one it is.
pub(crate) const OPCODE: Opcode = Opcode::MAX;
/// Most operations in one: compilers take more than linear time.
pub(crate) const MOST_STEPS: usize = 64;
/// The same before a reduction, whose kernel repeats what it reads several times.
pub(crate) const MOST_REDUCED_STEPS: usize = 16;
/// Words that a reduction's uniform has for a chain.
pub(crate) const MOST_REDUCED_WORDS: usize = 8;
/// Most different ones. Each keeps a kernel; a program that goes on making new ones must not grow without bound.
const MOST_KNOWN: usize = 1024;

/// A chain, and what reduces its result, if something does. Inputs are the arrays, followed by the shape of what is reduced;
/// attributes are the chain's words, of which the second are the axes that are reduced.
#[derive(PartialEq, Eq)]
pub(crate) struct Fused {
    pub(crate) chain: Chain,
    pub(crate) reduction: Option<Opcode>,
}

/// One that is known.
pub(crate) struct Known {
    id: u32,
    fused: Fused,
}

thread_local! {
    /// Kept for good, as operations are: a program repeats the few chains that it has.
    static KNOWN: RefCell<Vec<&'static Known>> = const { RefCell::new(Vec::new()) };
}

/// Whether no more should be made.
pub(crate) fn too_many() -> bool {
    KNOWN.with_borrow(Vec::len) >= MOST_KNOWN
}

impl Fused {
    /// The operation.
    pub(crate) fn operation(self) -> &'static Known {
        KNOWN.with_borrow_mut(|all| {
            if let Some(known) = all.iter().find(|known| known.fused == self) {
                return *known;
            }
            let known: &'static Known = Box::leak(Box::new(Known { id: all.len() as u32, fused: self }));
            all.push(known);
            known
        })
    }
}

/// Variants: those of a map, or of a reduction, by the chain; those of a reduction's further dispatches, which have none, by
/// the operation.
const OWN_BITS: u32 = 6;
const FURTHER: u32 = 1 << 31;

/// The call of the reduction.
fn reduced<'a>(call: &Call<'a>) -> Call<'a> {
    let (_, inputs) = call.inputs.split_at(call.inputs.len() - 1);
    Call { inputs, attrs: &call.attrs[1..], output: call.output }
}

impl Operation for Known {
    fn name(&self) -> &'static str {
        "fused"
    }

    fn infer(&self, _: &[Shape], _: &[u32]) -> Result<Shape> {
        Err(Error::BadStream { at: 0, problem: "operation, which no stream can name" })
    }

    fn reference(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        let Fused { chain, reduction } = &self.fused;
        let Some(opcode) = *reduction else { return chain.evaluate(call.attrs, inputs, output) };
        let reduced = reduced(call);
        let mut values = vec![0.0; reduced.inputs[0].elements()];
        chain.evaluate(call.attrs, inputs, &mut values);
        ops::ALL[opcode as usize].reference(&reduced, &[&values], output);
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        let Fused { chain, reduction } = &self.fused;
        let mut plan = match *reduction {
            Some(opcode) => ops::ALL[opcode as usize].plan(&reduced(call), limits),
            None => map::plan(0, call.output.elements(), 0, &[0; 3], limits),
        };
        for (index, dispatch) in plan.dispatches.iter_mut().enumerate() {
            if index > 0 {
                dispatch.variant |= FURTHER | reduction.map_or(0, u32::from) << OWN_BITS;
                continue;
            }
            dispatch.variant |= self.id << OWN_BITS;
            dispatch.read = (0..chain.reads.len()).map(|input| Slot::Input(input as u8)).collect();
            dispatch.params.extend(call.attrs.iter().copied());
        }
        plan
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        let own = variant % (1 << OWN_BITS);
        if variant & FURTHER != 0 {
            return ops::ALL[((variant ^ FURTHER) >> OWN_BITS) as usize].wgsl(own);
        }
        let Fused { chain, reduction } = &self.fused;
        match reduction.and_then(|opcode| ops::ALL[opcode as usize].formula()) {
            Some(formula) => reduce_plan::wgsl_reading(own, formula, &chain.wgsl(reduce_plan::by_vectors(own))),
            None => {
                let head = wgsl!("../../../shaders/lib/fused.wgsl");
                map::wgsl(own, Body::Heavy, &[head, &chain.wgsl(true)])
            }
        }
        .into()
    }

    fn variants(&self) -> Vec<u32> {
        Vec::new()
    }
}
