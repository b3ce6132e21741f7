//! The description of a simulated machine: numbers, each with its unit and its range.

use crate::error::{Error, Result, number_text};
use std::ops::RangeInclusive;

/// The costs of an operation, in ms: the chapter's model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// The frontend enqueues it.
    pub t1: f64,
    /// The backend runs it.
    pub t2: f64,
    /// The backend hands the result back.
    pub t3: f64,
}

impl Default for Costs {
    fn default() -> Self {
        Self { t1: 0.001, t2: 0.05, t3: 0.5 }
    }
}

impl Costs {
    /// The costs, if they are valid.
    ///
    /// # Errors
    /// `INVALID_OPTION` for a cost that is negative or no number.
    pub fn checked(self) -> Result<Self> {
        for (name, value) in [("t1", self.t1), ("t2", self.t2), ("t3", self.t3)] {
            if !(value.is_finite() && value >= 0.0) {
                return Err(reject(name, value, "milliseconds of 0 or more"));
            }
        }
        Ok(self)
    }
}

/// A field of a description: its name, its range, and the range in words.
pub struct Field {
    /// The name.
    pub name: &'static str,
    range: RangeInclusive<f64>,
    expected: &'static str,
}

macro_rules! machine {
    ($($(#[$doc:meta])* $name:ident $key:literal $range:expr, $default:expr, $expected:literal;)*) => {
        /// A machine with its browser. Times are in ms.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Machine {
            $($(#[$doc])* pub $name: f64,)*
            /// An operation may begin as soon as it is enqueued, as in the chapter's model, which has no submissions.
            pub at_once: bool,
        }

        impl Default for Machine {
            fn default() -> Self {
                Self { $($name: $default,)* at_once: false }
            }
        }

        impl Machine {
            /// Every field, in the order of [`Machine::set`].
            pub const FIELDS: &'static [Field] =
                &[$(Field { name: $key, range: $range, expected: $expected },)*];

            /// Sets a field by its index, if the value is valid.
            ///
            /// # Errors
            /// `INVALID_OPTION`, naming the field and its range.
            pub fn set(&mut self, index: usize, value: f64) -> Result<()> {
                let Field { name, range, expected } = &Self::FIELDS[index];
                if !range.contains(&value) {
                    return Err(reject(name, value, expected));
                }
                *[$(&mut self.$name),*][index] = value;
                Ok(())
            }
        }
    };
}

machine! {
    /// GFLOP/s of the device; infinite in the chapter's model.
    flops "flops" 1e-3..=1e7, f64::INFINITY, "GFLOP/s from 0.001 to 10000000";
    /// GB/s between the device and its memory; infinite in the chapter's model.
    bandwidth "bandwidth" 1e-3..=1e6, f64::INFINITY, "GB/s from 0.001 to 1000000";
    /// Time for the device to begin an operation.
    dispatch "dispatch" 0.0..=1e4, 0.0, "milliseconds from 0 to 10000";
    /// Time for the backend's thread to hand a submission to the device.
    submission "submission" 0.0..=1e4, 0.0, "milliseconds from 0 to 10000";
    /// Time for the backend's thread to encode an operation.
    encode "encode" 0.0..=1e4, 0.0, "milliseconds from 0 to 10000";
    /// Time for the frontend's thread to enqueue an operation.
    enqueue "enqueue" 0.0..=1e4, 0.0, "milliseconds from 0 to 10000";
    /// Time for the program to read the clock.
    reading "reading" 0.0..=1e4, 0.0, "milliseconds from 0 to 10000";
    /// Time of a message between the two threads.
    message "message" 0.0..=1e4, 0.0, "milliseconds from 0 to 10000";
    /// GB/s from the device to the host.
    transfer "transfer" 1e-3..=1e6, f64::INFINITY, "GB/s from 0.001 to 1000000";
    /// Memory of the device, MB.
    memory "memory" 1.0..=1e7, 1e7, "megabytes from 1 to 10000000";
    /// The largest array, MB.
    largest "largest" 1.0..=4096.0, 268.435_456, "megabytes from 1 to 4096";
    /// From the end of the work to the earliest moment at which the browser can report it.
    seen "seen" 0.0..=1e4, 0.0, "milliseconds from 0 to 10000";
    /// Time between two looks of the browser for ended work; 0 where it is reported at once.
    poll "poll" 0.0..=1e4, 0.0, "milliseconds from 0 to 10000";
    /// The step of the device's timestamps; left out where there are none.
    quantum "quantum" 1e-6..=1e3, 0.0, "milliseconds from 0.000001 to 1000, or leave it out: no timestamps";
    /// The device's clock is ahead of the lab's by this much; with 0 they are the same clock.
    clock_ahead "clockAhead" 0.0..=1e9, 0.0, "milliseconds from 0 to 1000000000";
    /// The step of `performance.now()`.
    step "step" 0.0..=1e3, 0.0, "milliseconds from 0 to 1000";
    /// Each time is multiplied by `exp(jitter · z)`, z of the standard normal distribution.
    jitter "jitter" 0.0..=1.0, 0.0, "a share from 0 to 1";
    /// The chance of each period of 50 ms to be an outlier.
    outliers "outliers" 0.0..=1.0, 0.0, "a share from 0 to 1";
    /// The factor by which an outlier is slower.
    outlier_factor "outlierFactor" 1.0..=1e3, 1.0, "a factor from 1 to 1000";
    /// A neighbour is busy once in this many ms on average, by chance; 0 for none.
    neighbour_every "neighbourEvery" 0.0..=1e6, 0.0, "milliseconds from 0 to 1000000";
    /// The neighbour is busy for this many ms each time.
    neighbour_for "neighbourFor" 0.0..=1e6, 0.0, "milliseconds from 0 to 1000000";
    /// The factor by which the device is slower meanwhile.
    neighbour_factor "neighbourFactor" 1.0..=1e3, 1.0, "a factor from 1 to 1000";
    /// After this many ms the device is throttled; 0 for never.
    throttle_after "throttleAfter" 0.0..=1e9, 0.0, "milliseconds from 0 to 1000000000";
    /// The factor by which it is slower then.
    throttle_factor "throttleFactor" 1.0..=1e3, 1.0, "a factor from 1 to 1000";
    /// The seed of the noise.
    seed "seed" 0.0..=4_294_967_295.0, 0.0, "a whole number from 0 to 4294967295";
    /// Flops and bytes of an operation up to which its values are computed; others are left out and read as NaN.
    values "values" 0.0..=1e15, 1e15, "flops and bytes from 0 to 1000000000000000";
    /// Whether the adapter is a program on the CPU: 1, or 0.
    software "software" 0.0..=1.0, 0.0, "1 for a software adapter, or 0";
}

impl From<Costs> for Machine {
    fn from(Costs { t1, t2, t3 }: Costs) -> Self {
        Self { enqueue: t1, dispatch: t2, seen: t3, at_once: true, software: 1.0, ..Self::default() }
    }
}

impl Machine {
    /// Whether the device times operations.
    #[must_use]
    pub fn timestamps(&self) -> bool {
        self.at_once || self.quantum > 0.0
    }
}

fn reject(name: &'static str, value: f64, expected: &'static str) -> Error {
    Error::InvalidOption { name, value: number_text(value), expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impossible_field_is_rejected_with_its_name_and_range() {
        let mut machine = Machine::default();
        for (name, value) in [("flops", -1.0), ("flops", f64::NAN), ("quantum", 0.0), ("memory", 0.0), ("jitter", 2.0)]
        {
            let index = Machine::FIELDS.iter().position(|field| field.name == name).unwrap();
            let before = machine;
            let text = machine.set(index, value).unwrap_err().to_string();
            assert!(text.contains(name) && text.contains("from"), "{text}");
            assert_eq!(machine, before);
            machine.set(index, if name == "jitter" { 0.1 } else { 10.0 }).unwrap();
        }
    }
}
