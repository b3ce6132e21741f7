struct Params {
    outputs: u32,
    // Elements that make up one output.
    count: u32,
    // Parts that each output is reduced in, and the length of a part, along rows in vectors of four.
    parts: u32,
    part: u32,
    identity: f32,
    // Elements behind one output of the whole reduction.
    total: f32,
    // Axes outermost first, the fourth component unused.
    kept_dims: vec4u,
    kept_strides: vec4u,
    reduced_dims: vec4u,
    reduced_strides: vec4u,
    // Of the chain that is reduced, where it is one.
    words: array<vec4u, 2>,
}

@group(0) @binding(0) var<uniform> params: Params;

fn offset(i: u32, dims: vec4u, strides: vec4u) -> u32 {
    if (!NESTED) {
        return i * strides.z;
    }
    let outer = i / dims.z;
    return (i - outer * dims.z) * strides.z + outer % dims.y * strides.y + outer / dims.y * strides.x;
}

fn kept_offset(output: u32) -> u32 {
    return offset(output, params.kept_dims, params.kept_strides);
}

fn reduced_offset(element: u32) -> u32 {
    return offset(element, params.reduced_dims, params.reduced_strides);
}

// Of the elements of a formula that is SCALED.
var<private> scale = vec4f(1.0);

fn gathered(a: vec4f, b: vec4f) -> vec4f {
    if (FIRST && SCALED) {
        return a + b;
    }
    return combine(a, b);
}

// False where a part has to be gone through again: a total of SCALED elements that is 1e30 or more, so that those of all parts may
// overflow, is formed of elements times 2^-81, and negative, which distinguishes it. Powers of two round nothing.
fn is_final(total: ptr<function, vec4f>) -> bool {
    let stands = (*total < vec4f(1e30)) | (scale < vec4f(0.0));
    scale = select(vec4f(-0x1p-81), scale, stands);
    *total *= sign(scale);
    return all(stands);
}

fn taken(x: vec4f) -> vec4f {
    if (FIRST) {
        return map(x);
    }
    return x;
}

fn given(x: vec4f) -> vec4f {
    if (LAST) {
        return finish(x, params.total);
    }
    return x;
}
