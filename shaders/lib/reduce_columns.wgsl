@group(0) @binding(1) var<storage, read_write> result: array<vec4f>;

// An invocation reduces one part of four neighbouring outputs. `part` is counted in elements.
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
    let first = index / vectors * params.part;
    let end = min(first + params.part, params.count);

    var base = vec4u(kept_offset(output));
    if (!VECTORS) {
        base.y = kept_offset(output + 1u);
        base.z = kept_offset(output + 2u);
        base.w = kept_offset(output + 3u);
    }
    var total = vec4f(params.identity);
    for (var i = first; i < end; i++) {
        total = combine(total, taken(input_four(base + reduced_offset(i))));
    }
    result[index] = given(total);
}
