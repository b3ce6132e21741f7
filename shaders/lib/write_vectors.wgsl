@group(0) @binding(1) var<storage, read_write> result: array<vec4f>;

// Writes four elements, of which the first lies at a multiple of four.
fn put(at: u32, values: vec4f, count: u32) {
    result[at / 4u] = values;
}
