//! Elements along an axis by their indices, which a second array holds: whole numbers as float32, where negative ones count from the end. An index
//! that is outside, or no whole number, yields NaN. Attributes: `[axis]`.

use super::lib::axis::{self, Axis, Lines, Rule};
use crate::error::{Error, Result};
use crate::example::{Examples, Values, call};
use crate::op::{Call, Gradient, Needs};
use crate::ops;
use crate::shape::Shape;

pub(super) static OPERATION: Axis<Take> = Axis::new();

pub(super) struct Take;

impl Rule for Take {
    const NAME: &'static str = "take";
    const WGSL: &'static str = shader!("take");
    const INPUTS: usize = 2;
    const EXAMPLES: Examples = Examples {
        values: &[Values::Signed, Values::Index(3)],
        calls: &[
            call(&[&[3], &[5]], &[0]),
            call(&[&[4, 3], &[2]], &[0]),
            call(&[&[2, 3, 2], &[2, 2]], &[1]),
            call(&[&[4, 3], &[]], &[1]),
            call(&[&[4, 3], &[0]], &[1]),
            call(&[&[257, 129], &[300]], &[0]),
        ],
    };

    fn infer(inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let ([input, indices], &[axis]) = (inputs, attrs) else {
            return Err(Error::arguments(Self::NAME, inputs, attrs, "give an array, indices and an axis"));
        };
        let shape = axis::replaced(Self::NAME, input, axis, indices.dims())?;
        axis::countable(Self::NAME, inputs, input.dims()[axis as usize])?;
        Ok(shape)
    }

    fn gradient(input: usize, _: &[u32]) -> Option<Gradient> {
        (input == 0).then_some(Gradient {
            needs: Needs::SECOND,
            rule: |scope| {
                let axis = scope.attrs()[0];
                let count = scope.wanted().dims()[axis as usize];
                scope.apply(ops::SEGMENT_SUM, &[scope.gradient(), scope.input(1)], &[axis, count])
            },
        })
    }

    fn lines(call: &Call<'_>) -> Lines {
        let axis = call.attrs[0];
        let length = call.inputs[0].dims()[axis as usize];
        let fill = f32::NAN.to_bits();
        Lines { length, fill, ..Lines::of(call, axis, call.inputs[1].rank()) }
    }

    fn source(lines: &Lines, inputs: &[&[f32]], i: u32) -> Option<[u32; 2]> {
        axis::index(inputs[1][i as usize], lines.length).map(|index| [0, index])
    }
}
