@group(0) @binding(1) var<storage, read_write> result: array<vec4f>;

// An invocation reduces one part of four neighbouring outputs: `part` elements in sequence.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let index = (workgroup.x + workgroup.y * workgroups.x) * WORKGROUP + local;
    let vectors = (params.outputs + 3u) / 4u;
    if (index >= vectors * params.parts) {
        return;
    }
    let output = index % vectors * 4u;
    var base = vec4u(kept_offset(output));
    if (!VECTORS) {
        base.y = kept_offset(output + 1u);
        base.z = kept_offset(output + 2u);
        base.w = kept_offset(output + 3u);
    }
    let begin = index / vectors * params.part;
    let end = min(begin + params.part, params.count);
    var total: vec4f;
    // Once, or again where the formula needs it.
    loop {
        var i = begin;
        total = vec4f(params.identity);
        // Four at a time are on their way from memory together, and rounding errors meet in pairs.
        for (; i + 3u < end; i += 4u) {
            let ab = gathered(vector(base, i), vector(base, i + 1u));
            let cd = gathered(vector(base, i + 2u), vector(base, i + 3u));
            total = gathered(total, gathered(ab, cd));
        }
        for (; i < end; i++) {
            total = gathered(total, vector(base, i));
        }
        if (!FIRST || !SCALED || is_final(&total)) {
            break;
        }
    }
    result[index] = given(total);
}

fn vector(base: vec4u, i: u32) -> vec4f {
    return taken(input_four(base + reduced_offset(i)));
}
