//! Shapes: the dimensions of an array, small enough to copy.

use crate::error::{Error, Result};
use std::fmt;

pub use crate::limits::MAX_RANK;

/// The dimensions of an array in row-major order, outermost first. A scalar has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    rank: u8,
    /// The product of the dimensions, which every call needs several times.
    elements: u32,
    dims: [u32; MAX_RANK],
}

impl Shape {
    /// A shape of the given dimensions.
    ///
    /// # Errors
    /// `INVALID_SHAPE` for more than [`MAX_RANK`] dimensions or 2³² elements or more; `op` is named in it.
    pub fn new(op: &'static str, dims: &[u32]) -> Result<Self> {
        if dims.len() > MAX_RANK {
            return Err(Error::InvalidShape { op, problem: format!("{} dimensions", dims.len()) });
        }
        let product = || dims.iter().try_fold(1_u32, |product, &dim| product.checked_mul(dim));
        let elements = if dims.contains(&0) { Some(0) } else { product() };
        let Some(elements) = elements else {
            return Err(Error::InvalidShape { op, problem: format!("{dims:?} has 2^32 elements or more") });
        };
        let mut shape = Self { rank: dims.len() as u8, elements, dims: [0; MAX_RANK] };
        shape.dims[..dims.len()].copy_from_slice(dims);
        Ok(shape)
    }

    /// The shape of a scalar: no dimensions, one element.
    #[must_use]
    pub const fn scalar() -> Self {
        Self { rank: 0, elements: 1, dims: [0; MAX_RANK] }
    }

    /// The dimensions, outermost first.
    #[must_use]
    pub fn dims(&self) -> &[u32] {
        &self.dims[..self.rank as usize]
    }

    /// Number of dimensions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.rank as usize
    }

    /// Number of elements.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.elements as usize
    }

    /// Bytes of the elements as f32.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.elements() as u64 * 4
    }

    /// Row-major strides in elements, one for each dimension.
    #[must_use]
    pub fn strides(&self) -> [u32; MAX_RANK] {
        let mut strides = [0; MAX_RANK];
        let mut step = 1u32;
        for axis in (0..self.rank()).rev() {
            strides[axis] = step;
            step = step.wrapping_mul(self.dims[axis]);
        }
        strides
    }

    /// The shape both operands are stretched to, by NumPy's rule: dimensions are matched from the last one, and a
    /// dimension of 1 is repeated.
    ///
    /// # Errors
    /// `SHAPE_MISMATCH` when two matched dimensions differ and neither is 1.
    pub fn broadcast(op: &'static str, left: &Self, right: &Self) -> Result<Self> {
        if left == right {
            return Ok(*left);
        }
        let rank = left.rank().max(right.rank());
        let mut dims = [0; MAX_RANK];
        for from_last in 1..=rank {
            let (l, r) = (left.dim_from_last(from_last), right.dim_from_last(from_last));
            dims[rank - from_last] = match (l, r) {
                _ if l == r => l,
                (1, _) => r,
                (_, 1) => l,
                _ => return Err(Error::Broadcast { op, left: left.to_string(), right: right.to_string() }),
            };
        }
        Self::new(op, &dims[..rank])
    }

    /// Strides in elements that read `self` as if it had the shape `to`; repeated dimensions have stride 0.
    /// `self` must broadcast to `to`.
    #[must_use]
    pub fn strides_as(&self, to: &Self) -> [u32; MAX_RANK] {
        let own = self.strides();
        let mut strides = [0; MAX_RANK];
        for from_last in 1..=self.rank() {
            let axis = self.rank() - from_last;
            if self.dims[axis] != 1 {
                strides[to.rank() - from_last] = own[axis];
            }
        }
        strides
    }

    fn dim_from_last(&self, from_last: usize) -> u32 {
        if from_last <= self.rank() { self.dims[self.rank() - from_last] } else { 1 }
    }
}

impl Default for Shape {
    fn default() -> Self {
        Self::scalar()
    }
}

/// As a list, `[2, 3]`; a scalar is `[]`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.dims())
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// A call whose inputs have shapes that its operation does not take.
    #[cold]
    pub(crate) fn shapes(op: &'static str, inputs: &[Shape], problem: String, remedy: &'static str) -> Self {
        let shapes = inputs.iter().map(Shape::to_string).reduce(|all, shape| all + " and " + &shape);
        Self::ShapeMismatch { op, problem, shapes: shapes.unwrap_or_default(), remedy }
    }

    /// A call with a number of attributes or inputs that its operation does not take.
    #[cold]
    pub(crate) fn arguments(op: &'static str, inputs: &[Shape], attrs: &[u32], remedy: &'static str) -> Self {
        Self::shapes(op, inputs, format!("{} arrays and {} attributes", inputs.len(), attrs.len()), remedy)
    }
}
