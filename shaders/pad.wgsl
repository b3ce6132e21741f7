fn element(outer: u32, i: u32, inner: u32) -> f32 {
    let distance = i32(i - params.first);
    let source = distance / params.step;
    if (source * params.step != distance || u32(source) >= params.length) {
        return bitcast<f32>(params.fill);
    }
    return x_one((outer * params.length + u32(source)) * params.inner + inner);
}
