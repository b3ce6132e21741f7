// The operand NAME in shared memory: of each step of k a panel of blocks, whose columns lie side by side. An array in each other, so
// that a compiler which clamps indices clamps none that is a constant.
var<workgroup> NAME_panel: array<array<array<vec4f, QUADS>, 4>, DEPTH>;

fn NAME_share(place: vec2u, block: mat4x4f) {
    NAME_panel[place.y][0][place.x] = block[0];
    NAME_panel[place.y][1][place.x] = block[1];
    NAME_panel[place.y][2][place.x] = block[2];
    NAME_panel[place.y][3][place.x] = block[3];
}

fn NAME_shared(step: u32, quad: u32) -> mat4x4f {
    return mat4x4f(
        NAME_panel[step][0][quad],
        NAME_panel[step][1][quad],
        NAME_panel[step][2][quad],
        NAME_panel[step][3][quad],
    );
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
