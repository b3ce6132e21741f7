// 0 where b is 0 or has a sign, unless it is NaN.
fn apply(a: vec4f, b: vec4f) -> vec4f {
    let bits = bitcast<vec4u>(b);
    return select(a, vec4f(0.0), (bits == vec4u(0u)) | (bits - vec4u(0x80000000u) <= vec4u(0x7f800000u)));
}
