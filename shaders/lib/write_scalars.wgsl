@group(0) @binding(1) var<storage, read_write> result: array<f32>;

// Writes the first `count` of four elements.
fn put(at: u32, values: vec4f, count: u32) {
    for (var i = 0u; i < min(count, 4u); i++) {
        result[at + i] = values[i];
    }
}
