//! Samples, and how they are printed.

use serde::Serialize;

/// The times of one contender in a case, in ms for one operation, a value for each round.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Samples {
    /// Until the frontend has control again.
    pub(crate) enqueue: Vec<f64>,
    /// Until the backend, which has no thread of its own here, has submitted everything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) submit: Vec<f64>,
    /// Until everything is seen to be done.
    pub(crate) done: Vec<f64>,
}

/// The times of one round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub(crate) enqueue: f64,
    pub(crate) submit: Option<f64>,
    pub(crate) done: f64,
}

impl Samples {
    pub(crate) fn push(&mut self, times: Times) {
        self.enqueue.push(times.enqueue);
        self.submit.extend(times.submit);
        self.done.push(times.done);
    }
}

/// Quantile by linear interpolation between the sorted samples, which must not be empty; `q` from 0 to 1.
pub(crate) fn quantile(samples: &[f64], q: f64) -> f64 {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = sorted.len().saturating_sub(1) as f64 * q;
    let value = |at: f64| sorted.get(at as usize).copied().unwrap_or(f64::NAN);
    value(at.floor()) + (value(at.ceil()) - value(at.floor())) * at.fract()
}

/// Median and quartiles of times in ms as text, in the unit that suits the median: `16.2 µs (15.1–18.3)`.
pub(crate) fn spread(samples: &[f64]) -> String {
    if samples.is_empty() {
        return "–".into();
    }
    let median = quantile(samples, 0.5);
    let (unit, scale) =
        [("s", 1e-3), ("ms", 1.0)].into_iter().find(|(_, scale)| median * scale >= 1.0).unwrap_or(("µs", 1e3));
    let [low, middle, high] = [0.25, 0.5, 0.75].map(|q| short(quantile(samples, q) * scale));
    format!("{middle} {unit} ({low}–{high})")
}

/// Three significant digits.
pub(crate) fn short(value: f64) -> String {
    let digits = match value.abs() {
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        0.1.. => 3,
        _ => 4,
    };
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_the_samples() {
        let samples = [4.0, 1.0, 3.0, 2.0];
        assert_eq!([0.0, 0.25, 0.5, 1.0].map(|q| quantile(&samples, q)), [1.0, 1.75, 2.5, 4.0]);
        assert_eq!(quantile(&[7.0], 0.25), 7.0);
    }

    #[test]
    fn times_are_printed_in_a_unit_that_suits_them() {
        assert_eq!(spread(&[0.0162]), "16.2 µs (16.2–16.2)");
        assert_eq!(spread(&[2.0, 1.0, 3.0]), "2.00 ms (1.50–2.50)");
        assert_eq!(spread(&[1234.0]), "1.23 s (1.23–1.23)");
        assert_eq!(spread(&[]), "–");
    }
}
