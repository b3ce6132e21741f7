// Stores what the chain makes of four elements of a product. By vectors, only the first index counts.
fn put(at: u32, values: vec4f, count: u32) {
    put_four(at, chained(at + vec4u(0u, 1u, 2u, 3u), values), count);
}

