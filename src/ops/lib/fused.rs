//! Elementwise operations one after another as one operation, whose intermediate results are in no array. Each is computed
//! by the operation's own formula, and rounded as if it had been stored, so the result is that of the operations apart.

use super::arrays::{named, vectors};
use super::map::{self, Body};
use crate::error::Result;
use crate::op::{Call, Kind, Limits, MAX_ATTRS, MAX_READS, Opcode, Operation, Plan, Work};
use crate::ops;
use crate::shape::Shape;
use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::RefCell;

/// What devices know such operations by; the kernel's variant tells which one it is.
pub(crate) const OPCODE: Opcode = Opcode::MAX;
/// Most operations in one: compilers take more than linear time.
pub(crate) const MOST_STEPS: usize = 64;
/// Most different ones. Each keeps a kernel; a program that goes on making new ones must not grow without bound.
const MOST_CHAINS: usize = 2048;
/// Elements that a CPU computes at a time, so that what is between the steps stays in its cache.
const BLOCK: usize = 512;

/// Where an operand of a step comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    /// From an earlier step.
    Step(u8),
    /// From an input.
    Array(u8),
    /// From the attributes.
    Number(u8),
}

/// One operation with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Step {
    pub(crate) opcode: Opcode,
    pub(crate) operands: ArrayVec<Source, 2>,
}

/// What is computed, apart from sizes and values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Chain {
    /// The last one's result is the output.
    pub(crate) steps: Vec<Step>,
    /// Of each input, whether its only element stands for all of the output's.
    pub(crate) single: ArrayVec<bool, MAX_READS>,
}

/// A chain as an operation. Inputs have the output's elements, or one; attributes are the numbers in the chain, as bits.
pub(crate) struct Fused {
    id: u32,
    chain: Chain,
}

thread_local! {
    /// Kept for good, as operations are: a program repeats the few chains that it has.
    static KNOWN: RefCell<FxHashMap<Chain, &'static Fused>> = RefCell::default();
}

/// Whether no more should be made.
pub(crate) fn too_many() -> bool {
    KNOWN.with_borrow(FxHashMap::len) >= MOST_CHAINS
}

/// The operation of a chain.
pub(crate) fn operation(chain: Chain) -> &'static Fused {
    KNOWN.with_borrow_mut(|known| {
        if let Some(fused) = known.get(&chain) {
            return *fused;
        }
        let id = known.len() as u32;
        let fused: &'static Fused = Box::leak(Box::new(Fused { id, chain: chain.clone() }));
        known.insert(chain, fused);
        fused
    })
}

impl Operation for Fused {
    fn name(&self) -> &'static str {
        "fused"
    }

    fn kind(&self) -> Kind {
        Kind::Other
    }

    fn infer(&self, inputs: &[Shape], _: &[u32]) -> Result<Shape> {
        let whole = inputs.iter().max_by_key(|shape| shape.elements());
        Ok(whole.copied().unwrap_or_default())
    }

    fn work(&self, call: &Call<'_>) -> Work {
        let bytes = call.inputs.iter().map(Shape::bytes).sum::<u64>() + call.output.bytes();
        Work { flops: (call.output.elements() * self.chain.steps.len()) as f64, bytes: bytes as f64 }
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
        map::plan(self.chain.single.len(), call.output.elements(), self.id, &params, limits)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        let Chain { steps, single } = &self.chain;
        let mut text = wgsl!("../../../shaders/lib/fused.wgsl").to_owned();
        for array in 0..single.len() {
            text += &vectors(&format!("a{array}"), 2 + array as u32);
        }
        let mut declared = Vec::new();
        for &Step { opcode, .. } in steps {
            if let (Some(formula), false) = (ops::ALL[opcode as usize].formula(), declared.contains(&opcode)) {
                text += &named(formula, "apply", &format!("f{opcode}"));
                declared.push(opcode);
            }
        }
        text += "fn value(i: u32) -> vec4f {\n";
        for (index, Step { opcode, operands }) in steps.iter().enumerate() {
            let operands = operands.iter().map(|operand| match *operand {
                Source::Step(step) => format!("s{step}"),
                Source::Array(array) if single[array as usize] => format!("a{array}[0].xxxx"),
                Source::Array(array) => format!("a{array}[i]"),
                Source::Number(number) => format!("vec4f(params.numbers[{}][{}])", number / 4, number % 4),
            });
            text += &format!("let s{index} = stored(f{opcode}({}));\n", operands.collect::<Vec<_>>().join(", "));
        }
        text += &format!("return s{};\n}}\n", steps.len() - 1);
        map::wgsl(variant, Body::Heavy, &[&text]).into()
    }

    fn variants(&self) -> Vec<u32> {
        map::variants([self.id])
    }
}

impl Fused {
    /// The results of every step for `count` elements from `at` on, [`BLOCK`] apart.
    fn block(&self, numbers: &[u32], inputs: &[&[f32]], at: usize, results: &mut [f32], count: usize) {
        let dims = [count as u32];
        let (Ok(whole), Ok(one)) = (Shape::new("fused", &dims), Shape::new("fused", &[1])) else { return };
        for (index, Step { opcode, operands }) in self.chain.steps.iter().enumerate() {
            let (before, rest) = results.split_at_mut(index * BLOCK);
            let (mut shapes, mut values) = (ArrayVec::<Shape, 2>::new(), ArrayVec::<&[f32], 2>::new());
            let mut attrs = ArrayVec::<u32, 2>::new();
            for (side, operand) in operands.iter().enumerate() {
                let (shape, value) = match *operand {
                    Source::Number(number) => {
                        attrs.extend([side as u32, numbers[number as usize]]);
                        continue;
                    }
                    Source::Step(step) => (whole, &before[step as usize * BLOCK..][..count]),
                    Source::Array(array) if self.chain.single[array as usize] => (one, &inputs[array as usize][..1]),
                    Source::Array(array) => (whole, &inputs[array as usize][at..at + count]),
                };
                shapes.push(shape);
                values.push(value);
            }
            let call = Call { inputs: &shapes, attrs: &attrs, output: whole };
            ops::ALL[*opcode as usize].reference(&call, &values, &mut rest[..count]);
        }
    }
}
