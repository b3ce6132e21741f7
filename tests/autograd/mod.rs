//! The tape: gradients against finite differences, which calls are recorded, and which values are freed.

use asynclab::backend::policy::Policy;
use asynclab::local::{DeviceKind, Lab};
use asynclab::ops;
use asynclab::wire::ArrayId;
use pollster::block_on;

mod differences;
mod lifetimes;
mod recording;

fn lab() -> Lab {
    block_on(Lab::connect(DeviceKind::Cpu, Policy::default())).unwrap()
}

/// Steps that many tests share.
trait Program {
    fn vector(&mut self, values: &[f32]) -> ArrayId;
    /// A vector with a gradient, which backward passes replace.
    fn parameter(&mut self, values: &[f32]) -> ArrayId;
    /// Runs `program` while recording.
    fn record<T>(&mut self, program: impl FnOnce(&mut Self) -> T) -> T;
    fn mul(&mut self, left: ArrayId, right: ArrayId) -> ArrayId;
    fn times(&mut self, array: ArrayId, number: f32) -> ArrayId;
    fn values(&mut self, array: ArrayId) -> Vec<f32>;
    /// The values of the gradient.
    fn grad(&mut self, array: ArrayId) -> Option<Vec<f32>>;
    /// A backward pass that frees the graph.
    fn backward(&mut self, loss: ArrayId);
    /// The code and the message of a backward pass's error.
    fn rejected(&mut self, loss: ArrayId) -> (&'static str, String);
    /// Bytes the backend holds for values, once everything is computed.
    fn used(&mut self) -> u64;
}

impl Program for Lab {
    fn vector(&mut self, values: &[f32]) -> ArrayId {
        self.array(&[values.len() as u32], values).unwrap()
    }

    fn parameter(&mut self, values: &[f32]) -> ArrayId {
        let array = self.vector(values);
        self.frontend().attach_grad(array, false).unwrap();
        array
    }

    fn record<T>(&mut self, program: impl FnOnce(&mut Self) -> T) -> T {
        assert!(!self.frontend().start_recording());
        let result = program(self);
        assert!(self.frontend().stop_recording());
        result
    }

    fn mul(&mut self, left: ArrayId, right: ArrayId) -> ArrayId {
        self.apply(ops::MUL, &[left, right], &[]).unwrap()
    }

    fn times(&mut self, array: ArrayId, number: f32) -> ArrayId {
        self.apply(ops::MUL, &[array], &[1, number.to_bits()]).unwrap()
    }

    fn values(&mut self, array: ArrayId) -> Vec<f32> {
        block_on(self.data(array)).unwrap()
    }

    fn grad(&mut self, array: ArrayId) -> Option<Vec<f32>> {
        let gradient = self.frontend().grad(array).unwrap()?;
        let values = self.values(gradient);
        self.dispose(gradient);
        Some(values)
    }

    fn backward(&mut self, loss: ArrayId) {
        self.frontend().backward(loss, None, false).unwrap();
    }

    fn rejected(&mut self, loss: ArrayId) -> (&'static str, String) {
        let error = self.frontend().backward(loss, None, false).unwrap_err();
        (error.code(), error.to_string())
    }

    fn used(&mut self) -> u64 {
        block_on(self.wait_all()).unwrap();
        let memory = self.backend().memory();
        memory.used + memory.pending
    }
}
