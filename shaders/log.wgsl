// WGSL leaves open what the logarithm is of 0, of less, of infinity and of NaN, and adapters differ. Neither constant can
// be written in it, so both are made of the argument's bits.
//
// Near 1 WGSL bounds the absolute error alone, by 2⁻²¹. The series of log((1 + s) / (1 - s)) has a small relative error.
fn apply(x: vec4f) -> vec4f {
    let s = (x - 1.0) / (x + 1.0);
    let s2 = s * s;
    let series = 2.0 * s * (1.0 + s2 * (1.0 / 3.0 + s2 * (1.0 / 5.0 + s2 * (1.0 / 7.0))));
    let value = select(log(x), series, abs(x - 1.0) < vec4f(0.2));
    let bits = bitcast<vec4u>(x);
    let size = bits & vec4u(0x7fffffffu);
    let infinite = size == vec4u(0x7f800000u);
    let negative_infinity = bitcast<vec4f>(bits | vec4u(0xff800000u));
    let nan = bitcast<vec4f>(bits | vec4u(0x7fc00000u));
    let defined = select(select(value, x, infinite), negative_infinity, size == vec4u(0u));
    return select(defined, nan, (bits > vec4u(0x80000000u)) | (size > vec4u(0x7f800000u)));
}
