@group(0) @binding(BINDING) var<storage, read> OPERAND_array: array<f32>;

fn OPERAND(i: u32) -> vec4f {
    let first = offset(VIEW, 4u * i);
    if (WHOLE_ROWS) {
        let step = axis_stride(VIEW, params.rank - 1u);
        return vec4f(
            OPERAND_array[first],
            OPERAND_array[first + step],
            OPERAND_array[first + 2u * step],
            OPERAND_array[first + 3u * step],
        );
    }
    return vec4f(
        OPERAND_array[first],
        OPERAND_array[offset(VIEW, 4u * i + 1u)],
        OPERAND_array[offset(VIEW, 4u * i + 2u)],
        OPERAND_array[offset(VIEW, 4u * i + 3u)],
    );
}
