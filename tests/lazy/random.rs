//! Random chains, run eagerly and lazily: every array that the program names at the end has the same bits.

use super::{LAZY, kinds, lab, then};
use asynclab::backend::policy::Policy;
use asynclab::local::Lab;
use asynclab::ops;
use asynclab::wire::ArrayId;
use pollster::block_on;

/// An xorshift generator: G. Marsaglia, "Xorshift RNGs", 2003.
struct Random(u32);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as usize % count
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

// Neither what soon gives NaN nor what soon gives infinities: from those on all results would be equal.
const UNARY: [u8; 5] = [ops::NEG, ops::ABS, ops::RELU, ops::NEG, ops::SIGN];
const BINARY: [u8; 5] = [ops::ADD, ops::SUB, ops::ADD, ops::MUL, ops::RELU_GRAD];
const REDUCTIONS: [u8; 4] = [ops::SUM, ops::MEAN, ops::MAX, ops::NORM];
const SHAPES: [&[u32]; 8] = [&[1], &[7], &[4098], &[12, 20], &[13, 9], &[40, 1, 24], &[3, 5, 7], &[2, 3, 4, 6]];

/// A shape that broadcasts to `dims`.
fn narrower(random: &mut Random, dims: &[u32]) -> Vec<u32> {
    let skipped = random.below(dims.len() + 1);
    dims[skipped..].iter().map(|&dim| if random.below(2) == 0 { 1 } else { dim }).collect()
}

/// The bits of what one program computes and keeps.
fn run(lab: &mut Lab, seed: u32) -> Vec<Vec<u32>> {
    let random = &mut Random(seed.wrapping_mul(0x9E37_79B9) | 1);
    let dims = random.pick(&SHAPES);
    let mut made = 0;
    let mut array = |lab: &mut Lab, dims: &[u32]| {
        made += 1;
        let attrs = [&[seed, made, 0, 1.0_f32.to_bits()], dims].concat();
        lab.apply(ops::NORMAL, &[], &attrs).unwrap()
    };
    let mut kept: Vec<ArrayId> = Vec::new();
    let mut x = array(lab, dims);
    for _ in 0..1 + random.below(24) {
        let next = match random.below(if dims.len() > 1 { 7 } else { 6 }) {
            0 => lab.apply(random.pick(&UNARY), &[x], &[]).unwrap(),
            1 => {
                let positive = lab.apply(ops::ABS, &[x], &[]).unwrap();
                let op = random.pick(&[ops::SQRT, ops::EXP]);
                let negative = then(lab, if op == ops::EXP { ops::NEG } else { ops::ABS }, &[positive], &[]);
                then(lab, op, &[negative], &[])
            }
            2 => {
                let bits = random.pick(&[0.1_f32, -1.5, 0.3, 10.0]).to_bits();
                lab.apply(random.pick(&BINARY), &[x], &[random.below(2) as u32, bits]).unwrap()
            }
            3 => {
                let small = narrower(random, dims);
                let small = array(lab, &small);
                then(lab, ops::BROADCAST_TO, &[small], dims)
            }
            6 => {
                let inner = dims[dims.len() - 1];
                let square = array(lab, &[inner, inner]);
                let attrs: &[u32] = random.pick(&[&[][..], &[0, 1]]);
                let next = lab.apply(ops::MATMUL, &[x, square], attrs).unwrap();
                lab.dispose(square);
                next
            }
            what => {
                let narrow = if what == 4 { narrower(random, dims) } else { dims.to_vec() };
                let other = if what == 5 && random.below(2) == 0 { x } else { array(lab, &narrow) };
                let inputs = if random.below(2) == 0 { [x, other] } else { [other, x] };
                let next = lab.apply(random.pick(&BINARY), &inputs, &[]).unwrap();
                if other != x && random.below(3) > 0 {
                    lab.dispose(other);
                }
                next
            }
        };
        match random.below(8) {
            // Still named: it must not be swallowed.
            0 => kept.push(x),
            1 => kept.push(then(lab, random.pick(&REDUCTIONS), &[x], &[0, 0])),
            _ => lab.dispose(x),
        }
        x = next;
    }
    let axes = random.below(1 << dims.len()) as u32;
    kept.push(lab.apply(random.pick(&REDUCTIONS), &[x], &[axes, random.below(2) as u32]).unwrap());
    if random.below(2) == 0 {
        kept.push(x);
    } else {
        lab.dispose(x);
    }
    kept.iter().map(|&array| block_on(lab.data(array)).unwrap().iter().map(|value| value.to_bits()).collect()).collect()
}

#[test]
fn random_chains_have_the_bits_of_eager_ones() {
    // All have the same few hundred chains: a thread keeps 1024 at most, and fuses no others.
    for kind in kinds() {
        let [mut eager, mut lazy] = [Policy::default(), LAZY].map(|policy| lab(kind, policy));
        for seed in 0..150 {
            let (expected, got) = (run(&mut eager, seed), run(&mut lazy, seed));
            let differ = expected.iter().zip(&got).position(|(expected, got)| expected != got);
            assert_eq!((differ, got.len()), (None, expected.len()), "{kind:?}: seed {seed}");
        }
    }
}
