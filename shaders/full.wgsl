struct Params {
    vectors: u32,
    fill: f32,
}

fn value(i: u32) -> vec4f {
    return vec4f(params.fill);
}
