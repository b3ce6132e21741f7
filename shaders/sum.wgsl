const SCALED = false;

fn map(x: vec4f) -> vec4f {
    return x;
}

fn combine(a: vec4f, b: vec4f) -> vec4f {
    return a + b;
}

fn finish(total: vec4f, count: f32) -> vec4f {
    return total;
}
