const EACH = 8u;

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
        put(first);
        put(first + WORKGROUP);
        put(first + 2u * WORKGROUP);
        put(first + 3u * WORKGROUP);
        put(first + 4u * WORKGROUP);
        put(first + 5u * WORKGROUP);
        put(first + 6u * WORKGROUP);
        put(first + 7u * WORKGROUP);
        return;
    }
    let end = min(first + WORKGROUP * EACH, params.vectors);
    for (var i = first; i < end; i += STEP) {
        put(i);
    }
}
