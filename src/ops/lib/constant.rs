//! Arrays with one value everywhere, which the operation itself knows. Attributes: `[dims…]`.

use super::map::{self, Body};
use crate::error::{Error, Result};
use crate::example::{Examples, call};
use crate::op::{Call, Kind, Limits, Operation, Plan, Work};
use crate::shape::Shape;
use std::borrow::Cow;

/// An operation that creates such arrays.
pub(crate) struct Constant {
    /// Its name.
    pub(crate) name: &'static str,
    /// The value.
    pub(crate) value: f32,
    /// WGSL that declares `fn value(i: u32) -> vec4f`.
    pub(crate) wgsl: &'static str,
}

impl Operation for Constant {
    fn name(&self) -> &'static str {
        self.name
    }

    fn kind(&self) -> Kind {
        Kind::Creation
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        match inputs {
            [] => Shape::new(self.name, attrs),
            _ => Err(Error::InvalidShape { op: self.name, problem: "a shape is needed, and no array".into() }),
        }
    }

    fn work(&self, call: &Call<'_>) -> Work {
        Work { flops: 0.0, bytes: call.output.bytes() as f64 }
    }

    fn reference(&self, _: &Call<'_>, _: &[&[f32]], output: &mut [f32]) {
        output.fill(self.value);
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        map::plan(0, call.output.elements(), 0, &[], limits)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        map::wgsl(variant, Body::Light, &[map::PARAMS, self.wgsl]).into()
    }

    fn variants(&self) -> Vec<u32> {
        map::variants([0])
    }
}

/// Shapes that they are tried on.
pub(crate) const EXAMPLES: Examples =
    Examples::signed(&[call(&[], &[1]), call(&[], &[]), call(&[], &[300, 301]), call(&[], &[0, 2])]);
