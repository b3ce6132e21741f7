@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f>;

// Neighbouring invocations write neighbouring vectors, each of the EACH times.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let first = (workgroup.x + workgroup.y * workgroups.x) * WORKGROUP * EACH + local;
    if (UNROLLED && first + 7u * WORKGROUP < params.vectors) {
        result[first] = value(first);
        result[first + WORKGROUP] = value(first + WORKGROUP);
        result[first + 2u * WORKGROUP] = value(first + 2u * WORKGROUP);
        result[first + 3u * WORKGROUP] = value(first + 3u * WORKGROUP);
        result[first + 4u * WORKGROUP] = value(first + 4u * WORKGROUP);
        result[first + 5u * WORKGROUP] = value(first + 5u * WORKGROUP);
        result[first + 6u * WORKGROUP] = value(first + 6u * WORKGROUP);
        result[first + 7u * WORKGROUP] = value(first + 7u * WORKGROUP);
        return;
    }
    let end = min(first + WORKGROUP * EACH, params.vectors);
    for (var i = first; i < end; i += WORKGROUP) {
        result[i] = value(i);
    }
}
