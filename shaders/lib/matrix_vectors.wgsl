// The operand NAME, whose lines in memory are whole vectors, as lines that run along k: rows of the left one, columns of the
// right one. Places are counted in vectors, so that no load divides.

// Where four lines start. Those past the last one are read as the last one, so that no read needs a guard; what they
// give is not stored. Where neighbours in memory are neighbouring lines, the four are one vector.
fn NAME_lines(base: u32, first: u32, lines: u32) -> vec4u {
    let line = min(first + vec4u(0u, 1u, 2u, 3u), vec4u(lines - 1u));
    if (NAME_ALONG_K) {
        return base / 4u + line * (params.NAME_pitch / 4u);
    }
    return vec4u((base + line.x) / 4u);
}

// Four steps of k, from a multiple of four on, on four lines. SWAP asks for the other order than memory's.
fn NAME_block(lines: vec4u, k: u32) -> mat4x4f {
    var block: mat4x4f;
    if (NAME_ALONG_K) {
        let at = lines + k / 4u;
        block = mat4x4f(NAME_array[at.x], NAME_array[at.y], NAME_array[at.z], NAME_array[at.w]);
    } else {
        let pitch = params.NAME_pitch / 4u;
        let at = lines.x + k * pitch;
        block = mat4x4f(NAME_array[at], NAME_array[at + pitch], NAME_array[at + 2u * pitch], NAME_array[at + 3u * pitch]);
    }
    if (NAME_SWAP) {
        return transpose(block);
    }
    return block;
}

// One step of k on four lines.
fn NAME_step(lines: vec4u, k: u32) -> vec4f {
    if (NAME_ALONG_K) {
        let at = lines + k / 4u;
        let i = k % 4u;
        return vec4f(NAME_array[at.x][i], NAME_array[at.y][i], NAME_array[at.z][i], NAME_array[at.w][i]);
    }
    return NAME_array[lines.x + k * (params.NAME_pitch / 4u)];
}
