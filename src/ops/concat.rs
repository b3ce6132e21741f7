//! Two arrays one after the other along an axis. Attributes: `[axis]`.

use super::lib::axis::{self, Axis, Lines, Rule};
use crate::error::{Error, Result};
use crate::example::{Examples, call};
use crate::op::{Call, Gradient, Needs, Scope};
use crate::ops;
use crate::shape::Shape;
use crate::wire::ArrayId;

pub(super) static OPERATION: Axis<Concat> = Axis::new();

pub(super) struct Concat;

impl Rule for Concat {
    const NAME: &'static str = "concat";
    const WGSL: &'static str = shader!("concat");
    const INPUTS: usize = 2;
    const EXAMPLES: Examples = Examples::signed(&[
        call(&[&[3], &[2]], &[0]),
        call(&[&[2, 3], &[2, 1]], &[1]),
        call(&[&[2, 3, 2], &[2, 1, 2]], &[1]),
        call(&[&[0, 2], &[3, 2]], &[0]),
        call(&[&[2, 2], &[0, 2]], &[0]),
        call(&[&[257, 129], &[257, 3]], &[1]),
    ]);

    fn infer(inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let ([left, right], &[axis]) = (inputs, attrs) else {
            return Err(Error::arguments(Self::NAME, inputs, attrs, "give two arrays and an axis"));
        };
        let along = |shape: &Shape| shape.dims().get(axis as usize).copied().unwrap_or_default();
        let Some(length) = along(left).checked_add(along(right)) else {
            return Err(Error::InvalidShape {
                op: Self::NAME,
                problem: format!("axis {axis} has 2^32 elements or more"),
            });
        };
        let shape = axis::replaced(Self::NAME, left, axis, &[length])?;
        if right.rank() != left.rank() || axis::replaced(Self::NAME, right, axis, &[along(left)])? != *left {
            let problem = format!("they differ beside axis {axis}");
            return Err(Error::shapes(Self::NAME, inputs, problem, "make all other dimensions equal"));
        }
        Ok(shape)
    }

    fn gradient(input: usize, _: &[u32]) -> Option<Gradient> {
        Some(match input {
            0 => Gradient { needs: Needs::NOTHING, rule: |scope| part(scope, false) },
            _ => Gradient { needs: Needs::NOTHING, rule: |scope| part(scope, true) },
        })
    }

    fn lines(call: &Call<'_>) -> Lines {
        let axis = call.attrs[0];
        let [length, first] = [0, 1].map(|input| call.inputs[input].dims()[axis as usize]);
        Lines { length, first, ..Lines::of(call, axis, 1) }
    }

    fn source(lines: &Lines, _: &[&[f32]], i: u32) -> Option<[u32; 2]> {
        Some(i.checked_sub(lines.length).map_or([0, i], |i| [1, i]))
    }
}

/// The part of the gradient at the beginning of the axis, or at its end.
fn part(scope: &mut Scope<'_>, end: bool) -> ArrayId {
    let axis = scope.attrs()[0];
    let [all, own] = [scope.shape(scope.gradient()), scope.wanted()].map(|shape| shape.dims()[axis as usize]);
    let first = if end { all - own } else { 0 };
    scope.apply(ops::SLICE, &[scope.gradient()], &[axis, first, 1, own])
}
