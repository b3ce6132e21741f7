struct Params {
    vectors: u32,
    key: vec2u,
    mean: f32,
    deviation: f32,
}

const LN_2 = 0.69314718;
const TAU = 6.2831853;

// Box and Muller's method; both numbers are used.
fn pair(bits: vec2u) -> vec2f {
    let radius = sqrt(-2.0 * ln(bits.x >> 8u)) * params.deviation;
    return params.mean + radius * cos_sin(bits.y >> 8u);
}

// ln((k + 1) / 2^24), by the series of artanh.
fn ln(k: u32) -> f32 {
    let bits = bitcast<u32>(f32(k + 1u));
    let exponent = (bits - 0x3F3504F3u) >> 23u;
    let m = bitcast<f32>(bits - (exponent << 23u));
    let s = (m - 1.0) / (m + 1.0);
    let s2 = s * s;
    let series = 1.0 + s2 * (1.0 / 3.0 + s2 * (1.0 / 5.0 + s2 * (1.0 / 7.0 + s2 * (1.0 / 9.0))));
    return (f32(exponent) - 24.0) * LN_2 + 2.0 * s * series;
}

// Cosine and sine of k / 2^24 of a turn, by Taylor's series around the nearest quarter turn.
fn cos_sin(k: u32) -> vec2f {
    let quarters = (k + (1u << 21u)) >> 22u;
    let t = f32(i32(k) - i32(quarters << 22u)) * (TAU / 16777216.0);
    let t2 = t * t;
    let c = 1.0 + t2 * (-1.0 / 2.0 + t2 * (1.0 / 24.0 + t2 * (-1.0 / 720.0 + t2 * (1.0 / 40320.0))));
    let s = t * (1.0 + t2 * (-1.0 / 6.0 + t2 * (1.0 / 120.0 + t2 * (-1.0 / 5040.0 + t2 * (1.0 / 362880.0)))));
    let point = select(vec2f(c, s), vec2f(s, c), (quarters & 1u) != 0u);
    let negative = vec2u(quarters + 1u, quarters) & vec2u(2u);
    return select(point, -point, negative != vec2u(0u));
}
