// NAME, read by elements: any four, or one.
@group(0) @binding(BINDING) var<storage, read> NAME: array<f32>;

fn NAME_four(at: vec4u) -> vec4f {
    return vec4f(NAME[at.x], NAME[at.y], NAME[at.z], NAME[at.w]);
}

fn NAME_one(at: u32) -> f32 {
    return NAME[at];
}
