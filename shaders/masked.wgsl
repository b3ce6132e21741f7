// By its bits, so that NaN is a mask that is not 0, as in NumPy.
fn apply(a: vec4f, b: vec4f) -> vec4f {
    return select(vec4f(bitcast<f32>(0x80000000u)), a, (bitcast<vec4u>(b) & vec4u(0x7fffffffu)) != vec4u(0u));
}
