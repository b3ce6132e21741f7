//! Sums of the elements along an axis that have the same index; the indices are those of a second array, as `take` reads them, and stand
//! on as many axes as it has. What lies outside is in no sum. Attributes: `[axis, count]`.

use super::lib::axis::{self, Axis, Lines, Rule};
use crate::error::{Error, Result};
use crate::example::{Examples, Values, call};
use crate::op::{Call, Gradient, Needs};
use crate::ops;
use crate::shape::{MAX_RANK, Shape};

pub(super) static OPERATION: Axis<SegmentSum> = Axis::new();

pub(super) struct SegmentSum;

impl Rule for SegmentSum {
    const NAME: &'static str = "segment_sum";
    const WGSL: &'static str = wgsl!("../../shaders/segment_sum.wgsl");
    const INPUTS: usize = 2;
    const EXAMPLES: Examples = Examples {
        values: &[Values::Positive, Values::Index(3)],
        calls: &[
            call(&[&[5], &[5]], &[0, 3]),
            call(&[&[2, 4], &[4]], &[1, 3]),
            call(&[&[2, 2, 2, 3], &[2, 2]], &[1, 4]),
            call(&[&[0, 2], &[0]], &[0, 2]),
            call(&[&[300, 129], &[300]], &[0, 50]),
        ],
    };

    fn infer(inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let ([input, indices], &[axis, count]) = (inputs, attrs) else {
            return Err(Error::arguments(
                Self::NAME,
                inputs,
                attrs,
                "give an array, indices, an axis and a number of sums",
            ));
        };
        axis::countable(Self::NAME, inputs, count)?;
        let at = axis as usize;
        let end = at + indices.rank();
        if input.dims().get(at..end) != Some(indices.dims()) {
            let problem = format!("the indices are not those of the array from axis {axis} on");
            return Err(Error::shapes(Self::NAME, inputs, problem, "give an index for each place on the axis"));
        }
        let dims: Vec<u32> = [&input.dims()[..at], &[count], &input.dims()[end..]].concat();
        Shape::new(Self::NAME, &dims)
    }

    fn gradient(input: usize, _: &[u32]) -> Option<Gradient> {
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
                // Along the axes behind those of the indices it is the same.
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

    fn lines(call: &Call<'_>) -> Lines {
        let length = call.inputs[1].elements() as u32;
        Lines { length, ..Lines::of(call, call.attrs[0], 1) }
    }

    fn source(_: &Lines, _: &[&[f32]], _: u32) -> Option<[u32; 2]> {
        None
    }

    fn reference(lines: &Lines, inputs: &[&[f32]], output: &mut [f32]) {
        output.fill(0.0);
        let [count, length, inner] = [lines.count, lines.length, lines.inner].map(|size| size as usize);
        for (sums, elements) in
            output.chunks_exact_mut(count * inner).zip(inputs[0].chunks_exact((length * inner).max(1)))
        {
            for (&index, step) in inputs[1].iter().zip(elements.chunks_exact(inner)) {
                let Some(to) = axis::place(index, lines.count) else { continue };
                for (sum, &x) in sums[to as usize * inner..].iter_mut().zip(step) {
                    *sum += x;
                }
            }
        }
    }
}
