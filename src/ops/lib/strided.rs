//! Strided views that are traversed together: the index arithmetic behind broadcasting, reductions and transposes.

use crate::shape::{MAX_RANK, Shape};
use arrayvec::ArrayVec;

/// Two strided views of one index space, described by as few axes as possible: axes of one element are dropped, and adjacent axes that are contiguous
/// in both views are merged. There is always at least one axis. Where one view is enough, the second stays at its first element: its strides are 0.
#[derive(Debug, Clone)]
pub(crate) struct Views {
    dims: ArrayVec<u32, MAX_RANK>,
    strides: [ArrayVec<u32, MAX_RANK>; 2],
}

/// The strides of a second view that is not needed.
pub(crate) const STILL: [u32; MAX_RANK] = [0; MAX_RANK];

impl Views {
    /// Views of `dims`, outermost axis first, each with its strides in elements.
    pub(crate) fn new(dims: &[u32], strides: [[u32; MAX_RANK]; 2]) -> Self {
        let mut views = Self { dims: ArrayVec::new(), strides: [const { ArrayVec::new_const() }; 2] };
        for (axis, &dim) in dims.iter().enumerate() {
            if dim == 1 {
                continue;
            }
            let step = strides.map(|strides| strides[axis]);
            if views.continues(dim, step) {
                views.merge(dim, step);
            } else {
                views.push(dim, step);
            }
        }
        if views.dims.is_empty() {
            views.push(1, [0; 2]);
        }
        views
    }

    /// Two arrays read as if both had the shape `to`.
    pub(crate) fn broadcast(arrays: [&Shape; 2], to: &Shape) -> Self {
        Self::new(to.dims(), arrays.map(|array| array.strides_as(to)))
    }

    /// Whether an axis of `dim` elements follows the innermost one without a gap, in both views.
    fn continues(&self, dim: u32, step: [u32; 2]) -> bool {
        !self.dims.is_empty() && (0..2).all(|view| self.row_stride(view) == step[view].wrapping_mul(dim))
    }

    fn merge(&mut self, dim: u32, step: [u32; 2]) {
        let last = self.dims.len() - 1;
        self.dims[last] *= dim;
        for view in 0..2 {
            self.strides[view][last] = step[view];
        }
    }

    fn push(&mut self, dim: u32, step: [u32; 2]) {
        self.dims.push(dim);
        for view in 0..2 {
            self.strides[view].push(step[view]);
        }
    }

    /// The same with at least two axes.
    pub(crate) fn with_rows(&self) -> Self {
        let mut views = self.clone();
        if views.rank() == 1 {
            views.dims.insert(0, 1);
            for strides in &mut views.strides {
                strides.insert(0, 0);
            }
        }
        views
    }

    /// Number of axes left.
    pub(crate) fn rank(&self) -> usize {
        self.dims.len()
    }

    /// The axes left, outermost first.
    pub(crate) fn dims(&self) -> &[u32] {
        &self.dims
    }

    /// Strides of a view, one for each axis left.
    pub(crate) fn strides(&self, view: usize) -> &[u32] {
        &self.strides[view]
    }

    /// Elements of the index space.
    pub(crate) fn elements(&self) -> usize {
        self.dims.iter().map(|&dim| dim as usize).product()
    }

    /// Elements of the innermost axis.
    pub(crate) fn row(&self) -> usize {
        self.dims[self.dims.len() - 1] as usize
    }

    /// A view's stride along the innermost axis.
    pub(crate) fn row_stride(&self, view: usize) -> u32 {
        self.strides[view][self.dims.len() - 1]
    }

    /// Calls `visit` for each row in order, with the offset of its first element in each view.
    pub(crate) fn rows(&self, mut visit: impl FnMut([usize; 2])) {
        let outer = self.dims.len() - 1;
        let rows: usize = self.dims[..outer].iter().map(|&dim| dim as usize).product();
        let mut index = [0u32; MAX_RANK];
        let mut offset = [0usize; 2];
        for _ in 0..rows {
            visit(offset);
            for axis in (0..outer).rev() {
                index[axis] += 1;
                let wraps = index[axis] == self.dims[axis];
                for view in 0..2 {
                    let stride = self.strides[view][axis] as usize;
                    offset[view] += stride;
                    if wraps {
                        offset[view] -= stride * self.dims[axis] as usize;
                    }
                }
                if !wraps {
                    break;
                }
                index[axis] = 0;
            }
        }
    }

    /// As a kernel's uniform: the axes, then each view's strides, every list filled up to two `vec4u`.
    pub(crate) fn words(&self) -> impl Iterator<Item = u32> + '_ {
        std::iter::once(&self.dims)
            .chain(&self.strides)
            .flat_map(|list| list.iter().copied().chain(std::iter::repeat(0)).take(WORDS_PER_LIST))
    }
}

/// Uniform words of one list of axes: two `vec4u`, the least that holds [`MAX_RANK`].
const WORDS_PER_LIST: usize = MAX_RANK.next_multiple_of(4);

#[cfg(test)]
mod tests {
    use super::Views;
    use crate::shape::Shape;

    fn broadcast(left: &[u32], right: &[u32], to: &[u32]) -> Option<Views> {
        let shape = |dims| Shape::new("test", dims).ok();
        Some(Views::broadcast([&shape(left)?, &shape(right)?], &shape(to)?))
    }

    /// Axes and strides left of two arrays that are broadcast.
    fn merged(left: &[u32], right: &[u32], to: &[u32]) -> Option<[Vec<u32>; 3]> {
        let views = broadcast(left, right, to)?;
        Some([views.dims().to_vec(), views.strides(0).to_vec(), views.strides(1).to_vec()])
    }

    #[test]
    fn axes_merge_where_all_views_allow_it() {
        let lists = |dims: &[u32], left: &[u32], right: &[u32]| Some([dims.to_vec(), left.to_vec(), right.to_vec()]);
        assert_eq!(merged(&[2, 3, 4], &[2, 3, 4], &[2, 3, 4]), lists(&[24], &[1], &[1]));
        assert_eq!(merged(&[2, 3, 4], &[3, 4], &[2, 3, 4]), lists(&[2, 12], &[12, 1], &[0, 1]));
        assert_eq!(merged(&[2, 3, 4], &[2, 1, 1], &[2, 3, 4]), lists(&[2, 12], &[12, 1], &[1, 0]));
        assert_eq!(merged(&[2, 3, 4], &[3, 1], &[2, 3, 4]), lists(&[2, 3, 4], &[12, 4, 1], &[0, 1, 0]));
        assert_eq!(merged(&[1, 5, 1], &[], &[1, 5, 1]), lists(&[5], &[1], &[0]));
        assert_eq!(merged(&[1, 1], &[], &[1, 1]), lists(&[1], &[0], &[0]));
    }

    #[test]
    fn rows_start_where_their_coordinates_say() {
        let mut starts = Vec::new();
        let views = broadcast(&[2, 3, 4], &[3, 1], &[2, 3, 4]);
        views.into_iter().for_each(|views| views.rows(|at| starts.push(at)));
        assert_eq!(starts, [[0, 0], [4, 1], [8, 2], [12, 0], [16, 1], [20, 2]]);
    }
}
