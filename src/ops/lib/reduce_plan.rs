//! How a reduction is dispatched: in which of two ways its kernel goes through the elements, and in how many parts.
//!
//! *Rows*: a workgroup reduces one output, its invocations side by side along the reduced elements. For reductions
//! over the innermost axis, where neighbours in memory belong to the same output.
//!
//! *Columns*: an invocation reduces four neighbouring outputs. For everything else, and for very short rows.
//!
//! Too few outputs to occupy a device are split into parts, whose results a second dispatch reduces again. Rounding
//! errors stay small that way too: no sum runs over more than a few thousand elements in sequence.

use super::strided::Views;
use crate::op::{Dispatch, Limits, Plan, Slot, fold_workgroups};

const HEAD: &str = include_str!("../../../shaders/lib/reduce.wgsl");
const ROWS: &str = include_str!("../../../shaders/lib/reduce_rows.wgsl");
const COLUMNS: &str = include_str!("../../../shaders/lib/reduce_columns.wgsl");

/// Invocations of a workgroup that goes along a row, and of one that goes along columns.
const ROW_WORKGROUP: u32 = 256;
const COLUMN_WORKGROUP: u32 = 64;
/// Rows from this length on are worth a workgroup each …
const LONG_ROW: u32 = 512;
/// … and shorter ones while there are fewer than this.
const FEW_ROWS: u32 = 256;
/// A part of a row has at least this many elements, eight vectors for each invocation.
const ROW_PART: u32 = ROW_WORKGROUP * 4 * 8;
/// Workgroups that occupy a large device.
const ROW_PARTS: u32 = 1024;
/// A part of a column has at least the first number of elements and at most the second.
const COLUMN_PART: [u32; 2] = [64, 4096];
/// Invocations that occupy a large device.
const COLUMN_PARTS: u32 = 1 << 14;

/// Does the kernel go along rows, and does it read whole vectors, map the elements, and finish the result?
#[derive(Clone, Copy)]
struct Kernel {
    rows: bool,
    vectors: bool,
    first: bool,
    last: bool,
}

impl Kernel {
    fn variant(self) -> u32 {
        [self.rows, self.vectors, self.first, self.last]
            .iter()
            .fold(0, |bits, &bit| bits << 1 | u32::from(bit))
    }

    fn of(variant: u32) -> Self {
        let bit = |at: u32| variant >> at & 1 == 1;
        Self { rows: bit(3), vectors: bit(2), first: bit(1), last: bit(0) }
    }
}

/// Every variant: all combinations, but for a kernel that is neither first nor last.
pub(crate) fn variants() -> impl Iterator<Item = u32> {
    (0..16).filter(|&variant| Kernel::of(variant).first || Kernel::of(variant).last)
}

/// The WGSL of a variant around `formula`, which declares `map`, `combine` and `finish`.
pub(crate) fn wgsl(variant: u32, formula: &str) -> String {
    let Kernel { rows, vectors, first, last } = Kernel::of(variant);
    let (workgroup, body) = if rows { (ROW_WORKGROUP, ROWS) } else { (COLUMN_WORKGROUP, COLUMNS) };
    let read = if vectors {
        include_str!("../../../shaders/lib/read_vectors.wgsl")
    } else {
        include_str!("../../../shaders/lib/read_scalars.wgsl")
    };
    let read = read.replace("NAME", "input").replace("BINDING", "2");
    format!(
        "const WORKGROUP = {workgroup}u;\nconst VECTORS = {vectors};\nconst FIRST = {first};\nconst LAST = {last};\n\
         {formula}{HEAD}{read}{body}"
    )
}

/// One step of a reduction: an array of which some axes are reduced.
struct Step {
    rows: bool,
    outputs: u32,
    /// Elements that make up one output.
    count: u32,
    /// Parts that each output is reduced in.
    parts: u32,
    /// Dimensions and strides of the outputs in the array, outermost first.
    kept: [[u32; 4]; 2],
    /// Dimensions and strides of the elements of one output.
    reduced: [[u32; 4]; 2],
}

impl Step {
    fn dispatch(
        &self,
        slots: [Slot; 2],
        [first, last]: [bool; 2],
        numbers: [f32; 2],
        limits: &Limits,
    ) -> Dispatch {
        let (part, workgroups) = if self.rows {
            (self.count.div_ceil(4).div_ceil(self.parts), self.outputs * self.parts)
        } else {
            let invocations = self.outputs.div_ceil(4) * self.parts;
            (self.count.div_ceil(self.parts), invocations.div_ceil(COLUMN_WORKGROUP))
        };
        let inner = if self.rows { self.reduced } else { self.kept };
        // Vectors lie in one row and start at a multiple of four, the only row of all included.
        let alone = self.rows && self.outputs == 1 && self.reduced[0][2] == self.count;
        let vectors = inner[1][2] == 1 && (inner[0][2] % 4 == 0 || alone);
        let mut params = [self.outputs, self.count, self.parts, part].to_vec();
        params.extend(numbers.map(f32::to_bits));
        params.extend([0, 0]);
        params.extend(self.kept.iter().chain(&self.reduced).flatten());
        let variant = Kernel { rows: self.rows, vectors, first, last }.variant();
        Dispatch {
            variant,
            write: slots[1],
            read: [slots[0]].into_iter().collect(),
            params: params.into_iter().collect(),
            workgroups: fold_workgroups(workgroups, limits.workgroups),
        }
    }

    /// The reduction of the parts' results.
    fn of_parts(&self) -> Self {
        let (kept, reduced) = if self.rows {
            (
                [[1, 1, self.outputs, 0], [0, 0, self.parts, 0]],
                [[1, 1, self.parts, 0], [0, 0, 1, 0]],
            )
        } else {
            let row = self.outputs.next_multiple_of(4);
            ([[1, 1, row, 0], [0, 0, 1, 0]], [[1, 1, self.parts, 0], [0, 0, row, 0]])
        };
        Self { rows: self.rows, outputs: self.outputs, count: self.parts, parts: 1, kept, reduced }
    }
}

/// The dispatches that reduce the array of the first view to `outputs` results of `count` elements each. A stride of
/// 0 in the second view marks a reduced axis.
pub(crate) fn plan(
    views: &Views<2>,
    outputs: u32,
    count: u32,
    identity: f32,
    limits: &Limits,
) -> Plan {
    let axes = |reduced: bool| {
        let chosen =
            (0..views.rank()).rev().filter(|&axis| (views.strides(1)[axis] == 0) == reduced);
        let mut lists = [[1, 1, 1, 0], [0; 4]];
        for (axis, at) in chosen.zip((0..3).rev()) {
            lists[0][at] = views.dims()[axis];
            lists[1][at] = views.strides(0)[axis];
        }
        lists
    };
    let rows = views.row_stride(1) == 0 && (count >= LONG_ROW || outputs < FEW_ROWS);
    let parts = if rows {
        (count / ROW_PART).min(ROW_PARTS / outputs)
    } else {
        (count / COLUMN_PART[0])
            .min(COLUMN_PARTS / outputs.div_ceil(4))
            .max(count.div_ceil(COLUMN_PART[1]))
    };
    let step =
        Step { rows, outputs, count, parts: parts.max(1), kept: axes(false), reduced: axes(true) };
    let numbers = [identity, count as f32];
    let mut plan = Plan::default();
    if step.parts == 1 {
        plan.dispatches.push(step.dispatch(
            [Slot::Input(0), Slot::Output],
            [true, true],
            numbers,
            limits,
        ));
    } else {
        plan.scratch.push(
            u64::from(step.outputs.next_multiple_of(4))
                * u64::from(step.parts.next_multiple_of(4))
                * 4,
        );
        plan.dispatches.push(step.dispatch(
            [Slot::Input(0), Slot::Scratch(0)],
            [true, false],
            numbers,
            limits,
        ));
        plan.dispatches.push(step.of_parts().dispatch(
            [Slot::Scratch(0), Slot::Output],
            [false, true],
            numbers,
            limits,
        ));
    }
    plan
}
