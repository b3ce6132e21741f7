const STEP = 2u * WORKGROUP;

fn put(i: u32) {
    let vat = vec4u(4u * i);
    let uat = vat + 4u * WORKGROUP;
    CHAIN
    // What waits for the end of a branch takes registers.
    result[i] = vEND;
    if (i + WORKGROUP < params.vectors) {
        result[i + WORKGROUP] = uEND;
    }
}
