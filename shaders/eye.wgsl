struct Params {
    vectors: u32,
    columns: u32,
}

fn value(i: u32) -> vec4f {
    let element = 4u * i + vec4u(0u, 1u, 2u, 3u);
    let row = element / params.columns;
    return select(vec4f(0.0), vec4f(1.0), element - row * params.columns == row);
}
