fn apply(x: vec4f) -> vec4f {
    return apply_sine(x, 0u);
}

