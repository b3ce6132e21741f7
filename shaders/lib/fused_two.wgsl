const STEP = 2u * WORKGROUP;

fn put(i: u32) {
    let v_at = vec4u(4u * i);
    let u_at = v_at + 4u * WORKGROUP;
    CHAIN();
    // A value that waits for the end of a branch takes registers.
    result[i] = v_END;
    if (i + WORKGROUP < params.vectors) {
        result[i + WORKGROUP] = u_END;
    }
}
