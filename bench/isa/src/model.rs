//! The part of its peak that a SIMD would reach in a loop: a model, never checked on a card.
//!
//! One SIMD runs some waves in order, each with the same loop. A vector instruction of a wave of 64 takes `64 / lanes` cycles of it, one
//! wave's at a time; scalar instructions are issued beside them and take a cycle of their wave. Every load hits the nearest cache and returns
//! after a fixed time. A cache and a shared memory deliver a fixed number of bytes a cycle to each SIMD, without conflicts. The bytes of every
//! lane count, even if lanes read the same, since each lane's registers are written.
//! Waves of a dispatch are dealt to the SIMDs of the card one by one, and all take equally long: the card is done when its busiest SIMD is.
//! Memory itself, the clock under load, the dependence of vector instructions on each other and all code outside the loop are left out.

use crate::assembly::{Instruction, Unit};

/// The assumptions about a family.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Machine {
    /// Lanes of a SIMD: a wave of 64 takes 64 / lanes cycles.
    pub(crate) lanes: u32,
    /// Cycles until a load that hits the first cache returns, and until one from shared memory does.
    pub(crate) memory_latency: u32,
    pub(crate) shared_latency: u32,
    /// Bytes a cycle for each SIMD, from the first cache and from shared memory.
    pub(crate) memory_bytes: u32,
    pub(crate) shared_bytes: u32,
}

/// AMD's "RDNA" white paper (2019) and the RDNA 2 ISA guide: two SIMDs of 32 lanes share a compute unit with 128 B/cycle from each memory;
/// latencies are those measured by microbenchmarks, rounded.
pub(crate) const RDNA: Machine =
    Machine { lanes: 32, memory_latency: 120, shared_latency: 64, memory_bytes: 64, shared_bytes: 64 };
/// AMD's "GCN" white paper (2012): four SIMDs of 16 lanes share a compute unit, with 64 B/cycle from the cache and 128 from shared memory.
pub(crate) const GCN: Machine =
    Machine { lanes: 16, memory_latency: 120, shared_latency: 64, memory_bytes: 16, shared_bytes: 32 };

/// How often the loop runs in the model: enough that its beginning does not count.
const ROUNDS: usize = 40;

struct Wave {
    at: usize,
    rounds: usize,
    ready: u64,
    /// When each pending load returns, oldest first.
    memory: Vec<u64>,
    shared: Vec<u64>,
}

/// The share of all cycles in which the SIMD multiplies and adds, where every wave repeats `body`; 0 where `body` has no multiply-add. A
/// multiplication and an addition that are two instructions together count as one.
pub(crate) fn share_of_peak(machine: &Machine, body: &[Instruction], waves: u32) -> f64 {
    let count = |unit| body.iter().filter(|instruction| instruction.unit == unit).count();
    let useful = count(Unit::Fma) as f64 + count(Unit::Half) as f64 / 2.0;
    if count(Unit::Fma) == 0 || waves == 0 {
        return 0.0;
    }
    let cycles = u64::from(64 / machine.lanes);
    let mut waves: Vec<Wave> =
        (0..waves).map(|_| Wave { at: 0, rounds: 0, ready: 0, memory: Vec::new(), shared: Vec::new() }).collect();
    let (mut simd, mut cache, mut scratchpad) = (0_u64, 0_u64, 0_u64);
    // The wave that is ready first goes on; of equal ones the oldest.
    while let Some(wave) = waves.iter_mut().filter(|wave| wave.rounds < ROUNDS).min_by_key(|wave| wave.ready) {
        let now = wave.ready;
        match body[wave.at].unit {
            Unit::Fma | Unit::Half | Unit::Valu => {
                let start = now.max(simd);
                simd = start + cycles;
                wave.ready = simd;
            }
            Unit::Salu => wave.ready = now + 1,
            Unit::Load(words) | Unit::Store(words) => {
                cache = cache.max(now) + u64::from(64 * words * 4 / machine.memory_bytes);
                wave.memory.push(cache + u64::from(machine.memory_latency));
                wave.ready = now + 1;
            }
            Unit::SharedLoad(words) | Unit::SharedStore(words) => {
                scratchpad = scratchpad.max(now) + u64::from(64 * words * 4 / machine.shared_bytes);
                wave.shared.push(scratchpad + u64::from(machine.shared_latency));
                wave.ready = now + 1;
            }
            Unit::Wait { memory, shared } => {
                let mut until = now;
                for (under_way, most) in [(&mut wave.memory, memory), (&mut wave.shared, shared)] {
                    if let Some(most) = most {
                        let done = under_way.len().saturating_sub(most as usize);
                        until = under_way.drain(..done).fold(until, u64::max);
                    }
                }
                wave.ready = until.max(now + 1);
            }
        }
        wave.at += 1;
        if wave.at == body.len() {
            wave.at = 0;
            wave.rounds += 1;
        }
    }
    let end = waves.iter().map(|wave| wave.ready).max().unwrap_or(1).max(1);
    useful * (ROUNDS * waves.len()) as f64 * cycles as f64 / end as f64
}

/// The share of a card's peak in a dispatch of `waves` waves. A SIMD holds `held` at once; `of_simd(n)` is its share with n waves.
///
/// The busiest SIMD has m = ⌈waves / simds⌉ waves. It runs them in ⌊m / held⌋ full rounds and one round of the rest; n waves at once take the
/// time n / `of_simd`(n). In that time all SIMDs do the work of `waves` / `simds` each. That is an assumption: it was not checked on a card.
pub(crate) fn share_of_card(of_simd: impl Fn(u32) -> f64, held: u32, waves: u32, simds: u32) -> f64 {
    let busiest = waves.div_ceil(simds);
    let time = |waves: u32| if waves == 0 { 0.0 } else { f64::from(waves) / of_simd(waves) };
    let longest = f64::from(busiest / held.max(1)) * time(held) + time(busiest % held.max(1));
    if longest > 0.0 { f64::from(waves) / f64::from(simds) / longest } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vendors::read_amd;

    fn share(text: &str, waves: u32) -> f64 {
        share_of_peak(&RDNA, &read_amd(text).instructions, waves)
    }

    #[test]
    fn arithmetic_alone_reaches_the_peak_and_half_of_it_half() {
        assert!((share("v_fmac_f32 v0, v1, v2\n", 1) - 1.0).abs() < 1e-9);
        assert!((share("v_fmac_f32 v0, v1, v2\nv_add_u32 v1, v1, v1\n", 1) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_multiplication_and_an_addition_are_half_as_good_as_both_in_one() {
        assert!(
            (share("v_fmac_f32 v0, v1, v2\nv_mul_f32 v3, v1, v2\nv_add_f32 v0, v0, v3\n", 1) - 2.0 / 3.0).abs() < 1e-9
        );
    }

    #[test]
    fn a_second_wave_hides_what_one_waits_for() {
        let text = "ds_read_b32 v0, v1\ns_waitcnt lgkmcnt(0)\nv_fmac_f32 v0, v1, v2\nv_fmac_f32 v0, v1, v2\n";
        assert!(share(text, 4) > 3.5 * share(text, 1));
    }

    #[test]
    fn a_card_waits_for_its_busiest_simd() {
        let of_simd = |waves: u32| if waves < 3 { 0.4 } else { 0.8 };
        let share = |waves| share_of_card(of_simd, 4, waves, 10);
        // Whole rounds; one wave more, alone on its SIMD; and fewer waves than a SIMD holds.
        assert!((share(80) - 0.8).abs() < 1e-9);
        assert!((share(81) - 8.1 / (2.0 * 4.0 / 0.8 + 1.0 / 0.4)).abs() < 1e-9);
        assert!((share(20) - 0.4).abs() < 1e-9);
        assert_eq!(share(0), 0.0);
    }
}
