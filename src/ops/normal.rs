//! Random numbers with a normal distribution. Attributes: `[key0, key1, mean bits, standard deviation bits, dims…]`.
//!
//! G. Box, M. Muller: "A note on the generation of random normal deviates", 1958. Logarithm, sine and cosine are written out, here as in the shader:
//! WGSL promises so little accuracy for its own (2⁻¹¹ for `cos`) that devices would draw visibly different numbers, and these loops run on SIMD
//! lanes.

use super::Listed;
use super::lib::{map, threefry};
use crate::error::{Error, Result, number_text};
use crate::example::{Examples, call};
use crate::op::{Call, Limits, Operation, Plan, Work};
use crate::shape::Shape;
use std::borrow::Cow;
use std::f32::consts::{LN_2, SQRT_2, TAU};

pub(super) static OPERATION: Normal = Normal;

pub(super) struct Normal;

const NAME: &str = "normal";
/// 2²⁴, the number of values that the top bits of a word take.
const VALUES: f32 = 16_777_216.0;

impl Listed for Normal {
    const OPERATION: &'static dyn Operation = &Self;
    const EXAMPLES: Examples = Examples::signed(&[
        call(&[], &[3, 4, 0, 1.0_f32.to_bits(), 100_003]),
        call(&[], &[3, 4, 0, 1.0_f32.to_bits(), 1]),
    ]);
}

impl Operation for Normal {
    fn name(&self) -> &'static str {
        NAME
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let shape = threefry::infer(NAME, inputs, attrs)?;
        let [mean, deviation] = threefry::parameters(attrs);
        let invalid = |name, value: f32, expected| {
            Err(Error::InvalidNumber { op: NAME, name, value: number_text(value.into()), expected })
        };
        if !mean.is_finite() {
            return invalid("mean", mean, "a finite number");
        }
        if !(deviation.is_finite() && deviation >= 0.0) {
            return invalid("standard deviation", deviation, "a finite number of 0 or more");
        }
        Ok(shape)
    }

    fn work(&self, call: &Call<'_>) -> Work {
        threefry::work(call, 24.0)
    }

    fn reference(&self, call: &Call<'_>, _: &[&[f32]], output: &mut [f32]) {
        let [mean, deviation] = threefry::parameters(call.attrs);
        threefry::fill(call.attrs, output, |x, y| {
            let radius = (-2.0 * ln(x >> 8)).sqrt() * deviation;
            let [cos, sin] = cos_sin(y >> 8);
            [mean + radius * cos, mean + radius * sin]
        });
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        threefry::plan(call, &threefry::parameters(call.attrs), limits)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        threefry::wgsl(variant, shader!("normal")).into()
    }

    fn variants(&self) -> Vec<u32> {
        map::variants([0])
    }
}

/// ln((k + 1) / 2²⁴) for k < 2²⁴: never −∞, never above 0.
///
/// With the argument as 2ᵉ·m, m in [√½, √2), ln m = 2 artanh s with s = (m − 1) / (m + 1), |s| < 0.172. The series
/// ends where its rest, s¹¹ / 11, is below the rounding of f32.
fn ln(k: u32) -> f32 {
    const SQRT_HALF_BITS: u32 = (SQRT_2 / 2.0).to_bits();
    let bits = ((k + 1) as f32).to_bits();
    let exponent = (bits - SQRT_HALF_BITS) >> 23;
    let m = f32::from_bits(bits - (exponent << 23));
    let s = (m - 1.0) / (m + 1.0);
    let s2 = s * s;
    let series = 1.0 + s2 * (1.0 / 3.0 + s2 * (1.0 / 5.0 + s2 * (1.0 / 7.0 + s2 * (1.0 / 9.0))));
    (exponent as f32 - 24.0) * LN_2 + 2.0 * s * series
}

/// Cosine and sine of k / 2²⁴ of a full turn, k < 2²⁴.
///
/// The nearest quarter turn is taken off exactly, as an integer; Taylor's series cover the eighth of a turn that is left on either side, with an
/// error below the rounding of f32.
fn cos_sin(k: u32) -> [f32; 2] {
    let quarters = (k + (1 << 21)) >> 22;
    let t = (k as i32 - (quarters << 22) as i32) as f32 * (TAU / VALUES);
    let t2 = t * t;
    let cos = 1.0 + t2 * (-1.0 / 2.0 + t2 * (1.0 / 24.0 + t2 * (-1.0 / 720.0 + t2 * (1.0 / 40320.0))));
    let sin = t * (1.0 + t2 * (-1.0 / 6.0 + t2 * (1.0 / 120.0 + t2 * (-1.0 / 5040.0 + t2 * (1.0 / 362_880.0)))));
    let (x, y) = if quarters & 1 == 0 { (cos, sin) } else { (sin, cos) };
    let [negative_x, negative_y] = [(quarters + 1) & 2 != 0, quarters & 2 != 0];
    [if negative_x { -x } else { x }, if negative_y { -y } else { y }]
}
