//! An array repeated along axes of one element and along new leading axes, as operands are. Attributes: the
//! dimensions of the output.

use super::Listed;
use super::lib::strided::{STILL, Views};
use super::lib::{gather, rows};
use crate::error::{Error, Result};
use crate::example::{Examples, call};
use crate::op::{Call, Gradient, Limits, Needs, Operation, Plan, Work};
use crate::shape::Shape;
use std::borrow::Cow;

pub(super) static OPERATION: BroadcastTo = BroadcastTo;

pub(super) struct BroadcastTo;

const NAME: &str = "broadcastTo";

fn views(call: &Call<'_>) -> Views {
    Views::new(call.output.dims(), [call.inputs[0].strides_as(&call.output), STILL])
}

impl Listed for BroadcastTo {
    const OPERATION: &'static dyn Operation = &Self;
    const EXAMPLES: Examples = Examples::signed(&[
        call(&[&[3]], &[2, 3]),
        call(&[&[2, 1, 2]], &[3, 2, 2, 2]),
        call(&[&[]], &[2, 2]),
        call(&[&[1, 2]], &[0, 2]),
        call(&[&[5, 1]], &[3, 5, 7]),
    ]);
}

impl Operation for BroadcastTo {
    fn name(&self) -> &'static str {
        NAME
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let to = Shape::new(NAME, attrs)?;
        match inputs {
            [input] if Shape::broadcast(NAME, input, &to)? == to => Ok(to),
            _ => {
                let remedy = "give one array whose trailing dimensions equal those, or are 1";
                Err(Error::shapes(NAME, inputs, format!("this cannot be stretched to {to}"), remedy))
            }
        }
    }

    fn gradient(&self, _: usize, _: &[u32]) -> Option<Gradient> {
        Some(Gradient { needs: Needs::NOTHING, rule: |scope| scope.gradient() })
    }

    fn work(&self, call: &Call<'_>) -> Work {
        gather::work(call)
    }

    fn reference(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        gather::reference(&views(call), inputs[0], output);
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        rows::plan(1, &views(call), 0, limits)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        rows::wgsl(variant, &["x"], shader!("broadcast_to")).into()
    }

    fn formula(&self) -> Option<&'static str> {
        Some("fn apply(x: vec4f) -> vec4f {\nreturn x;\n}\n")
    }

    fn variants(&self) -> Vec<u32> {
        (0..rows::VARIANTS).collect()
    }
}
