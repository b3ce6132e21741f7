//! The dispatches of a matrix product, and the variants of its kernel.

use super::map::{self, Body};
use super::strided::Views;
use super::{arrays, reduce_plan};
use crate::op::{DeviceClass, Limits, Plan, Slot, fold_workgroups};
use crate::shape::{MAX_RANK, Shape};

const BY_ELEMENTS: &str = shader!("lib/matrix_scalars");
const BY_VECTORS: &str = shader!("lib/matrix_vectors");
const PANEL: &str = shader!("lib/panel");
const FROM_REGISTERS: &str = shader!("lib/matmul_registers");
const FROM_SHARED: &str = shader!("lib/matmul_shared");

const WORKGROUP: u32 = 64;
/// The workgroup of a product that would not fill the other one: a software adapter computes all invocations of a workgroup, needed or not.
const SMALL_WORKGROUP: u32 = 4;
/// Largest patch of tiles, across and down.
const PATCH: u32 = 8;
/// Tiles of 8 × 8 from which on an invocation computes one; fewer would leave a device idle, and 4 × 4 are better.
const MANY_TILES: u64 = 1024;
/// With fewer tiles of 4 × 4 than this, k is cut into parts of at least this length, which are summed up afterwards.
const FEW_TILES: u64 = 2048;
const PART: u32 = 256;
/// Large products have their operands copied so that vectors fit the lines, if both sides are at least this: then each element is read often enough.
/// Small products gain nothing by it, and those whose sums are cut into parts would not either.
const WORTH_COPYING: u32 = 128;

/// Ways of computing the same product, for a device to choose from. Each element is summed up in the same order, so
/// the results are equal, to the bit wherever a driver's compiler contracts the same products and sums.
/// The first serves well wherever the product is large.
pub(crate) const KERNELS: &[&str] = &["registers 8×8", "registers 4×4", "shared 8×8", "shared 4×4"];
/// Bits of an index into [`KERNELS`].
const SMALL: usize = 1;
const SHARED: usize = 2;

/// The choices that decide the kernel's text.
#[derive(Clone, Copy)]
struct Kernel {
    /// Does a workgroup share panels of the operands, or does each invocation read its own?
    shared: bool,
    /// Does an invocation compute 8 × 8 elements, or 4 × 4?
    large: bool,
    /// Does a patch of tiles fill a workgroup? In a kernel that shares it always does, and this is false.
    whole: bool,
    /// Is the product so small that it has small workgroups? Such a kernel neither shares nor has large tiles or whole patches.
    small: bool,
    /// Do neighbours in an operand's memory differ in k?
    along_k: [bool; 2],
    /// Are the lines in memory of the operands, and those of the result, multiples of four, so that vectors fit?
    vectors: [bool; 3],
}

impl Kernel {
    fn variant(self) -> u32 {
        let Self { shared, whole, large, small, .. } = self;
        let bits = [shared | small, whole | small, large].into_iter().chain(self.along_k).chain(self.vectors);
        bits.fold(0, |bits, bit| bits << 1 | u32::from(bit))
    }

    fn of(variant: u32) -> Self {
        let bit = |at: u32| variant >> at & 1 == 1;
        let (along_k, vectors) = ([bit(4), bit(3)], [bit(2), bit(1), bit(0)]);
        let (shared, whole) = (bit(7) && !bit(6), bit(6) && !bit(7));
        Self { shared, whole, small: bit(7) && bit(6), large: bit(5), along_k, vectors }
    }

    /// Elements of a tile along one side.
    fn tile(self) -> u32 {
        if self.large { 8 } else { 4 }
    }

    fn workgroup(self) -> u32 {
        if self.small { SMALL_WORKGROUP } else { WORKGROUP }
    }

    fn wgsl(self, shader: &str, put: &str) -> String {
        let Self { along_k: [a, b], vectors, whole, .. } = self;
        let constants = format!(
            "const BLOCKS = {}u;\nconst WHOLE = {whole};\nconst WORKGROUP = {}u;\nconst a_ALONG_K = {a};\nconst a_SWAP = {};\n\
             const a_BY_LINES = true;\nconst b_ALONG_K = {b};\nconst b_SWAP = {b};\nconst b_BY_LINES = false;\n",
            self.tile() / 4,
            self.workgroup(),
            !a
        );
        let read = |name: &str, binding, vectors| {
            let lines = if vectors { BY_VECTORS } else { BY_ELEMENTS };
            let panel = if self.shared { PANEL } else { "" };
            arrays::read(name, binding, vectors) + &arrays::named(&[lines, panel].concat(), "NAME", name)
        };
        let main = if self.shared { FROM_SHARED } else { FROM_REGISTERS };
        constants + shader + main + put + &read("a", 2, vectors[0]) + &read("b", 3, vectors[1])
    }
}

/// First of the variants that sum up parts. They follow those with small workgroups, which are the last that compute products.
const SUMS: u32 = (1 << 7) + (1 << 6) + (1 << 5);
/// First of the variants that copy operands.
const COPIES: u32 = SUMS + reduce_plan::VARIANTS;
/// Number of variants.
pub(crate) const VARIANTS: u32 = COPIES + map::VARIANTS;

/// The WGSL of a variant of `shader`.
pub(crate) fn wgsl(variant: u32, shader: &str) -> String {
    match variant {
        COPIES.. => {
            let read = arrays::read("x", 2, false);
            map::wgsl(variant - COPIES, Body::Light, &[shader!("lib/longer_lines"), &read])
        }
        SUMS.. => reduce_plan::wgsl(variant - SUMS, shader!("sum")),
        _ => wgsl_storing(variant, shader, arrays::write(by_vectors(variant))),
    }
}

/// Elements of a product with which each SIMD of a large card, which has 160, gets a wave of 64 invocations that compute 8 × 8 elements each.
const WAVE_OF_A_CARD: usize = 160 * 64 * 8 * 8;

/// The kernel for products of this shape, which may be a batch, on a class of devices. It follows the model of `cargo xtask bench isa` and, on
/// NVIDIA's GPUs, the times of an H100. A SIMD with three or more waves of 8 × 8 tiles hides its waits; with fewer, four times as many invocations
/// with 4 × 4 tiles are faster. With shared panels the small tile is less slow, and below six waves a large card of AMD's loses more than that by
/// waiting for its busiest SIMD; NVIDIA's needs only one wave. If a side is shorter than a patch of small tiles, some invocations that share would
/// have nothing to do. Where large tiles do not fit into the registers, or into a quarter of them, they are not used.
pub(crate) fn kernel_for(machine: DeviceClass, product: &Shape) -> Option<usize> {
    let shareable = product.dims().iter().rev().take(2).all(|&side| side >= 4 * PATCH);
    let (shared, waves) = match machine {
        DeviceClass::Gcn if shareable => (SHARED, 6),
        DeviceClass::Nvidia if shareable => (SHARED, 1),
        _ => (0, 3),
    };
    let small = machine == DeviceClass::FewRegisters || product.elements() < waves * WAVE_OF_A_CARD;
    let size = if small { SMALL } else { 0 };
    (machine != DeviceClass::Software).then_some(shared | size)
}

/// Whether a variant stores four elements side by side.
pub(crate) fn by_vectors(variant: u32) -> bool {
    Kernel::of(variant).vectors[2]
}

/// The WGSL of a variant that computes products. `put` declares how it stores, as [`arrays::write`] does.
pub(crate) fn wgsl_storing(variant: u32, shader: &str, put: &str) -> String {
    Kernel::of(variant).wgsl(shader, put)
}

/// The plan of products of an m × k and a k × n matrix. `views` has the axes of the batches with both operands' strides, counted in matrices;
/// `matrices` has the number of matrices of each operand. `transposed` says which operands are stored with rows and columns swapped. `kernel` is an
/// index into [`KERNELS`]; with `None` the size decides.
///
/// Lines of large operands whose length is no multiple of four are copied to longer lines, since to read an element by itself costs an index and a
/// bounds check. The elements behind their old ends do not matter: along k they are not read, and the results of further rows and columns are not
/// stored.
pub(crate) fn plan(
    kernel: Option<usize>,
    [m, n, k]: [u32; 3],
    transposed: [bool; 2],
    matrices: [u32; 2],
    views: &Views,
    limits: &Limits,
) -> Plan {
    // A single row or column is a line in memory either way.
    let along_k = [!transposed[0] || m == 1, transposed[1] || n == 1];
    let mut lines = [if along_k[0] { [m, k] } else { [k, m] }, if along_k[1] { [n, k] } else { [k, n] }];
    let batches = views.elements() as u32;
    let tiles = |size| u64::from(m.div_ceil(size)) * u64::from(n.div_ceil(size)) * u64::from(batches);
    let large = tiles(8) >= MANY_TILES;
    let mut plan = Plan::single(2, 0, &[], [0; 3]);
    let longer = lines.map(|[_, long]| long.next_multiple_of(4));
    let elements = [0, 1].map(|i| if longer[i] == lines[i][1] { 0 } else { matrices[i] * lines[i][0] * longer[i] });
    let bytes: u64 = elements.iter().map(|&elements| u64::from(elements) * 4).sum();
    if large && m.min(n) >= WORTH_COPYING && bytes <= limits.temporaries {
        for i in 0..2 {
            if elements[i] > 0 {
                copy(&mut plan, i, elements[i], [lines[i][1], longer[i]], limits);
                lines[i][1] = longer[i];
            }
        }
    }
    let vectors = [lines[0][1], lines[1][1], n].map(|pitch| pitch % 4 == 0);
    let bits = kernel.unwrap_or(if large { 0 } else { SMALL });
    let (shared, large) = (bits & SHARED != 0, bits & SMALL == 0);
    let mut kernel = Kernel { shared, large, whole: false, small: false, along_k, vectors };

    let parts = u64::from(k / PART).min(FEW_TILES / tiles(4)).max(1) as u32;
    let part = k.div_ceil(parts).next_multiple_of(4);
    let parts = k.div_ceil(part);
    let tiles = [n, m].map(|size| size.div_ceil(kernel.tile()));
    // A workgroup that shares needs all its invocations; else several patches of a small product are in one workgroup.
    let patch = tiles.map(|tiles| if kernel.shared { PATCH } else { tiles.next_power_of_two().min(PATCH) });
    let patches = [tiles[0].div_ceil(patch[0]), tiles[1].div_ceil(patch[1])];
    kernel.whole = !kernel.shared && patch == [PATCH; 2];
    let invocations = [patch, patches].as_flattened().iter().product::<u32>() * batches * parts;
    kernel.small = !kernel.shared && !kernel.large && invocations < WORKGROUP;
    let dispatch = &mut plan.dispatches[plan.first_computing];
    dispatch.variant = kernel.variant();
    dispatch.workgroups = fold_workgroups(invocations.div_ceil(kernel.workgroup()), limits.workgroups);
    let params = &mut dispatch.params;
    params.extend([m, n, k, batches, lines[0][1], lines[1][1], views.rank() as u32, part]);
    params.extend([patch, patches].as_flattened().iter().copied());
    let sizes = lines.map(|lines| lines.iter().product());
    for (list, size) in [(views.dims(), 1), (views.strides(0), sizes[0]), (views.strides(1), sizes[1])] {
        params.extend(list.iter().map(|&x| x * size).chain(std::iter::repeat(0)).take(4));
    }
    if parts > 1 {
        add_up(&mut plan, batches * m * n, parts, limits);
    }
    plan
}

/// Has the product computed in parts along k, each by itself, and adds them up.
fn add_up(plan: &mut Plan, outputs: u32, parts: u32, limits: &Limits) {
    plan.scratch.push(u64::from(outputs) * u64::from(parts) * 4);
    plan.dispatches[0].write = Slot::Scratch(0);
    let mut strides = [[0; MAX_RANK]; 2];
    [strides[0][0], strides[0][1], strides[1][1]] = [outputs, 1, 1];
    let partial = Views::new(&[parts, outputs], strides);
    reduce_plan::plan(plan, Slot::Scratch(0), &partial, [outputs, parts], 0.0, limits);
    for dispatch in plan.dispatches.iter_mut().skip(1) {
        dispatch.variant += SUMS;
    }
}

/// Copies operand `i` to lines of another length, `elements` in all.
fn copy(plan: &mut Plan, i: usize, elements: u32, [long, longer]: [u32; 2], limits: &Limits) {
    let mut copy = map::plan(1, elements as usize, 0, &[longer / 4, long], limits);
    let scratch = Slot::Scratch(plan.scratch.len() as u8);
    plan.scratch.push(u64::from(elements) * 4);
    plan.dispatches[plan.first_computing].read[i] = scratch;
    let dispatch = &mut copy.dispatches[0];
    dispatch.variant += COPIES;
    dispatch.read[0] = Slot::Input(i as u8);
    dispatch.write = scratch;
    copy.dispatches.extend(plan.dispatches.take());
    plan.dispatches = copy.dispatches;
    plan.first_computing += 1;
}
