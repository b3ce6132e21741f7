//! Operations on two operands, element by element: two arrays with broadcasting, or an array and a scalar.

use super::map;
use super::strided::Views;
use crate::error::{Error, Result};
use crate::op::{Call, Limits, Operation, Plan};
use crate::shape::Shape;
use std::borrow::Cow;
use std::marker::PhantomData;

/// What one binary operation computes.
pub(crate) trait Rule: Sync {
    /// Its name.
    const NAME: &'static str;
    /// WGSL that declares `fn apply(a: vec4f, b: vec4f) -> vec4f`.
    const WGSL: &'static str;

    /// The result for one pair of elements.
    fn apply(a: f32, b: f32) -> f32;
}

/// A binary operation. Two inputs and no attributes are two arrays; one input and the attributes `[side, bits]` are
/// an array and a scalar given by its f32 bits, which stands on the left (`side` 0) or on the right (1).
pub(crate) struct Binary<R>(PhantomData<R>);

impl<R> Binary<R> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

/// How a kernel reads one operand. The discriminant is part of a variant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// An array of the output's shape, by vectors.
    Dense = 0,
    /// A number in the uniform.
    Scalar = 1,
    /// An array stretched to the output's shape.
    Stretched = 2,
}

const MODES: [Mode; 3] = [Mode::Dense, Mode::Scalar, Mode::Stretched];

/// The kernel of one call.
#[derive(Clone, Copy)]
struct Kernel {
    left: Mode,
    right: Mode,
    /// Is a row of the output (after merging axes) a multiple of four, so that no vector crosses a row's end?
    whole_rows: bool,
}

impl Kernel {
    fn stretches(self) -> bool {
        self.left == Mode::Stretched || self.right == Mode::Stretched
    }

    fn variant(self) -> u32 {
        self.left as u32 + 3 * self.right as u32 + 9 * u32::from(self.whole_rows)
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..18).map(Self::of).filter(|kernel| {
            !(kernel.left == Mode::Scalar && kernel.right == Mode::Scalar)
                && (kernel.stretches() || !kernel.whole_rows)
        })
    }

    fn of(variant: u32) -> Self {
        let mode = |digit: u32| MODES[(digit % 3) as usize];
        Self { left: mode(variant), right: mode(variant / 3), whole_rows: variant >= 9 }
    }

    fn wgsl(self, variant: u32, formula: &str) -> String {
        let head = if self.stretches() {
            map::views(2, self.whole_rows)
        } else {
            include_str!("../../../shaders/lib/same_shape.wgsl").to_owned()
        };
        let first_array = 2;
        let second_array = first_array + u32::from(self.left != Mode::Scalar);
        let left = operand("left", self.left, 0, first_array);
        let right = operand("right", self.right, 1, second_array);
        let value = "fn value(i: u32) -> vec4f {\n    return apply(left(i), right(i));\n}\n";
        map::wgsl(variant, &[&head, &left, &right, formula, value])
    }
}

/// WGSL that declares `fn name(i: u32) -> vec4f` for an operand.
fn operand(name: &str, mode: Mode, view: u32, binding: u32) -> String {
    match mode {
        Mode::Dense => map::dense(name, binding),
        Mode::Scalar => include_str!("../../../shaders/lib/scalar.wgsl").replace("OPERAND", name),
        Mode::Stretched => map::stretched(name, binding, view),
    }
}

impl<R: Rule> Operation for Binary<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        match (inputs, attrs) {
            ([left, right], []) => Shape::broadcast(R::NAME, left, right),
            ([array], [0 | 1, _]) => Ok(*array),
            _ => Err(Error::ShapeMismatch {
                op: R::NAME,
                problem: format!("{} arrays and {} attributes", inputs.len(), attrs.len()),
                shapes: format!("{inputs:?}"),
                remedy: "give two arrays, or an array and a number",
            }),
        }
    }

    fn reference(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        match *call.attrs {
            [] if call.inputs[0] == call.inputs[1] => zip::<R>(inputs[0], inputs[1], output),
            [] => stretch::<R>(call, inputs, output),
            [0, bits, ..] => each(inputs[0], output, |x| R::apply(f32::from_bits(bits), x)),
            [_, bits, ..] => each(inputs[0], output, |x| R::apply(x, f32::from_bits(bits))),
            [_] => {}
        }
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        let plan = |left, right, whole_rows, params: &[u32]| {
            let variant = Kernel { left, right, whole_rows }.variant();
            map::plan(call.inputs.len(), call.output.elements(), variant, params, limits)
        };
        if let [side, bits] = *call.attrs {
            let (left, right) =
                if side == 0 { (Mode::Scalar, Mode::Dense) } else { (Mode::Dense, Mode::Scalar) };
            return plan(left, right, false, &[bits]);
        }
        let [left, right] = [0, 1].map(|i| {
            if call.inputs[i].elements() == call.output.elements() {
                Mode::Dense
            } else {
                Mode::Stretched
            }
        });
        if (left, right) == (Mode::Dense, Mode::Dense) {
            return plan(left, right, false, &[0]);
        }
        let views = Views::broadcast([&call.inputs[0], &call.inputs[1]], &call.output);
        let params: Vec<u32> =
            [0, views.rank() as u32, 0].into_iter().chain(views.words()).collect();
        plan(left, right, views.row() % 4 == 0, &params)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        Kernel::of(map::own(variant)).wgsl(variant, R::WGSL).into()
    }

    fn variants(&self) -> Vec<u32> {
        map::variants(Kernel::all().map(Kernel::variant))
    }
}

fn each(x: &[f32], output: &mut [f32], f: impl Fn(f32) -> f32) {
    for (out, &x) in output.iter_mut().zip(x) {
        *out = f(x);
    }
}

fn zip<R: Rule>(a: &[f32], b: &[f32], output: &mut [f32]) {
    for ((out, &a), &b) in output.iter_mut().zip(a).zip(b) {
        *out = R::apply(a, b);
    }
}

/// Row by row; after merging, an operand runs along a row or stays where it is.
fn stretch<R: Rule>(call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
    if output.is_empty() {
        return;
    }
    let views = Views::broadcast([&call.inputs[0], &call.inputs[1]], &call.output);
    let row = views.row();
    let mut rows = output.chunks_exact_mut(row);
    views.rows(|[a, b]| {
        let Some(out) = rows.next() else { return };
        let (left, right) = (&inputs[0][a..], &inputs[1][b..]);
        match (views.row_stride(0), views.row_stride(1)) {
            (0, 0) => out.fill(R::apply(left[0], right[0])),
            (0, _) => each(right, out, |x| R::apply(left[0], x)),
            (_, 0) => each(left, out, |x| R::apply(x, right[0])),
            _ => zip::<R>(left, right, out),
        }
    });
}
