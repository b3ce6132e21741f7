fn apply(x: vec4f) -> vec4f {
    return floor(x);
}
