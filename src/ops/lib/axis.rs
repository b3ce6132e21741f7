//! Operations along one axis: an element of the output is an element of an input, found by its index on the axis, or a fixed value.

use super::arrays;
use super::map::{self, Body};
use crate::error::{Error, Result};
use crate::example::Examples;
use crate::op::{Call, Dispatch, Gradient, Limits, Operation, Part, Plan, Slot, Work, fold_workgroups};
use crate::ops::Listed;
use crate::shape::{MAX_RANK, Shape};
use std::borrow::Cow;
use std::marker::PhantomData;

/// A call as lines along the axis. Arrays are `[outer, length, inner]`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lines {
    /// Elements of the output along the axis.
    pub(crate) count: u32,
    /// Elements of one step along the axis.
    pub(crate) inner: u32,
    /// Elements of the first input along the axis.
    pub(crate) length: u32,
    /// Elements of the second input along the axis, or a number of the operation's own.
    pub(crate) first: u32,
    /// A number of the operation's own.
    pub(crate) step: u32,
    /// Bits of the value of an output's element that is no input's element.
    pub(crate) fill: u32,
}

impl Lines {
    /// Lines along `rank` axes of the output, from `axis` on, taken as one. The other fields are 0.
    pub(crate) fn of(call: &Call<'_>, axis: u32, rank: usize) -> Self {
        let dims = &call.output.dims()[axis as usize..];
        let (along, within) = dims.split_at(rank.min(dims.len()));
        let product = |dims: &[u32]| dims.iter().product();
        Self { count: product(along), inner: product(within), ..Self::default() }
    }
}

/// The formula of one operation along an axis.
pub(crate) trait Rule: Sync {
    /// Its name.
    const NAME: &'static str;
    /// WGSL that declares `fn element(outer: u32, i: u32, inner: u32) -> f32`, out of `params`, which are [`Lines`], and
    /// `x_one(at: u32) -> f32`, with `y_one` for a second input.
    const WGSL: &'static str;
    /// The number of its inputs.
    const INPUTS: usize;
    /// Examples that it is tried on.
    const EXAMPLES: Examples;

    /// The shape of the output.
    fn infer(inputs: &[Shape], attrs: &[u32]) -> Result<Shape>;
    /// The gradient with respect to an input.
    fn gradient(input: usize, attrs: &[u32]) -> Option<Gradient>;
    /// The call as lines.
    fn lines(call: &Call<'_>) -> Lines;
    /// The input that has the element at index `i`, and the element's index there; `None` where no input has it.
    fn source(lines: &Lines, inputs: &[&[f32]], i: u32) -> Option<[u32; 2]>;
}

/// Where an element of the output comes from: input and index, or nowhere.
type Source = fn(&Lines, &[&[f32]], u32) -> Option<[u32; 2]>;

/// Copies a step at a time.
fn copy(lines: &Lines, inputs: &[&[f32]], output: &mut [f32], source: &dyn Fn(u32) -> Option<[u32; 2]>) {
    let inner = lines.inner as usize;
    if inner == 0 {
        return;
    }
    let lengths = [lines.length, lines.first];
    for (line, out) in output.chunks_exact_mut(inner).enumerate() {
        let outer = line / lines.count as usize;
        match source((line % lines.count as usize) as u32) {
            Some([input, index]) => {
                let at = (outer * lengths[input as usize] as usize + index as usize) * inner;
                out.copy_from_slice(&inputs[input as usize][at..at + inner]);
            }
            None => out.fill(f32::from_bits(lines.fill)),
        }
    }
}

/// The index on an axis of `length` elements that a number stands for; a negative number counts from the end.
pub(crate) fn index(number: f32, length: u32) -> Option<u32> {
    let at = if number < 0.0 { number + length as f32 } else { number };
    let whole = at as u32;
    (whole as f32 == at && whole < length).then_some(whole)
}

/// Whether an axis of `length` elements has all `count` elements of a range that begins at `first`, in steps of `step`, a two's complement.
pub(crate) fn has(length: u32, first: u32, step: u32, count: u32) -> bool {
    let last = i64::from(first) + i64::from(step as i32) * (i64::from(count) - 1);
    count == 0 || [i64::from(first), last].iter().all(|at| (0..i64::from(length)).contains(at))
}

/// A shape with other dimensions instead of an axis.
///
/// # Errors
/// `INVALID_NUMBER` for an axis that the array does not have, `INVALID_SHAPE`.
pub(crate) fn replaced(op: &'static str, shape: &Shape, axis: u32, with: &[u32]) -> Result<Shape> {
    let at = axis as usize;
    if at >= shape.rank() {
        let expected = "an axis of the array, counted from 0";
        return Err(Error::InvalidNumber { op, name: "axis", value: axis.to_string(), expected });
    }
    let mut dims = [0; 2 * MAX_RANK];
    let parts = [&shape.dims()[..at], with, &shape.dims()[at + 1..]];
    let mut rank = 0;
    for &dim in parts.into_iter().flatten() {
        dims[rank] = dim;
        rank += 1;
    }
    Shape::new(op, &dims[..rank])
}

/// Rejects indices that a float32 cannot distinguish.
pub(crate) fn countable(op: &'static str, inputs: &[Shape], length: u32) -> Result<()> {
    if length <= 1 << 24 {
        return Ok(());
    }
    let remedy = "reshape it to several axes, since indices are float32, which has whole numbers up to 2^24";
    Err(Error::shapes(op, inputs, format!("the axis has {length} elements"), remedy))
}

/// Invocations in a workgroup, where each goes along a line.
pub(crate) const WORKGROUP: u32 = 64;

/// A dispatch of as many invocations as the first parameter says, each along a line or a part of one.
pub(crate) fn dispatch(variant: u32, write: Slot, read: &[Slot], params: &[u32], limits: &Limits) -> Dispatch {
    Dispatch {
        part: Part::Whole,
        variant,
        write,
        read: read.iter().copied().collect(),
        params: params.iter().copied().collect(),
        workgroups: fold_workgroups(params[0].div_ceil(WORKGROUP), limits.workgroups),
    }
}

/// An operation along an axis, which is the first of its attributes.
pub(crate) struct Axis<R>(PhantomData<R>);

impl<R> Axis<R> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R: Rule> Listed for Axis<R> {
    const OPERATION: &'static dyn Operation = &Form {
        name: R::NAME,
        wgsl: R::WGSL,
        inputs: R::INPUTS,
        infer: R::infer,
        gradient: R::gradient,
        lines: R::lines,
        source: R::source,
    };
    const EXAMPLES: Examples = R::EXAMPLES;
}

/// A rule as data.
struct Form {
    name: &'static str,
    wgsl: &'static str,
    inputs: usize,
    infer: fn(&[Shape], &[u32]) -> Result<Shape>,
    gradient: fn(usize, &[u32]) -> Option<Gradient>,
    lines: fn(&Call<'_>) -> Lines,
    source: Source,
}

impl Operation for Form {
    fn name(&self) -> &'static str {
        self.name
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        (self.infer)(inputs, attrs)
    }

    fn gradient(&self, input: usize, attrs: &[u32]) -> Option<Gradient> {
        (self.gradient)(input, attrs)
    }

    fn work(&self, call: &Call<'_>) -> Work {
        super::gather::work(call)
    }

    fn reference(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        let lines = (self.lines)(call);
        copy(&lines, inputs, output, &|i| (self.source)(&lines, inputs, i));
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        plan(call, &(self.lines)(call), limits)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        wgsl(variant, self.inputs, self.wgsl).into()
    }

    fn variants(&self) -> Vec<u32> {
        map::variants([0, 1])
    }
}

/// An input without elements is not read: another input is bound instead, or if all are empty, a variant is used that reads nothing.
fn plan(call: &Call<'_>, lines: &Lines, limits: &Limits) -> Plan {
    let Lines { count, inner, length, first, step, fill } = *lines;
    let full = call.inputs.iter().position(|input| input.elements() > 0);
    let inputs = full.map_or(0, |_| call.inputs.len());
    let params = [count, inner, length, first, step, fill];
    let mut plan = map::plan(inputs, call.output.elements(), u32::from(full.is_none()), &params, limits);
    for (slot, input) in plan.dispatches[0].read.iter_mut().zip(call.inputs) {
        if input.elements() == 0 {
            *slot = Slot::Input(full.unwrap_or_default() as u8);
        }
    }
    plan
}

fn wgsl(variant: u32, inputs: usize, formula: &str) -> String {
    let empty = map::own(variant) == 1;
    let names = if empty { &[][..] } else { &["x", "y"][..inputs] };
    let reads: String = (2..).zip(names).map(|(binding, name)| arrays::read(name, binding, false)).collect();
    let element = "fn element(outer: u32, i: u32, inner: u32) -> f32 {\nreturn bitcast<f32>(params.fill);\n}\n";
    let formula = if empty { element } else { formula };
    map::wgsl(variant, Body::Heavy, &[shader!("lib/axis"), &reads, formula])
}

#[cfg(test)]
mod tests {
    use super::index;

    #[test]
    fn indices_are_whole_numbers_within_the_axis() {
        let found = [0.0, 2.0, -1.0, -3.0, 3.0, -4.0, 0.5, f32::NAN, f32::INFINITY].map(|number| index(number, 3));
        assert_eq!(found, [Some(0), Some(2), Some(2), Some(0), None, None, None, None, None]);
        assert_eq!(index(-0.0, 3), Some(0));
        assert_eq!(index(0.0, 0), None);
    }
}
