fn value(i: u32) -> vec4f {
    let v_at = vec4u(4u * i);
    CHAIN();
    return v_END;
}
