//! A fused kernel computes a chain of elementwise operations; no array holds the intermediate results. The chain may end in a
//! reduction, which then reads the chain's values instead of an array's elements, or begin with a matrix product, which then
//! stores the chain's values instead of its own.

use super::arrays::{self, named};
use super::chain::{Chain, Step};
use super::map::{self, Body};
use super::{matrix, reduce_plan};
use crate::error::{Error, Result};
use crate::op::{Call, DeviceClass, Kind, Limits, Opcode, Operation, Part, Plan, SMALL_TEMPORARY, Sample, Slot, Work};
use crate::ops;
use crate::shape::Shape;
use std::borrow::Cow;
use std::cell::RefCell;

/// All fused operations have this opcode; the [`Part`] of a dispatch distinguishes them.
pub(crate) const OPCODE: Opcode = Opcode::MAX;
/// Most operations in a kernel: compilers take more than linear time.
pub(crate) const MOST_STEPS: usize = 64;
/// The same with a reduction and with a product, whose kernels repeat the chain wherever they read or store.
pub(crate) const MOST_REDUCED_STEPS: usize = 16;
pub(crate) const MOST_STORED_STEPS: usize = 8;
/// Words for a chain in the uniform of a reduction or a product, besides its own two attributes.
pub(crate) const MOST_SHARED_WORDS: usize = 6;
/// The names in kernels for values of a chain that are computed once.
const ONE: &[&str] = &["v"];
/// Most different expressions. Each keeps a kernel; a program that makes ever new expressions must not take ever more memory.
const MOST_INTERNED: usize = 1024;

/// The computation of a fused operation: a chain, and its partner, which is a reduction that reads the chain's result or a product that computes its
/// first value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Expression {
    pub(crate) chain: Chain,
    pub(crate) partner: Option<Opcode>,
}

/// The operation that computes an expression. Inputs are the chain's arrays, then those of the partner; a reduction's input is given
/// by its shape alone. Attributes are the chain's words, then the partner's two.
#[derive(Debug)]
pub(crate) struct FusedOperation {
    /// Its index among [`INTERNED`].
    id: u32,
    expression: Expression,
}

thread_local! {
    /// One operation for each expression, kept for good, as operations are: a program repeats the few expressions that it has.
    static INTERNED: RefCell<Vec<&'static FusedOperation>> = const { RefCell::new(Vec::new()) };
}

/// Whether no more expressions should be made.
pub(crate) fn too_many() -> bool {
    INTERNED.with_borrow(Vec::len) >= MOST_INTERNED
}

impl Expression {
    /// The operation that computes it.
    pub(crate) fn interned(self) -> &'static FusedOperation {
        INTERNED.with_borrow_mut(|all| {
            if let Some(operation) = all.iter().find(|operation| operation.expression == self) {
                return *operation;
            }
            let operation = FusedOperation { id: all.len() as u32, expression: self };
            let operation: &'static FusedOperation = Box::leak(Box::new(operation));
            all.push(operation);
            operation
        })
    }
}

impl FusedOperation {
    fn partner(&self) -> Option<&'static dyn Operation> {
        self.expression.partner.and_then(ops::by_opcode)
    }

    fn product(&self) -> Option<&'static dyn Operation> {
        self.partner().filter(|partner| partner.kind() == Kind::Product)
    }

    fn reduction(&self) -> Option<&'static dyn Operation> {
        self.partner().filter(|partner| partner.kind() != Kind::Product)
    }

    /// The reduction of the chain's values. They are at the beginning of the temporary, and the reduction uses the rest.
    fn reduce(
        &self,
        reduction: &dyn Operation,
        call: &Call<'_>,
        inputs: &[&[f32]],
        output: &mut [f32],
        temporary: &mut [f32],
    ) {
        let part = self.part(call);
        let (values, further) = temporary.split_at_mut(part.inputs[0].elements());
        self.expression.chain.evaluate(call.attrs, inputs, values);
        reduction.reference_with(&part, &[values], output, further);
    }

    /// Arrays that the partner itself reads: a product's two operands. A reduction reads the chain.
    fn operands(&self) -> usize {
        if self.product().is_some() { 2 } else { 0 }
    }

    /// The partner's part of a call.
    fn part<'a>(&self, call: &Call<'a>) -> Call<'a> {
        let [inputs, attrs] = [call.inputs.len() - self.operands().max(1), call.attrs.len() - 2];
        Call { inputs: &call.inputs[inputs..], attrs: &call.attrs[attrs..], output: call.output }
    }

    /// The plan of the partner, or of a map, in which the first dispatch that computes something reads or stores the chain's values.
    fn with_chain(&self, mut plan: Plan, attrs: &[u32]) -> Plan {
        let arrays = self.expression.chain.reads.len() as u8;
        for (index, dispatch) in plan.dispatches.iter_mut().enumerate() {
            // The partner's inputs are the last ones.
            for slot in &mut dispatch.read {
                if let Slot::Input(input) = slot {
                    *input += arrays;
                }
            }
            if index != plan.first_computing {
                dispatch.part = self.expression.partner.map_or(Part::Whole, Part::Partner);
                continue;
            }
            dispatch.part = Part::Chain(self.id);
            dispatch.read.truncate(self.operands());
            (0..arrays).for_each(|read| dispatch.read.push(Slot::Input(read)));
            // There are at most as many as there is room for.
            _ = dispatch.params.try_extend_from_slice(attrs);
        }
        plan
    }
}

impl Operation for FusedOperation {
    fn name(&self) -> &'static str {
        "fused"
    }

    fn infer(&self, _: &[Shape], _: &[u32]) -> Result<Shape> {
        Err(Error::BadStream { problem: "operation, which no stream can name" })
    }

    fn work(&self, call: &Call<'_>) -> Work {
        let chain = &self.expression.chain;
        let mut work = Work { flops: 0.0, bytes: call.output.bytes() as f64 };
        let mut elements = call.output.elements();
        if let Some(partner) = self.partner() {
            let part = self.part(call);
            work = partner.work(&part);
            if self.reduction().is_some() {
                // No array holds the values that are reduced.
                elements = part.inputs[0].elements();
                work.bytes -= part.inputs[0].bytes() as f64;
            }
        }
        let steps = chain.steps.iter().filter(|step| !matches!(step, Step::Product)).count();
        work.flops += (steps * elements) as f64;
        work.bytes += call.inputs[..chain.reads.len()].iter().map(Shape::bytes).sum::<u64>() as f64;
        work
    }

    fn kernels(&self) -> &'static [&'static str] {
        self.product().map_or(&[], |product| product.kernels())
    }

    fn kernel_for(&self, machine: DeviceClass, call: &Call<'_>) -> Option<usize> {
        self.product()?.kernel_for(machine, &self.part(call))
    }

    fn sample(&self, call: &Call<'_>, flops: f64) -> Option<Sample> {
        self.product()?.sample(&self.part(call), flops)
    }

    fn reference(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        let chain = &self.expression.chain;
        let (arrays, operands) = inputs.split_at(chain.reads.len());
        if let Some(reduction) = self.reduction() {
            let part = self.part(call);
            let bytes = part.inputs[0].bytes() + reduction.temporary(&part);
            return self.reduce(reduction, call, inputs, output, &mut vec![0.0; bytes as usize / size_of::<f32>()]);
        }
        if let Some(product) = self.product() {
            product.reference(&self.part(call), operands, output);
        }
        chain.evaluate(call.attrs, arrays, output);
    }

    /// The values that are reduced, then the temporary of the reduction.
    fn temporary(&self, call: &Call<'_>) -> u64 {
        let Some(reduction) = self.reduction() else { return 0 };
        let part = self.part(call);
        let further = reduction.temporary(&part);
        if further > 0 || part.inputs[0].elements() > SMALL_TEMPORARY { part.inputs[0].bytes() + further } else { 0 }
    }

    fn reference_with(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32], temporary: &mut [f32]) {
        match self.reduction() {
            Some(reduction) if !temporary.is_empty() => self.reduce(reduction, call, inputs, output, temporary),
            _ => self.reference(call, inputs, output),
        }
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        let plan = match self.partner() {
            Some(partner) => partner.plan(&self.part(call), limits),
            None => map::plan(0, call.output.elements(), 0, &[0; 3], limits),
        };
        self.with_chain(plan, call.attrs)
    }

    fn plan_with(&self, kernel: usize, call: &Call<'_>, limits: &Limits) -> Plan {
        match self.product() {
            Some(product) => self.with_chain(product.plan_with(kernel, &self.part(call), limits), call.attrs),
            None => self.plan(call, limits),
        }
    }

    fn wgsl_of_part(&self, part: Part, variant: u32) -> Cow<'static, str> {
        match part {
            Part::Partner(opcode) => ops::ALL[opcode as usize].wgsl(variant),
            Part::Chain(_) | Part::Whole => self.wgsl(variant),
        }
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        let chain = &self.expression.chain;
        if let Some(shader) = self.product().and_then(|product| product.formula()) {
            let vectors = matrix::by_vectors(variant);
            let stored = chain.wgsl(shader!("lib/put_chained"), ONE, 4, vectors);
            let put = named(arrays::write(vectors), "put", "put_four");
            return matrix::wgsl_storing(variant, shader, &[stored, put].concat()).into();
        }
        match self.partner().and_then(|reduction| reduction.formula()) {
            Some(formula) => {
                let read = shader!("lib/read_chained");
                reduce_plan::wgsl_reading(variant, formula, &chain.wgsl(read, ONE, 2, reduce_plan::by_vectors(variant)))
            }
            None => {
                let (body, value, names) = if chain.is_narrow() && map::several(variant) {
                    (Body::Double, shader!("lib/fused_two"), &["v", "u"][..])
                } else {
                    (Body::Heavy, shader!("lib/fused_one"), ONE)
                };
                map::wgsl(variant, body, &[shader!("lib/fused"), &chain.wgsl(value, names, 2, true)])
            }
        }
        .into()
    }

    fn variants(&self) -> Vec<u32> {
        Vec::new()
    }
}
