//! `a` to the power of `b`. For a negative `a` only whole powers are numbers. A GPU multiplies for whole powers below 64; else its result may be off
//! by up to 16 + 3·|b log₂ a| units in the last place.

use super::lib::binary::{Binary, Rule, left, right};
use crate::example::Values;
use crate::op::{Gradient, Needs, Operand, Scope};
use crate::ops;
use crate::wire::ArrayId;

pub(super) static OPERATION: Binary<Pow> = Binary::new();

pub(super) struct Pow;

impl Rule for Pow {
    const NAME: &'static str = "pow";
    const WGSL: &'static str = shader!("pow");
    const VALUES: Values = Values::Positive;
    const GRADIENTS: [Option<Gradient>; 2] = [
        Some(Gradient { needs: Needs::FIRST.and(Needs::SECOND), rule: by_base }),
        Some(Gradient { needs: Needs::FIRST.and(Needs::OUTPUT), rule: by_exponent }),
    ];

    fn apply(a: f32, b: f32) -> f32 {
        a.powf(b)
    }
}

/// b·a^(b − 1); 0 where b is 0, also for a = 0, where a^(b − 1) is infinite.
fn by_base(scope: &mut Scope<'_>) -> ArrayId {
    let (a, b) = (left(scope), right(scope));
    let less = match b {
        Operand::Number(b) => Operand::Number(if b == 0.0 { 0.0 } else { b - 1.0 }),
        Operand::Array(b) => {
            let zero = scope.binary(ops::EQUAL, b, 0.0);
            let less = scope.binary(ops::SUB, b, 1.0);
            scope.binary(ops::ADD, less, zero).into()
        }
    };
    let power = scope.binary(ops::POW, a, less);
    let slope = scope.binary(ops::MUL, power, b);
    scope.binary(ops::MUL, scope.gradient(), slope)
}

/// aᵇ·ln a; 0 where the power is 0, as for a = 0 and b > 0, and at 0⁰, as in PyTorch.
fn by_exponent(scope: &mut Scope<'_>) -> ArrayId {
    let output = scope.output();
    let zero = scope.binary(ops::EQUAL, output, 0.0);
    let log = match left(scope) {
        Operand::Number(a) => Operand::Number(if a == 0.0 { 0.0 } else { a.ln() }),
        Operand::Array(a) => {
            let origin = scope.binary(ops::EQUAL, a, 0.0);
            let one = scope.binary(ops::EQUAL, output, 1.0);
            let both = scope.binary(ops::MUL, origin, one);
            let still = scope.binary(ops::ADD, zero, both);
            let base = scope.binary(ops::ADD, a, still);
            scope.apply(ops::LOG, &[base], &[]).into()
        }
    };
    let slope = scope.binary(ops::MUL, output, log);
    scope.binary(ops::MUL, scope.gradient(), slope)
}
