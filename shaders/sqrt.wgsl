fn apply(x: vec4f) -> vec4f {
    return sqrt(x);
}
