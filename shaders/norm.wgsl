// Squares of float32 overflow from 2e19 on. So those of numbers from 2^38 on are of 2^-81 times the number, and added up with a
// negative sign, which tells them apart. Powers of two round nothing.
fn map(x: vec4f) -> vec4f {
    let large = x * 4.1359030627651384e-25;
    return select(x * x, -(large * large), abs(x) >= vec4f(274877906944.0));
}

fn combine(a: vec4f, b: vec4f) -> vec4f {
    let large = (bitcast<vec4u>(a) | bitcast<vec4u>(b)) >= vec4u(0x80000000u);
    return select(a + b, as_large(a) + as_large(b), large);
}

// Times -2^-162, unless it is a sum of large ones: by the exponent, since no float32 is as small a factor. NaN stays.
fn as_large(x: vec4f) -> vec4f {
    let bits = bitcast<vec4u>(x);
    let scaled = bitcast<vec4f>((bits - vec4u(0x51000000u)) | vec4u(0x80000000u));
    let small = select(vec4f(0.0), scaled, bits >= vec4u(0x51800000u));
    return select(small, x, bits >= vec4u(0x7f800000u));
}

fn finish(total: vec4f, count: f32) -> vec4f {
    let root = sqrt(abs(total));
    return select(root, root * 2.4178516392292583e24, total < vec4f(0.0));
}
