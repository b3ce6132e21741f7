// The sine, so many quarter turns further.
fn apply_sine(a: vec4f, further: u32) -> vec4f {
    let bits = bitcast<vec4u>(a);
    let size = bits & vec4u(0x7fffffffu);
    let exponent = size >> vec4u(23u);
    let mantissa = (bits & vec4u(0x7fffffu)) | vec4u(0x800000u);
    // 96 bits of 1 / 2 pi from this place on, of which products with the mantissa are no whole turns.
    let place = clamp(exponent, vec4u(125u), vec4u(254u)) - 118u;
    let high = apply_window(place);
    let middle = apply_window(place + 32u);
    let low = apply_window(place + 64u);
    // A turn has 2^64 parts.
    let lower = mantissa * middle;
    let fine = lower + apply_product(mantissa, low);
    let turns = mantissa * high + apply_product(mantissa, middle) + select(vec4u(0u), vec4u(1u), fine < lower);
    let quarters = (turns >> vec4u(30u)) + ((turns >> vec4u(29u)) & vec4u(1u));
    let left = bitcast<vec4i>((turns << vec4u(2u)) | (fine >> vec4u(30u)));
    let far = (vec4f(left) + vec4f(fine << vec4u(2u)) * 2.3283064365386963e-10) * (1.57079632679 * 2.3283064365386963e-10);
    let near = exponent < vec4u(125u);
    let negative = bits >= vec4u(0x80000000u);
    let angle = select(select(far, -far, negative), a, near);
    let whole = select(select(quarters, 0u - quarters, negative), vec4u(0u), near) + further;
    let t2 = angle * angle;
    let s = angle * (1.0 + t2 * (-1.0 / 6.0 + t2 * (1.0 / 120.0 + t2 * (-1.0 / 5040.0 + t2 * (1.0 / 362880.0)))));
    let c = 1.0 + t2 * (-1.0 / 2.0 + t2 * (1.0 / 24.0 + t2 * (-1.0 / 720.0 + t2 * (1.0 / 40320.0))));
    let value = select(s, c, (whole & vec4u(1u)) != vec4u(0u));
    let signed = select(value, -value, (whole & vec4u(2u)) != vec4u(0u));
    let nan = size >= vec4u(0x7f800000u);
    return select(signed, bitcast<vec4f>(bits | vec4u(0x7fc00000u)), nan);
}

// 32 bits from a place on.
fn apply_window(at: vec4u) -> vec4u {
    let word = at >> vec4u(5u);
    let left = at & vec4u(31u);
    let first = vec4u(apply_word(word.x), apply_word(word.y), apply_word(word.z), apply_word(word.w));
    let next = vec4u(apply_word(word.x + 1u), apply_word(word.y + 1u), apply_word(word.z + 1u), apply_word(word.w + 1u));
    return (first << left) | ((next >> vec4u(1u)) >> (vec4u(31u) - left));
}

// 32 zeros, then the bits of 1 / 2 pi behind the point.
fn apply_word(at: u32) -> u32 {
    var turns = array(0u, 0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u, 0x36d8a566u, 0x4f10e410u, 0x7f9458eau);
    return turns[at];
}

// The upper 32 bits of a product.
fn apply_product(a: vec4u, b: vec4u) -> vec4u {
    let mask = vec4u(0xffffu);
    let half = vec4u(16u);
    let middle = (a >> half) * (b & mask) + (((a & mask) * (b & mask)) >> half);
    return (a >> half) * (b >> half) + (middle >> half) + (((a & mask) * (b >> half) + (middle & mask)) >> half);
}
