//! Inputs, beginnings and ends of a chain: broadcast operands, products, reductions.

use super::{LAZY, cpu, kernels, lab, number, on_every_device, then, traced};
use asynclab::backend::policy::{Kernels, Policy};
use asynclab::local::{DeviceKind, Lab};
use asynclab::ops;
use asynclab::wire::ArrayId;
use pollster::block_on;

const REDUCTIONS: [u8; 4] = [ops::SUM, ops::MEAN, ops::MAX, ops::NORM];

fn normal(lab: &mut Lab, seed: u32, dims: &[u32]) -> ArrayId {
    let attrs = [&[seed, 0, 0, 1.0_f32.to_bits()], dims].concat();
    lab.apply(ops::NORMAL, &[], &attrs).unwrap()
}

fn bits(lab: &mut Lab, array: ArrayId) -> Vec<u32> {
    block_on(lab.data(array)).unwrap().iter().map(|value| value.to_bits()).collect()
}

on_every_device! {
    fn a_reduction_computes_the_chain_that_it_ends(kind: DeviceKind) {
        let mut lab = lab(kind, LAZY);
        let x = lab.array(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        for (reduction, expected) in REDUCTIONS.into_iter().zip([[24.0, 42.0], [8.0, 14.0], [10.0, 16.0]]) {
            let trace = traced(&mut lab, |lab| {
                let y = lab.apply(ops::ADD, &[x], &[1, 2.0_f32.to_bits()]).unwrap();
                let y = number(lab, ops::MUL, y, 2.0);
                let y = then(lab, reduction, &[y], &[2, 0]);
                assert_eq!(block_on(lab.data(y)).unwrap(), expected, "{kind:?}");
            });
            assert_eq!(kernels(&trace).len(), 1, "{kind:?}");
            assert_eq!(trace.kernel, [2, 2, 2], "{kind:?}");
        }
    }
}

#[test]
fn a_sum_stores_nothing_between() {
    let peak = |policy| {
        let mut lab = lab(DeviceKind::Cpu, policy);
        let x = lab.apply(ops::FULL, &[], &[1.0_f32.to_bits(), 1 << 16]).unwrap();
        block_on(lab.wait_to_read(x)).unwrap();
        let before = lab.backend().memory().used;
        let y = lab.apply(ops::EXP, &[x], &[]).unwrap();
        let y = then(&mut lab, ops::SQUARE, &[y], &[]);
        let sum = then(&mut lab, ops::SUM, &[y], &[1, 0]);
        block_on(lab.wait_to_read(sum)).unwrap();
        lab.backend().memory().peak - before
    };
    assert_eq!((peak(LAZY), peak(Policy::default())), (256, 256 + (1 << 19)));
}

#[test]
fn what_is_named_or_read_by_others_too_is_not_reduced_as_it_is_computed() {
    for (keep, twice) in [(true, false), (false, true)] {
        let mut lab = cpu();
        let x = lab.array(&[4], &[1.0, 2.0, 3.0, 4.0]).unwrap();
        let trace = traced(&mut lab, |lab| {
            let y = lab.apply(ops::SQUARE, &[x], &[]).unwrap();
            let sum = lab.apply(ops::SUM, &[y], &[1, 0]).unwrap();
            if twice {
                lab.apply(ops::MAX, &[y], &[1, 0]).unwrap();
            }
            if !keep {
                lab.dispose(y);
            }
            assert_eq!(block_on(lab.data(sum)).unwrap(), [30.0]);
            if keep {
                assert_eq!(block_on(lab.data(y)).unwrap(), [1.0, 4.0, 9.0, 16.0]);
            }
        });
        assert!(kernels(&trace).iter().all(|kernel| kernel.len() == 1), "{:?}", kernels(&trace));
    }
}

#[test]
fn a_long_chain_is_reduced_from_its_last_steps_on() {
    let mut lab = cpu();
    let mut x = lab.array(&[3], &[1.0; 3]).unwrap();
    let trace = traced(&mut lab, |lab| {
        for _ in 0..90 {
            x = number(lab, ops::ADD, x, 1.0);
        }
        let sum = then(lab, ops::SUM, &[x], &[1, 0]);
        assert_eq!(block_on(lab.data(sum)).unwrap(), [273.0]);
    });
    assert_eq!(kernels(&trace).iter().map(Vec::len).collect::<Vec<_>>(), [10, 64, 17]);
}

#[test]
fn a_step_after_a_reduction_begins_another_kernel() {
    let mut lab = cpu();
    let x = lab.array(&[2], &[3.0, 4.0]).unwrap();
    let trace = traced(&mut lab, |lab| {
        let y = lab.apply(ops::NEG, &[x], &[]).unwrap();
        let norm = then(lab, ops::NORM, &[y], &[1, 0]);
        let z = number(lab, ops::ADD, norm, 1.0);
        assert_eq!(block_on(lab.data(z)).unwrap(), [6.0]);
    });
    assert_eq!(kernels(&trace), [vec!["neg", "norm"], vec!["add"]]);
}

on_every_device! {
    fn operands_are_broadcast_as_a_chain_reads_them(kind: DeviceKind) {
        let mut lab = lab(kind, LAZY);
        let x = lab.array(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        let one = lab.array(&[1, 1], &[10.0]).unwrap();
        let row = lab.array(&[3], &[1.0, 2.0, 3.0]).unwrap();
        let column = lab.array(&[2, 1], &[1.0, 2.0]).unwrap();
        let trace = traced(&mut lab, |lab| {
            let y = lab.apply(ops::ADD, &[x, row], &[]).unwrap();
            let z = lab.apply(ops::MUL, &[y, one], &[]).unwrap();
            lab.dispose(y);
            let z = then(lab, ops::SUB, &[z], &[0, 1.0_f32.to_bits()]);
            let wide = lab.apply(ops::BROADCAST_TO, &[column], &[2, 3]).unwrap();
            let z = then(lab, ops::MUL, &[z, wide], &[]);
            let expected = [-19.0, -39.0, -59.0, -98.0, -138.0, -178.0];
            assert_eq!(block_on(lab.data(z)).unwrap(), expected, "{kind:?}");
        });
        assert_eq!(kernels(&trace), [["add", "mul", "sub", "broadcastTo", "mul"]], "{kind:?}");
    }
}

#[test]
fn what_is_smaller_is_computed_once_and_what_lies_apart_is_read_by_a_kernel_of_its_own() {
    let mut lab = cpu();
    let [x, row, apart] =
        [&[2, 2, 2][..], &[2], &[2, 1, 2]].map(|dims| lab.apply(ops::FULL, &[], &[&[0], dims].concat()).unwrap());
    block_on(lab.wait_all()).unwrap();
    let trace = traced(&mut lab, |lab| {
        let y = lab.apply(ops::EXP, &[row], &[]).unwrap();
        let y = then(lab, ops::ADD, &[y], &[1, 1.0_f32.to_bits()]);
        let z = lab.apply(ops::ADD, &[x, y], &[]).unwrap();
        lab.dispose(y);
        let z = then(lab, ops::NEG, &[z], &[]);
        let last = lab.apply(ops::ADD, &[z, apart], &[]).unwrap();
        lab.dispose(z);
        let last = then(lab, ops::NEG, &[last], &[]);
        assert_eq!(block_on(lab.data(last)).unwrap(), [2.0; 8]);
    });
    assert_eq!(kernels(&trace), [vec!["exp", "add"], vec!["add", "neg"], vec!["add"], vec!["neg"]]);
}

on_every_device! {
    fn reductions_of_chains_have_the_bits_of_eager_ones(kind: DeviceKind) {
        let shapes: [&[u32]; 9] = [&[], &[1], &[5], &[4096], &[70_001], &[33, 65], &[64, 48], &[6, 1, 20], &[3, 4, 5, 7]];
        let [mut eager, mut lazy] = [Policy::default(), LAZY].map(|policy| lab(kind, policy));
        for (index, dims) in shapes.into_iter().enumerate() {
            let all = (1 << dims.len()) - 1;
            for axes in 0..=all {
                let reduction = REDUCTIONS[(index + axes as usize) % 4];
                let run = |lab: &mut Lab| {
                    let [x, y] = [1, 2].map(|seed| normal(lab, seed, dims));
                    let z = then(lab, ops::MUL, &[x, y], &[]);
                    let z = number(lab, ops::ADD, z, 0.1);
                    let out = then(lab, reduction, &[z], &[axes, axes % 2]);
                    let out_bits = bits(lab, out);
                    lab.dispose(out);
                    out_bits
                };
                assert!(run(&mut eager) == run(&mut lazy), "{kind:?}: {reduction} of {dims:?} over {axes:b}");
            }
        }
    }
}

on_every_device! {
    fn a_product_stores_what_the_chain_after_it_makes_of_it(kind: DeviceKind) {
        let mut lab = lab(kind, LAZY);
        let x = lab.array(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        let w = lab.array(&[2, 3], &[1.0, 0.0, -1.0, 0.0, 1.0, 0.0]).unwrap();
        let bias = lab.array(&[2], &[1.0, -4.0]).unwrap();
        let trace = traced(&mut lab, |lab| {
            let y = lab.apply(ops::MATMUL, &[x, w], &[0, 1]).unwrap();
            let z = lab.apply(ops::ADD, &[y, bias], &[]).unwrap();
            lab.dispose(y);
            let z = then(lab, ops::RELU, &[z], &[]);
            let z = number(lab, ops::ADD, z, 0.5);
            assert_eq!(block_on(lab.data(z)).unwrap(), [0.5, 0.5, 0.5, 1.5], "{kind:?}");
        });
        assert_eq!(kernels(&trace), [["matmul", "add", "relu", "add"]], "{kind:?}");
    }
}

on_every_device! {
    fn a_large_product_of_odd_shape_stores_its_chain_too(kind: DeviceKind) {
        let mut lab = lab(kind, LAZY);
        let [x, w, bias] = [&[257, 35][..], &[35, 263], &[263]].map(|dims| normal(&mut lab, 1, dims));
        block_on(lab.wait_all()).unwrap();
        let trace = traced(&mut lab, |lab| {
            let y = lab.apply(ops::MATMUL, &[x, w], &[]).unwrap();
            let y = then(lab, ops::ADD, &[y, bias], &[]);
            block_on(lab.wait_to_read(y)).unwrap();
        });
        assert_eq!(kernels(&trace), [["matmul", "add"]], "{kind:?}");
    }
}

on_every_device! {
    fn only_one_product_is_in_a_kernel_and_what_it_reads_is_computed_before(kind: DeviceKind) {
        let mut lab = lab(kind, LAZY);
        let x = lab.array(&[2, 2], &[1.0, 2.0, 3.0, 4.0]).unwrap();
        let trace = traced(&mut lab, |lab| {
            let [left, right] = [ops::NEG, ops::ABS].map(|op| lab.apply(op, &[x], &[]).unwrap());
            let first = lab.apply(ops::MATMUL, &[left, x], &[]).unwrap();
            let second = then(lab, ops::MATMUL, &[x, right], &[]);
            // The chain behind the product also reads the product's operand.
            let sum = then(lab, ops::ADD, &[first, left], &[]);
            let sum = then(lab, ops::ADD, &[sum, second], &[]);
            assert_eq!(block_on(lab.data(sum)).unwrap(), [-1.0, -2.0, -3.0, -4.0], "{kind:?}");
        });
        let expected = [vec!["neg"], vec!["abs"], vec!["matmul"], vec!["matmul", "add", "add"]];
        assert_eq!(kernels(&trace), expected, "{kind:?}");
    }
}

on_every_device! {
    fn products_with_chains_have_the_bits_of_eager_ones(kind: DeviceKind) {
        let sizes: [[u32; 3]; 8] =
            [[1, 1, 1], [3, 5, 7], [8, 16, 4], [33, 20, 65], [64, 64, 64], [16, 12, 2000], [300, 260, 9], [257, 263, 35]];
        let [mut eager, mut lazy] = [Policy::default(), LAZY].map(|policy| lab(kind, policy));
        for [m, n, k] in sizes {
            for transposed in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                let run = |lab: &mut Lab| {
                    let a = normal(lab, 1, &if transposed[0] == 1 { [k, m] } else { [m, k] });
                    let b = normal(lab, 2, &if transposed[1] == 1 { [n, k] } else { [k, n] });
                    let (bias, mask) = (normal(lab, 3, &[n]), normal(lab, 4, &[m, n]));
                    let y = lab.apply(ops::MATMUL, &[a, b], &transposed).unwrap();
                    let y = then(lab, ops::ADD, &[y, bias], &[]);
                    let y = then(lab, ops::RELU_GRAD, &[y, mask], &[]);
                    let y = number(lab, ops::MUL, y, 0.1);
                    let y = number(lab, ops::ADD, y, 0.3);
                    let bits = bits(lab, y);
                    [a, b, y].into_iter().for_each(|array| lab.dispose(array));
                    bits
                };
                assert!(run(&mut eager) == run(&mut lazy), "{kind:?}: {m} × {n} × {k}, {transposed:?}");
            }
        }
    }
}

#[test]
fn kernels_of_a_product_are_tried_with_its_chain_too() {
    if !crate::adapter::is_there() {
        return;
    }
    let tuned = Policy { kernels: Kernels::Tuned, ..LAZY };
    let mut lazy = block_on(Lab::connect(DeviceKind::WebGpu, tuned)).unwrap();
    let mut eager = lab(DeviceKind::WebGpu, Policy::default());
    let product = |lab: &mut Lab| {
        let [a, b, row] = [&[400, 400][..], &[400, 400], &[400]].map(|dims| normal(lab, 1, dims));
        let y = then(lab, ops::MATMUL, &[a, b], &[]);
        let y = then(lab, ops::ADD, &[y, row], &[]);
        block_on(lab.data(y)).unwrap()
    };
    let expected = product(&mut eager);
    let mut chosen = Vec::new();
    // Each call continues the trial of kernels until their times can be compared.
    for _ in 0..20 {
        let got = product(&mut lazy);
        let far = got.iter().zip(&expected).filter(|(got, expected)| (*got - *expected).abs() > 1e-3).count();
        assert_eq!((far, got.len()), (0, 160_000));
        while lazy.backend().trying() {
            block_on(lazy.wait_all()).unwrap();
        }
        chosen.extend(lazy.take_chosen());
    }
    assert_eq!(chosen.len(), 1, "{chosen:?}");
    assert!(chosen[0].class.starts_with("matmul"), "{chosen:?}");
}
