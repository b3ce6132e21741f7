@group(0) @binding(1) var<storage, read_write> result: array<f32>;

// Writes the first `count` of four elements.
fn put(at: u32, values: vec4f, count: u32) {
    result[at] = values.x;
    if (count > 1u) {
        result[at + 1u] = values.y;
    }
    if (count > 2u) {
        result[at + 2u] = values.z;
    }
    if (count > 3u) {
        result[at + 3u] = values.w;
    }
}
