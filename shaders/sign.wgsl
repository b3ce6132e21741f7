fn apply(x: vec4f) -> vec4f {
    return select(sign(x), x, (bitcast<vec4u>(x) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u));
}
