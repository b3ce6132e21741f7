//! An array with one value everywhere. Attributes: `[f32 bits, dims…]`.

use super::Listed;
use super::lib::map::{self, Body};
use crate::error::{Error, Result};
use crate::example::{Examples, call};
use crate::op::{Call, Kind, Limits, Operation, Plan, Work};
use crate::shape::Shape;
use std::borrow::Cow;

pub(super) static OPERATION: Full = Full;

pub(super) struct Full;

const NAME: &str = "full";

impl Listed for Full {
    const OPERATION: &'static dyn Operation = &Self;
    const EXAMPLES: Examples = Examples::signed(&[
        call(&[], &[0.5_f32.to_bits(), 1]),
        call(&[], &[0.5_f32.to_bits()]),
        call(&[], &[0.5_f32.to_bits(), 300, 301]),
        call(&[], &[0.5_f32.to_bits(), 0, 2]),
    ]);
}

impl Operation for Full {
    fn name(&self) -> &'static str {
        NAME
    }

    fn kind(&self) -> Kind {
        Kind::Creation
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        match (inputs, attrs) {
            ([], [_, dims @ ..]) => Shape::new(NAME, dims),
            _ => Err(Error::InvalidShape { op: NAME, problem: "a value and a shape are needed".into() }),
        }
    }

    fn work(&self, call: &Call<'_>) -> Work {
        Work { flops: 0.0, bytes: call.output.bytes() as f64 }
    }

    fn reference(&self, call: &Call<'_>, _: &[&[f32]], output: &mut [f32]) {
        output.fill(f32::from_bits(call.attrs[0]));
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        map::plan(0, call.output.elements(), 0, &call.attrs[..1], limits)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        map::wgsl(variant, Body::Light, &[shader!("full")]).into()
    }

    fn variants(&self) -> Vec<u32> {
        map::variants([0])
    }
}
