//! Random chains of all operations, run eagerly and lazily: every array that the program keeps has the same bits.

use super::{LAZY, lab, number, on_every_device, then};
use asynclab::backend::policy::Policy;
use asynclab::example::Values;
use asynclab::local::{DeviceKind, Lab};
use asynclab::op::Kind;
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

/// The opcodes of a kind.
fn of(kind: Kind) -> Vec<u8> {
    let all = (0..).zip(ops::ALL);
    all.filter(|(_, op)| op.kind() == kind).map(|(opcode, _)| opcode).collect()
}

/// Applies an operation to `x` so that few results become NaN or infinite: some operations get absolute values, and results are
/// clipped to ±8.
fn step(lab: &mut Lab, op: u8, x: ArrayId, call: impl FnOnce(&mut Lab, ArrayId) -> ArrayId) -> ArrayId {
    let positive = ops::EXAMPLES[usize::from(op)].values(0) == Values::Positive;
    let given = if positive { lab.apply(ops::ABS, &[x], &[]).unwrap() } else { x };
    let y = call(lab, given);
    if given != x {
        lab.dispose(given);
    }
    let y = number(lab, ops::MINIMUM, y, 8.0);
    number(lab, ops::MAXIMUM, y, -8.0)
}

const SHAPES: [&[u32]; 8] = [&[1], &[7], &[4098], &[12, 20], &[13, 9], &[40, 1, 24], &[3, 5, 7], &[2, 3, 4, 6]];

/// A shape that broadcasts to `dims`.
fn narrower(random: &mut Random, dims: &[u32]) -> Vec<u32> {
    let skipped = random.below(dims.len() + 1);
    dims[skipped..].iter().map(|&dim| if random.below(2) == 0 { 1 } else { dim }).collect()
}

/// The bits of the arrays that one program keeps. All NaN have equal bits here.
fn run(lab: &mut Lab, seed: u32) -> Vec<Vec<u32>> {
    let x = start(lab, seed);
    let kept = build(lab, seed, x);
    lab.dispose(x);
    kept.iter().map(|&array| data(lab, array)).collect()
}

/// The array that the program of a seed reads.
pub(crate) fn start(lab: &mut Lab, seed: u32) -> ArrayId {
    let dims = shape(&mut generator(seed));
    let attrs = [&[seed, 0, 0, 1.0_f32.to_bits()], dims].concat();
    lab.apply(ops::NORMAL, &[], &attrs).unwrap()
}

fn generator(seed: u32) -> Random {
    Random(seed.wrapping_mul(0x9E37_79B9) | 1)
}

fn shape(random: &mut Random) -> &'static [u32] {
    random.pick(&SHAPES)
}

/// Runs the program of a seed and returns the arrays that it keeps.
pub(crate) fn build(lab: &mut Lab, seed: u32, given: ArrayId) -> Vec<ArrayId> {
    let [unary, binary, reductions] = [Kind::Unary, Kind::Binary, Kind::Reduction].map(of);
    let random = &mut generator(seed);
    let dims = shape(random);
    let mut made = 0;
    let mut array = |lab: &mut Lab, dims: &[u32]| {
        made += 1;
        let attrs = [&[seed, made, 0, 1.0_f32.to_bits()], dims].concat();
        lab.apply(ops::NORMAL, &[], &attrs).unwrap()
    };
    let mut kept: Vec<ArrayId> = Vec::new();
    let mut x = lab.apply(ops::NEG, &[given], &[]).unwrap();
    for _ in 0..1 + random.below(24) {
        let next = match random.below(if dims.len() > 1 { 7 } else { 6 }) {
            0 | 1 => {
                let op = random.pick(&unary);
                step(lab, op, x, |lab, x| lab.apply(op, &[x], &[]).unwrap())
            }
            2 => {
                let (op, side) = (random.pick(&binary), random.below(2) as u32);
                let bits = random.pick(&[0.1_f32, -1.5, 0.3, 10.0]).to_bits();
                step(lab, op, x, |lab, x| lab.apply(op, &[x], &[side, bits]).unwrap())
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
                let next = either_way(lab, random, &binary, [x, other]);
                if other != x && random.below(3) > 0 {
                    lab.dispose(other);
                }
                next
            }
        };
        match random.below(8) {
            // The program keeps this array, so a kernel must store it.
            0 => kept.push(x),
            1 => kept.push(then(lab, random.pick(&reductions), &[x], &[0, 0])),
            _ => lab.dispose(x),
        }
        x = next;
    }
    let axes = random.below(1 << dims.len()) as u32;
    kept.push(lab.apply(random.pick(&reductions), &[x], &[axes, random.below(2) as u32]).unwrap());
    if random.below(2) == 0 {
        kept.push(x);
    } else {
        lab.dispose(x);
    }
    kept
}

/// A binary operation of the two arrays, in either order.
fn either_way(lab: &mut Lab, random: &mut Random, binary: &[u8], [x, other]: [ArrayId; 2]) -> ArrayId {
    let (op, swapped) = (random.pick(binary), random.below(2) == 0);
    step(lab, op, x, |lab, x| lab.apply(op, &if swapped { [other, x] } else { [x, other] }, &[]).unwrap())
}

pub(crate) fn data(lab: &mut Lab, array: ArrayId) -> Vec<u32> {
    let bits = |value: &f32| if value.is_nan() { f32::NAN.to_bits() } else { value.to_bits() };
    block_on(lab.data(array)).unwrap().iter().map(bits).collect()
}

on_every_device! {
    fn random_chains_have_the_bits_of_eager_ones(kind: DeviceKind) {
        // A thread keeps 1024 chains, and fuses no further ones. A software GPU takes a while to compile a chain.
        let seeds = if matches!(kind, DeviceKind::WebGpu) { 25 } else { 100 };
        let [mut eager, mut lazy] = [Policy::default(), LAZY].map(|policy| lab(kind, policy));
        let (mut numbers, mut all) = (0, 0);
        for seed in 0..seeds {
            let (expected, got) = (run(&mut eager, seed), run(&mut lazy, seed));
            let differ = expected.iter().zip(&got).position(|(expected, got)| expected != got);
            assert_eq!((differ, got.len()), (None, expected.len()), "{kind:?}: seed {seed}");
            all += got.iter().map(Vec::len).sum::<usize>();
            numbers += got.iter().flatten().filter(|&&bits| f32::from_bits(bits).is_finite()).count();
        }
        // If most results were NaN or infinite, the comparison would prove little.
        assert!(2 * numbers > all, "{kind:?}: {numbers} of {all} are numbers");
    }
}
