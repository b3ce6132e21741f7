//! Random numbers, uniform in [low, high). Attributes: `[key0, key1, low bits, high bits, dims…]`.

use super::Listed;
use super::lib::{map, threefry};
use crate::error::{Error, Result, number_text};
use crate::example::{Examples, call};
use crate::op::{Call, Limits, Operation, Plan, Work};
use crate::shape::Shape;
use std::borrow::Cow;

pub(super) static OPERATION: Uniform = Uniform;

pub(super) struct Uniform;

const NAME: &str = "uniform";

/// `low`, the interval's width, and the largest number below `high`: low + width·u may round up to `high`, which
/// does not belong to the interval.
fn interval(attrs: &[u32]) -> [f32; 3] {
    let [low, high] = threefry::parameters(attrs);
    [low, high - low, high.next_down()]
}

impl Listed for Uniform {
    const OPERATION: &'static dyn Operation = &Self;
    const EXAMPLES: Examples = Examples::signed(&[
        call(&[], &[3, 4, 0, 1.0_f32.to_bits(), 100_003]),
        call(&[], &[3, 4, 0, 1.0_f32.to_bits(), 2, 3]),
    ]);
}

impl Operation for Uniform {
    fn name(&self) -> &'static str {
        NAME
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        let shape = threefry::infer(NAME, inputs, attrs)?;
        let [low, high] = threefry::parameters(attrs);
        let invalid = |name, value: f32, expected| {
            Err(Error::InvalidNumber { op: NAME, name, value: number_text(value.into()), expected })
        };
        if !low.is_finite() {
            return invalid("low", low, "a finite number");
        }
        // NaN and an infinite width fail here as well.
        if !(low < high && (high - low).is_finite()) {
            return invalid("high", high, "a finite number above low, at most 3.4e38 away from it");
        }
        Ok(shape)
    }

    fn work(&self, call: &Call<'_>) -> Work {
        threefry::work(call, 4.0)
    }

    fn reference(&self, call: &Call<'_>, _: &[&[f32]], output: &mut [f32]) {
        let [low, width, last] = interval(call.attrs);
        let value = |bits: u32| (low + width * ((bits >> 8) as f32 * UNIT)).min(last);
        threefry::fill(call.attrs, output, |x, y| [value(x), value(y)]);
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        threefry::plan(call, &interval(call.attrs), limits)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        threefry::wgsl(variant, shader!("uniform")).into()
    }

    fn variants(&self) -> Vec<u32> {
        map::variants([0])
    }
}

/// 2⁻²⁴: the top 24 bits of a word, times this, are exact in f32 and in [0, 1).
const UNIT: f32 = 1.0 / 16_777_216.0;
