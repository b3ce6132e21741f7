struct Params {
    vectors: u32,
    start: f32,
    step: f32,
}

fn value(i: u32) -> vec4f {
    return params.start + vec4f(4u * i + vec4u(0u, 1u, 2u, 3u)) * params.step;
}
