fn value(i: u32) -> vec4f {
    let vat = vec4u(4u * i);
    CHAIN
    return vEND;
}
