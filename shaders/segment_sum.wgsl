struct Params {
    invocations: u32,
    // Sums of a line, elements of a step along it, and elements that are added up.
    count: u32,
    inner: u32,
    length: u32,
    // Sums of an invocation.
    part: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;

// An invocation goes along a line, for a part of its sums.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let index = (workgroup.x + workgroup.y * workgroups.x) * WORKGROUP + local;
    if (index >= params.invocations) {
        return;
    }
    // Neighbouring invocations go along neighbouring lines.
    let inner = index % params.inner;
    let parts = (params.count + params.part - 1u) / params.part;
    let part = index / params.inner;
    let outer = part / parts;
    let first = part % parts * params.part;
    let last = min(first + params.part, params.count) - 1u;
    let sums = outer * params.count * params.inner + inner;
    for (var i = first; i <= last; i++) {
        result[sums + i * params.inner] = 0.0;
    }
    for (var i = 0u; i < params.length; i++) {
        let number = y_one(i);
        let place = number + select(0.0, f32(params.count), number < 0.0);
        let nearest = clamp(u32(max(place, 0.0)), first, last);
        if (f32(nearest) == place) {
            result[sums + nearest * params.inner] += x_one((outer * params.length + i) * params.inner + inner);
        }
    }
}
