//! Running sums along an axis: of all elements up to each one. Attributes: `[axis, reverse]`; in reverse a sum is of its element and all after it.
//!
//! Long lines are cut into parts of about the root of their length: three dispatches compute the sums of the parts, the running sums of those, and
//! the sums at all elements.

use super::Listed;
use super::lib::arrays;
use super::lib::axis::{self, Lines, WORKGROUP};
use crate::error::{Error, Result};
use crate::example::{Examples, Values, call};
use crate::op::{Call, Gradient, Limits, Needs, Operation, Plan, Slot, Work};
use crate::ops;
use crate::shape::Shape;
use std::borrow::Cow;

pub(super) static OPERATION: Cumsum = Cumsum;

pub(super) struct Cumsum;

const NAME: &str = "cumsum";
/// Lines up to this length are not cut.
const PART: u32 = 512;

/// The kinds of kernels: they compute the sum of each part, the sum of the parts before each, the running sums in each part, or those of a whole
/// line.
const TOTALS: u32 = 0;
const BEFORE: u32 = 1;
const PARTS: u32 = 2;
const WHOLE: u32 = 3;

impl Listed for Cumsum {
    const OPERATION: &'static dyn Operation = &Self;
    const EXAMPLES: Examples = Examples {
        values: &[Values::Positive],
        calls: &[
            call(&[&[7]], &[0, 0]),
            call(&[&[2, 3, 2]], &[1, 1]),
            call(&[&[2, 3]], &[0, 0]),
            call(&[&[0, 3]], &[0, 0]),
            call(&[&[3, 1500, 2]], &[1, 0]),
            call(&[&[100_003]], &[0, 1]),
        ],
    };
}

impl Operation for Cumsum {
    fn name(&self) -> &'static str {
        NAME
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let ([input], &[axis, _]) = (inputs, attrs) else {
            return Err(Error::arguments(NAME, inputs, attrs, "give one array, an axis and a direction"));
        };
        axis::replaced(NAME, input, axis, &[0]).map(|_| *input)
    }

    fn gradient(&self, _: usize, _: &[u32]) -> Option<Gradient> {
        Some(Gradient {
            needs: Needs::NOTHING,
            rule: |scope| {
                let [axis, reverse] = [0, 1].map(|i| scope.attrs()[i]);
                scope.apply(ops::CUMSUM, &[scope.gradient()], &[axis, u32::from(reverse == 0)])
            },
        })
    }

    /// Accumulates in f64.
    fn reference(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        let Lines { count, inner, .. } = Lines::of(call, call.attrs[0], 1);
        let (count, inner) = (count as usize, inner as usize);
        if output.is_empty() {
            return;
        }
        let lines = output.chunks_exact_mut(count * inner).zip(inputs[0].chunks_exact(count * inner));
        for (sums, elements) in lines {
            for i in 0..inner {
                let mut total = -0.0;
                for step in 0..count {
                    let at = if call.attrs[1] == 0 { step } else { count - 1 - step } * inner + i;
                    total += f64::from(elements[at]);
                    sums[at] = total as f32;
                }
            }
        }
    }

    fn work(&self, call: &Call<'_>) -> Work {
        Work { flops: call.output.elements() as f64, bytes: 2.0 * call.output.bytes() as f64 }
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        let Lines { count, inner, .. } = Lines::of(call, call.attrs[0], 1);
        let lines = call.output.elements() as u32 / count;
        let part = if count <= PART { count } else { PART.max(count.isqrt().next_power_of_two()) };
        let parts = count.div_ceil(part);
        let dispatch = |variant, invocations: u32, read: &[Slot], write| {
            axis::dispatch(variant, write, read, &[invocations, count, inner, part, parts, call.attrs[1]], limits)
        };
        let (input, [totals, before]) = (Slot::Input(0), [Slot::Scratch(0), Slot::Scratch(1)]);
        let mut plan = Plan::default();
        if parts == 1 {
            plan.dispatches.push(dispatch(WHOLE, lines, &[input], Slot::Output));
            return plan;
        }
        let bytes = u64::from(lines) * u64::from(parts) * 4;
        plan.scratch.extend([bytes.next_multiple_of(16); 2]);
        plan.dispatches.push(dispatch(TOTALS, lines * parts, &[input], totals));
        plan.dispatches.push(dispatch(BEFORE, lines, &[totals], before));
        plan.dispatches.push(dispatch(PARTS, lines * parts, &[input, before], Slot::Output));
        plan
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        let before = if variant == PARTS {
            arrays::read("y", 3, false)
        } else {
            "fn y_one(at: u32) -> f32 {\nreturn 0.0;\n}\n".into()
        };
        let x = arrays::read("x", 2, false);
        let head = format!("const WORKGROUP = {WORKGROUP}u;\nconst KERNEL = {variant}u;\n");
        [&head[..], &x, &before, shader!("cumsum")].concat().into()
    }

    fn variants(&self) -> Vec<u32> {
        (TOTALS..=WHOLE).collect()
    }
}
