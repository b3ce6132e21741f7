//! The natural logarithm. It is −∞ at 0, and NaN below. Near 1, where WGSL allows an error of 2⁻²¹, the kernel computes its series.

use super::lib::unary::{Rule, Unary};
use crate::example::Values;
use crate::op::{Gradient, Needs};
use crate::ops;

pub(super) static OPERATION: Unary<Log> = Unary::new();

pub(super) struct Log;

impl Rule for Log {
    const NAME: &'static str = "log";
    const WGSL: &'static str = shader!("log");
    const VALUES: Values = Values::Positive;
    const GRADIENT: Option<Gradient> =
        Some(Gradient { needs: Needs::FIRST, rule: |scope| scope.binary(ops::DIV, scope.gradient(), scope.input(0)) });

    fn apply(x: f32) -> f32 {
        x.ln()
    }
}
