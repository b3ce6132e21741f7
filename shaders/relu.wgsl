fn apply(x: vec4f) -> vec4f {
    return max(x, vec4f(0.0));
}
