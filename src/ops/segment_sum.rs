//! Sums of the elements along an axis that have the same index. A second array has the indices, which are read as by `take`; its dimensions are those
//! of the first array from the axis on. An element whose index is outside, or no whole number, is in no sum. Attributes: `[axis, count]`.
//!
//! On a GPU an invocation computes a part of a line's sums alone and goes along all elements of the line, so that each sum is added up in their
//! order. Lines are cut into as many parts as keep a GPU busy: the time grows with the elements, and not with the number of sums.

use super::Listed;
use super::lib::arrays;
use super::lib::axis::{self, Lines, WORKGROUP};
use crate::error::{Error, Result};
use crate::example::{Examples, Values, call};
use crate::op::{Call, Gradient, Limits, Needs, Operation, Plan, Slot, Work};
use crate::ops;
use crate::shape::{MAX_RANK, Shape};
use std::borrow::Cow;

pub(super) static OPERATION: SegmentSum = SegmentSum;

pub(super) struct SegmentSum;

const NAME: &str = "segmentSum";
/// Invocations that keep a GPU busy.
const ENOUGH: u32 = 4096;

/// The kernels: for lines with elements, and for lines without.
const SOME: u32 = 0;
const NONE: u32 = 1;

/// The call as lines, each of `count` sums and of `length` elements.
fn lines(call: &Call<'_>) -> Lines {
    let length = call.inputs[1].elements() as u32;
    Lines { length, ..Lines::of(call, call.attrs[0], 1) }
}

/// The sums of one invocation, and the number of invocations. The call must have at least one sum.
fn cut(call: &Call<'_>, lines: &Lines) -> [u32; 2] {
    let columns = call.output.elements() as u32 / lines.count;
    let part = lines.count.div_ceil((ENOUGH / columns).max(1));
    [part, columns * lines.count.div_ceil(part)]
}

impl Listed for SegmentSum {
    const OPERATION: &'static dyn Operation = &Self;
    const EXAMPLES: Examples = Examples {
        values: &[Values::Positive, Values::Index(3)],
        calls: &[
            call(&[&[5], &[5]], &[0, 3]),
            call(&[&[2, 4], &[4]], &[1, 3]),
            call(&[&[2, 2, 2, 3], &[2, 2]], &[1, 4]),
            call(&[&[0, 2], &[0]], &[0, 2]),
            call(&[&[300, 129], &[300]], &[0, 50]),
            call(&[&[3, 5000], &[3]], &[0, 2]),
        ],
    };
}

impl Operation for SegmentSum {
    fn name(&self) -> &'static str {
        NAME
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let ([input, indices], &[axis, count]) = (inputs, attrs) else {
            return Err(Error::arguments(NAME, inputs, attrs, "give an array, indices, an axis and a number of sums"));
        };
        axis::countable(NAME, inputs, count)?;
        let at = axis as usize;
        let end = at + indices.rank();
        if input.dims().get(at..end) != Some(indices.dims()) {
            let problem = format!("the indices are not those of the array from axis {axis} on");
            return Err(Error::shapes(NAME, inputs, problem, "give an index for each position on the axis"));
        }
        let dims: Vec<u32> = [&input.dims()[..at], &[count], &input.dims()[end..]].concat();
        Shape::new(NAME, &dims)
    }

    fn gradient(&self, input: usize, _: &[u32]) -> Option<Gradient> {
        (input == 0).then_some(Gradient {
            needs: Needs::SECOND,
            rule: |scope| {
                let [axis, count] = [0, 1].map(|i| scope.attrs()[i]);
                let indices = scope.input(1);
                let below = scope.binary(ops::GREATER, count as f32, indices);
                let above = scope.binary(ops::GREATER_EQUAL, indices, -(count as f32));
                let floor = scope.apply(ops::FLOOR, &[indices], &[]);
                let whole = scope.binary(ops::EQUAL, indices, floor);
                let inside = scope.binary(ops::MUL, below, above);
                let inside = scope.binary(ops::MUL, inside, whole);
                // It is the same along the axes after those of the indices.
                let rank = scope.wanted().rank() - axis as usize;
                let mut dims = [1; MAX_RANK];
                let shape = scope.shape(indices);
                dims[..shape.rank()].copy_from_slice(shape.dims());
                let inside = scope.reshape(inside, &dims[..rank]);
                let taken = scope.apply(ops::TAKE, &[scope.gradient(), indices], &[axis]);
                scope.binary(ops::MASKED, taken, inside)
            },
        })
    }

    fn reference(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        let lines = lines(call);
        output.fill(0.0);
        let [count, length, inner] = [lines.count, lines.length, lines.inner].map(|size| size as usize);
        for (sums, elements) in
            output.chunks_exact_mut(count * inner).zip(inputs[0].chunks_exact((length * inner).max(1)))
        {
            for (&index, step) in inputs[1].iter().zip(elements.chunks_exact(inner)) {
                let Some(to) = axis::index(index, lines.count) else { continue };
                for (sum, &x) in sums[to as usize * inner..].iter_mut().zip(step) {
                    *sum += x;
                }
            }
        }
    }

    fn work(&self, call: &Call<'_>) -> Work {
        let lines = lines(call);
        let invocations = if call.output.elements() == 0 { 0 } else { cut(call, &lines)[1] };
        let bytes = call.inputs.iter().chain([&call.output]).map(Shape::bytes).sum::<u64>();
        Work { flops: f64::from(invocations) * f64::from(lines.length), bytes: bytes as f64 }
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        let lines = lines(call);
        let [part, invocations] = cut(call, &lines);
        let inputs = [Slot::Input(0), Slot::Input(1)];
        let (variant, read) = if lines.length > 0 { (SOME, &inputs[..]) } else { (NONE, &[][..]) };
        let params = [invocations, lines.count, lines.inner, lines.length, part];
        let mut plan = Plan::default();
        plan.dispatches.push(axis::dispatch(variant, Slot::Output, read, &params, limits));
        plan
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        let read = |name, binding| match variant {
            SOME => arrays::read(name, binding, false),
            _ => ["fn ", name, "_one(at: u32) -> f32 {\nreturn 0.0;\n}\n"].concat(),
        };
        let head = format!("const WORKGROUP = {WORKGROUP}u;\n");
        [&head[..], &read("x", 2), &read("y", 3), shader!("segment_sum")].concat().into()
    }

    fn variants(&self) -> Vec<u32> {
        vec![SOME, NONE]
    }
}
