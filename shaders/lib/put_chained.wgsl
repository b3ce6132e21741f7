// Stores what the chain makes of four elements of a product. By vectors, only the first index counts.
fn put(at: u32, given: vec4f, count: u32) {
    let v_at = at + vec4u(0u, 1u, 2u, 3u);
    CHAIN();
    put_four(at, v_END, count);
}
