//! Order along an axis. For one array: the places on the axis from which its elements come, in their sorted order. For two arrays: the elements of
//! the second in the order that sorts the first. Equal elements keep their order; NaN is the largest number, and both zeros are equal. Attributes:
//! `[axis, descending]`.
//!
//! On a GPU an invocation takes an element of a sorted run, and finds its place among the elements of the runs that are merged with that run. At
//! first each element is a run.

use super::Listed;
use super::lib::axis::{self, Lines};
use crate::error::{Error, Result};
use crate::example::{Examples, Values, call};
use crate::op::{Call, Gradient, Limits, Needs, Operation, Plan, SMALL_TEMPORARY, Slot};
use crate::ops;
use crate::shape::Shape;
use std::borrow::Cow;

pub(super) static OPERATION: Sort = Sort;

pub(super) struct Sort;

const NAME: &str = "sort";
/// Runs that the first dispatch merges into one, and that each further dispatch does. With these an axis of 2^24 elements takes as many dispatches as
/// a plan may have.
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
        match (inputs, attrs) {
            ([keys] | [keys, _], &[axis, _]) if inputs.last() == Some(keys) => {
                axis::replaced(NAME, keys, axis, &[0])?;
                axis::countable(NAME, inputs, keys.dims()[axis as usize])?;
                Ok(*keys)
            }
            _ => {
                let remedy = "give one array or two of one shape, an axis and a direction";
                Err(Error::arguments(NAME, inputs, attrs, remedy))
            }
        }
    }

    /// Sorted by their places, the gradient's elements are back where they came from.
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

    /// The keys of a line, with room to align them.
    fn temporary(&self, call: &Call<'_>) -> u64 {
        let count = count(call) as usize;
        if count > SMALL_TEMPORARY { (size_of::<f64>() * (count + 1)) as u64 } else { 0 }
    }

    fn reference_with(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32], temporary: &mut [f32]) {
        let (_, keys, _) = bytemuck::pod_align_to_mut::<f32, f64>(temporary);
        match keys.get_mut(..count(call) as usize) {
            Some(keys) => sort(call, inputs, output, keys),
            None => self.reference(call, inputs, output),
        }
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        let Lines { count, inner, .. } = Lines::of(call, call.attrs[0], 1);
        let elements = call.output.elements() as u32;
        let (inputs, flipped) = (call.inputs.len() as u8, flipped(call));
        let (mut plan, mut places, mut width, mut runs) = (Plan::default(), Slot::Input(0), 1, FIRST);
        loop {
            let last = width * runs >= count;
            let write = if last { Slot::Output } else { Slot::Scratch(plan.dispatches.len() as u8 % 2) };
            // Dispatches before the last write places, as whole numbers.
            let written = if last { u32::from(inputs) } else { 0 };
            let read = [Slot::Input(0), Slot::Input(inputs - 1), places];
            let params = [elements, count, inner, width, runs, flipped, written];
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
        shader!("sort").into()
    }

    fn variants(&self) -> Vec<u32> {
        vec![0]
    }
}

/// Elements of a line.
fn count(call: &Call<'_>) -> u32 {
    call.output.dims()[call.attrs[0] as usize]
}

/// The bits of keys that a descending order changes.
fn flipped(call: &Call<'_>) -> u32 {
    if call.attrs[1] == 0 { 0 } else { u32::MAX }
}

/// A whole number that sorts like `x`; the shader's `key` is the same.
fn key(x: f32) -> u32 {
    let size = x.to_bits() & !(1 << 31);
    if x.is_nan() {
        u32::MAX
    } else if x.is_sign_negative() {
        (1 << 31) - size
    } else {
        (1 << 31) + size
    }
}

/// Bits of a place on an axis.
const PLACE: u32 = 24;

/// Sorts each line. `keys` has room for one line. A key with its place behind it is read as a positive float64, which sorts like these bits. So the
/// same code sorts here as in the statistics of traces.
fn sort(call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32], keys: &mut [f64]) {
    let Lines { count, inner, .. } = Lines::of(call, call.attrs[0], 1);
    let (count, inner) = (count as usize, inner as usize);
    for line in 0..output.len() / count.max(1) {
        let first = line / inner * count * inner + line % inner;
        for (i, slot) in keys.iter_mut().enumerate() {
            let key = key(inputs[0][first + i * inner]) ^ flipped(call);
            *slot = f64::from_bits(u64::from(key) << PLACE | i as u64);
        }
        keys.sort_unstable_by(f64::total_cmp);
        for (i, slot) in keys.iter().enumerate() {
            let place = slot.to_bits() as usize & ((1 << PLACE) - 1);
            let from = inputs.get(1).map(|elements| elements[first + place * inner]);
            output[first + i * inner] = from.unwrap_or(place as f32);
        }
    }
}
