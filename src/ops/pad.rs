//! Elements put where a slice would read them, and one number everywhere else. Attributes: `[axis, first, step, count, f32 bits]`; the step, a two's
//! complement, may be negative.

use super::lib::axis::{self, Axis, Lines, Rule};
use crate::error::{Error, Result};
use crate::example::{Examples, call};
use crate::op::{Call, Gradient, Needs};
use crate::ops;
use crate::shape::Shape;

pub(super) static OPERATION: Axis<Pad> = Axis::new();

pub(super) struct Pad;

impl Rule for Pad {
    const NAME: &'static str = "pad";
    const WGSL: &'static str = shader!("pad");
    const INPUTS: usize = 1;
    const EXAMPLES: Examples = Examples::signed(&[
        call(&[&[3]], &[0, 1, 2, 7, 0]),
        call(&[&[2, 3, 2]], &[1, 4, u32::MAX, 5, 1.0_f32.to_bits()]),
        call(&[&[2, 3]], &[1, 5, u32::MAX - 1, 6, 0]),
        call(&[&[2, 3]], &[0, 1, 1, 4, 0]),
        call(&[&[0]], &[0, 0, 1, 3, 2.0_f32.to_bits()]),
        call(&[&[257, 129]], &[1, 3, 1, 140, 0]),
    ]);

    fn infer(inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let ([input], &[axis, first, step, count, _]) = (inputs, attrs) else {
            return Err(Error::arguments(Self::NAME, inputs, attrs, "give one array, an axis, a range and a number"));
        };
        let shape = axis::replaced(Self::NAME, input, axis, &[count])?;
        let length = input.dims()[axis as usize];
        if step == 0 || !axis::has(count, first, step, length) {
            let problem = format!("{length} elements from {first} on do not fit into {count}");
            return Err(Error::shapes(Self::NAME, inputs, problem, "make the axis longer"));
        }
        Ok(shape)
    }

    fn gradient(_: usize, _: &[u32]) -> Option<Gradient> {
        Some(Gradient {
            needs: Needs::NOTHING,
            rule: |scope| {
                let [axis, first, step] = [0, 1, 2].map(|i| scope.attrs()[i]);
                let count = scope.wanted().dims()[axis as usize];
                scope.apply(ops::SLICE, &[scope.gradient()], &[axis, first, step, count])
            },
        })
    }

    fn lines(call: &Call<'_>) -> Lines {
        let [axis, first, step, _, fill] = [0, 1, 2, 3, 4].map(|i| call.attrs[i]);
        let length = call.inputs[0].dims()[axis as usize];
        Lines { length, first, step, fill, ..Lines::of(call, axis, 1) }
    }

    fn source(lines: &Lines, _: &[&[f32]], i: u32) -> Option<[u32; 2]> {
        let (distance, step) = (i.wrapping_sub(lines.first) as i32, lines.step as i32);
        let from = distance / step;
        (from * step == distance && (0..lines.length as i32).contains(&from)).then_some([0, from as u32])
    }
}
