//! The examined kernels: each operation's own variants, and the kernels of programs.

use crate::error::Result;
use crate::recorder::{Kernel, Kernels, Recorder};
use asynclab::backend::policy::Kernels as Choice;
use asynclab::backend::policy::Policy;
use asynclab::local::Lab;
use asynclab::op::{Call, DeviceClass};
use asynclab::ops;
use asynclab::shape::Shape;
use asynclab::trace::clock::NativeClock;
use asynclab::wire::ArrayId;
use futures_channel::mpsc::unbounded;
use pollster::block_on;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Every variant of every operation, each text once: operations share some texts.
pub(crate) fn variants() -> Vec<Kernel> {
    let mut texts = BTreeMap::new();
    for operation in ops::ALL {
        for variant in operation.variants() {
            let wgsl = operation.wgsl(variant).into_owned();
            texts.entry(wgsl).or_insert_with(|| format!("{} {variant}", operation.name()));
        }
    }
    let mut kernels: Vec<Kernel> =
        texts.into_iter().map(|(wgsl, name)| Kernel { name, wgsl, trips: 1, dispatched: 0 }).collect();
    kernels.sort_by(|one, other| one.name.cmp(&other.name));
    kernels
}

/// A program of two matrices of n × n and a row of n. Its result is waited for.
type Program = fn(&mut Lab, [ArrayId; 3]) -> asynclab::error::Result<ArrayId>;

struct Case {
    name: &'static str,
    lazy: bool,
    /// The kernel of products, where it is not the engine's first choice.
    product: Option<&'static str>,
    n: u32,
    /// Rounds of the innermost loop in each round of the loop around it.
    trips: usize,
    program: Program,
}

const fn eager(name: &'static str, program: Program) -> Case {
    Case { name, lazy: false, product: None, n: 4096, trips: 1, program }
}

const fn fused(name: &'static str, program: Program) -> Case {
    Case { name, lazy: true, product: None, n: 4096, trips: 1, program }
}

/// A product of 1024³, whose number of waves the model needs. Larger products have the same kernel.
const fn product(name: &'static str, kernel: &'static str, trips: usize) -> Case {
    let program: Program = |lab, [a, b, _]| lab.apply(ops::MATMUL, &[a, b], &[0, 0]);
    Case { name, lazy: false, product: Some(kernel), n: 1024, trips, program }
}

const fn layer(name: &'static str, kernel: &'static str, trips: usize) -> Case {
    Case { lazy: true, program: bias_and_relu, ..product(name, kernel, trips) }
}

fn bias_and_relu(lab: &mut Lab, [a, b, row]: [ArrayId; 3]) -> asynclab::error::Result<ArrayId> {
    let c = lab.apply(ops::MATMUL, &[a, b], &[0, 0])?;
    let d = lab.apply(ops::ADD, &[c, row], &[])?;
    lab.dispose(c);
    let e = lab.apply(ops::RELU, &[d], &[])?;
    lab.dispose(d);
    Ok(e)
}

/// An operation with a number on the right.
fn with(lab: &mut Lab, op: u8, x: ArrayId, number: f32) -> asynclab::error::Result<ArrayId> {
    let result = lab.apply(op, &[x], &[1, number.to_bits()])?;
    lab.dispose(x);
    Ok(result)
}

fn chain(lab: &mut Lab, x: ArrayId) -> asynclab::error::Result<ArrayId> {
    let y = lab.apply(ops::SUB, &[x], &[1, 1.0_f32.to_bits()])?;
    let y = with(lab, ops::MUL, y, 2.0)?;
    with(lab, ops::ADD, y, 3.0)
}

const CASES: &[Case] = &[
    product("product, registers 8×8", "registers 8×8", 1),
    product("product, registers 4×4", "registers 4×4", 1),
    product("product, shared 8×8", "shared 8×8", 4),
    product("product, shared 4×4", "shared 4×4", 1),
    eager("add", |lab, [a, b, _]| lab.apply(ops::ADD, &[a, b], &[])),
    eager("add a number", |lab, [a, ..]| lab.apply(ops::ADD, &[a], &[1, 1.0_f32.to_bits()])),
    eager("add a row", |lab, [a, _, row]| lab.apply(ops::ADD, &[a, row], &[])),
    eager("exp", |lab, [a, ..]| lab.apply(ops::EXP, &[a], &[])),
    eager("relu", |lab, [a, ..]| lab.apply(ops::RELU, &[a], &[])),
    eager("transpose", |lab, [a, ..]| lab.apply(ops::TRANSPOSE, &[a], &[1, 0])),
    eager("sum of all", |lab, [a, ..]| lab.apply(ops::SUM, &[a], &[3, 0])),
    eager("sum along rows", |lab, [a, ..]| lab.apply(ops::SUM, &[a], &[2, 0])),
    eager("sum over columns", |lab, [a, ..]| lab.apply(ops::SUM, &[a], &[1, 0])),
    eager("max of all", |lab, [a, ..]| lab.apply(ops::MAX, &[a], &[3, 0])),
    eager("uniform", |lab, _| lab.apply(ops::UNIFORM, &[], &[1, 2, 0, 1.0_f32.to_bits(), 4096, 4096])),
    eager("normal", |lab, _| lab.apply(ops::NORMAL, &[], &[1, 2, 0, 1.0_f32.to_bits(), 4096, 4096])),
    fused("chain of 3", |lab, [a, ..]| chain(lab, a)),
    fused("chain of 3 and its sum", |lab, [a, ..]| {
        let y = chain(lab, a)?;
        let sum = lab.apply(ops::SUM, &[y], &[3, 0])?;
        lab.dispose(y);
        Ok(sum)
    }),
    layer("product, bias and relu, registers 8×8", "registers 8×8", 1),
    layer("product, bias and relu, registers 4×4", "registers 4×4", 1),
    layer("product, bias and relu, shared 8×8", "shared 8×8", 4),
];

/// Whether the engine chooses the kernel of this name by itself on devices of a class; for products, at 512³ or at 4096³.
pub(crate) fn is_default(name: &str, class: DeviceClass) -> bool {
    let case = name.split(", part ").next().unwrap_or(name);
    let ours = CASES.iter().find(|ours| ours.name == case);
    ours.is_some_and(|ours| ours.product.is_none_or(|kernel| products(class).any(|chosen| chosen == kernel)))
}

/// The first choices for a product of 512³ and for one of 4096³.
fn products(class: DeviceClass) -> impl Iterator<Item = &'static str> {
    let product = ops::ALL[usize::from(ops::MATMUL)];
    [512, 4096].into_iter().filter_map(move |n| {
        let shape = Shape::new(product.name(), &[n, n]).ok()?;
        let call = Call { inputs: &[shape, shape], attrs: &[0, 0], output: shape };
        product.kernels().get(product.kernel_for(class, &call)?).copied()
    })
}

/// The kernels of the programs, each named by its program. Of several dispatches, the first is the one of interest.
///
/// # Errors
/// A case that the engine rejects.
pub(crate) fn programs() -> Result<Vec<Kernel>> {
    let mut all = Vec::new();
    for case in CASES {
        let kernels = Kernels::default();
        let (events, incoming) = unbounded();
        let policy = Policy { lazy: case.lazy, kernels: Choice::Fixed, ..Policy::default() };
        let recorder = Recorder { events, kernels: kernels.clone() };
        let mut lab = Lab::with_device(Box::new(recorder), Rc::new(NativeClock::default()), incoming, policy)?;
        let zeros = |lab: &mut Lab, dims: &[u32]| lab.apply(ops::FULL, &[], &[&[0], dims].concat());
        let n = case.n;
        let given = [zeros(&mut lab, &[n, n])?, zeros(&mut lab, &[n, n])?, zeros(&mut lab, &[n])?];
        block_on(lab.wait_all())?;
        kernels.borrow_mut().clear();
        if let Some(kernel) = case.product {
            lab.pin(&format!("matmul 1×{n}×{n}×{n}"), kernel)?;
        }
        let result = (case.program)(&mut lab, given)?;
        block_on(lab.wait_to_read(result))?;
        let recorded = kernels.borrow();
        for (index, kernel) in recorded.iter().enumerate() {
            let name = if index == 0 { case.name.to_owned() } else { format!("{}, part {}", case.name, index + 1) };
            all.push(Kernel { name, trips: case.trips, ..kernel.clone() });
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_follow_the_engine() {
        let chosen = |class| {
            let names = CASES.iter().map(|case| case.name).filter(|name| name.starts_with("product"));
            names.filter(|name| is_default(name, class)).collect::<Vec<_>>()
        };
        let small = ["product, registers 4×4", "product, bias and relu, registers 4×4"];
        assert_eq!(chosen(DeviceClass::FewRegisters), small);
        assert_eq!(
            chosen(DeviceClass::Gcn),
            ["product, shared 8×8", "product, shared 4×4", "product, bias and relu, shared 8×8"]
        );
        assert!(is_default("sum of all, part 2", DeviceClass::Gpu));
        assert!(!is_default("TensorFlow.js: add", DeviceClass::Gpu));
    }
}
