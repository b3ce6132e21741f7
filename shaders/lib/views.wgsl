struct Params {
    vectors: u32,
    scalar: f32,
    // Axes in use, outermost first; each list has room for eight.
    rank: u32,
    dims: array<vec4u, 2>,
    strides: array<array<vec4u, 2>, VIEWS>,
}

fn axis_stride(view: u32, axis: u32) -> u32 {
    return params.strides[view][axis / 4u][axis % 4u];
}

// Where a view keeps what belongs to an element of the output.
fn offset(view: u32, element: u32) -> u32 {
    var rest = element;
    var at = 0u;
    for (var axis = params.rank - 1u; axis > 0u; axis--) {
        let dim = params.dims[axis / 4u][axis % 4u];
        let outer = rest / dim;
        at += (rest - outer * dim) * axis_stride(view, axis);
        rest = outer;
    }
    return at + rest * axis_stride(view, 0u);
}
