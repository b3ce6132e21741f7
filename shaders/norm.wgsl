// Squares of float32 overflow from 2e19 on, and are scaled where their sum comes near that.
const SCALED = true;

fn map(x: vec4f) -> vec4f {
    let scaled = scale * x;
    return scaled * scaled;
}

// A sum of scaled squares is negative.
fn combine(a: vec4f, b: vec4f) -> vec4f {
    let large = (bitcast<vec4u>(a) | bitcast<vec4u>(b)) >= vec4u(0x80000000u);
    return select(a + b, as_large(a) + as_large(b), large);
}

// Times -2^-162, unless it is a sum of scaled ones: by the exponent, since no float32 is as small a factor. NaN stays.
fn as_large(x: vec4f) -> vec4f {
    let bits = bitcast<vec4u>(x);
    let scaled = bitcast<vec4f>((bits - vec4u(0x51000000u)) | vec4u(0x80000000u));
    let small = select(vec4f(0.0), scaled, bits >= vec4u(0x51800000u));
    return select(small, x, bits >= vec4u(0x7f800000u));
}

fn finish(total: vec4f, count: f32) -> vec4f {
    let root = sqrt(abs(total));
    return select(root, root * 0x1p81, total < vec4f(0.0));
}
