//! Evenly spaced numbers, start + i·step. Attributes: `[start bits, step bits, count]`.

use super::Listed;
use super::lib::map::{self, Body};
use crate::error::{Error, Result, number_text};
use crate::example::{Examples, call};
use crate::op::{Call, Limits, Operation, Plan, Work};
use crate::shape::Shape;
use std::borrow::Cow;

pub(super) static OPERATION: Arange = Arange;

pub(super) struct Arange;

const NAME: &str = "arange";

impl Listed for Arange {
    const OPERATION: &'static dyn Operation = &Self;
    const EXAMPLES: Examples = Examples::signed(&[
        call(&[], &[0.5_f32.to_bits(), 1.0_f32.to_bits(), 1001]),
        call(&[], &[0.5_f32.to_bits(), 1.0_f32.to_bits(), 0]),
    ]);
}

impl Operation for Arange {
    fn name(&self) -> &'static str {
        NAME
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let ([], &[start, step, count]) = (inputs, attrs) else {
            return Err(Error::InvalidShape { op: NAME, problem: "a start, a step and a count are needed".into() });
        };
        for (name, bits) in [("start", start), ("step", step)] {
            let value = f32::from_bits(bits);
            if !value.is_finite() {
                let expected = "a finite number";
                return Err(Error::InvalidNumber { op: NAME, name, value: number_text(value.into()), expected });
            }
        }
        Shape::new(NAME, &[count])
    }

    fn work(&self, call: &Call<'_>) -> Work {
        Work { flops: 2.0 * call.output.elements() as f64, bytes: call.output.bytes() as f64 }
    }

    fn reference(&self, call: &Call<'_>, _: &[&[f32]], output: &mut [f32]) {
        let [start, step] = [call.attrs[0], call.attrs[1]].map(f32::from_bits);
        for (i, out) in output.iter_mut().enumerate() {
            *out = start + i as f32 * step;
        }
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        map::plan(0, call.output.elements(), 0, &call.attrs[..2], limits)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        map::wgsl(variant, Body::Light, &[shader!("arange")]).into()
    }

    fn variants(&self) -> Vec<u32> {
        map::variants([0])
    }
}
