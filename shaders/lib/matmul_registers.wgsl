// An invocation keeps a tile of BLOCKS x BLOCKS blocks of 4 x 4 in registers and shares nothing. Neighbouring
// invocations have tiles of one patch, so that they read the same lines. `x` has rows as its columns and `y` steps
// of k, so that the columns of `c` are rows of the product.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    // Where a patch fills the workgroup, what follows from its number is the same for all of its invocations, k among it.
    var patch_index = workgroup.x + workgroup.y * workgroups.x;
    var tile = local;
    if (!WHOLE) {
        let index = patch_index * WORKGROUP + local;
        tile = index % (params.patch_size.x * params.patch_size.y);
        patch_index = index / (params.patch_size.x * params.patch_size.y);
    }
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
