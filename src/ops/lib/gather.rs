//! Operations whose every output element is some input element: the input read through other strides.

use super::map;
use super::strided::Views;
use crate::op::{Call, Limits, Plan, Work};

/// The output read from the input row by row.
pub(crate) fn reference(views: &Views<1>, input: &[f32], output: &mut [f32]) {
    if output.is_empty() {
        return;
    }
    let (row, stride) = (views.row(), views.row_stride(0) as usize);
    let mut rows = output.chunks_exact_mut(row);
    views.rows(|[from]| {
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

/// The plan for an output of which `views` is the way through the input.
pub(crate) fn plan(views: &Views<1>, call: &Call<'_>, limits: &Limits) -> Plan {
    let params: Vec<u32> = [0, views.rank() as u32, 0].into_iter().chain(views.words()).collect();
    map::plan(1, call.output.elements(), u32::from(views.row() % 4 == 0), &params, limits)
}

/// The kernel around `shader`, which declares `value` by the input's `x`.
pub(crate) fn wgsl(variant: u32, shader: &str) -> String {
    let head = map::views(1, map::own(variant) == 1);
    map::wgsl(variant, &[&head, &map::stretched("x", 2, 0), shader])
}

/// Every variant.
pub(crate) fn variants() -> Vec<u32> {
    map::variants([0, 1])
}

/// Moves data and computes nothing.
pub(crate) fn work(call: &Call<'_>) -> Work {
    Work { flops: 0.0, bytes: 2.0 * call.output.bytes() as f64 }
}
