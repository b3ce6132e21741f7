//! The same elements in the same order under another shape. Attributes: the dimensions of the output. The backend lets both
//! share one buffer; the kernel is a plain copy.

use super::Listed;
use super::lib::arrays;
use super::lib::map::{self, Body};
use crate::error::{Error, Result};
use crate::example::{Examples, call};
use crate::op::{Call, Gradient, Limits, Needs, Operation, Plan, Scope, Work};
use crate::shape::Shape;
use std::borrow::Cow;

pub(super) static OPERATION: Reshape = Reshape;

pub(super) struct Reshape;

const NAME: &str = "reshape";

impl Listed for Reshape {
    const OPERATION: &'static dyn Operation = &Self;
    const EXAMPLES: Examples = Examples::signed(&[
        call(&[&[2, 6]], &[3, 4]),
        call(&[&[1]], &[]),
        call(&[&[0, 2]], &[4, 0]),
        call(&[&[6, 35]], &[7, 30]),
    ]);
}

impl Operation for Reshape {
    fn name(&self) -> &'static str {
        NAME
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let to = Shape::new(NAME, attrs)?;
        match inputs {
            [input] if input.elements() == to.elements() => Ok(to),
            _ => {
                let remedy = "give a shape of as many elements as the array has";
                Err(Error::shapes(NAME, inputs, format!("there are not as many elements as in {to}"), remedy))
            }
        }
    }

    fn is_view(&self) -> bool {
        true
    }

    fn gradient(&self, _: usize, _: &[u32]) -> Option<Gradient> {
        let back = |scope: &mut Scope<'_>| scope.reshape(scope.gradient(), scope.wanted().dims());
        Some(Gradient { needs: Needs::NOTHING, rule: back })
    }

    fn work(&self, _: &Call<'_>) -> Work {
        Work::default()
    }

    fn reference(&self, _: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        output.copy_from_slice(inputs[0]);
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        map::plan(1, call.output.elements(), 0, &[], limits)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        let a = arrays::vectors("a", 2);
        let value = shader!("reshape");
        map::wgsl(variant, Body::Light, &[map::PARAMS, &a, value]).into()
    }

    fn variants(&self) -> Vec<u32> {
        map::variants([0])
    }
}
