//! The product of the elements over some axes or all; 1 without elements.

use super::lib::reduce::{self, Reduce, Rule};
use crate::op::{Gradient, Needs, Scope};
use crate::ops;
use crate::wire::ArrayId;

pub(super) static OPERATION: Reduce<Prod> = Reduce::new();

pub(super) struct Prod;

impl Rule for Prod {
    const NAME: &'static str = "prod";
    const WGSL: &'static str = shader!("prod");
    const IDENTITY: f32 = 1.0;
    const OF_NOTHING: bool = true;
    const GRADIENT: Option<Gradient> = Some(Gradient { needs: Needs::FIRST, rule: gradient });

    fn map(x: f64) -> f64 {
        x
    }

    fn combine(a: f64, b: f64) -> f64 {
        a * b
    }

    fn finish(total: f64, _: f64) -> f64 {
        total
    }
}

/// The product of the other elements, also where one of them is 0. It is 0 if another element is 0; else the product of all elements that are not 0,
/// divided by the element itself unless that is 0.
fn gradient(scope: &mut Scope<'_>) -> ArrayId {
    let (x, attrs) = (scope.input(0), [scope.attrs()[0], 1]);
    let zero = scope.binary(ops::EQUAL, x, 0.0);
    let factor = scope.binary(ops::ADD, x, zero);
    let product = scope.apply(ops::PROD, &[factor], &attrs);
    let zeros = scope.apply(ops::SUM, &[zero], &attrs);
    let others = scope.binary(ops::SUB, zeros, zero);
    let none = scope.binary(ops::EQUAL, others, 0.0);
    let gradient = reduce::gradient(scope);
    let all = scope.binary(ops::MUL, gradient, product);
    let rest = scope.binary(ops::DIV, all, factor);
    scope.binary(ops::MUL, rest, none)
}
