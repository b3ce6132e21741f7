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
}

@group(0) @binding(0) var<uniform> params: Params;

// Rows or columns of an invocation's tile.
const TILE = 4u * BLOCKS;

// An invocation keeps a tile of BLOCKS x BLOCKS blocks of 4 x 4 in registers, without shared memory. Neighbouring
// invocations have tiles of one patch, so that they read the same lines. `x` has rows as its columns and `y` steps
// of k, so that the columns of `c` are rows of the product.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let index = (workgroup.x + workgroup.y * workgroups.x) * WORKGROUP + local;
    let tile = index % (params.patch_size.x * params.patch_size.y);
    let patch_index = index / (params.patch_size.x * params.patch_size.y);
    let product = patch_index / (params.patches.x * params.patches.y);
    let column = (patch_index % params.patches.x * params.patch_size.x + tile % params.patch_size.x) * TILE;
    let down = patch_index / params.patches.x % params.patches.y;
    let row = (down * params.patch_size.y + tile / params.patch_size.x) * TILE;
    let batch = product % params.batches;
    let first = product / params.batches * params.part;
    if (first >= params.k || row >= params.m || column >= params.n) {
        return;
    }
    let bases = batch_offsets(batch);
    let a0 = a_lines(bases.x, row, params.m);
    let a1 = a_lines(bases.x, row + 4u, params.m);
    let b0 = b_lines(bases.y, column, params.n);
    let b1 = b_lines(bases.y, column + 4u, params.n);
    var c00 = mat4x4f();
    var c01 = mat4x4f();
    var c10 = mat4x4f();
    var c11 = mat4x4f();

    let end = min(first + params.part, params.k);
    let whole = end / 4u * 4u;
    for (var k = first; k < whole; k += 4u) {
        let x0 = a_block(a0, k);
        let y0 = b_block(b0, k);
        c00 = multiply_add(x0, y0, c00);
        if (BLOCKS == 2u) {
            let y1 = b_block(b1, k);
            c01 = multiply_add(x0, y1, c01);
            let x1 = a_block(a1, k);
            c10 = multiply_add(x1, y0, c10);
            c11 = multiply_add(x1, y1, c11);
        }
    }
    for (var k = whole; k < end; k++) {
        let x0 = a_step(a0, k);
        let y0 = b_step(b0, k);
        c00 += outer_product(x0, y0);
        if (BLOCKS == 2u) {
            let x1 = a_step(a1, k);
            let y1 = b_step(b1, k);
            c01 += outer_product(x0, y1);
            c10 += outer_product(x1, y0);
            c11 += outer_product(x1, y1);
        }
    }

    let base = product * params.m * params.n;
    store(c00, base, row, column);
    if (BLOCKS == 2u) {
        store(c01, base, row, column + 4u);
        store(c10, base, row + 4u, column);
        store(c11, base, row + 4u, column + 4u);
    }
}

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
