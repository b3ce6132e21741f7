@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f>;

// Neighbouring invocations write neighbouring vectors, in each round of the loop.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let first = (workgroup.x + workgroup.y * workgroups.x) * WORKGROUP * EACH + local;
    for (var round = 0u; round < EACH; round++) {
        let i = first + round * WORKGROUP;
        if (i < params.vectors) {
            result[i] = value(i);
        }
    }
}
