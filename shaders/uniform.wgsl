struct Params {
    vectors: u32,
    key: vec2u,
    low: f32,
    width: f32,
    // The largest number below the interval's end.
    last: f32,
}

// The top 24 bits are exact in f32.
fn pair(bits: vec2u) -> vec2f {
    return min(params.low + params.width * (vec2f(bits >> vec2u(8u)) * (1.0 / 16777216.0)), vec2f(params.last));
}
