struct Params {
    invocations: u32,
    // Elements of a line, and of a step along it.
    count: u32,
    inner: u32,
    // Elements of a sorted run, and runs that become one.
    width: u32,
    runs: u32,
    // Of keys, all ones where the order is descending.
    flipped: u32,
    // What is written: places for the next dispatch, places as numbers, or elements.
    written: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;
@group(0) @binding(2) var<storage, read> x: array<u32>;
@group(0) @binding(3) var<storage, read> y: array<u32>;
@group(0) @binding(4) var<storage, read> places: array<u32>;

// An invocation has an element of a run, and counts how many of the other runs come before it.
@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let index = (workgroup.x + workgroup.y * workgroups.x) * 64u + local;
    if (index >= params.invocations) {
        return;
    }
    let i = index / params.inner % params.count;
    let start = index - i * params.inner;
    let place = place_at(start, i);
    let own = key(start, place);
    let run = i / params.width;
    let first = run - run % params.runs;
    var to = first * params.width + i % params.width;
    for (var other = first; other < first + params.runs; other++) {
        let begin = min(other * params.width, params.count);
        var low = begin;
        var high = select(min(begin + params.width, params.count), begin, other == run);
        while (low < high) {
            let middle = (low + high) / 2u;
            let beside = key(start, place_at(start, middle));
            // Of equal ones those of the earlier run come first.
            if (beside < own || (beside == own && other < run)) {
                low = middle + 1u;
            } else {
                high = middle;
            }
        }
        to += low - begin;
    }
    var value = place;
    if (params.written == 1u) {
        value = bitcast<u32>(f32(place));
    } else if (params.written == 2u) {
        value = y[start + place * params.inner];
    }
    result[start + to * params.inner] = value;
}

// The place of element `i` of the runs. At first each is a run.
fn place_at(start: u32, i: u32) -> u32 {
    if (params.width == 1u) {
        return i;
    }
    return places[start + i * params.inner];
}

// Whole numbers in the order of the numbers: of floats a device may assume that none is NaN.
fn key(start: u32, place: u32) -> u32 {
    let bits = x[start + place * params.inner];
    let size = bits & 0x7fffffffu;
    var found = select(0x80000000u - size, 0x80000000u + size, bits == size);
    if (size > 0x7f800000u) {
        found = 0xffffffffu;
    }
    return found ^ params.flipped;
}
