fn apply(a: vec4f, b: vec4f) -> vec4f {
    return select(vec4f(0.0), a, b > vec4f(0.0));
}
