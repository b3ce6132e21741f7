//! Noise, which makes equal work take different times: jitter, outliers, a neighbour, heat. Reproducible from a seed.

use super::machine::Machine;

/// Length of a period that is an outlier as a whole, ms.
const PERIOD_MS: f64 = 50.0;
/// Distinguishes the chance of a neighbour from that of an outlier.
const NEIGHBOUR: u64 = 0x0E16;
/// Uniform numbers added up for a normal one (Irwin–Hall).
const SUMMANDS: usize = 12;

/// A source of noise for one of the threads of a machine.
#[derive(Clone, Debug)]
pub(super) struct Noise {
    state: u64,
}

impl Noise {
    /// `stream` distinguishes the sources of one machine.
    pub(super) fn new(seed: f64, stream: u64) -> Self {
        Self { state: mix(seed as u64 ^ (stream << 40)) }
    }

    /// A duration on the frontend's or the backend's thread, ms, with noise.
    pub(super) fn on_host(&mut self, machine: &Machine, ms: f64) -> f64 {
        ms * self.jitter(machine)
    }

    /// A duration on the device from `at` on, ms, with noise.
    pub(super) fn on_device(&mut self, machine: &Machine, at: f64, ms: f64) -> f64 {
        ms * self.jitter(machine) * slower(machine, at)
    }

    fn jitter(&mut self, machine: &Machine) -> f64 {
        if machine.jitter == 0.0 {
            return 1.0;
        }
        let sum: f64 = (0..SUMMANDS).map(|_| self.uniform()).sum();
        (machine.jitter * (sum - SUMMANDS as f64 / 2.0)).exp()
    }

    /// From 0 to 1.
    fn uniform(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        share(mix(self.state))
    }
}

/// A number from 0 to 1 that is fixed for the machine's moment `k`.
pub(super) fn at_moment(machine: &Machine, k: f64) -> f64 {
    share(mix(mix(machine.seed as u64 ^ 0x5EED).wrapping_add(k as i64 as u64)))
}

/// The factor by which the device is slower at a time.
fn slower(machine: &Machine, at: f64) -> f64 {
    let mut factor = 1.0;
    let chance = |kind: u64, length: f64| {
        let period = (at / length) as u64;
        share(mix(mix(machine.seed as u64 ^ kind).wrapping_add(period)))
    };
    if machine.outliers > 0.0 && chance(0, PERIOD_MS) < machine.outliers {
        factor *= machine.outlier_factor;
    }
    // A neighbour is busy by chance: a periodic one would coincide with each of a series of periodic rounds, or with none.
    let (every, busy) = (machine.neighbour_every, machine.neighbour_for);
    if every > 0.0 && busy > 0.0 && chance(NEIGHBOUR, busy) * every < busy {
        factor *= machine.neighbour_factor;
    }
    if machine.throttle_after > 0.0 && at > machine.throttle_after {
        factor *= machine.throttle_factor;
    }
    factor
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn share(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_reproducible_and_about_as_wide_as_set() {
        let machine = Machine { jitter: 0.1, seed: 7.0, ..Machine::default() };
        let times = |seed| {
            let mut noise = Noise::new(seed, 1);
            (0..4000).map(|_| noise.on_device(&machine, 0.0, 1.0).ln()).collect::<Vec<_>>()
        };
        assert_eq!(times(7.0), times(7.0));
        assert_ne!(times(7.0), times(8.0));
        let all = times(7.0);
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let deviation = (all.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / all.len() as f64).sqrt();
        assert!(mean.abs() < 0.01 && (deviation - 0.1).abs() < 0.01, "{mean} {deviation}");
    }

    #[test]
    fn heat_and_neighbours_slow_the_device_down_where_set() {
        let machine = Machine {
            neighbour_every: 100.0,
            neighbour_for: 20.0,
            neighbour_factor: 2.0,
            throttle_after: 1000.0,
            throttle_factor: 3.0,
            ..Machine::default()
        };
        let calm = Machine { throttle_after: 0.0, ..machine };
        let busy = (0..5000).filter(|k| slower(&calm, f64::from(*k) * 20.0) > 1.0).count();
        let share = busy as f64 / 5000.0;
        assert!((share - 0.2).abs() < 0.02, "{share}");
        let factors = (0..50).map(|k| slower(&machine, 20.0 * f64::from(k) + 1.0)).collect::<Vec<_>>();
        assert!(factors.iter().all(|factor| [1.0, 2.0].contains(factor)));
        // For a whole stretch, and in no rhythm.
        assert!((0..50).all(|k| slower(&machine, 20.0 * f64::from(k) + 19.0) == factors[k as usize]));
        assert!((0..45).any(|k| factors[k] != factors[k + 5]));
        assert!([1010.0, 2050.0].iter().all(|&at| [3.0, 6.0].contains(&slower(&machine, at))));
    }
}
