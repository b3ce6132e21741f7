@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f>;

// One vector each: a loop would be a sixth of the time in which this kernel is compiled.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = (workgroup.x + workgroup.y * workgroups.x) * WORKGROUP + local;
    if (i < params.vectors) {
        put(i);
    }
}
