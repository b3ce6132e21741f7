// NAME, read by elements: any four, or one.
@group(0) @binding(BINDING) var<storage, read> NAME_array: array<f32>;

fn NAME_four(at: vec4u) -> vec4f {
    return vec4f(NAME_array[at.x], NAME_array[at.y], NAME_array[at.z], NAME_array[at.w]);
}

fn NAME_one(at: u32) -> f32 {
    return NAME_array[at];
}
