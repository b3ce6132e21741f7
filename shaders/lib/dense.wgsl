@group(0) @binding(BINDING) var<storage, read> OPERAND_array: array<vec4f>;

fn OPERAND(i: u32) -> vec4f {
    return OPERAND_array[i];
}
