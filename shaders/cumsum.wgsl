struct Params {
    invocations: u32,
    // Elements of a line, and of a step along it.
    count: u32,
    inner: u32,
    // Elements of a part, and parts of a line.
    part: u32,
    parts: u32,
    reverse: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;

const TOTALS = 0u;
const BEFORE = 1u;
const WHOLE = 3u;

// An invocation goes along a part of a line; where the parts' sums are added up, along all of them.
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
    var outer = index / params.inner;
    var first = 0u;
    var length = params.count;
    if (KERNEL == BEFORE) {
        length = params.parts;
    } else if (KERNEL != WHOLE) {
        first = outer % params.parts * params.part;
        outer /= params.parts;
    }
    let end = min(first + select(params.part, length, KERNEL == BEFORE), length);
    var total = y_one(index);
    for (var i = first; i < end; i++) {
        // The parts are in the order in which they are gone along.
        let step = select(i, length - 1u - i, KERNEL != BEFORE && params.reverse != 0u);
        let at = (outer * length + step) * params.inner + inner;
        if (KERNEL == BEFORE) {
            result[at] = total;
        }
        total += x_one(at);
        if (KERNEL > BEFORE) {
            result[at] = total;
        }
    }
    if (KERNEL == TOTALS) {
        result[index] = total;
    }
}
