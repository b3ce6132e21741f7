@group(0) @binding(1) var<storage, read_write> result: array<f32>;

var<workgroup> totals: array<vec4f, WORKGROUP>;

// An invocation reduces one part of one output. The parts of a workgroup lie side by side in a block of memory: each
// takes every `step`-th vector of four elements.
@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let index = (workgroup.x + workgroup.y * workgroups.x) * WORKGROUP + local;
    // The last step without a team has one part; with this known, the compiler leaves out the rest.
    let parts = select(params.parts, 1u, LAST && !TEAM);
    let results = params.outputs * parts;
    let base = kept_offset(index / parts);
    // Parts fill whole workgroups, or less than one.
    let part = index % parts;
    let lane = part % WORKGROUP;
    let step = min(parts, WORKGROUP);
    let block = (part - lane) * params.part;
    // An invocation without a part goes on without elements: a barrier waits for all.
    let count = select(0u, min(params.count, 4u * (block + step * params.part)), index < results);
    var total: vec4f;
    // Once, or again where the formula needs it.
    loop {
        var i = block + lane;
        total = vec4f(params.identity);
        // Four at a time are on their way from memory together, and rounding errors meet in pairs.
        for (; i + 3u * step < count / 4u; i += 4u * step) {
            let ab = gathered(vector(base, i), vector(base, i + step));
            let cd = gathered(vector(base, i + 2u * step), vector(base, i + 3u * step));
            total = gathered(total, gathered(ab, cd));
        }
        // The rest one at a time, of which the last may be no whole vector.
        for (; 4u * i < count; i += step) {
            let inside = 4u * i + vec4u(0u, 1u, 2u, 3u) < vec4u(count);
            total = gathered(total, select(vec4f(params.identity), vector(base, i), inside));
        }
        if (!FIRST || !SCALED || is_final(&total)) {
            break;
        }
    }
    if (TEAM) {
        totals[local] = total;
        workgroupBarrier();
        total = totals[0];
        for (var other = 1u; other < WORKGROUP; other++) {
            total = combine(total, totals[other]);
        }
    }
    total = combine(total, total.zwxy);
    total = combine(total, total.yxwz);
    if (index < select(results, params.outputs, TEAM)) {
        result[index] = given(total).x;
    }
}

fn vector(base: u32, i: u32) -> vec4f {
    var at = vec4u(base + reduced_offset(4u * i));
    if (!VECTORS) {
        at.y = base + reduced_offset(4u * i + 1u);
        at.z = base + reduced_offset(4u * i + 2u);
        at.w = base + reduced_offset(4u * i + 3u);
    }
    return taken(input_four(at));
}
