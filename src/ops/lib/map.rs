//! Kernels that compute each element of the output by itself, four to a vector.

use crate::op::{Limits, Plan, fold_workgroups};

const TEMPLATE: &str = include_str!("../../../shaders/lib/map.wgsl");
const WORKGROUP: usize = 64;
/// Vectors that one invocation computes: one while invocations are few, several once they are plenty, since then
/// the cost of starting an invocation shows.
const EACH: [usize; 2] = [1, 8];
/// Vectors from which on an invocation computes several. 2¹⁴ invocations still fill a large GPU.
const MANY: usize = EACH[1] << 14;

/// Number of variants a map makes of each of its operation's own.
const VARIANTS: u32 = EACH.len() as u32;

/// A plan of one dispatch over `elements`. `variant` is the operation's own, `params` follow the number of vectors
/// in the uniform.
pub(crate) fn plan(
    inputs: usize,
    elements: usize,
    variant: u32,
    params: &[u32],
    limits: &Limits,
) -> Plan {
    let vectors = elements.div_ceil(4);
    let each = u32::from(vectors >= MANY);
    let workgroups = vectors.div_ceil(WORKGROUP * EACH[each as usize]) as u32;
    let mut plan = Plan::single(
        inputs,
        variant * VARIANTS + each,
        &[],
        fold_workgroups(workgroups, limits.workgroups),
    );
    let words = &mut plan.dispatches[0].params;
    words.push(vectors as u32);
    words.extend(params.iter().copied());
    plan
}

/// The WGSL around `parts`, which declare `params` (whose first word is `vectors`) and `fn value(i: u32) -> vec4f`,
/// elements 4i to 4i + 3 of the output.
pub(crate) fn wgsl(variant: u32, parts: &[&str]) -> String {
    let each = EACH[(variant % VARIANTS) as usize];
    let mut text = format!("const WORKGROUP = {WORKGROUP}u;\nconst EACH = {each}u;\n");
    for part in parts {
        text.push_str(part);
    }
    text + TEMPLATE
}

/// WGSL that declares `fn name(i: u32) -> vec4f` for an input of the output's shape.
pub(crate) fn dense(name: &str, binding: u32) -> String {
    let text = include_str!("../../../shaders/lib/dense.wgsl");
    text.replace("OPERAND", name).replace("BINDING", &binding.to_string())
}

/// The same for an input that is read through the strides of a view; [`views`] goes before it.
pub(crate) fn stretched(name: &str, binding: u32, view: u32) -> String {
    let text = include_str!("../../../shaders/lib/stretched.wgsl");
    text.replace("OPERAND", name)
        .replace("BINDING", &binding.to_string())
        .replace("VIEW", &format!("{view}u"))
}

/// WGSL that declares the parameters with `count` views. `whole_rows` says that rows (after merging axes) are
/// multiples of four, so that no vector crosses a row's end.
pub(crate) fn views(count: u32, whole_rows: bool) -> String {
    let text = include_str!("../../../shaders/lib/views.wgsl");
    format!("const VIEWS = {count};\nconst WHOLE_ROWS = {whole_rows};\n{text}")
}

/// The operation's own part of a variant.
pub(crate) fn own(variant: u32) -> u32 {
    variant / VARIANTS
}

/// Every variant of an operation that has those `own` ones.
pub(crate) fn variants(own: impl IntoIterator<Item = u32>) -> Vec<u32> {
    own.into_iter().flat_map(|own| (0..VARIANTS).map(move |each| own * VARIANTS + each)).collect()
}
