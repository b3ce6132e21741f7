// By its bits, so that NaN is a mask that is not 0, as in NumPy.
fn apply(a: vec4f, b: vec4f) -> vec4f {
    let kept = (bitcast<vec4u>(b) & vec4u(0x7fffffffu)) != vec4u(0u);
    // Chosen as bits too: a compiler may take -0 and 0 for the same constant.
    return bitcast<vec4f>(select(vec4u(0x80000000u), bitcast<vec4u>(a), kept));
}
