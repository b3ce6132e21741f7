// The operand NAME in shared memory: a panel of blocks, whose columns lie side by side.
var<workgroup> NAME_panel: array<vec4f, 4u * WORKGROUP>;

fn NAME_share(place: vec2u, block: mat4x4f) {
    let at = 4u * place.y * QUADS + place.x;
    NAME_panel[at] = block[0];
    NAME_panel[at + QUADS] = block[1];
    NAME_panel[at + 2u * QUADS] = block[2];
    NAME_panel[at + 3u * QUADS] = block[3];
}

fn NAME_shared(step: u32, quad: u32) -> mat4x4f {
    let at = 4u * step * QUADS + quad;
    return mat4x4f(NAME_panel[at], NAME_panel[at + QUADS], NAME_panel[at + 2u * QUADS], NAME_panel[at + 3u * QUADS]);
}

// Past the end of k there are zeros, in both operands, which change no sum.
fn NAME_within(lines: vec4u, k: u32, end: u32) -> mat4x4f {
    if (k + 4u <= end) {
        return NAME_block(lines, k);
    }
    var steps = mat4x4f();
    for (var i = 0u; k + i < end; i++) {
        steps[i] = NAME_step(lines, k + i);
    }
    if (NAME_BY_LINES) {
        return transpose(steps);
    }
    return steps;
}
