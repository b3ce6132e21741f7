//! The rate of the CPU device: the figure by which a reader judges whether a GPU is fast, or this CPU slow.

use super::zeros;
use crate::op::Call;
use crate::ops;
use crate::shape::Shape;
use crate::trace::clock::Clock;

/// Rows and columns of the products: both operands and the result stay in a core's cache.
const SIDE: u32 = 256;
/// Flops of a product, in 10⁹.
const GFLOPS: f64 = 2.0 * (SIDE * SIDE * SIDE) as f64 / 1e9;
/// The least time measured, in ms: ten steps of the coarsest clock of a browser.
const SPAN_MS: f64 = 10.0;
/// The most products, whatever the clock says.
const MOST: usize = 64;

/// The rate of products of 256 × 256 matrices on this thread, in 10⁹ flops a second; NaN on a clock that stands still, or without memory.
pub(super) fn measured(clock: &dyn Clock) -> f64 {
    let Ok(shape) = Shape::new("calibrate", &[SIDE, SIDE]) else { return f64::NAN };
    let (Ok(operand), Ok(mut product)) = (zeros(shape.bytes()), zeros(shape.bytes())) else { return f64::NAN };
    let call = Call { inputs: &[shape; 2], attrs: &[0, 0], output: shape };
    let begin = clock.now();
    for done in 1..=MOST {
        ops::ALL[ops::MATMUL as usize].reference(&call, &[&operand, &operand], &mut product);
        let ms = clock.now() - begin;
        if ms >= SPAN_MS {
            return done as f64 * GFLOPS / ms * 1e3;
        }
    }
    f64::NAN
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::{GFLOPS, measured};
    use crate::trace::clock::Clock;
    use std::cell::Cell;

    /// A clock that moves by this many ms with each reading.
    struct Steps(f64, Cell<f64>);

    impl Clock for Steps {
        fn now(&self) -> f64 {
            self.1.replace(self.1.get() + self.0)
        }

        fn turn(&self) -> u32 {
            0
        }
    }

    #[test]
    fn a_rate_is_by_the_clock_and_there_is_none_where_that_stands_still() {
        let rate = |step: f64| measured(&Steps(step, Cell::new(7.0)));
        // Two products in 12 ms.
        assert_eq!(rate(6.0), 2.0 * GFLOPS / 0.012);
        assert!(rate(0.0).is_nan());
    }
}
