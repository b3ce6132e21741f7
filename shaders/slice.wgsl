fn element(outer: u32, i: u32, inner: u32) -> f32 {
    return x_one((outer * params.length + params.first + i * u32(params.step)) * params.inner + inner);
}
