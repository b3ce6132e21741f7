//! Tests of samples. The seeds are fixed, so that a sample passes always or never. With these bounds a good generator
//! fails one test in several thousand.

use std::f64::consts::PI;

/// Bound for a statistic that is standard normal.
const Z: f64 = 4.0;
/// Bound of Kolmogorov's distribution, exceeded with a probability of about 1 in 1 000.
const KOLMOGOROV: f64 = 1.95;

fn mean(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() / x.len() as f64
}

/// Compares the sample's mean and variance with the distribution's. Their standard errors follow from the distribution's
/// variance and fourth central moment.
pub(crate) fn check_moments(x: &[f64], expected: f64, variance: f64, fourth: f64) {
    let n = x.len() as f64;
    let z = (mean(x) - expected) / (variance / n).sqrt();
    assert!(z.abs() < Z, "mean {}, z = {z}", mean(x));
    let found = x.iter().map(|x| (x - expected).powi(2)).sum::<f64>() / n;
    let z = (found - variance) / ((fourth - variance * variance) / n).sqrt();
    assert!(z.abs() < Z, "variance {found}, z = {z}");
}

/// Kolmogorov–Smirnov: the largest distance between the sample's distribution and `cdf`.
pub(crate) fn check_distribution(x: &[f64], cdf: impl Fn(f64) -> f64) {
    let mut sorted = x.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = x.len() as f64;
    let distance = sorted
        .iter()
        .enumerate()
        .map(|(i, &x)| (cdf(x) - i as f64 / n).max((i + 1) as f64 / n - cdf(x)))
        .fold(0.0, f64::max);
    assert!(distance * n.sqrt() < KOLMOGOROV, "distance {distance}");
}

/// The correlation of two samples, which is near 0 with a standard error of 1 / √n.
pub(crate) fn check_uncorrelated<T: Copy + Into<f64>>(x: &[T], y: &[T]) {
    let [x, y] = [x, y].map(|side| side.iter().map(|&value| value.into()).collect::<Vec<f64>>());
    let (mean_x, mean_y) = (mean(&x), mean(&y));
    let product = |x: &[f64], a: f64, y: &[f64], b: f64| x.iter().zip(y).map(|(x, y)| (x - a) * (y - b)).sum::<f64>();
    let correlation =
        product(&x, mean_x, &y, mean_y) / (product(&x, mean_x, &x, mean_x) * product(&y, mean_y, &y, mean_y)).sqrt();
    let z = correlation * (x.len() as f64).sqrt();
    assert!(z.abs() < Z, "correlation {correlation}, z = {z}");
}

/// Asserts that the numbers of a pair, and numbers some steps apart, are not correlated.
pub(crate) fn check_independence(x: &[f64]) {
    let (first, second): (Vec<f64>, Vec<f64>) = x.chunks_exact(2).map(|pair| (pair[0], pair[1])).unzip();
    check_uncorrelated(&first, &second);
    for lag in [1, 2, 3, 32] {
        check_uncorrelated(&x[..x.len() - lag], &x[lag..]);
    }
}

/// The distribution function of the standard normal distribution, by its series: with the density φ,
/// Φ(x) = ½ + φ(x) (x + x³/3 + x⁵/(3·5) + …).
pub(crate) fn normal_cdf(x: f64) -> f64 {
    let mut term = x;
    let mut sum = x;
    for i in 1..200 {
        term *= x * x / f64::from(2 * i + 1);
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * PI).sqrt()
}
