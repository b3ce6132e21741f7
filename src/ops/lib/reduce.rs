//! Reductions over some axes or all of them.

use super::map::{self, Body};
use super::reduce_plan;
use super::strided::Views;
use crate::error::{Error, Result};
use crate::example::{Examples, Values};
use crate::op::{Call, Gradient, Kind, Limits, Operation, Plan, SMALL_TEMPORARY, Scope, Slot, Work};
use crate::ops::{self, Listed};
use crate::shape::{MAX_RANK, Shape};
use crate::wire::ArrayId;
use std::borrow::Cow;
use std::marker::PhantomData;

/// The formula of one reduction: `finish(combine of map(x) over all x, how many)`.
pub(crate) trait Rule: Sync {
    /// Its name.
    const NAME: &'static str;
    /// WGSL that declares `map`, `combine` and `finish` as below, on `vec4f` (the count is an `f32`), and whether elements are `SCALED` by a
    /// power of two where the sum of their squares would overflow.
    const WGSL: &'static str;
    /// The neutral element of `combine`.
    const IDENTITY: f32;
    /// Is there a result for no elements?
    const OF_NOTHING: bool;
    /// Its gradient; by default there is none.
    const GRADIENT: Option<Gradient> = None;
    /// Values that it is tried on.
    const VALUES: Values = Values::Signed;

    /// The term of one element.
    fn map(x: f64) -> f64;
    /// Two results as one.
    fn combine(a: f64, b: f64) -> f64;
    /// The result of `count` elements.
    fn finish(total: f64, count: f64) -> f64;
}

/// A reduction. Attributes: `[axes, keepdims]`; bit i of `axes` stands for axis i, and with `keepdims` 1 the reduced
/// axes stay, with one element each. No axes reduce nothing, as in NumPy.
pub(crate) struct Reduce<R>(PhantomData<R>);

impl<R> Reduce<R> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

/// The input's shape with one element in each reduced axis.
fn keep_dims(input: &Shape, axes: u32) -> [u32; MAX_RANK] {
    let mut dims = [0; MAX_RANK];
    for (axis, &dim) in input.dims().iter().enumerate() {
        dims[axis] = if axes >> axis & 1 == 1 { 1 } else { dim };
    }
    dims
}

/// The gradient of a recorded reduction as if it had kept the reduced axes, so that it broadcasts to the input.
pub(crate) fn gradient(scope: &mut Scope<'_>) -> ArrayId {
    kept(scope, scope.gradient())
}

/// The output of a recorded reduction as if it had kept the reduced axes.
pub(crate) fn output(scope: &mut Scope<'_>) -> ArrayId {
    kept(scope, scope.output())
}

/// The gradient with respect to the largest or the smallest element, in equal parts if there are several.
pub(crate) fn extreme(scope: &mut Scope<'_>) -> ArrayId {
    let chosen = output(scope);
    let hits = scope.binary(ops::EQUAL, scope.input(0), chosen);
    let count = scope.apply(ops::SUM, &[hits], &[scope.attrs()[0], 1]);
    let gradient = gradient(scope);
    let part = scope.binary(ops::DIV, gradient, count);
    // A product of 0 and a negative gradient would be -0.
    scope.binary(ops::RELU_GRAD, part, hits)
}

fn kept(scope: &mut Scope<'_>, array: ArrayId) -> ArrayId {
    let input = scope.wanted();
    let dims = keep_dims(&input, scope.attrs()[0]);
    scope.reshape(array, &dims[..input.rank()])
}

/// Views of the input and of the output, which is stretched to the input's shape: a stride of 0 in the second view marks a reduced axis.
fn views(call: &Call<'_>) -> Views {
    let input = &call.inputs[0];
    let dims = keep_dims(input, call.attrs[0]);
    let mut strides = [0; MAX_RANK];
    let mut step = 1;
    for axis in (0..input.rank()).rev() {
        if dims[axis] != 1 {
            strides[axis] = step;
            step *= dims[axis];
        }
    }
    Views::new(input.dims(), [input.strides(), strides])
}

/// Elements that make up one element of the output.
fn count(call: &Call<'_>) -> usize {
    let reduced = |&(axis, _): &(usize, &u32)| call.attrs[0] >> axis & 1 == 1;
    call.inputs[0].dims().iter().enumerate().filter(reduced).map(|(_, &dim)| dim as usize).product()
}

/// The output's shape; `of_nothing` says whether there is a result for no elements.
fn infer(op: &'static str, of_nothing: bool, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
    let ([input], &[axes, keep]) = (inputs, attrs) else {
        return Err(Error::arguments(op, inputs, attrs, "give one array, its axes and whether to keep them"));
    };
    if axes >> input.rank() != 0 {
        return Err(Error::InvalidNumber {
            op,
            name: "axis",
            value: axes.ilog2().to_string(),
            expected: "an axis of the array, counted from 0",
        });
    }
    let dims = keep_dims(input, axes);
    let kept = |&axis: &usize| keep != 0 || axes >> axis & 1 == 0;
    let output: Vec<u32> = (0..input.rank()).filter(kept).map(|axis| dims[axis]).collect();
    let output = Shape::new(op, &output)?;
    if !of_nothing && input.elements() == 0 && output.elements() != 0 {
        let remedy = "reduce over axes that have elements";
        return Err(Error::shapes(op, inputs, "there are no elements to reduce".into(), remedy));
    }
    Ok(output)
}

impl<R: Rule> Listed for Reduce<R> {
    const OPERATION: &'static dyn Operation = &Form {
        name: R::NAME,
        wgsl: R::WGSL,
        identity: R::IDENTITY,
        of_nothing: R::OF_NOTHING,
        gradient: R::GRADIENT,
        along: along::<R>,
        across: across::<R>,
        finish: R::finish,
    };
    const EXAMPLES: Examples = Examples { values: &[R::VALUES], calls: &[] };
}

/// A rule as data.
struct Form {
    name: &'static str,
    wgsl: &'static str,
    identity: f32,
    of_nothing: bool,
    gradient: Option<Gradient>,
    along: fn(&mut f64, &[f32]),
    across: fn(&mut [f64], &[f32]),
    finish: fn(f64, f64) -> f64,
}

impl Operation for Form {
    fn name(&self) -> &'static str {
        self.name
    }

    fn kind(&self) -> Kind {
        Kind::Reduction
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        infer(self.name, self.of_nothing, inputs, attrs)
    }

    fn work(&self, call: &Call<'_>) -> Work {
        let input = &call.inputs[0];
        Work { flops: input.elements() as f64, bytes: (input.bytes() + call.output.bytes()) as f64 }
    }

    fn gradient(&self, _: usize, _: &[u32]) -> Option<Gradient> {
        self.gradient
    }

    fn reference(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        self.reduce(call, inputs[0], output, &mut vec![0.0; output.len()]);
    }

    /// The totals, with room to align them.
    fn temporary(&self, call: &Call<'_>) -> u64 {
        let outputs = call.output.elements();
        if outputs > SMALL_TEMPORARY { (size_of::<f64>() * (outputs + 1)) as u64 } else { 0 }
    }

    fn reference_with(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32], temporary: &mut [f32]) {
        let (_, totals, _) = bytemuck::pod_align_to_mut::<f32, f64>(temporary);
        match totals.get_mut(..output.len()) {
            Some(totals) => self.reduce(call, inputs[0], output, totals),
            None => self.reference(call, inputs, output),
        }
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        plan(self.identity, self.finish, call, limits)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        match variant.checked_sub(NOTHING) {
            Some(variant) => map::wgsl(variant, Body::Light, &[shader!("full")]),
            None => reduce_plan::wgsl(variant, self.wgsl),
        }
        .into()
    }

    fn formula(&self) -> Option<&'static str> {
        Some(self.wgsl)
    }

    fn variants(&self) -> Vec<u32> {
        let nothing = map::variants([0]).into_iter().map(|variant| variant + NOTHING);
        (0..reduce_plan::VARIANTS).chain(nothing).collect()
    }
}

impl Form {
    /// Accumulates in f64.
    fn reduce(&self, call: &Call<'_>, input: &[f32], output: &mut [f32], totals: &mut [f64]) {
        totals.fill(f64::from(self.identity));
        accumulate(self.along, self.across, call, input, totals);
        let count = count(call) as f64;
        for (out, &mut total) in output.iter_mut().zip(totals) {
            *out = (self.finish)(total, count) as f32;
        }
    }
}

fn plan(identity: f32, finish: fn(f64, f64) -> f64, call: &Call<'_>, limits: &Limits) -> Plan {
    let (outputs, count) = (call.output.elements(), count(call));
    if count == 0 {
        let nothing = finish(f64::from(identity), 0.0) as f32;
        let mut plan = map::plan(0, outputs, 0, &[nothing.to_bits()], limits);
        plan.dispatches[0].variant += NOTHING;
        return plan;
    }
    let mut plan = Plan::default();
    let size = [outputs as u32, count as u32];
    reduce_plan::plan(&mut plan, Slot::Input(0), &views(call), size, identity, limits);
    plan
}

/// First of the variants that write the result of no elements, without reading anything.
const NOTHING: u32 = reduce_plan::VARIANTS;

/// Combines `totals` with their elements: `along` a run of elements with one total, or `across` one element each with a run of totals.
fn accumulate(
    along: fn(&mut f64, &[f32]),
    across: fn(&mut [f64], &[f32]),
    call: &Call<'_>,
    input: &[f32],
    totals: &mut [f64],
) {
    let views = views(call);
    let row = views.row();
    views.rows(|[from, to]| {
        let elements = &input[from..from + row];
        if views.row_stride(1) == 0 {
            along(&mut totals[to], elements);
        } else {
            across(&mut totals[to..to + row], elements);
        }
    });
}

fn across<R: Rule>(totals: &mut [f64], elements: &[f32]) {
    for (total, &x) in totals.iter_mut().zip(elements) {
        *total = R::combine(*total, R::map(f64::from(x)));
    }
}

/// Elements folded into SIMD lanes, then the lanes into one.
fn along<R: Rule>(total: &mut f64, elements: &[f32]) {
    const LANES: usize = 8;
    let mut lanes = [f64::from(R::IDENTITY); LANES];
    let mut chunks = elements.chunks_exact(LANES);
    for chunk in &mut chunks {
        for lane in 0..LANES {
            lanes[lane] = R::combine(lanes[lane], R::map(f64::from(chunk[lane])));
        }
    }
    let rest = chunks.remainder().iter().map(|&x| R::map(f64::from(x)));
    *total = R::combine(*total, rest.chain(lanes).fold(f64::from(R::IDENTITY), R::combine));
}
