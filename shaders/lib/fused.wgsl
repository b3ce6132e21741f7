struct Params {
    vectors: u32,
    words: array<vec4u, 3>,
}
