fn input_four(v_at: vec4u) -> vec4f {
    CHAIN();
    return v_END;
}
