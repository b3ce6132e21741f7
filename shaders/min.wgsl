const SCALED = false;

fn map(x: vec4f) -> vec4f {
    return x;
}

// A sum is NaN where one of both is.
fn combine(a: vec4f, b: vec4f) -> vec4f {
    let size = max(bitcast<vec4u>(a) & vec4u(0x7fffffffu), bitcast<vec4u>(b) & vec4u(0x7fffffffu));
    return select(min(a, b), a + b, size > vec4u(0x7f800000u));
}

fn finish(total: vec4f, count: f32) -> vec4f {
    return total;
}
