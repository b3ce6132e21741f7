fn element(outer: u32, i: u32, inner: u32) -> f32 {
    var sum = 0.0;
    for (var source = 0u; source < params.length; source++) {
        let index = y_one(source);
        if (index + select(0.0, f32(params.count), index < 0.0) == f32(i)) {
            sum += x_one((outer * params.length + source) * params.inner + inner);
        }
    }
    return sum;
}
