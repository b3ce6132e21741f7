//! Order along an axis. Of one array: the places on the axis from which its elements come, in order. Of two: the elements of the second
//! one in the order of the first one's. Equal elements stay as they were; NaN is the largest number, and both zeros are equal.
//! Attributes: `[axis, descending]`.
//!
//! On a GPU an invocation has an element of a sorted run, and finds its place among the elements of the runs beside it. At first each
//! element is a run.

use super::Listed;
use super::lib::axis::{self, Lines, WORKGROUP};
use crate::error::{Error, Result};
use crate::example::{Examples, Values, call};
use crate::op::{Call, Gradient, Limits, Needs, Operation, Plan, SMALL_TEMPORARY, Slot, Work};
use crate::ops;
use crate::shape::Shape;
use std::borrow::Cow;

pub(super) static OPERATION: Sort = Sort;

pub(super) struct Sort;

const NAME: &str = "sort";
/// Runs that the first dispatch merges into one, and that the others do. With these an axis of 2^24 takes as many dispatches as a plan has.
const FIRST: u32 = 16;
const FURTHER: u32 = 4;

impl Listed for Sort {
    const OPERATION: &'static dyn Operation = &Self;
    const EXAMPLES: Examples = Examples {
        values: &[Values::Distinct],
        calls: &[
            call(&[&[5]], &[0, 0]),
            call(&[&[5], &[5]], &[0, 0]),
            call(&[&[2, 4, 3], &[2, 4, 3]], &[1, 1]),
            call(&[&[2, 4, 3]], &[2, 1]),
            call(&[&[0, 3], &[0, 3]], &[0, 0]),
            call(&[&[1300, 3], &[1300, 3]], &[0, 1]),
            call(&[&[300, 9]], &[1, 0]),
            call(&[&[3, 5000]], &[1, 0]),
            call(&[&[100_003], &[100_003]], &[0, 0]),
        ],
    };
}

impl Operation for Sort {
    fn name(&self) -> &'static str {
        NAME
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let (([keys], &[axis, _]) | ([keys, _], &[axis, _])) = (inputs, attrs) else {
            return Err(Error::arguments(NAME, inputs, attrs, "give one array or two, an axis and a direction"));
        };
        if inputs.last() != Some(keys) {
            return Err(Error::shapes(NAME, inputs, "the shapes differ".into(), "give two arrays of one shape"));
        }
        axis::replaced(NAME, keys, axis, &[0])?;
        axis::countable(NAME, inputs, keys.dims()[axis as usize])?;
        Ok(*keys)
    }

    /// Elements in the order of their places are where they were before.
    fn gradient(&self, input: usize, _: &[u32]) -> Option<Gradient> {
        (input == 1).then_some(Gradient {
            needs: Needs::FIRST,
            rule: |scope| {
                let [axis, descending] = [0, 1].map(|i| scope.attrs()[i]);
                let places = scope.apply(ops::SORT, &[scope.input(0)], &[axis, descending]);
                scope.apply(ops::SORT, &[places, scope.gradient()], &[axis, 0])
            },
        })
    }

    fn reference(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        sort(call, inputs, output, &mut vec![0.0; count(call) as usize]);
    }

    /// Places of a line.
    fn temporary(&self, call: &Call<'_>) -> u64 {
        let count = count(call);
        if count as usize > SMALL_TEMPORARY { 4 * u64::from(count) } else { 0 }
    }

    fn reference_with(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32], temporary: &mut [f32]) {
        if temporary.is_empty() {
            self.reference(call, inputs, output);
        } else {
            sort(call, inputs, output, temporary);
        }
    }

    /// At least so many comparisons.
    fn work(&self, call: &Call<'_>) -> Work {
        let steps = count(call).max(1).ilog2();
        let bytes = call.inputs.iter().chain([&call.output]).map(Shape::bytes).sum::<u64>();
        Work { flops: call.output.elements() as f64 * f64::from(steps), bytes: bytes as f64 }
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        let Lines { count, inner, .. } = Lines::of(call, call.attrs[0], 1);
        let elements = call.output.elements() as u32;
        let inputs = call.inputs.len() as u8;
        let (mut plan, mut places, mut width, mut runs) = (Plan::default(), Slot::Input(0), 1, FIRST);
        loop {
            let last = width * runs >= count;
            let write = if last { Slot::Output } else { Slot::Scratch(plan.dispatches.len() as u8 % 2) };
            // Before the last one, places as whole numbers.
            let written = if last { u32::from(inputs) } else { 0 };
            let read = [Slot::Input(0), Slot::Input(inputs - 1), places];
            let params = [elements, count, inner, width, runs, call.attrs[1], written];
            plan.dispatches.push(axis::dispatch(0, write, &read, &params, limits));
            if last {
                return plan;
            }
            if !plan.scratch.is_full() {
                plan.scratch.push(call.output.bytes().next_multiple_of(16));
            }
            (places, width, runs) = (write, width * runs, FURTHER);
        }
    }

    fn wgsl(&self, _: u32) -> Cow<'static, str> {
        format!("const WORKGROUP = {WORKGROUP}u;\n{}", include_str!("../../shaders/sort.wgsl")).into()
    }

    fn variants(&self) -> Vec<u32> {
        vec![0]
    }
}

/// Elements of a line.
fn count(call: &Call<'_>) -> u32 {
    call.output.dims()[call.attrs[0] as usize]
}

/// Whole numbers in the order of the numbers; as the shader's `key`.
fn key(x: f32, descending: bool) -> u32 {
    let size = x.to_bits() & !(1 << 31);
    let key = if x.is_nan() {
        u32::MAX
    } else if x.is_sign_negative() {
        (1 << 31) - size
    } else {
        (1 << 31) + size
    };
    if descending { !key } else { key }
}

/// Sorts the places of each line by the four bytes of their keys, the last one first. `room` has those of one line.
fn sort(call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32], room: &mut [f32]) {
    let Lines { count, inner, .. } = Lines::of(call, call.attrs[0], 1);
    let (count, inner) = (count as usize, inner as usize);
    for line in 0..output.len() / count.max(1) {
        let first = line / inner * count * inner + line % inner;
        let of_line = first..first + (count - 1) * inner + 1;
        let (keys, line) = (&inputs[0][of_line.clone()], &mut output[of_line.clone()]);
        for (i, place) in line.iter_mut().step_by(inner).enumerate() {
            *place = i as f32;
        }
        let mut places = [(&mut *line, inner), (&mut room[..count], 1)];
        for shift in [0, 8, 16, 24] {
            let byte = |place: f32| key(keys[place as usize * inner], call.attrs[1] != 0) >> shift & 255;
            by_byte(byte, &mut places);
            places.swap(0, 1);
        }
        if let Some(elements) = inputs.get(1) {
            let elements = &elements[of_line];
            for place in line.iter_mut().step_by(inner) {
                *place = elements[*place as usize * inner];
            }
        }
    }
}

/// Moves places, a step apart in either array, in the order of their bytes; those of equal bytes stay as they are.
fn by_byte(byte: impl Fn(f32) -> u32, [(from, step), (to, stride)]: &mut [(&mut [f32], usize); 2]) {
    let mut starts = [0; 257];
    for &place in from.iter().step_by(*step) {
        starts[byte(place) as usize + 1] += 1;
    }
    for i in 0..256 {
        starts[i + 1] += starts[i];
    }
    for &place in from.iter().step_by(*step) {
        let start = &mut starts[byte(place) as usize];
        to[*start * *stride] = place;
        *start += 1;
    }
}
