//! Steps that rules for gradients share: shapes made equal, by operations like any other.

use crate::id::ArrayId;
use crate::op::Scope;
use crate::ops;
use crate::shape::Shape;

impl Scope<'_> {
    /// The same elements under another shape.
    pub fn reshape(&mut self, array: ArrayId, dims: &[u32]) -> ArrayId {
        if self.shape(array).dims() == dims { array } else { self.apply(ops::RESHAPE, &[array], dims) }
    }

    /// An array repeated to the shape of the input, as broadcasting does.
    pub fn broadcast(&mut self, array: ArrayId) -> ArrayId {
        let wanted = self.wanted();
        if self.shape(array) == wanted { array } else { self.apply(ops::BROADCAST_TO, &[array], wanted.dims()) }
    }

    /// The gradient of broadcasting: the sum over all axes along which an array of `shape` was repeated.
    pub fn sum_to(&mut self, array: ArrayId, shape: &Shape) -> ArrayId {
        let from = self.shape(array);
        let leading = from.rank().saturating_sub(shape.rank());
        let mut axes = 0_u32;
        for (axis, &dim) in from.dims().iter().enumerate() {
            let repeated = axis < leading || shape.dims()[axis - leading] != dim;
            axes |= u32::from(repeated) << axis;
        }
        let sum = if axes == 0 { array } else { self.apply(ops::SUM, &[array], &[axes, 0]) };
        self.reshape(sum, shape.dims())
    }
}
