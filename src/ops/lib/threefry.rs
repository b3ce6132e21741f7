//! Threefry-2×32 with 20 rounds: random bits as a function of a key and a counter, so that any element can be drawn
//! by itself, in any order, on any device.
//!
//! J. Salmon, M. Moraes, R. Dror, D. Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC 2011.

use super::map::{self, Body};
use crate::error::{Error, Result};
use crate::op::{Call, Limits, Plan, Work};
use crate::shape::Shape;

const WGSL: &str = shader!("lib/threefry");
const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
/// Skein's constant, which keeps a key of zeros from being weak.
const PARITY: u32 = 0x1BD1_1BDA;
/// Integer operations of one element, for [`Work`]: about half of 20 rounds of 5 and 5 key injections of 3.
const OPERATIONS: f64 = 60.0;

/// Attribute words before the dimensions: the key and the two parameters of a distribution.
const HEAD: usize = 4;

/// Counters taken at a time, so that the rounds run on SIMD lanes.
const BLOCK: usize = 16;

/// The two random words of each of `N` counters, given as their first and their second words.
fn threefry<const N: usize>(key: [u32; 2], [mut x, mut y]: [[u32; N]; 2]) -> [[u32; N]; 2] {
    let keys = [key[0], key[1], key[0] ^ key[1] ^ PARITY];
    for i in 0..N {
        x[i] = x[i].wrapping_add(keys[0]);
        y[i] = y[i].wrapping_add(keys[1]);
    }
    for injection in 1..=5 {
        for rotation in ROTATIONS[(injection + 1) % 2] {
            for i in 0..N {
                x[i] = x[i].wrapping_add(y[i]);
                y[i] = y[i].rotate_left(rotation) ^ x[i];
            }
        }
        for i in 0..N {
            x[i] = x[i].wrapping_add(keys[injection % 3]);
            y[i] = y[i].wrapping_add(keys[(injection + 1) % 3]).wrapping_add(injection as u32);
        }
    }
    [x, y]
}

/// Fills `output`: `pair` makes elements 2i and 2i + 1 of the two words of counter i.
pub(crate) fn fill(attrs: &[u32], output: &mut [f32], pair: impl Fn(u32, u32) -> [f32; 2]) {
    for (index, chunk) in output.chunks_mut(2 * BLOCK).enumerate() {
        let counters = std::array::from_fn(|i| (index * BLOCK + i) as u32);
        let [x, y] = threefry([attrs[0], attrs[1]], [counters, [0; BLOCK]]);
        let mut values = [0.0; 2 * BLOCK];
        for i in 0..BLOCK {
            [values[2 * i], values[2 * i + 1]] = pair(x[i], y[i]);
        }
        chunk.copy_from_slice(&values[..chunk.len()]);
    }
}

/// The shape a generator was asked for. Attributes: `[key0, key1, bits, bits, dims…]`, the bits being the two f32
/// parameters of the distribution.
///
/// # Errors
/// `INVALID_SHAPE`.
pub(crate) fn infer(op: &'static str, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
    match (inputs, attrs) {
        ([], [_, _, _, _, dims @ ..]) => Shape::new(op, dims),
        _ => Err(Error::InvalidShape { op, problem: "a key of two words, two numbers and a shape are needed".into() }),
    }
}

/// The two parameters of the distribution.
pub(crate) fn parameters(attrs: &[u32]) -> [f32; 2] {
    [f32::from_bits(attrs[2]), f32::from_bits(attrs[3])]
}

/// The work of a generator that spends `flops` on each element beyond the random bits.
pub(crate) fn work(call: &Call<'_>, flops: f64) -> Work {
    Work { flops: (OPERATIONS + flops) * call.output.elements() as f64, bytes: call.output.bytes() as f64 }
}

/// A plan whose uniform is: vectors, a free word, the key, then `numbers`.
pub(crate) fn plan(call: &Call<'_>, numbers: &[f32], limits: &Limits) -> Plan {
    let params: Vec<u32> =
        [0, call.attrs[0], call.attrs[1]].into_iter().chain(numbers.iter().map(|x| x.to_bits())).collect();
    debug_assert!(call.attrs.len() >= HEAD);
    map::plan(0, call.output.elements(), 0, &params, limits)
}

/// The kernel around `formula`, which declares `params` and `fn pair(bits: vec2u) -> vec2f`.
pub(crate) fn wgsl(variant: u32, formula: &str) -> String {
    map::wgsl(variant, Body::Heavy, &[WGSL, formula])
}

#[cfg(test)]
mod tests {
    use super::threefry;

    /// The known answers that come with Random123, for 2×32 bits and 20 rounds: key, counter, words.
    const KNOWN: [[[u32; 2]; 3]; 3] = [
        [[0, 0], [0, 0], [0x6b20_0159, 0x99ba_4efe]],
        [[u32::MAX; 2], [u32::MAX; 2], [0x1cb9_96fc, 0xbb00_2be7]],
        [[0x1319_8a2e, 0x0370_7344], [0x243f_6a88, 0x85a3_08d3], [0xc492_3a9c, 0x483d_f7a0]],
    ];

    #[test]
    fn known_answers() {
        for [key, [x, y], words] in KNOWN {
            assert_eq!(threefry(key, [[x], [y]]), words.map(|word| [word]));
        }
    }

    /// JAX folds the two words of a counter into one by exclusive or: `random.bits(key(0))`.
    #[test]
    fn agrees_with_jax() {
        let [[x], [y]] = threefry([0, 0], [[0], [0]]);
        assert_eq!(x ^ y, 4_070_199_207);
    }
}
