//! NaN, infinities, zeros, subnormals and the largest numbers through every operation, eagerly and lazily, against NumPy's results
//! (`tests/numpy/special_values.py`). docs/special-values.md says where a device may differ, and why.

use asynclab::backend::policy::Policy;
use asynclab::local::{DeviceKind, Lab};
use asynclab::op::Kind;
use asynclab::ops;
use asynclab::wire::ArrayId;
use std::collections::BTreeSet;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

const NUMPY: &str = include_str!("numpy/special-values.txt");
/// A vector's length, and the index of the value in it. The other elements are ones.
const LONG: (usize, usize) = (2000, 777);
/// Operations that move elements and change none.
const MOVES: [u8; 7] = [ops::TRANSPOSE, ops::RESHAPE, ops::BROADCAST_TO, ops::SLICE, ops::PAD, ops::CONCAT, ops::TAKE];

/// A line of the fixture: an operation, how its inputs are made of the values, and the results.
struct Line {
    op: &'static str,
    given: &'static str,
    results: Vec<f32>,
}

fn numbers(words: std::str::SplitWhitespace<'_>) -> Vec<f32> {
    words.map(|bits| f32::from_bits(u32::from_str_radix(bits, 16).unwrap())).collect()
}

fn fixture() -> (Vec<f32>, Vec<Line>) {
    let mut lines = NUMPY.lines().skip(1);
    let values = numbers(lines.next().unwrap().strip_prefix("values ").unwrap().split_whitespace());
    let line = |line: &'static str| {
        let mut words = line.split_whitespace();
        Line { op: words.next().unwrap(), given: words.next().unwrap(), results: numbers(words) }
    };
    (values, lines.map(line).collect())
}

/// The opcode of the operation of that name.
fn operation(name: &str) -> u8 {
    let opcode = ops::ALL.iter().position(|op| op.name() == name);
    opcode.unwrap_or_else(|| panic!("there is no {name}")) as u8
}

/// Applies an operation and disposes its inputs.
fn then(lab: &mut Lab, op: u8, inputs: &[ArrayId], attrs: &[u32]) -> ArrayId {
    let output = lab.apply(op, inputs, attrs).unwrap();
    let read: BTreeSet<_> = inputs.iter().collect();
    read.into_iter().for_each(|&input| lab.dispose(input));
    output
}

/// The inputs of a line, one list for each result.
fn inputs(values: &[f32], line: &Line) -> Vec<Vec<f32>> {
    let pairs = || values.iter().flat_map(|&a| values.iter().map(move |&b| vec![a, b])).collect();
    match line.given {
        "each" => values.iter().map(|&x| vec![x]).collect(),
        "pair" => pairs(),
        _ => values.iter().map(|&x| (0..LONG.0).map(|i| if i == LONG.1 { x } else { 1.0 }).collect()).collect(),
    }
}

/// A device's results for a line.
async fn run(lab: &mut Lab, line: &Line, inputs: &[Vec<f32>]) -> Vec<f32> {
    let op = operation(line.op);
    let count = inputs.len() as u32;
    let column = |at: usize| -> Vec<f32> { inputs.iter().map(|list| list[at]).collect() };
    let elements = inputs[0].len() as u32;
    let output = match ops::ALL[usize::from(op)].kind() {
        Kind::Unary => {
            let x = lab.array(&[count], &column(0)).unwrap();
            // In lazy mode the two operations are fused into one kernel.
            let x = then(lab, ops::BROADCAST_TO, &[x], &[count]);
            then(lab, op, &[x], &[])
        }
        Kind::Binary => {
            let [a, b] = [0, 1].map(|at| lab.array(&[count], &column(at)).unwrap());
            let a = then(lab, ops::BROADCAST_TO, &[a], &[count]);
            then(lab, op, &[a, b], &[])
        }
        _ if op == ops::MATMUL => {
            let [a, b] =
                [(0, [count, 1, 1]), (1, [count, 1, 1])].map(|(at, dims)| lab.array(&dims, &column(at)).unwrap());
            then(lab, op, &[a, b], &[])
        }
        kind => {
            let x = lab.array(&[count, elements], &inputs.concat()).unwrap();
            let x = then(lab, ops::BROADCAST_TO, &[x], &[count, elements]);
            if kind == Kind::Reduction {
                then(lab, op, &[x], &[2, 0])
            } else {
                let sums = then(lab, op, &[x], &[1, 0]);
                then(lab, ops::SLICE, &[sums], &[1, elements - 1, 1, 1])
            }
        }
    };
    let data = lab.data(output).await.unwrap();
    lab.dispose(output);
    data
}

fn same(got: f32, expected: f32) -> bool {
    let close = || (got - expected).abs() <= 2e-5 * expected.abs();
    got.to_bits() == expected.to_bits()
        || got.is_nan() && expected.is_nan()
        || got != 0.0 && expected.is_finite() && close()
}

fn flushed(x: f32) -> f32 {
    if x.is_subnormal() { 0.0_f32.copysign(x) } else { x }
}

/// Why a result may differ from NumPy's, if it may. `flushed_result` is computed from inputs whose subnormals are zeros.
fn why(line: &Line, gpu: bool, inputs: &[f32], [got, expected, flushed_result]: [f32; 3]) -> Option<&'static str> {
    let extreme = |x: &f32| *x != 0.0 && !(1e-22..1e19).contains(&x.abs());
    if line.op == "norm" && inputs.iter().any(extreme) {
        let norm = inputs.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>().sqrt() as f32;
        if same(got, norm) {
            return Some("norm is scaled");
        }
        return (gpu && norm < 1e-18 && got < 1e-18).then_some("norm of tiny numbers");
    }
    let overflows = !expected.is_finite() && got.is_finite() && inputs.iter().all(|x| x.is_finite());
    if ["sum", "mean", "prod", "cumsum"].contains(&line.op) && !gpu {
        return overflows.then_some("sums in f64");
    }
    let either = ["max", "min", "maximum", "minimum"].contains(&line.op);
    if (gpu || either) && got == 0.0 && expected == 0.0 && line.op != "masked" {
        return Some("sign of zero");
    }
    let subnormal = inputs.iter().any(|x| x.is_subnormal()) || expected.is_subnormal();
    if gpu && line.op == "log" && inputs[0].is_subnormal() {
        return (got < -87.0).then_some("log of subnormals");
    }
    let zero = got == 0.0 && flushed(flushed_result) == 0.0;
    (gpu && subnormal && (zero || same(got, flushed(flushed_result)))).then_some("subnormals are zero")
}

/// Asserts that every difference between a device and NumPy has a reason.
async fn check(kind: DeviceKind, lazy: bool) {
    let policy = Policy { lazy, ..Policy::default() };
    let mut lab = Lab::connect(kind, policy).await.unwrap();
    let mut cpu = Lab::connect(DeviceKind::Cpu, Policy::default()).await.unwrap();
    let (values, lines) = fixture();
    let gpu = matches!(kind, DeviceKind::WebGpu);
    let (mut unexplained, mut reasons) = (Vec::new(), std::collections::BTreeMap::new());
    for line in &lines {
        let inputs = inputs(&values, line);
        let results = run(&mut lab, line, &inputs).await;
        let without: Vec<Vec<f32>> = inputs.iter().map(|list| list.iter().copied().map(flushed).collect()).collect();
        let of_flushed = run(&mut cpu, line, &without).await;
        for (i, (&got, &expected)) in results.iter().zip(&line.results).enumerate() {
            if same(got, expected) {
                continue;
            }
            match why(line, gpu, &inputs[i], [got, expected, of_flushed[i]]) {
                Some(reason) => *reasons.entry((reason, line.op)).or_insert(0) += 1,
                None => {
                    let given = if line.given == "long" { &inputs[i][LONG.1..=LONG.1] } else { &inputs[i] };
                    unexplained
                        .push(format!("{} ({}) of {given:?}: {got:?}, NumPy has {expected:?}", line.op, line.given));
                }
            }
        }
    }
    println!("{kind:?}, lazily: {lazy}: {reasons:#?}");
    assert!(unexplained.is_empty(), "{kind:?}, lazily: {lazy}: {}\n{}", unexplained.len(), unexplained.join("\n"));
    let moved: Vec<f32> = values.iter().copied().chain([0.5; 3]).collect();
    let n = moved.len() as u32;
    for op in MOVES {
        let x = lab.array(&[n], &moved).unwrap();
        let index = lab.array(&[n], &(0..n).map(|i| i as f32).collect::<Vec<_>>()).unwrap();
        let y = match op {
            ops::TRANSPOSE => lab.apply(op, &[x], &[0]),
            ops::SLICE => lab.apply(op, &[x], &[0, 0, 1, n]),
            ops::PAD => lab.apply(op, &[x], &[0, 0, 1, n, 0]),
            ops::CONCAT => lab.apply(op, &[x, x], &[0]),
            ops::TAKE => lab.apply(op, &[x, index], &[0]),
            _ => lab.apply(op, &[x], &[n]),
        };
        let data = lab.data(y.unwrap()).await.unwrap();
        for (&got, &expected) in data.iter().zip(&moved) {
            let kept = same(got, expected) || gpu && flushed(expected) == got;
            assert!(kept, "{kind:?}: {} makes {got:?} of {expected:?}", ops::ALL[usize::from(op)].name());
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn every_operation_is_in_the_table() {
    let (_, lines) = fixture();
    let listed: BTreeSet<u8> = lines.iter().map(|line| operation(line.op)).chain(MOVES).collect();
    for (opcode, op) in ops::ALL.iter().enumerate() {
        let creates =
            op.kind() == Kind::Creation || ops::EXAMPLES[opcode].calls.iter().any(|call| call.inputs.is_empty());
        // `segmentSum` adds as `sum` does, which has lines.
        let listed = listed.contains(&(opcode as u8)) || creates || opcode == usize::from(ops::SEGMENT_SUM);
        assert!(
            listed,
            "{} has no line in tests/numpy/special-values.txt: add it to special_values.py beside that, and run that",
            op.name()
        );
    }
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn special_values_on_the_cpu_are_those_of_numpy() {
    for lazy in [false, true] {
        pollster::block_on(check(DeviceKind::Cpu, lazy));
    }
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn special_values_on_a_gpu_are_those_of_numpy() {
    if crate::adapter::is_there() {
        for lazy in [false, true] {
            pollster::block_on(check(DeviceKind::WebGpu, lazy));
        }
    }
}

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen_test]
async fn special_values_are_those_of_numpy() {
    for lazy in [false, true] {
        check(DeviceKind::WebGpu, lazy).await;
        check(DeviceKind::Cpu, lazy).await;
    }
}
