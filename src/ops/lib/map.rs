//! Kernels that compute each element of the output by itself, four to a vector.

use crate::op::{Limits, Plan, fold_workgroups};

/// WGSL of the parameters of a kernel that needs no more than a scalar.
pub(crate) const PARAMS: &str = shader!("lib/params");
const WORKGROUP: usize = 64;
/// Vectors that one invocation computes once there are many of them, since the cost of starting an invocation shows then (on SwiftShader it is half
/// of the whole from 10⁴ elements on); else it computes one. `map.wgsl` writes out the code for each.
const EACH: usize = 8;
/// Vectors from which on an invocation computes several.
const MANY: usize = 1 << 11;

/// The amount of code in `value`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    /// A few instructions: the kernel repeats them instead of running a loop.
    Light,
    /// So many instructions that repeating them would only slow down the compiler.
    Heavy,
    /// As many instructions, for two vectors at once: instead of `value` there are STEP and `fn put(i: u32)`, which stores vectors i and, if there is
    /// one, i + WORKGROUP. For variants with [`several`] only.
    Double,
}

/// Number of variants of a map for each variant of its operation.
pub(crate) const VARIANTS: u32 = 2;

/// A plan of one dispatch over `elements`. `variant` is the operation's own, `params` follow the number of vectors
/// in the uniform.
pub(crate) fn plan(inputs: usize, elements: usize, variant: u32, params: &[u32], limits: &Limits) -> Plan {
    let vectors = elements.div_ceil(4);
    let several = vectors >= MANY;
    let workgroups = vectors.div_ceil(WORKGROUP * if several { EACH } else { 1 }) as u32;
    let variant = variant * VARIANTS + u32::from(several);
    let mut plan = Plan::single(inputs, variant, &[], fold_workgroups(workgroups, limits.workgroups));
    let words = &mut plan.dispatches[0].params;
    words.push(vectors as u32);
    words.extend(params.iter().copied());
    plan
}

/// The WGSL around `parts`, which declare `params` (whose first word is `vectors`) and `fn value(i: u32) -> vec4f`,
/// elements 4i to 4i + 3 of the output.
pub(crate) fn wgsl(variant: u32, body: Body, parts: &[&str]) -> String {
    let put = if body == Body::Double { "" } else { shader!("lib/map_value") };
    let main = if several(variant) { shader!("lib/map") } else { shader!("lib/map_one") };
    let unrolled = body == Body::Light;
    format!("const WORKGROUP = {WORKGROUP}u;\nconst UNROLLED = {unrolled};\n") + &parts.concat() + put + main
}

/// Whether an invocation of a variant computes several vectors.
pub(crate) fn several(variant: u32) -> bool {
    !variant.is_multiple_of(VARIANTS)
}

/// The operation's own part of a variant.
pub(crate) fn own(variant: u32) -> u32 {
    variant / VARIANTS
}

/// Every variant of an operation with these `own` variants.
pub(crate) fn variants(own: impl IntoIterator<Item = u32>) -> Vec<u32> {
    own.into_iter().flat_map(|own| (0..VARIANTS).map(move |each| own * VARIANTS + each)).collect()
}
