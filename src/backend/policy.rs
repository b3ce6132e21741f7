//! Settings of the backend: how operations are grouped, how many may be on their way, how memory is reused.

use crate::error::{Error, Result, number_text};
use serde::Serialize;

/// When the memory of a disposed array may be used again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Allocator {
    /// At once, by later operations of the same queue, which runs in order (as PyTorch's caching allocator does).
    #[default]
    StreamOrdered,
    /// When the last operation that uses it is reported complete (as MXNet's engine does).
    OnCompletion,
}

/// The choice of kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kernels {
    /// Tuned on a GPU. Fixed on a software adapter, which computes many products in the time of compiling one kernel.
    #[default]
    ByDevice,
    /// By the times of the first calls, where the device has timestamps.
    Tuned,
    /// By the size of the call alone, unless a kernel is pinned.
    Fixed,
}

/// The least memory limit, in bytes: the size of the buffer by which a device's clock is measured.
const LEAST_MEMORY: u64 = 1 << 16;

/// Policies of a backend.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Policy {
    /// Most operations in one submission.
    pub ops_per_submit: u32,
    /// A submission is closed once its operations have this much work (flops plus bytes), however few they are, so that long operations complete one
    /// by one.
    pub work_per_submit: f64,
    /// Most operations encoded and not yet complete. Those of the open batch count.
    pub max_in_flight: u32,
    /// Every operation is complete before the next is submitted (MXNet's naive engine).
    pub blocking: bool,
    /// When memory is reused.
    pub allocator: Allocator,
    /// Nothing is handed over before it is needed; chains of operations whose intermediate results nothing else reads are then computed in one
    /// kernel.
    pub lazy: bool,
    /// Most bytes allocated on the device. At the limit nothing more is handed over until completions free enough.
    pub memory_limit: u64,
    /// The choice of kernels where an operation has several.
    pub kernels: Kernels,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            ops_per_submit: 256,
            work_per_submit: 1e7,
            max_in_flight: 16_384,
            blocking: false,
            lazy: false,
            allocator: Allocator::default(),
            memory_limit: 4 << 30,
            kernels: Kernels::default(),
        }
    }
}

impl Policy {
    /// The policy as it will be followed: blocking mode means one operation at a time.
    ///
    /// # Errors
    /// `INVALID_OPTION` with the allowed range.
    pub fn checked(self) -> Result<Self> {
        let positive = |name, value: u32| match value {
            0 => Err(Error::InvalidOption { name, value: value.to_string(), expected: "a whole number of 1 or more" }),
            _ => Ok(()),
        };
        positive("opsPerSubmit", self.ops_per_submit)?;
        positive("maxInFlight", self.max_in_flight)?;
        if self.memory_limit < LEAST_MEMORY {
            let value = self.memory_limit.to_string();
            return Err(Error::InvalidOption { name: "memoryLimit", value, expected: "65536 bytes or more" });
        }
        if self.work_per_submit.is_nan() || self.work_per_submit <= 0.0 {
            let value = number_text(self.work_per_submit);
            return Err(Error::InvalidOption { name: "workPerSubmit", value, expected: "a number above 0" });
        }
        if self.blocking && self.lazy {
            let expected = "false where operations are blocking";
            return Err(Error::InvalidOption { name: "lazy", value: "true".into(), expected });
        }
        Ok(if self.blocking { Self { ops_per_submit: 1, max_in_flight: 1, ..self } } else { self })
    }
}
