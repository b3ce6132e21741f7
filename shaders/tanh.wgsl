fn apply(x: vec4f) -> vec4f {
    let x2 = x * x;
    let series = -1.0 / 3.0 + x2 * (2.0 / 15.0 + x2 * (-17.0 / 315.0 + x2 * (62.0 / 2835.0 - x2 * (1382.0 / 155925.0))));
    let e = exp(-2.0 * abs(x));
    let far = (1.0 - e) / (1.0 + e);
    let bits = bitcast<vec4u>(x);
    let size = bits & vec4u(0x7fffffffu);
    // From 10 on it is 1 in float32.
    let large = select(far, vec4f(1.0), abs(x) > vec4f(10.0));
    let signed = bitcast<vec4f>(bitcast<vec4u>(large) | (bits & vec4u(0x80000000u)));
    let value = select(signed, x * (1.0 + x2 * series), abs(x) < vec4f(0.3));
    return select(value, x, size > vec4u(0x7f800000u));
}
