fn OPERAND(i: u32) -> vec4f {
    return vec4f(params.scalar);
}
