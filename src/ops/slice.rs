//! Every `step`-th element along an axis. Attributes: `[axis, first, step, count]`; the step, a two's complement, may be negative.

use super::lib::axis::{self, Axis, Lines, Rule};
use crate::error::{Error, Result};
use crate::example::{Examples, call};
use crate::op::{Call, Gradient, Needs};
use crate::ops;
use crate::shape::Shape;

pub(super) static OPERATION: Axis<Slice> = Axis::new();

pub(super) struct Slice;

impl Rule for Slice {
    const NAME: &'static str = "slice";
    const WGSL: &'static str = shader!("slice");
    const INPUTS: usize = 1;
    const EXAMPLES: Examples = Examples::signed(&[
        call(&[&[7]], &[0, 1, 2, 3]),
        call(&[&[2, 5, 3]], &[1, 4, u32::MAX, 5]),
        call(&[&[2, 5, 3]], &[2, 1, 1, 2]),
        call(&[&[4, 3]], &[0, 3, u32::MAX - 1, 2]),
        call(&[&[3, 2]], &[0, 3, 1, 0]),
        call(&[&[0, 2]], &[1, 0, 1, 1]),
        call(&[&[257, 129]], &[0, 3, 5, 50]),
        call(&[&[257, 129]], &[1, 1, 1, 128]),
    ]);

    fn infer(inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let ([input], &[axis, first, step, count]) = (inputs, attrs) else {
            return Err(Error::arguments(Self::NAME, inputs, attrs, "give one array, an axis and a range"));
        };
        let shape = axis::replaced(Self::NAME, input, axis, &[count])?;
        if !axis::has(input.dims()[axis as usize], first, step, count) {
            let problem = format!("{count} elements from {first} on are not all on axis {axis}");
            return Err(Error::shapes(Self::NAME, inputs, problem, "give a range within the axis"));
        }
        Ok(shape)
    }

    fn gradient(_: usize, _: &[u32]) -> Option<Gradient> {
        Some(Gradient {
            needs: Needs::NOTHING,
            rule: |scope| {
                let [axis, first, step] = [0, 1, 2].map(|i| scope.attrs()[i]);
                let count = scope.wanted().dims()[axis as usize];
                scope.apply(ops::PAD, &[scope.gradient()], &[axis, first, step, count, 0])
            },
        })
    }

    fn lines(call: &Call<'_>) -> Lines {
        let [axis, first, step] = [0, 1, 2].map(|i| call.attrs[i]);
        let length = call.inputs[0].dims()[axis as usize];
        Lines { length, first, step, ..Lines::of(call, axis, 1) }
    }

    fn source(lines: &Lines, _: &[&[f32]], i: u32) -> Option<[u32; 2]> {
        Some([0, lines.first.wrapping_add(i.wrapping_mul(lines.step))])
    }
}
