use super::lib::statistics;
use super::{evaluate, rejected};
use asynclab::ops::UNIFORM;

fn uniform(key: [u32; 2], [low, high]: [f32; 2], dims: &[u32]) -> Vec<u32> {
    [&[key[0], key[1], low.to_bits(), high.to_bits()], dims].concat()
}

fn draw(key: [u32; 2], interval: [f32; 2], n: u32) -> Vec<f32> {
    evaluate(UNIFORM, &[], &uniform(key, interval, &[n])).data
}

/// Random123's known answer for counter 0 and key 0, reduced to the 24 bits that a number keeps.
#[test]
fn takes_the_top_bits_of_threefry() {
    let unit = 2f32.powi(24);
    let words = draw([0, 0], [0.0, 1.0], 2).iter().map(|x| (x * unit) as u32).collect::<Vec<_>>();
    assert_eq!(words, [0x6b20_0159 >> 8, 0x99ba_4efe >> 8]);
    // JAX folds both words into one: random.bits(key(0)) is 4 070 199 207.
    assert_eq!(words[0] ^ words[1], 4_070_199_207 >> 8);
}

#[test]
fn a_shorter_array_is_the_beginning_of_a_longer_one() {
    let long = draw([3, 4], [-1.0, 2.0], 1000);
    for n in [0, 1, 2, 31, 32, 33, 999] {
        assert_eq!(draw([3, 4], [-1.0, 2.0], n), long[..n as usize]);
    }
    let matrix = evaluate(UNIFORM, &[], &uniform([3, 4], [-1.0, 2.0], &[10, 100]));
    assert_eq!((matrix.dims, matrix.data), (vec![10, 100], long));
}

#[test]
fn stays_below_the_end_of_the_interval() {
    // In such intervals, half of all draws would round up to the end.
    for [low, high] in [[1.0, 1.0f32.next_up()], [-1e38, 1e38], [0.0, f32::from_bits(1)], [1e8, 1e8 + 16.0]] {
        let values = draw([1, 2], [low, high], 10_000);
        assert!(values.iter().all(|&x| low <= x && x < high), "[{low}, {high})");
    }
}

#[test]
fn is_uniform() {
    let n = 200_000;
    for key in [[0, 0], [42, 0], [0, 42], [0xdead_beef, 0x1234_5678]] {
        let x: Vec<f64> = draw(key, [-2.0, 3.0], n).iter().map(|&x| (f64::from(x) + 2.0) / 5.0).collect();
        // Variance and fourth central moment of the uniform distribution are 1/12 and 1/80.
        statistics::check_moments(&x, 0.5, 1.0 / 12.0, 1.0 / 80.0);
        statistics::check_distribution(&x, |x| x);
        statistics::check_independence(&x);
    }
}

#[test]
fn keys_are_independent() {
    let [a, b, c] = [[7, 0], [8, 0], [7, 1]].map(|key| draw(key, [0.0, 1.0], 100_000));
    statistics::check_uncorrelated(&a, &b);
    statistics::check_uncorrelated(&a, &c);
}

#[test]
fn rejects_intervals_without_an_inside() {
    let code = |low, high| rejected(UNIFORM, &[], &uniform([0, 0], [low, high], &[2])).0;
    let infinity = f32::INFINITY;
    for (low, high) in [(1.0, 1.0), (2.0, 1.0), (0.0, f32::NAN), (f32::NAN, 1.0), (0.0, infinity), (-infinity, 0.0)] {
        assert_eq!(code(low, high), "INVALID_NUMBER", "[{low}, {high})");
    }
    assert_eq!(code(f32::MIN, f32::MAX), "INVALID_NUMBER");
    assert_eq!(rejected(UNIFORM, &[], &[0, 0, 0]).0, "INVALID_SHAPE");
    assert_eq!(rejected(UNIFORM, &[&[1]], &uniform([0, 0], [0.0, 1.0], &[])).0, "INVALID_SHAPE");
    assert_eq!(rejected(UNIFORM, &[], &uniform([0, 0], [0.0, 1.0], &[1; 7])).0, "INVALID_SHAPE");
}
