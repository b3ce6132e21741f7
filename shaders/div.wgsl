// WGSL promises nothing for a divisor above 2¹²⁶, and NVIDIA's driver gives zero; a quarter of both has the same quotient.
fn apply(a: vec4f, b: vec4f) -> vec4f {
    let scale = select(vec4f(1.0), vec4f(0.25), abs(b) > vec4f(0x1p126));
    return a * scale / (b * scale);
}
