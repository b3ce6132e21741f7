//! An array with its axes in another order. Attributes: for each axis of the output, the axis of the input that it is.

use super::Listed;
use super::lib::strided::{STILL, Views};
use super::lib::{gather, rows};
use crate::error::{Error, Result};
use crate::example::{Examples, call};
use crate::op::{Call, Gradient, Limits, Needs, Operation, Plan, Scope, Work};
use crate::ops;
use crate::shape::{MAX_RANK, Shape};
use std::borrow::Cow;

pub(super) static OPERATION: Transpose = Transpose;

pub(super) struct Transpose;

const NAME: &str = "transpose";

fn views(call: &Call<'_>) -> Views {
    let own = call.inputs[0].strides();
    let mut strides = [0; MAX_RANK];
    for (stride, &axis) in strides.iter_mut().zip(call.attrs) {
        *stride = own[axis as usize];
    }
    Views::new(call.output.dims(), [strides, STILL])
}

impl Listed for Transpose {
    const OPERATION: &'static dyn Operation = &Self;
    const EXAMPLES: Examples = Examples::signed(&[
        call(&[&[2, 3]], &[1, 0]),
        call(&[&[2, 3, 4]], &[2, 0, 1]),
        call(&[&[2, 1, 3, 2]], &[3, 1, 0, 2]),
        call(&[&[]], &[]),
        call(&[&[0, 2]], &[1, 0]),
        call(&[&[129, 257]], &[1, 0]),
        call(&[&[5, 6, 7]], &[2, 0, 1]),
    ]);
}

impl Operation for Transpose {
    fn name(&self) -> &'static str {
        NAME
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let [input] = inputs else {
            return Err(Error::arguments(NAME, inputs, attrs, "give one array and the order of its axes"));
        };
        let axes = 0..input.rank() as u32;
        if attrs.len() != axes.len() || !axes.into_iter().all(|axis| attrs.contains(&axis)) {
            let remedy = "give every axis from 0 on, in the order wanted";
            return Err(Error::shapes(NAME, inputs, format!("{attrs:?} does not name each axis once"), remedy));
        }
        let dims: Vec<u32> = attrs.iter().map(|&axis| input.dims()[axis as usize]).collect();
        Shape::new(NAME, &dims)
    }

    fn gradient(&self, _: usize, _: &[u32]) -> Option<Gradient> {
        let back = |scope: &mut Scope<'_>| {
            let mut inverse = [0; MAX_RANK];
            for (to, &from) in scope.attrs().iter().enumerate() {
                inverse[from as usize] = to as u32;
            }
            scope.apply(ops::TRANSPOSE, &[scope.gradient()], &inverse[..scope.attrs().len()])
        };
        Some(Gradient { needs: Needs::NOTHING, rule: back })
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
        rows::wgsl(variant, &["x"], shader!("transpose")).into()
    }

    fn variants(&self) -> Vec<u32> {
        (0..rows::VARIANTS).collect()
    }
}
