// WGSL leaves open what it is of infinity and of NaN: both are known by their bits.
fn apply(x: vec4f) -> vec4f {
    let bits = bitcast<vec4u>(x);
    let known = select(x, vec4f(0.0), bits == vec4u(0xff800000u));
    return select(exp(x), known, (bits & vec4u(0x7fffffffu)) >= vec4u(0x7f800000u));
}
