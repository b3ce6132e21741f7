// NAME, read by vectors: four elements that start at a multiple of four, or one.
@group(0) @binding(BINDING) var<storage, read> NAME_array: array<vec4f>;

fn NAME_four(at: vec4u) -> vec4f {
    return NAME_array[at.x / 4u];
}

fn NAME_one(at: u32) -> f32 {
    return NAME_array[at / 4u][at % 4u];
}
