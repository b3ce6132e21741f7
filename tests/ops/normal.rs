use super::lib::statistics;
use super::{assert_close, evaluate, rejected};
use asynclab::ops::{NORMAL, UNIFORM};
use std::f64::consts::TAU;

fn attrs(key: [u32; 2], numbers: [f32; 2], dims: &[u32]) -> Vec<u32> {
    [&[key[0], key[1], numbers[0].to_bits(), numbers[1].to_bits()], dims].concat()
}

fn draw(key: [u32; 2], numbers: [f32; 2], n: u32) -> Vec<f32> {
    evaluate(NORMAL, &[], &attrs(key, numbers, &[n])).data
}

/// Box and Muller's formula in f64, on the uniform numbers of the same key.
fn box_muller(key: [u32; 2], n: u32) -> Vec<f64> {
    let uniform = evaluate(UNIFORM, &[], &attrs(key, [0.0, 1.0], &[n.next_multiple_of(2)])).data;
    let pairs = uniform.chunks_exact(2).map(|pair| [f64::from(pair[0]) + 2f64.powi(-24), f64::from(pair[1])]);
    pairs
        .flat_map(|[u, v]| {
            let radius = (-2.0 * u.ln()).sqrt();
            [radius * (TAU * v).cos(), radius * (TAU * v).sin()]
        })
        .take(n as usize)
        .collect()
}

#[test]
fn is_box_and_mullers_formula() {
    for key in [[0, 0], [5, 9]] {
        let expected = box_muller(key, 500_001);
        assert_close(&draw(key, [0.0, 1.0], 500_001), expected.iter().copied(), 4e-7);
        assert_close(&draw(key, [-3.0, 0.5], 500_001), expected.iter().map(|z| 0.5 * z - 3.0), 4e-7);
    }
}

#[test]
fn without_deviation_there_is_the_mean() {
    assert_eq!(draw([1, 1], [2.5, 0.0], 5), [2.5; 5]);
    assert_eq!(draw([1, 1], [2.5, 1.0], 0), []);
    assert_eq!(draw([1, 1], [2.5, 1.0], 1)[0], draw([1, 1], [2.5, 1.0], 2)[0]);
}

#[test]
fn is_normal() {
    for key in [[0, 0], [42, 0], [0xdead_beef, 0x1234_5678]] {
        let x: Vec<f64> = draw(key, [10.0, 4.0], 200_000).iter().map(|&x| (f64::from(x) - 10.0) / 4.0).collect();
        statistics::check_moments(&x, 0.0, 1.0, 3.0);
        statistics::check_distribution(&x, statistics::normal_cdf);
        statistics::check_independence(&x);
        // The two outputs of a pair share a radius, so a wrong angle would make their squares correlated.
        let squares: Vec<f64> = x.iter().map(|x| x * x).collect();
        statistics::check_independence(&squares);
    }
}

#[test]
fn rejects_what_is_no_distribution() {
    let code = |mean, deviation| rejected(NORMAL, &[], &attrs([0, 0], [mean, deviation], &[2])).0;
    for (mean, deviation) in [(0.0, -1.0), (0.0, f32::NAN), (0.0, f32::INFINITY), (f32::NAN, 1.0), (f32::INFINITY, 1.0)]
    {
        assert_eq!(code(mean, deviation), "INVALID_NUMBER", "mean {mean}, deviation {deviation}");
    }
    assert_eq!(rejected(NORMAL, &[], &[0]).0, "INVALID_SHAPE");
    assert_eq!(rejected(NORMAL, &[&[1]], &attrs([0, 0], [0.0, 1.0], &[])).0, "INVALID_SHAPE");
}
