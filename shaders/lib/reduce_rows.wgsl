@group(0) @binding(1) var<storage, read_write> result: array<f32>;

const GROUP = 16u;
var<workgroup> shares: array<vec4f, WORKGROUP>;

// A workgroup reduces one part of one output. `part` is counted in vectors of four elements.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let index = workgroup.x + workgroup.y * workgroups.x;
    if (index >= params.outputs * params.parts) {
        return;
    }
    let base = kept_offset(index / params.parts);
    let first = index % params.parts * params.part;
    let end = min(first + params.part, (params.count + 3u) / 4u);

    var total = vec4f(params.identity);
    for (var i = first + local; i < end; i += WORKGROUP) {
        let elements = 4u * i + vec4u(0u, 1u, 2u, 3u);
        var at = vec4u(base + reduced_offset(elements.x));
        if (!VECTORS) {
            at.y = base + reduced_offset(elements.y);
            at.z = base + reduced_offset(elements.z);
            at.w = base + reduced_offset(elements.w);
        }
        let inside = elements < vec4u(params.count);
        total = combine(total, select(vec4f(params.identity), taken(input_four(at)), inside));
    }

    // Two rounds of 16 need fewer barriers than eight of halving.
    shares[local] = total;
    workgroupBarrier();
    if (local < WORKGROUP / GROUP) {
        for (var i = 1u; i < GROUP; i++) {
            total = combine(total, shares[local + i * (WORKGROUP / GROUP)]);
        }
        shares[local] = total;
    }
    workgroupBarrier();
    if (local == 0u) {
        for (var i = 1u; i < WORKGROUP / GROUP; i++) {
            total = combine(total, shares[i]);
        }
        total = combine(total, total.zwxy);
        total = combine(total, total.yxwz);
        result[index] = given(total).x;
    }
}
