// Not a number where the index is no whole number on the axis.
fn element(outer: u32, i: u32, inner: u32) -> f32 {
    let index = y_one(i);
    let source = index + select(0.0, f32(params.length), index < 0.0);
    let whole = u32(max(source, 0.0));
    if (f32(whole) == source && whole < params.length) {
        return x_one((outer * params.length + whole) * params.inner + inner);
    }
    return bitcast<f32>(params.fill);
}
