//! Every operation's gradient against central differences, (f(x + h) − f(x − h)) / 2h.
//!
//! The operation runs in f32, the difference is taken in f64. With h = 1/64 and values of at most 3, rounding costs 2⁻²⁴·3·64
//! ≈ 1e-5 for each element of the result and the third derivatives h²/6·f‴ ≈ 1e-3 at worst; so 4e-3 is allowed, absolutely and
//! relatively.

use super::{Program, lab};
use asynclab::frontend::OWN;
use asynclab::local::Lab;
use asynclab::op::Opcode;
use asynclab::ops;
use asynclab::wire::ArrayId;

const STEP: f32 = 1.0 / 64.0;
const TOLERANCE: f64 = 4e-3;

/// Operations without inputs, which have nothing to differentiate by.
const CREATION: [Opcode; 5] = [ops::FULL, ops::UNIFORM, ops::NORMAL, ops::ARANGE, ops::EYE];

/// Which values an operation is given: far from where it has no derivative.
#[derive(Clone, Copy)]
enum Values {
    /// Of either sign, at least 0.25 from 0.
    Signed,
    /// From 0.5 to 2.5.
    Positive,
    /// All of them at least 0.1 apart.
    Distinct,
}

impl Values {
    fn take(self, elements: usize, seed: usize) -> Vec<f32> {
        let noise = |i: usize| ((i + 1) * (seed * 977 + 7919) % 1009) as f32 / 1009.0;
        let value = |i: usize| match self {
            Self::Signed => (0.25 + 1.5 * noise(i)) * if noise(i + 31) < 0.5 { -1.0 } else { 1.0 },
            Self::Positive => 0.5 + 2.0 * noise(i),
            // 7 has no divisor in common with the number of elements of any case.
            Self::Distinct => 0.1 * ((i * 7 + seed) % elements) as f32 - 1.0,
        };
        (0..elements).map(value).collect()
    }
}

struct Case {
    op: Opcode,
    inputs: Vec<Vec<u32>>,
    attrs: Vec<u32>,
    values: Values,
}

fn case(op: Opcode, values: Values, inputs: &[&[u32]], attrs: &[u32]) -> Case {
    Case { op, inputs: inputs.iter().map(|dims| dims.to_vec()).collect(), attrs: attrs.to_vec(), values }
}

fn elementwise() -> Vec<Case> {
    let mut cases = Vec::new();
    for (op, values) in [
        (ops::NEG, Values::Signed),
        (ops::EXP, Values::Signed),
        (ops::LOG, Values::Positive),
        (ops::SQRT, Values::Positive),
        (ops::SQUARE, Values::Signed),
        (ops::ABS, Values::Signed),
        (ops::SIGN, Values::Signed),
        (ops::RELU, Values::Signed),
    ] {
        for dims in [&[] as &[u32], &[1], &[7], &[2, 3], &[0, 3]] {
            cases.push(case(op, values, &[dims], &[]));
        }
    }
    for op in [ops::ADD, ops::SUB, ops::MUL, ops::DIV, ops::RELU_GRAD, ops::EQUAL] {
        let values = if op == ops::DIV { Values::Positive } else { Values::Signed };
        let pairs: [[&[u32]; 2]; 10] = [
            [&[5], &[5]],
            [&[2, 3], &[3]],
            [&[3], &[2, 3]],
            [&[2, 1, 3], &[4, 1]],
            [&[], &[2, 2]],
            [&[2, 2], &[1]],
            [&[1, 1], &[1]],
            [&[1], &[1, 1]],
            [&[0, 3], &[3]],
            [&[1, 3], &[0, 1]],
        ];
        for [left, right] in pairs {
            cases.push(case(op, values, &[left, right], &[]));
        }
        for side in [0, 1] {
            for dims in [&[] as &[u32], &[2, 3], &[0]] {
                cases.push(case(op, values, &[dims], &[side, 1.75_f32.to_bits()]));
            }
        }
    }
    cases
}

fn reductions() -> Vec<Case> {
    let mut cases = Vec::new();
    for op in [ops::SUM, ops::MEAN, ops::NORM, ops::MAX] {
        let values = if op == ops::MAX { Values::Distinct } else { Values::Signed };
        for keep in [0, 1] {
            for axes in 0..8 {
                cases.push(case(op, values, &[&[2, 3, 4]], &[axes, keep]));
            }
            cases.push(case(op, values, &[&[5]], &[1, keep]));
            cases.push(case(op, values, &[&[1, 3, 1]], &[0b101, keep]));
            cases.push(case(op, values, &[&[]], &[0, keep]));
            cases.push(case(op, values, &[&[0, 3]], &[0b10, keep]));
            if op != ops::MAX {
                cases.push(case(op, values, &[&[0, 3]], &[0b01, keep]));
            }
        }
    }
    cases
}

fn products() -> Vec<Case> {
    let mut cases = Vec::new();
    let pairs: [[&[u32]; 2]; 16] = [
        [&[2, 3], &[3, 4]],
        [&[1, 3], &[3, 1]],
        [&[1, 1], &[1, 1]],
        [&[3], &[3]],
        [&[3], &[3, 2]],
        [&[2, 3], &[3]],
        [&[1], &[1]],
        [&[2, 2, 3], &[3, 2]],
        [&[2, 3], &[2, 3, 2]],
        [&[2, 1, 2, 3], &[3, 3, 2]],
        [&[1, 2, 3], &[2, 3, 2]],
        [&[3], &[2, 3, 2]],
        [&[2, 2, 3], &[3]],
        [&[0, 3], &[3, 2]],
        [&[2, 0], &[0, 2]],
        [&[0, 2, 3], &[3, 2]],
    ];
    for [left, right] in pairs {
        for (attrs, a, b) in
            [([0, 0], false, false), ([1, 0], true, false), ([0, 1], false, true), ([1, 1], true, true)]
        {
            let [left, right] = [stored(left, a), stored(right, b)];
            cases.push(case(ops::MATMUL, Values::Signed, &[&left, &right], &attrs));
        }
        cases.push(case(ops::MATMUL, Values::Signed, &[left, right], &[]));
    }
    cases
}

/// The dimensions of an operand in memory.
fn stored(dims: &[u32], transposed: bool) -> Vec<u32> {
    let mut dims = dims.to_vec();
    let rank = dims.len();
    if transposed && rank > 1 {
        dims.swap(rank - 1, rank - 2);
    }
    dims
}

fn movements() -> Vec<Case> {
    let signed = |op, dims: &[u32], attrs: &[u32]| case(op, Values::Signed, &[dims], attrs);
    vec![
        signed(ops::TRANSPOSE, &[2, 3], &[1, 0]),
        signed(ops::TRANSPOSE, &[2, 3, 4], &[2, 0, 1]),
        signed(ops::TRANSPOSE, &[2, 1, 3, 2], &[3, 1, 0, 2]),
        signed(ops::TRANSPOSE, &[], &[]),
        signed(ops::TRANSPOSE, &[0, 2], &[1, 0]),
        signed(ops::RESHAPE, &[2, 6], &[3, 4]),
        signed(ops::RESHAPE, &[1], &[]),
        signed(ops::RESHAPE, &[0, 2], &[4, 0]),
        signed(ops::BROADCAST_TO, &[3], &[2, 3]),
        signed(ops::BROADCAST_TO, &[2, 1, 2], &[3, 2, 2, 2]),
        signed(ops::BROADCAST_TO, &[], &[2, 2]),
        signed(ops::BROADCAST_TO, &[1, 2], &[0, 2]),
    ]
}

#[test]
fn elementwise_gradients_are_the_differences() {
    elementwise().iter().for_each(check);
}

#[test]
fn gradients_of_reductions_are_the_differences() {
    reductions().iter().for_each(check);
}

#[test]
fn gradients_of_products_are_the_differences() {
    products().iter().for_each(check);
}

#[test]
fn gradients_of_what_only_moves_elements_are_the_differences() {
    movements().iter().for_each(check);
}

#[test]
fn every_operation_is_differentiated() {
    let cases: Vec<Case> = [elementwise(), reductions(), products(), movements()].into_iter().flatten().collect();
    for (opcode, op) in ops::ALL.iter().enumerate() {
        let listed = cases.iter().any(|case| usize::from(case.op) == opcode);
        let creation = CREATION.iter().any(|&op| usize::from(op) == opcode);
        assert!(listed != creation, "{} needs a case here, or a line in CREATION if it has no inputs", op.name());
        let flows = (0..2).any(|input| op.gradient(input, &[]).is_some());
        let constant = creation || [ops::SIGN, ops::EQUAL].iter().any(|&op| usize::from(op) == opcode);
        assert_ne!(flows, constant, "{}: is there a gradient?", op.name());
    }
}

/// Compares the gradients of Σ weight·output with its differences, for each element of each input. Where the tape knows
/// no gradient the differences must be 0.
fn check(case: &Case) {
    let name = format!("{} of {:?} {:?}", ops::ALL[usize::from(case.op)].name(), case.inputs, case.attrs);
    let mut lab = lab();
    let elements = |dims: &[u32]| dims.iter().product::<u32>() as usize;
    let values: Vec<Vec<f32>> =
        case.inputs.iter().enumerate().map(|(i, dims)| case.values.take(elements(dims), i)).collect();
    let inputs: Vec<ArrayId> = case.inputs.iter().zip(&values).map(|(dims, x)| lab.array(dims, x).unwrap()).collect();
    for &input in &inputs {
        lab.frontend().attach_grad(input, false).unwrap();
    }
    // The program keeps neither what the operation reads nor what it gives: the tape must, where a rule needs it.
    let output = lab.record(|lab| {
        let read: Vec<ArrayId> = inputs.iter().map(|&input| lab.times(input, 1.0)).collect();
        let result = lab.apply(case.op, &read, &case.attrs).unwrap();
        let output = lab.times(result, 1.0);
        read.into_iter().chain([result]).for_each(|array| lab.dispose(array));
        output
    });
    let shape = lab.shape(output).unwrap();
    let weights = Values::Signed.take(shape.elements(), 5);
    let head = lab.array(shape.dims(), &weights).unwrap();
    if let Err(error) = lab.frontend().backward(output, Some(head), false) {
        assert_eq!(error.code(), "NO_GRADIENT", "{name}: {error}");
    }
    for (i, dims) in case.inputs.iter().enumerate() {
        let gradient = lab.frontend().grad(inputs[i]).unwrap();
        if let Some(gradient) = gradient {
            assert_eq!(lab.shape(gradient).unwrap().dims(), dims, "{name}: shape of gradient {i}");
        }
        let gradient = gradient.map_or_else(|| vec![0.0; elements(dims)], |gradient| lab.values(gradient));
        for at in 0..elements(dims) {
            let expected = difference(&mut lab, case, &values, [i, at], &weights);
            let found = f64::from(gradient[at]);
            let allowed = TOLERANCE * expected.abs().max(1.0);
            assert!((found - expected).abs() <= allowed, "{name}: input {i} at {at}: {found}, not {expected}");
        }
    }
}

fn difference(lab: &mut Lab, case: &Case, values: &[Vec<f32>], [input, at]: [usize; 2], weights: &[f32]) -> f64 {
    let mut result = [0.0; 2];
    let mut points = [0.0; 2];
    for (side, step) in [-STEP, STEP].into_iter().enumerate() {
        let mut moved = values.to_vec();
        moved[input][at] += step;
        points[side] = f64::from(moved[input][at]);
        let inputs: Vec<ArrayId> =
            case.inputs.iter().zip(&moved).map(|(dims, x)| lab.array(dims, x).unwrap()).collect();
        let output = lab.apply(case.op, &inputs, &case.attrs).unwrap();
        let data = lab.values(output);
        result[side] = data.iter().zip(weights).map(|(&y, &w)| f64::from(y) * f64::from(w)).sum();
        inputs.into_iter().chain([output]).for_each(|array| lab.dispose(array));
    }
    (result[1] - result[0]) / (points[1] - points[0])
}

#[test]
fn the_largest_elements_share_the_gradient_of_their_maximum() {
    let mut lab = lab();
    let x = lab.parameter(&[3.0, 1.0, 3.0, 2.0]);
    let max = lab.record(|lab| lab.apply(ops::MAX, &[x], &[1, 0]).unwrap());
    lab.backward(max);
    assert_eq!(lab.grad(x).unwrap(), [0.5, 0.0, 0.5, 0.0]);
}

#[test]
fn a_norm_of_zero_has_gradient_zero() {
    let mut lab = lab();
    let x = lab.parameter(&[0.0, 0.0]);
    let norm = lab.record(|lab| lab.apply(ops::NORM, &[x], &[1, 0]).unwrap());
    lab.backward(norm);
    assert_eq!(lab.grad(x).unwrap(), [0.0, 0.0]);
}

#[test]
fn transposed_operands_are_differentiated_in_place() {
    let mut lab = lab();
    let [x, w] = [[4, 3], [5, 3]].map(|dims: [u32; 2]| {
        let array = lab.array(&dims, &Values::Signed.take(dims.iter().product::<u32>() as usize, 1)).unwrap();
        lab.frontend().attach_grad(array, false).unwrap();
        array
    });
    let y = lab.record(|lab| lab.apply(ops::MATMUL, &[x, w], &[0, 1]).unwrap());
    let before = lab.frontend().enqueued(OWN);
    lab.backward(y);
    assert_eq!(lab.frontend().enqueued(OWN) - before, 3, "ones and two products");
}
