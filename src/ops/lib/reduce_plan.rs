//! The dispatches of a reduction: in which of two ways its kernel goes through the elements, and in how many parts.
//!
//! *Rows*: an invocation goes along the reduced elements by vectors of four. For reductions over the innermost axis,
//! where neighbours in memory belong to the same output.
//!
//! *Columns*: an invocation reduces four neighbouring outputs. For everything else, and for several outputs of very short rows.
//!
//! If there are too few outputs to occupy a device, each is split into parts, whose results are reduced again by further dispatches. Rounding errors
//! stay small that way too: they grow with the length of a part. If a single output is left, with no more elements than a small workgroup reduces
//! quickly, its invocations are a team: they combine their parts in shared memory, which saves a dispatch. Several outputs have no teams: software
//! adapters pay for every barrier, and for 64 outputs the barriers cost more than the dispatch. Nothing here depends on the device, so neither does
//! the order in which elements are combined.

use super::arrays;
use super::strided::Views;
use crate::op::{Dispatch, Limits, Part, Plan, Slot, fold_workgroups};

const HEAD: &str = shader!("lib/reduce");
const ROWS: &str = shader!("lib/reduce_rows");
const COLUMNS: &str = shader!("lib/reduce_columns");

const WORKGROUP: u32 = 64;
/// Invocations that occupy a large device.
const ENOUGH: u32 = 1 << 14;
/// From this length of a row on, an invocation goes along it.
const LONG_ROW: u32 = 16;
/// A row shorter than twice this is not split. Without a team a part has at least this many elements, before the number of parts is rounded up.
const ROW_PART: u32 = 256;
/// Invocations of a team: on SwiftShader 64 would take longer than a second dispatch.
const TEAM: u32 = 16;
/// Most elements for each invocation of a team.
const TEAM_PART: u32 = 512;
/// A part of a column has at least the first number of elements, before the number of parts is rounded up, and at most the second.
const COLUMN_PART: [u32; 2] = [64, 4096];

/// The choices that decide the kernel's text.
#[derive(Clone, Copy)]
struct Kernel {
    /// Does a workgroup combine its parts?
    team: bool,
    /// Along rows, or columns?
    rows: bool,
    /// Are four elements one vector in memory?
    vectors: bool,
    /// Do the outputs, or the elements of one output, span more than one axis of the array?
    nested: bool,
    /// Is it the first of its plan, which maps the elements?
    first: bool,
    /// Is it the last, which finishes the results?
    last: bool,
}

impl Kernel {
    fn variant(self) -> u32 {
        let bits = [self.team, self.rows, self.vectors, self.nested, self.first, self.last];
        bits.iter().fold(0, |variant, &bit| variant << 1 | u32::from(bit))
    }

    fn of(variant: u32) -> Self {
        let bit = |at: u32| variant >> at & 1 == 1;
        Self { team: bit(5), rows: bit(4), vectors: bit(3), nested: bit(2), first: bit(1), last: bit(0) }
    }
}

/// Number of variants.
pub(crate) const VARIANTS: u32 = 64;

/// The WGSL of a variant around `formula`, which declares `SCALED`, `map`, `combine` and `finish`.
pub(crate) fn wgsl(variant: u32, formula: &str) -> String {
    wgsl_reading(variant, formula, &arrays::read("input", 2, by_vectors(variant)))
}

/// Whether a variant reads four elements side by side.
pub(crate) fn by_vectors(variant: u32) -> bool {
    Kernel::of(variant).vectors
}

/// The WGSL of a variant that reads by `input_four`, which `read` declares as [`arrays::read`] does.
pub(crate) fn wgsl_reading(variant: u32, formula: &str, read: &str) -> String {
    let Kernel { team, rows, vectors, nested, first, last } = Kernel::of(variant);
    let workgroup = workgroup(team);
    let body = if rows { ROWS } else { COLUMNS };
    format!(
        "const WORKGROUP = {workgroup}u;\nconst TEAM = {team};\nconst VECTORS = {vectors};\nconst NESTED = {nested};\n\
         const FIRST = {first};\nconst LAST = {last};\n{formula}{HEAD}{read}{body}"
    )
}

const fn workgroup(team: bool) -> u32 {
    if team { TEAM } else { WORKGROUP }
}

/// One step of a reduction: an array of which some axes are reduced.
struct Step {
    rows: bool,
    outputs: u32,
    /// Elements that make up one output.
    count: u32,
    /// Parts that each output is reduced in.
    parts: u32,
    /// Are the parts combined in the same dispatch?
    team: bool,
    /// Dimensions and strides of the outputs in the array, outermost first.
    kept: [[u32; 4]; 2],
    /// Dimensions and strides of the elements of one output.
    reduced: [[u32; 4]; 2],
}

impl Step {
    /// The reduction of the array of the first view; a stride of 0 in the second one marks a reduced axis.
    fn of_views(views: &Views, outputs: u32, count: u32) -> Self {
        let axes = |reduced: bool| {
            let chosen = (0..views.rank()).rev().filter(|&axis| (views.strides(1)[axis] == 0) == reduced);
            let mut lists = [[1, 1, 1, 0], [0; 4]];
            for (axis, at) in chosen.zip((0..3).rev()) {
                lists[0][at] = views.dims()[axis];
                lists[1][at] = views.strides(0)[axis];
            }
            lists
        };
        let rows = views.row_stride(1) == 0 && (count >= LONG_ROW || outputs == 1);
        Self { rows, outputs, count, parts: 1, team: false, kept: axes(false), reduced: axes(true) }.split()
    }

    /// The same reduction, by a team or with the number of parts that occupies a device.
    fn split(self) -> Self {
        if self.rows && self.outputs == 1 && (2 * ROW_PART..=TEAM * TEAM_PART).contains(&self.count) {
            return Self { parts: TEAM, team: true, ..self };
        }
        let parts = if self.rows {
            (self.count / ROW_PART).min(ENOUGH / self.outputs)
        } else {
            let occupied = (self.count / COLUMN_PART[0]).min(ENOUGH / self.outputs.div_ceil(4));
            occupied.max(self.count.div_ceil(COLUMN_PART[1]))
        };
        // The number is a multiple of four, so that the parts' results can be read by vectors. Many parts of a row fill whole workgroups.
        let multiple = if self.rows && parts > WORKGROUP { WORKGROUP } else { 4 };
        let parts = if parts > 1 { parts.next_multiple_of(multiple) } else { 1 };
        Self { parts, ..self }
    }

    /// The reduction of the parts' results.
    fn next(&self) -> Self {
        let Self { rows, outputs, parts, .. } = *self;
        let (kept, reduced) = if rows {
            ([[1, 1, outputs, 0], [0, 0, parts, 0]], [[1, 1, parts, 0], [0, 0, 1, 0]])
        } else {
            let row = outputs.next_multiple_of(4);
            ([[1, 1, row, 0], [0, 0, 1, 0]], [[1, 1, parts, 0], [0, 0, row, 0]])
        };
        Self { rows, outputs, count: parts, parts: 1, team: false, kept, reduced }.split()
    }

    /// Bytes of the parts' results.
    fn bytes(&self) -> u64 {
        u64::from(self.outputs.next_multiple_of(4)) * u64::from(self.parts) * 4
    }

    fn dispatch(
        &self,
        [from, to]: [Slot; 2],
        [first, last]: [bool; 2],
        numbers: [f32; 2],
        limits: &Limits,
    ) -> Dispatch {
        let invocations = self.parts * if self.rows { self.outputs } else { self.outputs.div_ceil(4) };
        let inner = if self.rows { self.reduced } else { self.kept };
        // Vectors lie within a row and start at a multiple of four. A row that has all elements may have any length.
        let alone = self.rows && self.outputs == 1 && self.reduced[0][2] == self.count;
        let vectors = inner[1][2] == 1 && (inner[0][2] % 4 == 0 || alone);
        let nested = [self.kept[0][1], self.reduced[0][1]] != [1, 1];
        let part = if self.rows { self.count.div_ceil(4) } else { self.count }.div_ceil(self.parts);
        let head = [self.outputs, self.count, self.parts, part];
        let numbers = [numbers[0].to_bits(), numbers[1].to_bits(), 0, 0];
        let axes = self.kept.iter().chain(&self.reduced).flatten().copied();
        Dispatch {
            part: Part::Whole,
            variant: Kernel { team: self.team, rows: self.rows, vectors, nested, first, last }.variant(),
            write: to,
            read: [from].into_iter().collect(),
            params: head.into_iter().chain(numbers).chain(axes).collect(),
            workgroups: fold_workgroups(invocations.div_ceil(workgroup(self.team)), limits.workgroups),
        }
    }
}

/// Adds the dispatches that reduce `from`, the array of the first view, to `outputs` results of `count` elements
/// each. A stride of 0 in the second view marks a reduced axis.
pub(crate) fn plan(
    plan: &mut Plan,
    mut from: Slot,
    views: &Views,
    [outputs, count]: [u32; 2],
    identity: f32,
    limits: &Limits,
) {
    let numbers = [identity, count as f32];
    let mut first = true;
    let mut step = Step::of_views(views, outputs, count);
    while step.parts > 1 && !step.team {
        let to = scratch(plan, from, step.bytes());
        plan.dispatches.push(step.dispatch([from, to], [first, false], numbers, limits));
        step = step.next();
        (from, first) = (to, false);
    }
    plan.dispatches.push(step.dispatch([from, Slot::Output], [first, true], numbers, limits));
}

/// The temporary that is not being read, grown to `bytes`.
fn scratch(plan: &mut Plan, from: Slot, bytes: u64) -> Slot {
    let index = usize::from(from == Slot::Scratch(0));
    match plan.scratch.get_mut(index) {
        Some(size) => *size = bytes.max(*size),
        None => plan.scratch.push(bytes),
    }
    Slot::Scratch(index as u8)
}
