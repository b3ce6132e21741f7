//! Elementwise operations one after another as one operation, whose intermediate results are in no array. Each is computed
//! by the operation's own formula, and rounded as if it had been stored, so the result is that of the operations apart.

use super::arrays::{named, vectors};
use super::map::{self, Body};
use crate::error::{Error, Result};
use crate::op::{Call, Limits, MAX_ATTRS, Opcode, Operation, Plan};
use crate::ops;
use crate::shape::Shape;
use arrayvec::ArrayVec;
use std::borrow::Cow;
use std::cell::RefCell;

/// What devices know such operations by; the kernel's variant tells which one it is.
pub(crate) const OPCODE: Opcode = Opcode::MAX;
/// Most operations in one: compilers take more than linear time.
pub(crate) const MOST_STEPS: usize = 64;
/// Most different ones. Each keeps a kernel; a program that goes on making new ones must not grow without bound.
const MOST_CHAINS: usize = 1024;
/// Elements that a CPU computes at a time, so that what is between the steps stays in its cache.
const BLOCK: usize = 512;
/// The right operand of an operation that has none.
pub(crate) const NONE: u32 = 0xff;

/// What is computed, apart from sizes and values. Operands are numbered: the inputs, then the numbers, then the results of
/// the steps.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Chain {
    /// How many inputs there are.
    pub(crate) inputs: usize,
    /// How many numbers there are.
    pub(crate) numbers: usize,
    /// Of each input a bit, whether its only element stands for all of the output's.
    pub(crate) single: u32,
    /// Of each step [the opcode, the left and the right operand](step). The last one's result is the output.
    pub(crate) steps: Vec<u32>,
}

impl Chain {
    fn is_single(&self, input: usize) -> bool {
        self.single >> input & 1 == 1
    }
}

/// A step as a word.
pub(crate) fn step(opcode: Opcode, [left, right]: [u32; 2]) -> u32 {
    u32::from(opcode) << 16 | left << 8 | right
}

fn name(start: &str, number: u32) -> String {
    format!("{start}{number}")
}

/// Opcode and operands of a step.
fn parts(step: u32) -> (usize, [u32; 2]) {
    ((step >> 16) as usize, [step >> 8 & 0xff, step & 0xff])
}

/// A chain as an operation. Inputs have the output's elements, or one; attributes are the numbers in the chain, as bits.
pub(crate) struct Fused {
    id: u32,
    chain: Chain,
}

thread_local! {
    /// Kept for good, as operations are: a program repeats the few chains that it has.
    static KNOWN: RefCell<Vec<&'static Fused>> = const { RefCell::new(Vec::new()) };
}

/// Whether no more should be made.
pub(crate) fn too_many() -> bool {
    KNOWN.with_borrow(Vec::len) >= MOST_CHAINS
}

/// The operation of a chain.
pub(crate) fn operation(chain: Chain) -> &'static Fused {
    KNOWN.with_borrow_mut(|known| {
        if let Some(fused) = known.iter().find(|fused| fused.chain == chain) {
            return *fused;
        }
        let fused: &'static Fused = Box::leak(Box::new(Fused { id: known.len() as u32, chain }));
        known.push(fused);
        fused
    })
}

impl Operation for Fused {
    fn name(&self) -> &'static str {
        "fused"
    }

    fn infer(&self, _: &[Shape], _: &[u32]) -> Result<Shape> {
        Err(Error::BadStream { at: 0, problem: "operation, which no stream can name" })
    }

    fn reference(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        let mut results = vec![0.0; self.chain.steps.len() * BLOCK];
        for (at, out) in (0..).step_by(BLOCK).zip(output.chunks_mut(BLOCK)) {
            self.block(call.attrs, inputs, at, &mut results, out.len());
            let last = results.len() - BLOCK;
            out.copy_from_slice(&results[last..last + out.len()]);
        }
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        let mut params = ArrayVec::<u32, { MAX_ATTRS + 3 }>::from_iter([0; 3]);
        params.extend(call.attrs.iter().copied());
        map::plan(self.chain.inputs, call.output.elements(), self.id, &params, limits)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        let Chain { inputs, numbers, steps, .. } = &self.chain;
        let mut text = wgsl!("../../../shaders/lib/fused.wgsl").to_owned();
        let mut body = "fn value(i: u32) -> vec4f {\n".to_owned();
        let mut operands = 0;
        let mut put = |parts: &[&str]| {
            body += &["let ", &name("v", operands), " = ", &parts.concat(), ";\n"].concat();
            operands += 1;
        };
        for input in 0..*inputs {
            let array = name("a", input as u32);
            text += &vectors(&array, 2 + input as u32);
            put(&[&array, if self.chain.is_single(input) { "[0].xxxx" } else { "[i]" }]);
        }
        // By constants: an index that is computed would have a compiler copy them all.
        for number in 0..*numbers as u32 {
            put(&[&name("vec4f(params.numbers[", number / 4), &name("][", number % 4), "])"]);
        }
        let mut declared = 0_u64;
        for (opcode, [left, right]) in steps.iter().map(|&step| parts(step)) {
            let function = name("f", opcode as u32);
            if declared >> opcode & 1 == 0 {
                declared |= 1 << opcode;
                text += &named(ops::ALL[opcode].formula().unwrap_or_default(), "apply", &function);
            }
            let right = if right == NONE { String::new() } else { name(", v", right) };
            put(&["stored(", &function, &name("(v", left), &right, "))"]);
        }
        body += &[&name("return v", operands - 1), ";\n}\n"].concat();
        map::wgsl(variant, Body::Heavy, &[&text, &body]).into()
    }

    fn variants(&self) -> Vec<u32> {
        map::variants([self.id])
    }
}

impl Fused {
    /// The results of every step for `count` elements from `at` on, [`BLOCK`] apart.
    fn block(&self, numbers: &[u32], inputs: &[&[f32]], at: usize, results: &mut [f32], count: usize) {
        let [whole, one] = [count, 1].map(|elements| Shape::new("fused", &[elements as u32]).unwrap_or_default());
        let first = inputs.len() + numbers.len();
        for (step, &word) in self.chain.steps.iter().enumerate() {
            let (opcode, operands) = parts(word);
            let (before, rest) = results.split_at_mut(step * BLOCK);
            let (mut shapes, mut values, mut arrays) = ([whole; 2], [&[][..]; 2], 0);
            let (mut number, mut attrs) = ([0; 2], 0);
            for side in 0..1 + usize::from(operands[1] != NONE) {
                let operand = operands[side] as usize;
                if let Some(bits) = operand.checked_sub(inputs.len()).and_then(|number| numbers.get(number)) {
                    (number, attrs) = ([side as u32, *bits], 2);
                    continue;
                }
                values[arrays] = if operand >= first {
                    &before[(operand - first) * BLOCK..][..count]
                } else if self.chain.is_single(operand) {
                    shapes[arrays] = one;
                    inputs[operand]
                } else {
                    &inputs[operand][at..at + count]
                };
                arrays += 1;
            }
            let call = Call { inputs: &shapes[..arrays], attrs: &number[..attrs], output: whole };
            ops::ALL[opcode].reference(&call, &values[..arrays], &mut rest[..count]);
        }
    }
}
