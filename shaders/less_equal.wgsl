// Neither is NaN, which stands in no order; WGSL lets devices take it that there is none.
fn apply(a: vec4f, b: vec4f) -> vec4f {
    let size = max(bitcast<vec4u>(a) & vec4u(0x7fffffffu), bitcast<vec4u>(b) & vec4u(0x7fffffffu));
    return select(vec4f(0.0), vec4f(1.0), (a <= b) & (size <= vec4u(0x7f800000u)));
}
