//! Every operation's gradient against central differences, (f(x + h) − f(x − h)) / 2h.
//!
//! The operation runs in f32, the difference is taken in f64. With h = 1/64 and values of at most 3, the error from rounding is
//! 2⁻²⁴·3·64 ≈ 1e-5 for each element of the result, and from the third derivatives at worst h²/6·f‴ ≈ 1e-3. So 4e-3 is allowed,
//! absolutely and relatively.

use super::{Program, lab};
use asynclab::example::{Example, Examples, Values};
use asynclab::frontend::OWN;
use asynclab::local::Lab;
use asynclab::op::{Kind, Opcode};
use asynclab::ops;
use asynclab::shape::Shape;
use asynclab::wire::ArrayId;

const STEP: f32 = 1.0 / 64.0;
const TOLERANCE: f64 = 4e-3;
/// The most elements of a case: every element of every input takes two runs.
const MOST_ELEMENTS: usize = 96;

struct Case {
    op: Opcode,
    inputs: Vec<Vec<u32>>,
    attrs: Vec<u32>,
    examples: &'static Examples,
}

fn case(op: Opcode, inputs: &[&[u32]], attrs: &[u32]) -> Case {
    let inputs = inputs.iter().map(|dims| dims.to_vec()).collect();
    Case { op, inputs, attrs: attrs.to_vec(), examples: ops::EXAMPLES[usize::from(op)] }
}

impl Case {
    /// Values of an input.
    fn take(&self, input: usize) -> Vec<f32> {
        self.examples.values(input).take(elements(&self.inputs[input]), input)
    }
}

fn elements(dims: &[u32]) -> usize {
    dims.iter().product::<u32>() as usize
}

/// Calls of an operation: chosen by its kind, or the small ones among its own examples.
fn calls(op: Opcode) -> Vec<Case> {
    let operation = ops::ALL[usize::from(op)];
    match operation.kind() {
        Kind::Unary => [&[] as &[u32], &[1], &[7], &[2, 3], &[0, 3]].map(|dims| case(op, &[dims], &[])).into(),
        Kind::Binary => binary(op),
        Kind::Reduction => reductions(op),
        Kind::Product | Kind::Creation | Kind::Other => {
            let small = |call: &&Example| call.inputs.iter().all(|dims| elements(dims) <= MOST_ELEMENTS);
            let calls = ops::EXAMPLES[usize::from(op)].calls.iter().filter(small);
            calls.map(|call| case(op, call.inputs, call.attrs)).collect()
        }
    }
}

fn binary(op: Opcode) -> Vec<Case> {
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
    let mut cases: Vec<Case> = pairs.iter().map(|pair| case(op, pair, &[])).collect();
    for side in [0, 1] {
        for dims in [&[] as &[u32], &[2, 3], &[0]] {
            cases.push(case(op, &[dims], &[side, 1.75_f32.to_bits()]));
        }
    }
    cases
}

fn reductions(op: Opcode) -> Vec<Case> {
    let mut cases = Vec::new();
    for keep in [0, 1] {
        cases.extend((0..8).map(|axes| case(op, &[&[2, 3, 4]], &[axes, keep])));
        cases.push(case(op, &[&[5]], &[1, keep]));
        cases.push(case(op, &[&[1, 3, 1]], &[0b101, keep]));
        cases.push(case(op, &[&[]], &[0, keep]));
        cases.push(case(op, &[&[0, 3]], &[0b10, keep]));
        let nothing = case(op, &[&[0, 3]], &[0b01, keep]);
        let shape = Shape::new("test", &nothing.inputs[0]).unwrap();
        if ops::ALL[usize::from(op)].infer(&[shape], &nothing.attrs).is_ok() {
            cases.push(nothing);
        }
    }
    cases
}

#[test]
fn gradients_are_the_differences() {
    for op in 0..ops::ALL.len() {
        let calls = calls(op as Opcode);
        assert!(!calls.is_empty(), "{} has no examples that are small", ops::ALL[op].name());
        calls.iter().filter(|call| !call.inputs.is_empty()).for_each(check);
    }
}

/// Compares the gradient of Σ weight·output with its differences, for each element of each input. Where the tape has no
/// gradient, the differences must be 0.
fn check(case: &Case) {
    let name = format!("{} of {:?} {:?}", ops::ALL[usize::from(case.op)].name(), case.inputs, case.attrs);
    let mut lab = lab();
    let values: Vec<Vec<f32>> = (0..case.inputs.len()).map(|input| case.take(input)).collect();
    let inputs: Vec<ArrayId> = case.inputs.iter().zip(&values).map(|(dims, x)| lab.array(dims, x).unwrap()).collect();
    for &input in &inputs {
        lab.frontend().attach_grad(input, false).unwrap();
    }
    // The program disposes the operation's inputs and its result. The tape must keep those that a rule needs.
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
        // Indices are whole numbers, so there is no derivative by them.
        if matches!(case.examples.values(i), Values::Index(_)) {
            assert_eq!(lab.frontend().grad(inputs[i]).unwrap(), None, "{name}");
            continue;
        }
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
fn equal_elements_share_the_gradient_of_what_is_chosen() {
    let mut lab = lab();
    for (op, shares) in [(ops::MAXIMUM, [0.5, 0.0, 1.0]), (ops::MINIMUM, [0.5, 1.0, 0.0])] {
        let (x, y) = (lab.parameter(&[1.0, -2.0, 3.0]), lab.parameter(&[1.0, 2.0, -3.0]));
        let chosen = lab.record(|lab| lab.apply(op, &[x, y], &[]).unwrap());
        lab.backward(chosen);
        assert_eq!(lab.grad(x).unwrap(), shares, "{op}");
        assert_eq!(lab.grad(y).unwrap(), shares.map(|share| 1.0 - share), "{op}");
    }
}

#[test]
fn what_was_not_chosen_has_gradient_zero_without_a_sign() {
    let mut lab = lab();
    let zeros = lab.vector(&[0.0, 0.0, 0.0]);
    let cases: [(Opcode, &[ArrayId], &[u32], usize); 4] = [
        (ops::MAX, &[], &[1, 0], 1),
        (ops::MIN, &[], &[1, 0], 0),
        (ops::MAXIMUM, &[zeros], &[], 1),
        (ops::MASKED, &[zeros], &[], 1),
    ];
    for (op, others, attrs, unchosen) in cases {
        let x = lab.parameter(&[1.0, -1.0, 2.0]);
        let inputs: Vec<ArrayId> = [x].into_iter().chain(others.iter().copied()).collect();
        let loss = lab.record(|lab| {
            let chosen = lab.apply(op, &inputs, attrs).unwrap();
            lab.apply(ops::NEG, &[chosen], &[]).unwrap()
        });
        lab.backward(loss);
        assert_eq!(lab.grad(x).unwrap()[unchosen].to_bits(), 0, "{op}");
    }
}

#[test]
fn a_power_of_zero_has_gradient_zero_where_the_exponent_is_zero() {
    let mut lab = lab();
    let (a, b) = (lab.parameter(&[0.0, 0.0, 0.0, 2.0]), lab.parameter(&[0.0, 1.0, 2.0, 0.0]));
    let powers = lab.record(|lab| lab.apply(ops::POW, &[a, b], &[]).unwrap());
    lab.backward(powers);
    // The values of PyTorch 2.15.
    assert_eq!(lab.grad(a).unwrap(), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(lab.grad(b).unwrap(), [0.0, 0.0, 0.0, 2.0_f32.ln()]);
    let number = lab.record(|lab| lab.apply(ops::POW, &[a], &[1, 0.0_f32.to_bits()]).unwrap());
    lab.backward(number);
    assert_eq!(lab.grad(a).unwrap(), [0.0; 4]);
    let of_zero = lab.record(|lab| lab.apply(ops::POW, &[b], &[0, 0.0_f32.to_bits()]).unwrap());
    lab.backward(of_zero);
    assert_eq!(lab.grad(b).unwrap(), [0.0; 4]);
}

#[test]
fn what_has_no_place_in_a_sum_has_gradient_zero() {
    let mut lab = lab();
    let (x, indices) = (lab.parameter(&[1.0; 6]), lab.vector(&[-3.0, 0.5, 2.0, 3.0, -4.0, f32::NAN]));
    let sums = lab.record(|lab| lab.apply(ops::SEGMENT_SUM, &[x, indices], &[0, 3]).unwrap());
    assert_eq!(lab.values(sums), [1.0, 0.0, 1.0]);
    lab.backward(sums);
    assert_eq!(lab.grad(x).unwrap(), [1.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
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
