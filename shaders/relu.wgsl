// By its sign alone: what is no number stays so, although WGSL lets devices take it that there is none such.
fn apply(x: vec4f) -> vec4f {
    return select(x, vec4f(0.0), bitcast<vec4u>(x) - vec4u(0x80000000u) <= vec4u(0x7f800000u));
}
