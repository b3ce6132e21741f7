fn apply(a: vec4f, b: vec4f) -> vec4f {
    return a + b;
}
