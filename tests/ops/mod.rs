//! Every operation by itself: the reference against an independent formula, the shape rule with each of its errors,
//! and the plan against the kernel that it names. There is one file for each operation. This file has their shared code.

use asynclab::op::{Call, Limits, Operation, Plan, Slot};
use asynclab::ops;
use asynclab::shape::Shape;
use naga::{AddressSpace, TypeInner};
use proptest::collection::vec;
use proptest::prelude::*;

mod lib {
    pub(crate) mod angle;
    pub(crate) mod binary;
    pub(crate) mod constant;
    pub(crate) mod reduce;
    pub(crate) mod statistics;
    pub(crate) mod unary;
}

macro_rules! modules {
    ($($opcode:ident = $module:ident),* $(,)?) => { $(mod $module;)* };
}

asynclab::for_each_operation!(modules);

const LIMITS: Limits = Limits { array_bytes: 1 << 30, workgroups: 65_535, temporaries: 0 };

/// An array of a test.
#[derive(Debug, Clone, PartialEq)]
struct Array {
    dims: Vec<u32>,
    data: Vec<f32>,
}

/// An array of the given values.
fn array(dims: &[u32], data: &[f32]) -> Array {
    assert_eq!(elements(dims), data.len());
    Array { dims: dims.to_vec(), data: data.to_vec() }
}

/// An array of small whole numbers, with which sums and products are exact in any order.
fn whole(dims: &[u32]) -> Array {
    let data = (0..elements(dims)).map(|i| (i * 7919 % 17) as f32 - 8.0).collect();
    Array { dims: dims.to_vec(), data }
}

fn elements(dims: &[u32]) -> usize {
    dims.iter().map(|&dim| dim as usize).product()
}

/// The coordinates of element `i`, outermost first.
fn coordinates(dims: &[u32], mut i: usize) -> Vec<usize> {
    let mut result: Vec<usize> = dims
        .iter()
        .rev()
        .map(|&dim| {
            let coordinate = i % dim as usize;
            i /= dim as usize;
            coordinate
        })
        .collect();
    result.reverse();
    result
}

impl Array {
    /// The element at the coordinates, as NumPy broadcasts: leading coordinates without an axis are ignored, and axes of
    /// one element repeat it.
    fn at(&self, coordinates: &[usize]) -> f32 {
        let own = &coordinates[coordinates.len() - self.dims.len()..];
        let index = self.dims.iter().zip(own).fold(0, |i, (&dim, &c)| i * dim as usize + c.min(dim as usize - 1));
        self.data[index]
    }
}

fn shapes(inputs: &[&Array]) -> Vec<Shape> {
    inputs.iter().map(|input| Shape::new("test", &input.dims).unwrap()).collect()
}

/// The reference's result. Checks that the reference writes every element and that the plan fits its kernel.
fn evaluate(opcode: u8, inputs: &[&Array], attrs: &[u32]) -> Array {
    let operation = ops::by_opcode(opcode).unwrap();
    let shapes = shapes(inputs);
    let output = operation.infer(&shapes, attrs).unwrap_or_else(|error| panic!("{error}"));
    let call = Call { inputs: &shapes, attrs, output };
    // A signalling pattern that no operation computes.
    const UNWRITTEN: u32 = 0x7fab_cdef;
    let mut data = vec![f32::from_bits(UNWRITTEN); output.elements()];
    let values: Vec<&[f32]> = inputs.iter().map(|input| input.data.as_slice()).collect();
    operation.reference(&call, &values, &mut data);
    assert!(data.iter().all(|x| x.to_bits() != UNWRITTEN), "{}: elements were not written", operation.name());
    if output.elements() > 0 {
        let plan = operation.plan(&call, &LIMITS);
        check_plan(operation, &plan, &call);
        let folded = operation.plan(&call, &Limits { workgroups: 200, ..LIMITS });
        for (wide, folded) in plan.dispatches.iter().zip(&folded.dispatches) {
            let count = |grid: [u32; 3]| grid.iter().product::<u32>();
            assert!(folded.workgroups[0] <= 200 && count(folded.workgroups) >= count(wide.workgroups));
        }
    }
    let work = operation.work(&call);
    assert!(work.flops >= 0.0 && (operation.is_view() || work.bytes >= output.bytes() as f64));
    Array { dims: output.dims().to_vec(), data }
}

/// The code and the message of the shape rule's error.
fn rejected(opcode: u8, inputs: &[&[u32]], attrs: &[u32]) -> (&'static str, String) {
    let operation = ops::by_opcode(opcode).unwrap();
    let shapes: Vec<Shape> = inputs.iter().map(|dims| Shape::new("test", dims).unwrap()).collect();
    let error = operation.infer(&shapes, attrs).expect_err("the shape rule accepts this");
    assert!(error.to_string().starts_with(operation.name()), "does not name the operation: {error}");
    (error.code(), error.to_string())
}

/// Asserts that the bindings, the uniform and the grid of each dispatch are those that its kernel declares.
fn check_plan(operation: &dyn Operation, plan: &Plan, call: &Call<'_>) {
    let place = format!("{} of {:?} {:?}", operation.name(), call.inputs, call.attrs);
    let variants = operation.variants();
    for dispatch in &plan.dispatches {
        assert!(variants.contains(&dispatch.variant), "{place}: variant {} is not listed", dispatch.variant);
        assert!(dispatch.workgroups.iter().all(|&n| (1..=LIMITS.workgroups).contains(&n)), "{place}: grid");
        let empty = |&slot: &Slot| matches!(slot, Slot::Input(i) if call.inputs[i as usize].elements() == 0);
        assert!(!dispatch.read.iter().any(empty), "{place}: reads an array without elements");
        let module = naga::front::wgsl::parse_str(&operation.wgsl(dispatch.variant)).unwrap();
        let mut bindings = Vec::new();
        for (_, variable) in module.global_variables.iter() {
            let Some(binding) = variable.binding else { continue };
            assert_eq!(binding.group, 0);
            bindings.push(binding.binding);
            if variable.space == AddressSpace::Uniform {
                let TypeInner::Struct { span, members } = &module.types[variable.ty].inner else {
                    panic!("{place}: uniform")
                };
                // A fused chain's words come last. An operation alone has none.
                let chained = members.iter().find(|member| member.name.as_deref() == Some("words"));
                let words = chained.map_or(*span, |member| member.offset).div_ceil(4) as usize;
                assert!(dispatch.params.len() <= words, "{place}: more parameters than the kernel has");
                assert_eq!(dispatch.params.len().next_multiple_of(4), words.next_multiple_of(4), "{place}: parameters");
            }
        }
        bindings.sort_unstable();
        let expected: Vec<u32> = (0..2 + dispatch.read.len() as u32).collect();
        assert_eq!(bindings, expected, "{place}: bindings");
    }
}

/// Shapes of at most three dimensions, each of at most `most` elements. A few dimensions are 0.
fn dims(most: u32) -> impl Strategy<Value = Vec<u32>> {
    vec(prop_oneof![20 => 1..=most, 1 => Just(0)], 0..=3)
}

/// Random cases. Failing cases are printed, and not written to a file.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

/// Asserts that both sides agree within `tolerance`, relative to the larger of 1 and the expected value.
fn assert_close(got: &[f32], expected: impl IntoIterator<Item = f64>, tolerance: f64) {
    let expected: Vec<f64> = expected.into_iter().collect();
    assert_eq!(got.len(), expected.len());
    for (i, (&got, &expected)) in got.iter().zip(&expected).enumerate() {
        let same = f64::from(got) == expected || (got.is_nan() && expected.is_nan());
        let error = (f64::from(got) - expected).abs();
        assert!(same || error <= tolerance * expected.abs().max(1.0), "element {i} is {got}, expected {expected}");
    }
}
