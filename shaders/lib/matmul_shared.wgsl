// Blocks of 4 x 4 in a panel, across its lines and along k: one for each invocation to bring.
const QUADS = 2u * TILE;
const DEPTH = WORKGROUP / QUADS;

// A workgroup computes one patch of 8 x 8 tiles. It brings a panel of each operand into shared memory, from which its
// invocations read what others brought. A tile's blocks lie eight blocks apart, so that neighbours read neighbours.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let patch_index = workgroup.x + workgroup.y * workgroups.x;
    let product = patch_index / (params.patches.x * params.patches.y);
    let corner = vec2u(patch_index / params.patches.x % params.patches.y, patch_index % params.patches.x) * 4u * QUADS;
    let bases = batch_offsets(product % params.batches);
    let first = product / params.batches * params.part;
    let end = min(first + params.part, params.k);

    let a_place = place(local, a_ALONG_K);
    let b_place = place(local, b_ALONG_K);
    let a_from = a_lines(bases.x, corner.x + 4u * a_place.x, params.m);
    let b_from = b_lines(bases.y, corner.y + 4u * b_place.x, params.n);
    let down = local / 8u;
    let across = local % 8u;
    var c00 = mat4x4f();
    var c01 = mat4x4f();
    var c10 = mat4x4f();
    var c11 = mat4x4f();
    for (var k = first; k < end; k += 4u * DEPTH) {
        let x = a_within(a_from, k + 4u * a_place.y, end);
        let y = b_within(b_from, k + 4u * b_place.y, end);
        workgroupBarrier();
        a_share(a_place, x);
        b_share(b_place, y);
        workgroupBarrier();
        if (BLOCKS == 2u) {
            for (var step = 0u; step < DEPTH; step++) {
                let x0 = a_shared(step, down);
                let y0 = b_shared(step, across);
                c00 = multiply_add(x0, y0, c00);
                let y1 = b_shared(step, across + 8u);
                c01 = multiply_add(x0, y1, c01);
                let x1 = a_shared(step, down + 8u);
                c10 = multiply_add(x1, y0, c10);
                c11 = multiply_add(x1, y1, c11);
            }
        } else {
            // Written out: of a small tile, counting steps and clamping their index would cost a third of the multiplications' time.
            c00 = multiply_add(a_shared(0u, down), b_shared(0u, across), c00);
            c00 = multiply_add(a_shared(1u, down), b_shared(1u, across), c00);
            c00 = multiply_add(a_shared(2u, down), b_shared(2u, across), c00);
            c00 = multiply_add(a_shared(3u, down), b_shared(3u, across), c00);
            c00 = multiply_add(a_shared(4u, down), b_shared(4u, across), c00);
            c00 = multiply_add(a_shared(5u, down), b_shared(5u, across), c00);
            c00 = multiply_add(a_shared(6u, down), b_shared(6u, across), c00);
            c00 = multiply_add(a_shared(7u, down), b_shared(7u, across), c00);
        }
    }

    // A dispatch may be folded into more workgroups than there are patches.
    if (first >= end) {
        return;
    }
    let base = product * params.m * params.n;
    let row = corner.x + 4u * down;
    let column = corner.y + 4u * across;
    store(c00, base, row, column);
    if (BLOCKS == 2u) {
        store(c01, base, row, column + 32u);
        store(c10, base, row + 32u, column);
        store(c11, base, row + 32u, column + 32u);
    }
}

// The block of a panel that an invocation brings: neighbours bring blocks that are adjacent in memory.
fn place(local: u32, along_k: bool) -> vec2u {
    return select(vec2u(local % QUADS, local / QUADS), vec2u(local / DEPTH, local % DEPTH), along_k);
}
