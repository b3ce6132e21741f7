fn apply(x: vec4f) -> vec4f {
    let bits = bitcast<vec4u>(x);
    let e = select(exp(-abs(x)), vec4f(0.0), abs(x) > vec4f(100.0));
    let value = select(vec4f(1.0), e, x < vec4f(0.0)) / (1.0 + e);
    return select(value, x, (bits & vec4u(0x7fffffffu)) > vec4u(0x7f800000u));
}
