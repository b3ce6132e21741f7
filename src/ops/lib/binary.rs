//! Operations on two operands, element by element: two arrays with broadcasting, or an array and a scalar.

use super::map::{self, Body};
use super::strided::Views;
use super::{arrays, rows};
use crate::error::{Error, Result};
use crate::example::{Examples, Values};
use crate::op::{Call, Gradient, Kind, Limits, Needs, Operand, Operation, Plan, Scope};
use crate::ops::{self, Listed};
use crate::shape::Shape;
use crate::wire::ArrayId;
use std::borrow::Cow;
use std::marker::PhantomData;

/// The formula of one binary operation.
pub(crate) trait Rule: Sync {
    /// Its name.
    const NAME: &'static str;
    /// WGSL that declares `fn apply(a: vec4f, b: vec4f) -> vec4f`.
    const WGSL: &'static str;
    /// Its gradients with respect to the left and the right operand; by default there are none.
    const GRADIENTS: [Option<Gradient>; 2] = [None, None];
    /// Values that it is tried on.
    const VALUES: Values = Values::Signed;

    /// The result for one pair of elements.
    fn apply(a: f32, b: f32) -> f32;
}

/// A binary operation. Two inputs and no attributes are two arrays; one input and the attributes `[side, bits]` are an array and a scalar given by
/// its f32 bits, which is on the left (`side` 0) or on the right (1).
pub(crate) struct Binary<R>(PhantomData<R>);

impl<R> Binary<R> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

/// The position of an input among the operands.
fn side(input: usize, attrs: &[u32]) -> usize {
    match attrs {
        [number, ..] => usize::from(*number == 0),
        [] => input,
    }
}

fn operand(scope: &Scope<'_>, at: usize) -> Operand {
    match *scope.attrs() {
        [number, bits] if number as usize == at => Operand::Number(f32::from_bits(bits)),
        [..] => Operand::Array(scope.input(if scope.attrs().is_empty() { at } else { 0 })),
    }
}

/// The left operand of a recorded call.
pub(crate) fn left(scope: &Scope<'_>) -> Operand {
    operand(scope, 0)
}

/// The right operand of a recorded call.
pub(crate) fn right(scope: &Scope<'_>) -> Operand {
    operand(scope, 1)
}

/// The gradient with respect to `mine`, of an operation whose result is the larger operand: the result's gradient where `mine` is larger, half of it
/// where both are equal.
pub(crate) fn larger(scope: &mut Scope<'_>, mine: Operand, other: Operand) -> ArrayId {
    let above = scope.binary(ops::GREATER, mine, other);
    let not_below = scope.binary(ops::GREATER_EQUAL, mine, other);
    let twice = scope.binary(ops::ADD, above, not_below);
    let half = scope.binary(ops::MUL, scope.gradient(), 0.5);
    let part = scope.binary(ops::MUL, half, twice);
    // Where `twice` is 0, a negative gradient would make the product -0.
    scope.binary(ops::RELU_GRAD, part, twice)
}

/// The variants whose operands are read in the order of their elements, without views.
const ARRAYS: u32 = 0;
const SCALAR_LEFT: u32 = 1;
const SCALAR_RIGHT: u32 = 2;
/// First of the variants that read the operands through views.
const VIEWS: u32 = 3 * map::VARIANTS;

fn wgsl(variant: u32, formula: &str) -> String {
    if let Some(variant) = variant.checked_sub(VIEWS) {
        let value = "\nfn value(at: vec2u) -> vec4f {\n    return apply(left(at.x), right(at.y));\n}\n\n";
        return rows::wgsl(variant, &["left", "right"], &[formula, value].concat());
    }
    let [left, right] = match map::own(variant) {
        ARRAYS => ["a[i]", "b[i]"],
        SCALAR_LEFT => ["vec4f(params.scalar)", "a[i]"],
        _ => ["a[i]", "vec4f(params.scalar)"],
    };
    let value = format!("\nfn value(i: u32) -> vec4f {{\n    return apply({left}, {right});\n}}\n\n");
    let a = arrays::vectors("a", 2);
    let b = if map::own(variant) == ARRAYS { arrays::vectors("b", 3) } else { String::new() };
    map::wgsl(variant, Body::Light, &[map::PARAMS, &a, &b, formula, &value])
}

impl<R: Rule> Listed for Binary<R> {
    const OPERATION: &'static dyn Operation =
        &Form { name: R::NAME, wgsl: R::WGSL, gradients: R::GRADIENTS, row: row::<R> };
    const EXAMPLES: Examples = Examples { values: &[R::VALUES], calls: &[] };
}

/// A rule as data: its methods are compiled once for all operations.
struct Form {
    name: &'static str,
    wgsl: &'static str,
    gradients: [Option<Gradient>; 2],
    row: Row,
}

impl Operation for Form {
    fn name(&self) -> &'static str {
        self.name
    }

    fn kind(&self) -> Kind {
        Kind::Binary
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        match (inputs, attrs) {
            ([left, right], []) => Shape::broadcast(self.name, left, right),
            ([array], [0 | 1, _]) => Ok(*array),
            _ => Err(Error::arguments(self.name, inputs, attrs, "give two arrays, or an array and a number")),
        }
    }

    fn gradient(&self, input: usize, attrs: &[u32]) -> Option<Gradient> {
        let side = side(input, attrs);
        let mut gradient = self.gradients[side]?;
        if !attrs.is_empty() {
            // The array is the first input, whichever operand it is; the other one is in the attributes.
            let array = gradient.needs.has([Needs::FIRST, Needs::SECOND][side]);
            let array = if array { Needs::FIRST } else { Needs::NOTHING };
            gradient.needs = gradient.needs.only(Needs::OUTPUT).and(array);
        }
        Some(gradient)
    }

    fn reference(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        reference(self.row, call, inputs, output);
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        let elements = call.output.elements();
        match *call.attrs {
            [0, bits] => map::plan(1, elements, SCALAR_LEFT, &[bits], limits),
            [_, bits] => map::plan(1, elements, SCALAR_RIGHT, &[bits], limits),
            _ if call.inputs.iter().all(|input| input.elements() == elements) => {
                map::plan(2, elements, ARRAYS, &[0], limits)
            }
            _ => rows::plan(2, &views(call), VIEWS, limits),
        }
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        wgsl(variant, self.wgsl).into()
    }

    fn formula(&self) -> Option<&'static str> {
        Some(self.wgsl)
    }

    fn variants(&self) -> Vec<u32> {
        (0..VIEWS + rows::VARIANTS).collect()
    }
}

/// Both operands as if they had the output's shape.
fn views(call: &Call<'_>) -> Views {
    Views::broadcast([&call.inputs[0], &call.inputs[1]], &call.output)
}

/// The result on the CPU. `apply` computes a row; an operand of one element serves for the whole row.
fn reference(apply: Row, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
    match *call.attrs {
        [] if call.inputs[0] == call.inputs[1] => apply(inputs[0], inputs[1], output),
        [] => stretch(apply, call, inputs, output),
        [0, bits, ..] => apply(&[f32::from_bits(bits)], inputs[0], output),
        [_, bits, ..] => apply(inputs[0], &[f32::from_bits(bits)], output),
        [_] => {}
    }
}

type Row = fn(left: &[f32], right: &[f32], output: &mut [f32]);

fn row<R: Rule>(left: &[f32], right: &[f32], output: &mut [f32]) {
    match (left, right) {
        (&[a], _) => each(right, output, |b| R::apply(a, b)),
        (_, &[b]) => each(left, output, |a| R::apply(a, b)),
        _ => {
            for ((out, &a), &b) in output.iter_mut().zip(left).zip(right) {
                *out = R::apply(a, b);
            }
        }
    }
}

fn each(x: &[f32], output: &mut [f32], f: impl Fn(f32) -> f32) {
    for (out, &x) in output.iter_mut().zip(x) {
        *out = f(x);
    }
}

/// Computes row by row. Views merge dimensions where they can, so an operand either advances along a row or has one element in it.
fn stretch(apply: Row, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
    if output.is_empty() {
        return;
    }
    let views = views(call);
    let row = views.row();
    let mut rows = output.chunks_exact_mut(row);
    views.rows(|at| {
        let Some(out) = rows.next() else { return };
        let [left, right] = [0, 1].map(|i| {
            let elements = if views.row_stride(i) == 0 { 1 } else { row };
            &inputs[i][at[i]..at[i] + elements]
        });
        apply(left, right, out);
    });
}
