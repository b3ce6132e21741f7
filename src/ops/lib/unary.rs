//! Operations on one array, element by element.

use super::arrays;
use super::map::{self, Body};
use crate::error::{Error, Result};
use crate::example::{Examples, Values};
use crate::op::{Call, Gradient, Kind, Limits, Operation, Plan};
use crate::ops::Listed;
use crate::shape::Shape;
use std::borrow::Cow;
use std::marker::PhantomData;

/// The formula of one unary operation.
pub(crate) trait Rule: Sync {
    /// Its name.
    const NAME: &'static str;
    /// WGSL that declares `fn apply(x: vec4f) -> vec4f`.
    const WGSL: &'static str;
    /// Its gradient; by default there is none.
    const GRADIENT: Option<Gradient> = None;
    /// Values that it is tried on.
    const VALUES: Values = Values::Signed;

    /// The result for one element.
    fn apply(x: f32) -> f32;
}

/// A unary operation: one input, no attributes.
pub(crate) struct Unary<R>(PhantomData<R>);

impl<R> Unary<R> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R: Rule> Listed for Unary<R> {
    const OPERATION: &'static dyn Operation =
        &Form { name: R::NAME, wgsl: R::WGSL, gradient: R::GRADIENT, row: row::<R> };
    const EXAMPLES: Examples = Examples { values: &[R::VALUES], calls: &[] };
}

/// A rule as data: its methods are compiled once for all operations.
struct Form {
    name: &'static str,
    wgsl: &'static str,
    gradient: Option<Gradient>,
    row: fn(&[f32], &mut [f32]),
}

fn row<R: Rule>(x: &[f32], output: &mut [f32]) {
    for (out, &x) in output.iter_mut().zip(x) {
        *out = R::apply(x);
    }
}

impl Operation for Form {
    fn name(&self) -> &'static str {
        self.name
    }

    fn kind(&self) -> Kind {
        Kind::Unary
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        match (inputs, attrs) {
            ([array], []) => Ok(*array),
            _ => Err(Error::arguments(self.name, inputs, attrs, "give one array")),
        }
    }

    fn gradient(&self, _: usize, _: &[u32]) -> Option<Gradient> {
        self.gradient
    }

    fn reference(&self, _: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        (self.row)(inputs[0], output);
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        map::plan(1, call.output.elements(), 0, &[], limits)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        let value = "\nfn value(i: u32) -> vec4f {\n    return apply(a[i]);\n}\n\n";
        let a = arrays::vectors("a", 2);
        map::wgsl(variant, Body::Light, &[map::PARAMS, &a, self.wgsl, value]).into()
    }

    fn formula(&self) -> Option<&'static str> {
        Some(self.wgsl)
    }

    fn variants(&self) -> Vec<u32> {
        map::variants([0])
    }
}
