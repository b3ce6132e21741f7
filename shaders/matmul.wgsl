struct Params {
    m: u32,
    n: u32,
    k: u32,
    batches: u32,
    // Elements from one line of an operand in memory to the next.
    a_pitch: u32,
    b_pitch: u32,
    batch_rank: u32,
    // Steps of k in one part, a multiple of four. Each part of k gives a result of its own, one after the other.
    part: u32,
    // Tiles of a patch, and patches of the product, across and down.
    patch_size: vec2u,
    patches: vec2u,
    // Axes of the batches, outermost first, with the operands' strides.
    batch_dims: vec4u,
    a_strides: vec4u,
    b_strides: vec4u,
    // Of the chain that is stored, where there is one.
    words: array<vec4u, 2>,
}

@group(0) @binding(0) var<uniform> params: Params;

// Rows or columns of an invocation's tile.
const TILE = 4u * BLOCKS;

fn batch_offsets(batch: u32) -> vec2u {
    var rest = batch;
    var at = vec2u(0u);
    for (var axis = params.batch_rank; axis > 0u; axis--) {
        let i = axis - 1u;
        let outer = rest / params.batch_dims[i];
        at += (rest - outer * params.batch_dims[i]) * vec2u(params.a_strides[i], params.b_strides[i]);
        rest = outer;
    }
    return at;
}

fn multiply_add(x: mat4x4f, y: mat4x4f, c: mat4x4f) -> mat4x4f {
    return mat4x4f(
        row_multiply_add(x[0], y, c[0]),
        row_multiply_add(x[1], y, c[1]),
        row_multiply_add(x[2], y, c[2]),
        row_multiply_add(x[3], y, c[3]),
    );
}

// From left to right, so that each product and sum can become one instruction.
fn row_multiply_add(x: vec4f, y: mat4x4f, c: vec4f) -> vec4f {
    return c + x.x * y[0] + x.y * y[1] + x.z * y[2] + x.w * y[3];
}

fn outer_product(x: vec4f, y: vec4f) -> mat4x4f {
    return mat4x4f(x.x * y, x.y * y, x.z * y, x.w * y);
}

fn store(block: mat4x4f, base: u32, row: u32, column: u32) {
    if (column >= params.n) {
        return;
    }
    let columns = params.n - column;
    let at = base + row * params.n + column;
    if (row < params.m) {
        put(at, block[0], columns);
    }
    if (row + 1u < params.m) {
        put(at + params.n, block[1], columns);
    }
    if (row + 2u < params.m) {
        put(at + 2u * params.n, block[2], columns);
    }
    if (row + 3u < params.m) {
        put(at + 3u * params.n, block[3], columns);
    }
}
