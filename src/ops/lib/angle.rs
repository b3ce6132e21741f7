//! Sine and cosine, which is the sine a quarter turn further.
//!
//! The angle is reduced exactly, whatever its size: its 24 bits are multiplied by those bits of 1/2π that do not yield whole turns (M. Payne, R.
//! Hanek: "Radian reduction for trigonometric functions", SIGNUM 1983). Taylor's series cover the eighth of a turn that is left on either side of the
//! nearest quarter turn.

/// The sine of an angle in radians, this many quarter turns further.
pub(in crate::ops) fn sine(angle: f32, further: u32) -> f32 {
    if !angle.is_finite() {
        return f32::NAN;
    }
    let (quarters, angle) = reduced(angle.to_bits());
    let turns = quarters.wrapping_add(further);
    let t2 = angle * angle;
    let sin = angle * (1.0 + t2 * (-1.0 / 6.0 + t2 * (1.0 / 120.0 + t2 * (-1.0 / 5040.0 + t2 * (1.0 / 362_880.0)))));
    let cos = 1.0 + t2 * (-1.0 / 2.0 + t2 * (1.0 / 24.0 + t2 * (-1.0 / 720.0 + t2 * (1.0 / 40320.0))));
    let value = if turns & 1 == 0 { sin } else { cos };
    if turns & 2 == 0 { value } else { -value }
}

/// 32 zeros, then the bits of 1/2π after the binary point.
const TURNS: [u32; 8] = [0, 0x28be_60db, 0x9391_054a, 0x7f09_d5f4, 0x7d4d_3770, 0x36d8_a566, 0x4f10_e410, 0x7f94_58ea];

/// The nearest quarter turn to an angle in radians, given by the bits of a finite number, and the angle's distance from it, in radians.
fn reduced(bits: u32) -> (u32, f32) {
    let exponent = bits >> 23 & 0xff;
    // An angle below 1/4 is nearest to 0 quarter turns, and its distance from there is itself.
    if exponent < 125 {
        return (0, f32::from_bits(bits));
    }
    let mantissa = u64::from(bits & 0x007f_ffff | 0x0080_0000);
    let offset = exponent - 118;
    let window = |word: u32| {
        let at = (offset / 32 + word) as usize;
        let pair = u64::from(TURNS[at]) << 32 | u64::from(TURNS[at + 1]);
        pair << (offset % 32) >> 32
    };
    let low = (mantissa * window(2)) >> 32;
    let turns = ((mantissa * window(0)) << 32).wrapping_add(mantissa * window(1)).wrapping_add(low);
    let quarters = (turns >> 62).wrapping_add(turns >> 61 & 1) as u32;
    let left = (turns << 2) as i64;
    // `left` counts 2⁻⁶⁴ parts of a quarter turn, which is π/2.
    let angle = (left as f64 * (std::f64::consts::FRAC_PI_2 / 18_446_744_073_709_551_616.0)) as f32;
    if bits >> 31 == 0 { (quarters, angle) } else { (quarters.wrapping_neg(), -angle) }
}
