// The operand NAME, read by elements, as lines that run along k: rows of the left one, columns of the right one.

// Where four lines start. Those past the last one are read as the last one, so that no read needs a guard; what they
// give is not stored.
fn NAME_lines(base: u32, first: u32, lines: u32) -> vec4u {
    let line = min(first + vec4u(0u, 1u, 2u, 3u), vec4u(lines - 1u));
    return base + line * select(1u, params.NAME_pitch, NAME_ALONG_K);
}

// Four steps of k on four lines. Memory has a line after the other, or a step after the other; SWAP asks for the
// other order.
fn NAME_block(lines: vec4u, k: u32) -> mat4x4f {
    var block: mat4x4f;
    if (NAME_ALONG_K) {
        let at = lines + k;
        let next = vec4u(0u, 1u, 2u, 3u);
        block = mat4x4f(NAME_four(at.x + next), NAME_four(at.y + next), NAME_four(at.z + next), NAME_four(at.w + next));
    } else {
        let pitch = params.NAME_pitch;
        let at = lines + k * pitch;
        block = mat4x4f(NAME_four(at), NAME_four(at + pitch), NAME_four(at + 2u * pitch), NAME_four(at + 3u * pitch));
    }
    if (NAME_SWAP) {
        return transpose(block);
    }
    return block;
}

// One step of k on four lines.
fn NAME_step(lines: vec4u, k: u32) -> vec4f {
    let at = lines + k * select(params.NAME_pitch, 1u, NAME_ALONG_K);
    return vec4f(NAME_one(at.x), NAME_one(at.y), NAME_one(at.z), NAME_one(at.w));
}
