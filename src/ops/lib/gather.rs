//! Operations whose output elements are input elements: the input is read with other strides, through the first of two views.

use super::strided::Views;
use crate::op::{Call, Work};

/// Copies the output from the input row by row.
pub(crate) fn reference(views: &Views, input: &[f32], output: &mut [f32]) {
    if output.is_empty() {
        return;
    }
    let (row, stride) = (views.row(), views.row_stride(0) as usize);
    let mut rows = output.chunks_exact_mut(row);
    views.rows(|[from, _]| {
        let Some(out) = rows.next() else { return };
        match stride {
            0 => out.fill(input[from]),
            1 => out.copy_from_slice(&input[from..from + row]),
            _ => {
                for (out, &x) in out.iter_mut().zip(input[from..].iter().step_by(stride)) {
                    *out = x;
                }
            }
        }
    });
}

/// The work of a copy, which computes nothing.
pub(crate) fn work(call: &Call<'_>) -> Work {
    Work { flops: 0.0, bytes: 2.0 * call.output.bytes() as f64 }
}
