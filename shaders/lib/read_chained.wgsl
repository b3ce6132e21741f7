fn input_four(vat: vec4u) -> vec4f {
    CHAIN
    return vEND;
}
