fn value(i: u32) -> vec4f {
    return vec4f(0.0);
}
