//! Clocks: the lab's own, and the conversion of another clock's times to it.

use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The clock of all times in the lab, in ms. Frontend and backend read the same one, or one of the same origin.
pub trait Clock {
    /// Now, in ms.
    fn now(&self) -> f64;

    /// Number of the current event-loop turn. Two events of one turn cannot be ordered in time.
    fn turn(&self) -> u32;

    /// The step of a clock on which time only passes when the lab says so, in ms; 0 where it is exact.
    fn virtual_step(&self) -> Option<f64> {
        None
    }

    /// Whether time only passes when the lab says so.
    fn is_virtual(&self) -> bool {
        self.virtual_step().is_some()
    }

    /// The frontend has enqueued an operation; a virtual clock advances by the time that this takes.
    fn enqueued(&self) {}

    /// The program has read the clock; a virtual clock advances by the time that this takes.
    fn looked_at(&self) {}
}

/// The process's monotonic clock. Every poll of a device is a turn of its own.
#[cfg(not(target_arch = "wasm32"))]
pub struct NativeClock {
    origin: std::time::Instant,
    turn: std::cell::Cell<u32>,
}

#[cfg(not(target_arch = "wasm32"))]
impl Default for NativeClock {
    fn default() -> Self {
        Self { origin: std::time::Instant::now(), turn: std::cell::Cell::new(0) }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Clock for NativeClock {
    fn now(&self) -> f64 {
        self.origin.elapsed().as_secs_f64() * 1e3
    }

    fn turn(&self) -> u32 {
        self.turn.set(self.turn.get().wrapping_add(1));
        self.turn.get()
    }
}

/// The smallest step seen between successive readings of a clock, in ms: its resolution, however the browser coarsens
/// it. Reads the clock until it has moved `steps` times, or `patience` readings were taken; `None` if it never moved.
pub fn step(clock: &dyn Clock, steps: usize, patience: usize) -> Option<f64> {
    let mut last = clock.now();
    let mut smallest: Option<f64> = None;
    let mut seen = 0;
    for _ in 0..patience {
        let now = clock.now();
        if now > last {
            smallest = Some(smallest.map_or(now - last, |s| s.min(now - last)));
            seen += 1;
            if seen == steps {
                break;
            }
        }
        last = now;
    }
    smallest
}

/// The quantum of a set of timestamps in ns: their greatest common divisor, which is a multiple of the true quantum and
/// equals it once there are enough of them. `None` without two different timestamps.
#[must_use]
pub fn quantum(timestamps: &[u64]) -> Option<u64> {
    let first = *timestamps.first()?;
    let step = timestamps.iter().fold(0, |step, &t| gcd(step, t.abs_diff(first)));
    // Masked timestamps are multiples of the quantum themselves. If timestamps merely lie far apart, only their distances may have a divisor.
    (step > 0).then(|| gcd(step, first))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// An interval of another clock that is known to lie within an interval of the lab's clock (all in ms).
#[derive(Clone, Copy, Debug)]
pub struct Enclosure {
    /// Start on the other clock.
    pub start: f64,
    /// End on the other clock.
    pub end: f64,
    /// The lab's clock not later than `start`: when the work was submitted.
    pub after: f64,
    /// The lab's clock not earlier than `end`: when the work was reported complete.
    pub before: f64,
}

impl Enclosure {
    /// Whether its times are possible: a device that did not write them leaves zeros, and nothing ends before it starts.
    #[must_use]
    pub fn is_plausible(&self) -> bool {
        (self.start + self.end + self.after + self.before).is_finite() && self.start > 0.0 && self.end >= self.start
    }

    /// The least and the most that may be added to its times.
    fn bounds(&self, quantum: f64) -> [f64; 2] {
        [self.after - self.start - quantum, self.before - self.end]
    }
}

/// How the times of another clock are converted to the lab's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClockFit {
    /// Added to the other clock's times to get the lab's, in ms.
    pub offset: f64,
    /// The offset is right to within this, either way, in ms. It holds for all times together: their distances from one
    /// another are not affected.
    pub uncertainty: f64,
    /// How far the enclosures contradict one another, in ms; 0 when the clocks run at one rate. Of a fit that is rejected,
    /// how far they contradict its offset.
    pub residual: f64,
    /// Times of this many operations were left out: they are impossible, or contradict the others.
    pub dropped: u32,
    /// Too many enclosures contradict one another, so the offset is unknown: none of the other clock's times can be used.
    pub refused: bool,
}

/// An enclosure is wrong where it contradicts the others by more than this, in ms, plus the time by which clocks may drift apart from the first to the
/// last.
const SLACK: f64 = 1.0;
/// Clocks of quartz drift apart by less than this share of the elapsed time.
const DRIFT: f64 = 1e-4;
/// One in this many enclosures may be wrong.
const WRONG: usize = 10;

/// Fits a clock from plausible enclosures, and returns which of them agree with it. No API relates the GPU's clock to the CPU's, but work cannot
/// start before it was submitted nor end after it was reported complete, so every operation bounds the offset on both sides:
/// `after - start <= offset <= before - end`. The result is the middle of the range that all of them allow, without those that are far from the range
/// that most of them allow (K. Marzullo, "Maintaining the Time in a Distributed System", 1984). `quantum` (ms) is the step to which the other clock's
/// times were rounded down, and widens the bounds.
#[must_use]
pub fn fit(enclosures: &[Enclosure], quantum: f64) -> Option<(ClockFit, Vec<bool>)> {
    let bounds: Vec<[f64; 2]> = enclosures.iter().map(|enclosure| enclosure.bounds(quantum)).collect();
    let agreed = agreed(&bounds)?;
    let error = |[least, most]: [f64; 2]| (least - agreed).max(agreed - most).max(0.0);
    let begin = enclosures.iter().map(|enclosure| enclosure.after).reduce(f64::min)?;
    let end = enclosures.iter().map(|enclosure| enclosure.before).reduce(f64::max)?;
    let tolerance = SLACK + DRIFT * (end - begin);
    let agree: Vec<bool> = bounds.iter().map(|&bounds| error(bounds) <= tolerance).collect();
    let kept = || bounds.iter().zip(&agree).filter(|&(_, &agree)| agree).map(|(bounds, _)| bounds);
    let dropped = bounds.len() - kept().count();
    if dropped * WRONG > bounds.len() {
        let residual = bounds.iter().map(|&bounds| error(bounds)).fold(0.0, f64::max);
        let fit = ClockFit { offset: agreed, uncertainty: residual, residual, dropped: dropped as u32, refused: true };
        return Some((fit, vec![false; bounds.len()]));
    }
    let least = kept().map(|bounds| bounds[0]).reduce(f64::max)?;
    let most = kept().map(|bounds| bounds[1]).reduce(f64::min)?;
    let width = most - least;
    let fit = ClockFit {
        offset: f64::midpoint(least, most),
        uncertainty: width.abs() / 2.0,
        residual: (-width).max(0.0),
        dropped: dropped as u32,
        refused: false,
    };
    Some((fit, agree))
}

/// The middle of the range that most of the bounds allow.
fn agreed(bounds: &[[f64; 2]]) -> Option<f64> {
    // The scheduler's queue has a heap of whole numbers, too, so its code is in the module already. A sort would add 2 KB to the download.
    let mut ends = BinaryHeap::new();
    for &[one, other] in bounds {
        ends.push(Reverse(sort_key(one.min(other), false)));
        ends.push(Reverse(sort_key(one.max(other), true)));
    }
    let (mut allow, mut most, mut middle) = (0, 0, None);
    while let Some(Reverse(end)) = ends.pop() {
        if end & 1 == 1 {
            allow -= 1;
            continue;
        }
        allow += 1;
        if allow > most {
            most = allow;
            middle = ends.peek().map(|&Reverse(next)| f64::midpoint(time(end), time(next)));
        }
    }
    middle
}

/// A time as a whole number that sorts like it. A beginning comes before an end at the same time.
fn sort_key(time: f64, ends: bool) -> u64 {
    let bits = time.to_bits();
    let ordered = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
    ordered & !1 | u64::from(ends)
}

/// The time of a sort key, without its lowest bit.
fn time(key: u64) -> f64 {
    let ordered = key & !1;
    f64::from_bits(if ordered >> 63 == 1 { ordered & !(1 << 63) } else { !ordered })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A clock whose readings are these.
    struct Readings(Vec<f64>, Cell<usize>);

    impl Clock for Readings {
        fn now(&self) -> f64 {
            self.0[self.1.replace(self.1.get() + 1)]
        }

        fn turn(&self) -> u32 {
            0
        }
    }

    #[test]
    fn the_step_of_a_clock_is_its_smallest_within_as_many_as_are_looked_for() {
        let readings = [5.0, 5.0, 8.0, 8.0, 10.0, 11.0, 11.5, 11.5];
        let step = |steps, patience| step(&Readings(readings.to_vec(), Cell::new(0)), steps, patience);
        assert_eq!(
            [(1, 7), (2, 7), (3, 7), (9, 7), (9, 5)].map(|(steps, patience)| step(steps, patience)),
            [Some(3.0), Some(2.0), Some(1.0), Some(0.5), Some(1.0)]
        );
        assert_eq!(step(1, 1), None, "it has not moved");
    }

    #[test]
    fn quantum_of_masked_timestamps_is_the_mask() {
        let masked: Vec<u64> = [1_000_003_u64, 1_234_567, 9_876_543, 777_777_777].iter().map(|t| t & !0xFFFF).collect();
        assert_eq!(quantum(&masked), Some(65_536));
        assert_eq!(quantum(&[1001, 1002, 2005]), Some(1));
        assert_eq!(quantum(&[3 * 65_536, 5 * 65_536]), Some(65_536), "they lie two steps apart");
        assert_eq!(quantum(&[5, 5]), None);
        assert_eq!(quantum(&[]), None);
    }

    #[test]
    fn the_true_offset_is_within_the_uncertainty() {
        // A device clock 500 ms behind; work of 2 ms, started 0.1–0.5 ms after submission, reported 0.2–1.4 ms late.
        let enclosures: Vec<Enclosure> = (0..20)
            .map(|i| {
                let submitted = f64::from(i) * 5.0;
                let start = submitted + 0.1 + f64::from(i * 7 % 5) * 0.1;
                let end = start + 2.0;
                Enclosure {
                    start: start - 500.0,
                    end: end - 500.0,
                    after: submitted,
                    before: end + 0.2 + f64::from(i % 4) * 0.4,
                }
            })
            .collect();
        let (fit, _) = fit(&enclosures, 0.0).unwrap();
        assert!((fit.offset - 500.0).abs() <= fit.uncertainty);
        assert!((fit.uncertainty - 0.15).abs() < 1e-9, "{fit:?}");
        assert_eq!(fit.residual, 0.0);
    }

    #[test]
    fn rounded_times_widen_the_bounds_by_their_step() {
        // Work starts as it is submitted and is reported as it ends; the device rounds its times down to steps of 0.0625 ms.
        let quantum = 0.0625;
        let rounded = |time: f64| (time / quantum).floor() * quantum;
        let enclosures: Vec<Enclosure> = (0..40)
            .map(|i| {
                let (start, end) = (1000.0 + f64::from(i) * 5.013, 1002.0 + f64::from(i) * 5.017);
                Enclosure { start: rounded(start), end: rounded(end), after: start + 500.0, before: end + 500.0 }
            })
            .collect();
        let (exact, _) = fit(&enclosures, 0.0).unwrap();
        assert!(exact.residual > 0.0, "without the step the enclosures contradict one another: {exact:?}");
        let (fit, agree) = fit(&enclosures, quantum).unwrap();
        assert_eq!((fit.residual, fit.dropped), (0.0, 0));
        assert!((fit.offset - 500.0).abs() <= fit.uncertainty && fit.uncertainty <= quantum, "{fit:?}");
        assert!(agree.iter().all(|&agrees| agrees));
    }

    #[test]
    fn a_time_that_is_wrong_by_a_few_ms_is_left_out() {
        for wrong in [4.6, -4.6] {
            let mut enclosures = regular(20);
            (enclosures[7].start, enclosures[7].end) = (1035.0 + wrong, 1037.0 + wrong);
            let (fit, agree) = fit(&enclosures, 0.0).unwrap();
            assert_eq!(fit.dropped, 1, "{wrong} ms: {fit:?}");
            assert!(!agree[7]);
        }
    }

    #[test]
    fn clocks_that_drift_apart_show_a_residual() {
        let enclosures = [
            Enclosure { start: 0.0, end: 1.0, after: 10.0, before: 11.0 },
            Enclosure { start: 100.0, end: 101.0, after: 110.5, before: 111.5 },
        ];
        let (fit, agree) = fit(&enclosures, 0.0).unwrap();
        assert!((fit.residual - 0.5).abs() < 1e-9);
        assert_eq!((fit.dropped, fit.refused, agree), (0, false, vec![true; 2]));
    }

    #[test]
    fn clocks_may_drift_apart_by_as_much_as_the_time_allows() {
        // Ten at the beginning and ten at the end, whose offset has become larger by 5 ms.
        let after = |minutes: f64| {
            let drifted = |i| {
                let at = if i % 2 == 0 { 1.0 } else { minutes * 60_000.0 } + f64::from(i);
                let offset = if i % 2 == 0 { 0.0 } else { 5.0 };
                Enclosure { start: at, end: at + 1.0, after: at + offset, before: at + offset + 1.1 }
            };
            fit(&(0..20).map(drifted).collect::<Vec<_>>(), 0.0).unwrap().0
        };
        assert_eq!((after(1.0).dropped, after(1.0).refused), (0, false), "clocks of quartz do that in a minute");
        assert!(after(0.1).refused, "and not in a tenth of one");
    }

    fn regular(count: u32) -> Vec<Enclosure> {
        let at = |i: u32| 1000.0 + f64::from(i) * 5.0;
        (0..count)
            .map(|i| Enclosure { start: at(i), end: at(i) + 2.0, after: at(i) + 499.9, before: at(i) + 502.3 })
            .collect()
    }

    #[test]
    fn a_wrong_time_is_left_out_and_moves_no_other() {
        let right = fit(&regular(20), 0.0).unwrap().0;
        for (start, end) in [(2.5e8, 2.5e8 + 1.0), (1.0, 2.0), (1010.0, 3e9)] {
            let mut enclosures = regular(20);
            (enclosures[7].start, enclosures[7].end) = (start, end);
            let (fit, agree) = fit(&enclosures, 0.0).unwrap();
            assert_eq!(fit, ClockFit { dropped: 1, ..right });
            assert_eq!(agree.iter().position(|agrees| !agrees), Some(7));
        }
    }

    #[test]
    fn what_a_device_did_not_write_is_no_time() {
        let [one] = regular(1)[..] else { unreachable!() };
        assert!(one.is_plausible());
        assert!(!Enclosure { start: 0.0, end: 0.0, ..one }.is_plausible());
        assert!(!Enclosure { end: one.start - 1.0, ..one }.is_plausible());
        assert!(!Enclosure { before: f64::NAN, ..one }.is_plausible());
    }

    #[test]
    fn a_clock_that_nobody_can_place_is_rejected() {
        let mut enclosures = regular(20);
        for (i, enclosure) in enclosures.iter_mut().enumerate().take(5) {
            enclosure.start += 100.0 * (1 + i) as f64;
            enclosure.end += 100.0 * (1 + i) as f64;
        }
        let (fit, agree) = fit(&enclosures, 0.0).unwrap();
        assert!(fit.refused && fit.dropped == 5 && fit.residual > 90.0, "{fit:?}");
        assert!(!agree.contains(&true));
    }
}
