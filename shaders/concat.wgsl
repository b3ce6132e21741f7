fn element(outer: u32, i: u32, inner: u32) -> f32 {
    if (i < params.length) {
        return x_one((outer * params.length + i) * params.inner + inner);
    }
    return y_one((outer * params.first + i - params.length) * params.inner + inner);
}
