//! Statistics of repeated measurements, robust against the outliers that a shared machine produces.

use serde::Serialize;

/// Median and quartiles of a set of samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Half of the samples are below.
    pub median: f64,
    /// A quarter of the samples is below.
    pub low: f64,
    /// A quarter of the samples is above.
    pub high: f64,
    /// The number of samples.
    pub samples: usize,
}

/// Median and quartiles; `None` without samples. Samples that are not numbers are left out.
#[must_use]
pub fn summary(samples: &[f64]) -> Option<Summary> {
    let mut sorted: Vec<f64> = samples.iter().copied().filter(|sample| !sample.is_nan()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    Some(Summary {
        median: quantile(&sorted, 0.5)?,
        low: quantile(&sorted, 0.25)?,
        high: quantile(&sorted, 0.75)?,
        samples: sorted.len(),
    })
}

/// The quantile `q` in 0..=1 of sorted samples, linear between neighbours (type 7 of Hyndman and Fan, 1996, the default of
/// NumPy and R).
#[must_use]
pub fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let position = q.clamp(0.0, 1.0) * last as f64;
    let below = position.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (sorted[above] - sorted[below]) * position.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_numpy() {
        let sorted = [1.0, 2.0, 4.0, 8.0];
        assert_eq!(quantile(&sorted, 0.5), Some(3.0));
        assert_eq!(quantile(&sorted, 0.25), Some(1.75));
        assert_eq!(quantile(&sorted, 1.0), Some(8.0));
        assert_eq!(quantile(&[], 0.5), None);
    }

    #[test]
    fn a_summary_ignores_order_and_what_is_no_number() {
        let summary = summary(&[3.0, f64::NAN, 1.0, 2.0]).unwrap();
        assert_eq!((summary.median, summary.samples), (2.0, 3));
        assert!(super::summary(&[f64::NAN]).is_none());
    }
}
