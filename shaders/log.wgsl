// WGSL leaves open what the logarithm is of 0, of less, of infinity and of NaN, and adapters differ. Neither constant can
// be written in it, so both are made of the argument's bits.
fn apply(x: vec4f) -> vec4f {
    let bits = bitcast<vec4u>(x);
    let size = bits & vec4u(0x7fffffffu);
    let infinite = size == vec4u(0x7f800000u);
    let negative_infinity = bitcast<vec4f>(bits | vec4u(0xff800000u));
    let nan = bitcast<vec4f>(bits | vec4u(0x7fc00000u));
    let defined = select(select(log(x), x, infinite), negative_infinity, size == vec4u(0u));
    return select(defined, nan, (bits > vec4u(0x80000000u)) | (size > vec4u(0x7f800000u)));
}
