struct Params {
    vectors: u32,
    scalar: f32,
}

