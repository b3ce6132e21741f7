struct Params {
    // Invocations with something to do, and axes in use.
    invocations: u32,
    rank: u32,
    // Axes outermost first, then the strides of both views; each list has room for eight.
    dims: array<vec4u, 2>,
    strides: array<array<vec4u, 2>, 2>,
}

@group(0) @binding(0) var<uniform> params: Params;

fn axis_dim(axis: u32) -> u32 {
    return params.dims[axis / 4u][axis % 4u];
}

fn axis_strides(axis: u32) -> vec2u {
    return vec2u(params.strides[0][axis / 4u][axis % 4u], params.strides[1][axis / 4u][axis % 4u]);
}

// An invocation computes WIDTH columns of EACH rows, so that it works out only once where it is. Neighbouring
// invocations write neighbouring columns.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let index = (workgroup.x + workgroup.y * workgroups.x) * WORKGROUP + local;
    if (index >= params.invocations) {
        return;
    }
    let columns = axis_dim(params.rank - 1u) / WIDTH;
    let rows = axis_dim(params.rank - 2u);
    let blocks = (rows + EACH - 1u) / EACH;
    let block = index / columns;
    let column = index - block * columns;
    var rest = block / blocks;
    let row = (block - rest * blocks) * EACH;

    var to = (rest * rows + row) * columns + column;
    var at = column * WIDTH * axis_strides(params.rank - 1u) + row * axis_strides(params.rank - 2u);
    for (var axis = params.rank - 2u; axis > 0u; axis--) {
        let outer = rest / axis_dim(axis - 1u);
        at += (rest - outer * axis_dim(axis - 1u)) * axis_strides(axis - 1u);
        rest = outer;
    }
    let step = axis_strides(params.rank - 2u);
    for (var i = row; i < min(row + EACH, rows); i++) {
        put(to * WIDTH, value(at), WIDTH);
        to += columns;
        at += step;
    }
}
