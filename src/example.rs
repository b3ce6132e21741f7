//! Sample calls of operations, and values for their inputs. Tests run, differentiate and compare every operation with them. Nothing else reads them,
//! so they are not in the module that browsers load.

/// The values that an input is given: far from where the operation has no derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Of either sign, at least 0.25 from 0.
    Signed,
    /// From 0.5 to 2.5.
    Positive,
    /// At least 0.05 apart, in all inputs of a call.
    Distinct,
    /// At least 0.2 from any whole number.
    Fractional,
    /// Whole numbers from 0 on, below this one.
    Index(u32),
}

impl Values {
    /// This many values; another seed leads to other values.
    #[must_use]
    pub fn take(self, elements: usize, seed: usize) -> Vec<f32> {
        let noise = |i: usize| ((i + 1) * (seed * 977 + 7919) % 1009) as f32 / 1009.0;
        let value = |i: usize| match self {
            Self::Signed => (0.25 + 1.5 * noise(i)) * if noise(i + 31) < 0.5 { -1.0 } else { 1.0 },
            Self::Positive => 0.5 + 2.0 * noise(i),
            // 7 has no divisor in common with the number of elements of any call that is differentiated.
            Self::Distinct => 0.1 * ((i * 7 + seed / 2) % elements) as f32 - 1.0 + 0.05 * (seed % 2) as f32,
            Self::Fractional => ((i * 7 + seed) % 5) as f32 - 1.8 + 0.6 * noise(i),
            Self::Index(below) => ((i * 7 + seed) % below.max(1) as usize) as f32,
        };
        (0..elements).map(value).collect()
    }
}

/// A call.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Shapes of the inputs.
    pub inputs: &'static [&'static [u32]],
    /// Attributes.
    pub attrs: &'static [u32],
}

/// Examples that an operation is tried on.
#[derive(Clone, Copy, Debug)]
pub struct Examples {
    /// Values of each input; the last entry holds for all further inputs, too.
    pub values: &'static [Values],
    /// Calls; none for unary and binary operations and for reductions, whose calls follow from the kind.
    pub calls: &'static [Example],
}

impl Examples {
    /// Calls whose inputs have values of either sign.
    #[must_use]
    pub const fn signed(calls: &'static [Example]) -> Self {
        Self { values: &[Values::Signed], calls }
    }

    /// Values of an input.
    #[must_use]
    pub fn values(&self, input: usize) -> Values {
        self.values.get(input).or(self.values.last()).copied().unwrap_or(Values::Signed)
    }
}

/// An example by shapes and attributes.
#[must_use]
pub const fn call(inputs: &'static [&'static [u32]], attrs: &'static [u32]) -> Example {
    Example { inputs, attrs }
}
