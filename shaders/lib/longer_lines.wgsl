struct Params {
    // Vectors of the copy, and those of a line of it.
    vectors: u32,
    line: u32,
    // Elements of a line of the original.
    pitch: u32,
}

// Four elements of a line, or past its end whatever comes next; behind the last line the device gives what it likes.
fn value(i: u32) -> vec4f {
    let line = i / params.line;
    return x_four(line * params.pitch + (i - line * params.line) * 4u + vec4u(0u, 1u, 2u, 3u));
}
