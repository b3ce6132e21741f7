//! The arrays that programs begin with.

use super::bound::Bound;
use super::generate::Generator;
use super::program::{Array, Name, Statement};
use asynclab::ops;
use asynclab::shape::{MAX_RANK, Shape};

/// Sizes at and around those at which kernels change: vectors of 4, rows of 16, workgroups of 64.
const DIMS: [u32; 18] = [1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 17, 31, 33, 64, 65];

impl Generator {
    /// Dimensions of at most `most` elements. A few shapes have no elements, and a few have many more in one or two dimensions.
    pub(super) fn dims(&mut self, most: usize) -> Vec<u32> {
        if self.random.one_in(50) {
            return vec![1000 + self.random.below(9000) as u32];
        }
        if self.random.one_in(50) {
            return vec![200 + self.random.below(400) as u32, 1 + self.random.below(40) as u32];
        }
        let rank = self.random.pick(&[0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, MAX_RANK]);
        let mut left = most;
        let mut dims = Vec::new();
        for _ in 0..rank {
            let fitting: Vec<u32> =
                DIMS.into_iter().filter(|&dim| dim as usize <= left.min(if rank > 3 { 7 } else { 99 })).collect();
            let dim = self.random.pick(&fitting);
            left /= dim as usize;
            dims.push(dim);
        }
        if rank > 0 && self.random.one_in(25) {
            dims[self.random.below(rank)] = 0;
        }
        dims
    }

    /// An array of this shape, of values whose results stay small. With `away_from_zero` it can be a divisor.
    pub(super) fn create(&mut self, dims: &[u32], away_from_zero: bool) -> Name {
        let created = match (self.random.below(10), dims) {
            (0..=1, _) if away_from_zero => self.uniform(dims, 0.5, 2.0),
            (2..=3, _) if away_from_zero => self.full(dims, 1.25),
            _ if away_from_zero => None,
            (0..=1, _) => self.uniform(dims, 0.0, 1.0),
            (2, _) => self.uniform(dims, -1.5, 2.5),
            (3, _) => self.normal(dims),
            (4, _) => {
                let number = self.random.pick(&[0.0, 1.0, -2.0, 0.1, 3.0]);
                self.full(dims, number)
            }
            (5, &[rows, columns]) => self.apply(ops::EYE, &[], &[rows, columns], Some(Bound::multiples(0.0, 1.0, 1.0))),
            (6, _) => self.count_up(dims),
            _ => None,
        };
        created.unwrap_or_else(|| self.upload(dims, away_from_zero))
    }

    fn key(&mut self) -> [u32; 2] {
        let bits = self.random.bits();
        [bits as u32, (bits >> 32) as u32]
    }

    fn draw(&mut self, op: u8, parameters: [f32; 2], dims: &[u32], bound: Bound) -> Option<Name> {
        let attrs = [&self.key()[..], &parameters.map(f32::to_bits), dims].concat();
        self.apply(op, &[], &attrs, Some(bound))
    }

    fn uniform(&mut self, dims: &[u32], low: f32, high: f32) -> Option<Name> {
        self.draw(ops::UNIFORM, [low, high], dims, Bound::uniform(low, high))
    }

    fn normal(&mut self, dims: &[u32]) -> Option<Name> {
        let (mean, deviation) = (self.random.pick(&[0.0, 1.0, -0.3]), self.random.pick(&[1.0, 0.1, 0.0]));
        self.draw(ops::NORMAL, [mean, deviation], dims, Bound::normal(mean, deviation))
    }

    fn full(&mut self, dims: &[u32], number: f32) -> Option<Name> {
        let (op, value) = match number {
            0.0 => (ops::ZEROS, None),
            1.0 => (ops::ONES, None),
            _ => (ops::FULL, Some(number.to_bits())),
        };
        let attrs: Vec<u32> = value.into_iter().chain(dims.iter().copied()).collect();
        self.apply(op, &[], &attrs, Some(Bound::number(number)))
    }

    /// Evenly spaced numbers, reshaped to these dimensions.
    fn count_up(&mut self, dims: &[u32]) -> Option<Name> {
        let count: u32 = dims.iter().product();
        let (start, step) = (self.random.pick(&[0.0, -2.0, 0.5]), self.random.pick(&[1.0, 0.25, -0.5, 0.1]));
        let bound = Bound::arange(start, step, count)?;
        let row = self.apply(ops::ARANGE, &[], &[start.to_bits(), step.to_bits(), count], Some(bound))?;
        if dims.len() == 1 {
            return Some(row);
        }
        self.apply(ops::RESHAPE, &[row], dims, Some(bound))
    }

    /// Values of the host: whole numbers, or any numbers.
    fn upload(&mut self, dims: &[u32], away_from_zero: bool) -> Name {
        // These shapes should all be valid. A scalar replaces one that is not.
        let shape = Shape::new("array", dims).unwrap_or_default();
        let whole = self.random.one_in(2);
        let (low, high) = match (whole, away_from_zero) {
            (true, true) => (1.0, 4.0),
            (true, false) => (-4.0, 4.0),
            (false, true) => (0.5, 2.0),
            (false, false) => (-2.0, 2.0),
        };
        let bound = if whole {
            Bound::multiples(f64::from(low), f64::from(high), 1.0)
        } else {
            Bound::given(f64::from(low), f64::from(high))
        };
        let values: Vec<f32> = (0..shape.elements())
            .map(|_| {
                if whole {
                    low + self.random.below((high - low) as usize + 1) as f32
                } else {
                    self.random.between(low, high)
                }
            })
            .collect();
        self.define(Array { shape, bound }, |output| Statement::Write { values, output })
    }

    /// Values of the host, computed from their indices: small whole numbers.
    pub(super) fn upload_from(&mut self, dims: &[u32], value: impl FnMut(usize) -> f32) -> Name {
        let shape = Shape::new("array", dims).unwrap_or_default();
        let values: Vec<f32> = (0..shape.elements()).map(value).collect();
        let bound = Bound::multiples(-4.0, 4.0, 1.0);
        self.define(Array { shape, bound }, |output| Statement::Write { values, output })
    }
}
