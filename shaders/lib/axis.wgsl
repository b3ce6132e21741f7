struct Params {
    vectors: u32,
    // Elements of the output along the axis, and of one step along it.
    count: u32,
    inner: u32,
    // Elements of the first input along the axis; of the second one, or the operation's own.
    length: u32,
    first: u32,
    step: i32,
    // Bits of what stands where no input's element does.
    fill: u32,
}

fn value(i: u32) -> vec4f {
    return vec4f(at(4u * i), at(4u * i + 1u), at(4u * i + 2u), at(4u * i + 3u));
}

fn at(index: u32) -> f32 {
    let line = index / params.inner;
    let outer = line / params.count;
    return element(outer, line - outer * params.count, index - line * params.inner);
}
