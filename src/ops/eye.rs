//! Ones on the diagonal and zeros elsewhere. Attributes: `[rows, columns]`.

use super::Listed;
use super::lib::map::{self, Body};
use crate::error::{Error, Result};
use crate::example::{Examples, call};
use crate::op::{Call, Limits, Operation, Plan, Work};
use crate::shape::Shape;
use std::borrow::Cow;

pub(super) static OPERATION: Eye = Eye;

pub(super) struct Eye;

const NAME: &str = "eye";

impl Listed for Eye {
    const OPERATION: &'static dyn Operation = &Self;
    const EXAMPLES: Examples = Examples::signed(&[call(&[], &[33, 65]), call(&[], &[0, 3]), call(&[], &[1, 1])]);
}

impl Operation for Eye {
    fn name(&self) -> &'static str {
        NAME
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        match (inputs, attrs) {
            ([], [_, _]) => Shape::new(NAME, attrs),
            _ => Err(Error::InvalidShape { op: NAME, problem: "rows and columns are needed".into() }),
        }
    }

    fn work(&self, call: &Call<'_>) -> Work {
        Work { flops: 0.0, bytes: call.output.bytes() as f64 }
    }

    fn reference(&self, call: &Call<'_>, _: &[&[f32]], output: &mut [f32]) {
        output.fill(0.0);
        let [rows, columns] = [call.attrs[0], call.attrs[1]].map(|dim| dim as usize);
        for i in 0..rows.min(columns) {
            output[i * columns + i] = 1.0;
        }
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        map::plan(0, call.output.elements(), 0, &call.attrs[1..], limits)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        map::wgsl(variant, Body::Light, &[shader!("eye")]).into()
    }

    fn variants(&self) -> Vec<u32> {
        map::variants([0])
    }
}
