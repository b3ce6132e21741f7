struct Params {
    vectors: u32,
    words: array<vec4u, 3>,
}

fn value(i: u32) -> vec4f {
    return input_four(vec4u(4u * i));
}

