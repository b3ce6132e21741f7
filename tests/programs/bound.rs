//! Facts known of the elements of an array before anything has run: their range, and the largest error of a device.
//!
//! Rounding is bounded by what WGSL asks of a device ("Floating point accuracy"); the reference on the CPU is more
//! accurate. As long as numbers are whole multiples of a power of two, and small, no order of evaluation rounds them.

use asynclab::example::Values;
use asynclab::op::Call;
use asynclab::ops;
use asynclab::shape::Shape;

/// One unit in the last place of a number of magnitude 1. WGSL lets a device round up or down.
const ULP: f64 = 1.0 / (1 << 23) as f64;
/// Whole numbers up to here are exact in f32.
const WHOLE: f64 = (1 << 24) as f64;
/// A number flushed to zero may be off by the smallest normal number, and the root of a sum of such squares by its root.
const TINY: f64 = 1e-18;
/// Magnitudes and bounds of error that programs stay below: looser comparisons would find nothing.
const LARGEST: f64 = (1 << 20) as f64;
const LOOSEST: f64 = 1.0 / 1024.0;

/// A bound for every element of an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bound {
    /// The ends of a range in which the result in real numbers lies.
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// The largest difference between a device's result and the one in real numbers. With 0, all devices have equal results.
    pub(crate) error: f64,
    /// The elements are whole multiples of this power of two.
    quantum: Option<f64>,
}

impl Bound {
    /// Numbers that every device gets unrounded.
    pub(crate) fn given(low: f64, high: f64) -> Self {
        Self { low, high, error: 0.0, quantum: None }
    }

    /// Whole multiples of `quantum`.
    pub(crate) fn multiples(low: f64, high: f64, quantum: f64) -> Self {
        Self { low, high, error: 0.0, quantum: Some(quantum) }
    }

    /// One number.
    pub(crate) fn number(x: f32) -> Self {
        let x = f64::from(x);
        let quantum = [1.0, 0.5, 0.25].into_iter().find(|quantum| (x / quantum).fract() == 0.0);
        Self { quantum, ..Self::given(x, x) }
    }

    /// `low + width·u`, u a multiple of 2⁻²⁴ in [0, 1): rounded twice, or not at all where it is u itself.
    pub(crate) fn uniform(low: f32, high: f32) -> Self {
        let (low, high) = (f64::from(low), f64::from(high));
        if (low, high) == (0.0, 1.0) {
            return Self::multiples(low, high, 1.0 / WHOLE);
        }
        Self { error: 2.0 * ULP * (low.abs() + high - low), ..Self::given(low, high) }
    }

    /// `mean + radius·cos`: the radius is at most √(−2 ln 2⁻²⁴) = 5.77 deviations. Its logarithm is off by less than 30
    /// units (ten roundings and a division, tripled where the two terms have opposite signs); the root halves that and
    /// adds 4.5, the polynomial behind the cosine adds 8: less than 32 in all.
    pub(crate) fn normal(mean: f32, deviation: f32) -> Self {
        let (mean, reach) = (f64::from(mean), 5.78 * f64::from(deviation));
        let error = 32.0 * ULP * reach + ULP * (mean.abs() + reach);
        Self { error, ..Self::given(mean - reach, mean + reach) }
    }

    /// `start + i·step` for i < `count`.
    pub(crate) fn arange(start: f32, step: f32, count: u32) -> Option<Self> {
        let index = Self::multiples(0.0, f64::from(count), 1.0);
        Self::number(start).add(index.mul(Self::number(step))?)
    }

    fn magnitude(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// The largest magnitude that a device's element may have.
    fn reach(self) -> f64 {
        self.magnitude() + self.error
    }

    /// Whether every device's result has the sign of the result in real numbers, or is 0.
    fn has_sign(self) -> bool {
        self.error == 0.0 || self.low > self.error || self.high < -self.error
    }

    fn is_tame(&self) -> bool {
        let magnitude = self.magnitude();
        magnitude <= LARGEST && self.error <= LOOSEST * magnitude.max(1.0)
    }

    /// A result of which every intermediate result is a multiple of `quantum`, at most `largest`, and so is exact. Otherwise it is off by at
    /// most `error`.
    fn result(low: f64, high: f64, error: f64, quantum: Option<f64>, largest: f64) -> Option<Self> {
        match quantum {
            Some(quantum) if largest <= WHOLE * quantum => Some(Self::multiples(low, high, quantum)),
            _ if error == 0.0 => Some(Self::given(low, high)),
            _ => Some(Self { error: error + TINY, ..Self::given(low, high) }),
        }
        .filter(Self::is_tame)
    }

    pub(crate) fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low, ..self }
    }

    pub(crate) fn add(self, other: Self) -> Option<Self> {
        let largest = self.reach() + other.reach();
        let error = self.error + other.error + ULP * largest;
        let quantum = self.quantum.zip(other.quantum).map(|(a, b)| a.min(b));
        Self::result(self.low + other.low, self.high + other.high, error, quantum, largest)
    }

    pub(crate) fn mul(self, other: Self) -> Option<Self> {
        self.product(other, 1)
    }

    /// A sum of `count` products, in any order: each term takes part in at most `count` roundings.
    pub(crate) fn product(self, other: Self, count: usize) -> Option<Self> {
        let ends = [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        let [low, high] = hull(ends);
        let count = count as f64;
        let largest = count * self.reach() * other.reach();
        let inherited = count * (self.reach() * other.error + other.reach() * self.error);
        let quantum = self.quantum.zip(other.quantum).map(|(a, b)| a * b);
        Self::result(count * low, count * high, inherited + count * ULP * largest, quantum, largest)
    }

    pub(crate) fn div(self, other: Self) -> Option<Self> {
        let nearest = other.low.max(-other.high);
        let smallest = nearest - other.error;
        if smallest < 0.03 {
            return None;
        }
        let ends = [self.low / other.low, self.low / other.high, self.high / other.low, self.high / other.high];
        let [low, high] = hull(ends);
        let inherited = (self.error + self.magnitude() / nearest * other.error) / smallest;
        Self::result(low, high, inherited + 2.5 * ULP * self.reach() / smallest, None, 0.0)
    }

    pub(crate) fn exp(self) -> Option<Self> {
        let largest = (self.high + self.error).exp();
        let error = largest * (self.error + (3.0 + 2.0 * self.reach()) * ULP);
        // Some devices would flush the results of smaller numbers to 0.
        if self.low < -60.0 { None } else { Self::result(self.low.exp(), self.high.exp(), error, None, 0.0) }
    }

    pub(crate) fn log(self) -> Option<Self> {
        let smallest = self.low - self.error;
        if smallest < 0.03 {
            return None;
        }
        let (low, high) = (self.low.ln(), self.high.ln());
        let inherited = self.error / smallest;
        // Between 0.5 and 2 WGSL bounds the absolute error, by 2⁻²¹.
        let rounding = (4.0 * ULP).max(3.0 * ULP * (low.abs().max(high.abs()) + inherited));
        Self::result(low, high, inherited + rounding, None, 0.0)
    }

    pub(crate) fn sqrt(self) -> Option<Self> {
        let smallest = self.low - self.error;
        let inherited = match smallest {
            _ if self.error == 0.0 && self.low >= 0.0 => 0.0,
            _ if smallest < 0.01 => return None,
            _ => self.error / (2.0 * smallest.sqrt()),
        };
        // WGSL bounds it as 1 / inverseSqrt(x): 2.5 units for the division, 2 for the root.
        let rounding = 4.6 * ULP * self.reach().sqrt();
        Self::result(self.low.sqrt(), self.high.sqrt(), inherited + rounding, None, 0.0)
    }

    pub(crate) fn square(self) -> Option<Self> {
        let low = self.abs().low.powi(2);
        self.mul(self).map(|product| Self { low, ..product })
    }

    pub(crate) fn abs(self) -> Self {
        Self { low: self.low.max(-self.high).max(0.0), high: self.magnitude(), ..self }
    }

    pub(crate) fn relu(self) -> Self {
        Self { low: self.low.max(0.0), high: self.high.max(0.0), ..self }
    }

    /// The sign. None where devices may differ in it.
    pub(crate) fn sign(self) -> Option<Self> {
        self.has_sign().then(|| Self::multiples(self.low.signum().min(0.0), self.high.signum().max(0.0), 1.0))
    }

    /// A comparison. None where devices may compare different numbers.
    pub(crate) fn compared(self, other: Self) -> Option<Self> {
        (self.error == 0.0 && other.error == 0.0).then(|| Self::multiples(0.0, 1.0, 1.0))
    }

    /// `self` where `other` is above 0. None where devices may differ in that sign.
    pub(crate) fn relu_grad(self, other: Self) -> Option<Self> {
        other.has_sign().then(|| Self { low: self.low.min(0.0), high: self.high.max(0.0), ..self })
    }

    /// An elementwise operation without a rule of its own, bounded by samples of its reference. A function with jumps is allowed
    /// only where every device has the same numbers. An error grows at most as steeply as the samples do.
    pub(crate) fn through(self, op: u8) -> Option<Self> {
        const SAMPLES: usize = 400;
        let one = Shape::new("test", &[SAMPLES as u32]).ok()?;
        let (low, high) = (self.low - self.error, self.high + self.error);
        let place = |i: usize| low + (high - low) * i as f64 / (SAMPLES - 1) as f64;
        let x: Vec<f32> = (0..SAMPLES).map(|i| place(i) as f32).collect();
        let mut y = vec![0.0; SAMPLES];
        let call = Call { inputs: &[one], attrs: &[], output: one };
        ops::ALL[usize::from(op)].reference(&call, &[&x], &mut y);
        let smooth = ops::ALL[usize::from(op)].gradient(0, &[]).is_some();
        if self.error > 0.0 && high - low > 64.0 {
            return None;
        }
        Self::sampled(&y, smooth, self.error / (high - low).max(1e-9) * (SAMPLES - 1) as f64, self.error)
    }

    /// As `through`, for an operation on two operands.
    pub(crate) fn with(self, other: Self, op: u8) -> Option<Self> {
        const SAMPLES: usize = 40;
        let operation = ops::ALL[usize::from(op)];
        let apart = [0, 1].map(|input| operation.gradient(input, &[]).is_none());
        if apart[0] && self.error > 0.0 || apart[1] && other.error > 0.0 {
            return None;
        }
        if ops::EXAMPLES[usize::from(op)].values(0) == Values::Positive && self.low - self.error < 0.25 {
            return None;
        }
        let one = Shape::new("test", &[SAMPLES as u32]).ok()?;
        // Between samples farther apart, a periodic function would not be known.
        if [self, other].iter().any(|side| side.error > 0.0 && side.high - side.low > 16.0) {
            return None;
        }
        let place = |side: Self, i: usize| {
            let (low, high) = (side.low - side.error, side.high + side.error);
            let step = (high - low) / (SAMPLES - 1) as f64;
            // If the range contains zero, one sample between its ends is zero.
            let zero = (-low / step).round().clamp(1.0, (SAMPLES - 2) as f64);
            if low < 0.0 && high > 0.0 && i as f64 == zero { 0.0 } else { low + step * i as f64 }
        };
        let x: Vec<f32> = (0..SAMPLES).map(|i| place(self, i) as f32).collect();
        let mut hull: Option<Self> = None;
        for i in 0..SAMPLES {
            let z = vec![place(other, i) as f32; SAMPLES];
            let call = Call { inputs: &[one, one], attrs: &[], output: one };
            let mut y = [vec![0.0; SAMPLES], vec![0.0; SAMPLES]];
            operation.reference(&call, &[&x, &z], &mut y[0]);
            let next = vec![place(other, (i + 1).min(SAMPLES - 1)) as f32; SAMPLES];
            operation.reference(&call, &[&x, &next], &mut y[1]);
            let steps =
                |side: Self| side.error / (side.high - side.low + 2.0 * side.error).max(1e-9) * (SAMPLES - 1) as f64;
            let across = y[0].iter().zip(&y[1]).map(|(a, b)| f64::from((a - b).abs())).fold(0.0, f64::max);
            let row = Self::sampled(&y[0], !apart[0], steps(self), self.error.max(other.error))?;
            let error = row.error + 2.0 * across * steps(other);
            let (low, high) = hull.map_or((row.low, row.high), |all| (all.low.min(row.low), all.high.max(row.high)));
            let error = hull.map_or(error, |all| all.error.max(error));
            hull = Some(Self { error, ..Self::given(low, high) });
        }
        hull.filter(Self::is_tame)
    }

    /// The bound from results at neighbouring samples. The operand's error is `steps` times the distance between two samples.
    fn sampled(y: &[f32], smooth: bool, steps: f64, error: f64) -> Option<Self> {
        if !smooth && error > 0.0 || y.iter().any(|y| !y.is_finite()) {
            return None;
        }
        let low = y.iter().copied().fold(f32::INFINITY, f32::min);
        let high = y.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let steepest = y.windows(2).map(|pair| f64::from((pair[1] - pair[0]).abs())).fold(0.0, f64::max);
        let magnitude = f64::from(low.abs().max(high.abs()));
        let rounding = if smooth { 64.0 * ULP * magnitude + ULP } else { 0.0 };
        // Between two samples the function may exceed both a little.
        let [low, high] = [f64::from(low) - steepest, f64::from(high) + steepest];
        Self::result(low, high, 2.0 * steepest * steps + rounding, None, 0.0)
    }

    /// A reduction without a rule of its own: only of few whole numbers, of which it makes whole numbers.
    pub(crate) fn whole(self, count: usize) -> Option<Self> {
        let largest = count.max(1) as f64 * self.magnitude().max(1.0).powi(count as i32);
        let whole = self.error == 0.0 && self.quantum == Some(1.0) && largest <= WHOLE;
        whole.then(|| Self::multiples(-largest, largest, 1.0)).filter(Self::is_tame)
    }

    pub(crate) fn sum(self, count: usize) -> Option<Self> {
        let (count, roundings) = (count as f64, count.saturating_sub(1) as f64);
        let largest = count * self.reach();
        let error = count * self.error + roundings * ULP * largest;
        Self::result(count * self.low, count * self.high, error, self.quantum, largest)
    }

    pub(crate) fn mean(self, count: usize) -> Option<Self> {
        let sum = self.sum(count)?;
        let error = sum.error / count as f64 + 2.5 * ULP * self.reach();
        Self::result(self.low, self.high, error, None, 0.0)
    }

    /// The norm. Squares do not cancel out, so the error of their sum is relative, and the root halves it.
    pub(crate) fn norm(self, count: usize) -> Option<Self> {
        let (count, root) = (count as f64, (count as f64).sqrt());
        let rounding = (0.55 * (count + 1.0) + 4.6) * ULP * root * self.reach();
        Self::result(root * self.abs().low, root * self.magnitude(), root * self.error + rounding, None, 0.0)
    }
}

/// The smallest and the largest number.
fn hull(numbers: [f64; 4]) -> [f64; 2] {
    [numbers.into_iter().fold(f64::INFINITY, f64::min), numbers.into_iter().fold(f64::NEG_INFINITY, f64::max)]
}
