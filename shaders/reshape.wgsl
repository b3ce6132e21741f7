fn value(i: u32) -> vec4f {
    return a[i];
}

