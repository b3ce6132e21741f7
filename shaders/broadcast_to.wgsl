fn value(at: vec2u) -> vec4f {
    return x(at.x);
}

