//! How a matrix product is dispatched, and the variants of its kernel.

use super::strided::Views;
use crate::op::{Limits, Plan, fold_workgroups};

const OPERAND: &str = include_str!("../../../shaders/lib/matrix.wgsl");

/// A workgroup has 8 × 8 invocations.
const WORKGROUP: u32 = 8;
/// Tiles of 8 × 8 from which on an invocation computes one; fewer would leave a device idle, and 4 × 4 are better.
const MANY_TILES: u64 = 4096;

/// What decides the kernel's text.
#[derive(Clone, Copy)]
struct Kernel {
    /// Does an invocation compute 8 × 8 elements, or 4 × 4?
    large: bool,
    /// Do neighbours in an operand's memory differ in k?
    along_k: [bool; 2],
    /// Are the lines in memory of the operands, and those of the result, multiples of four, so that vectors fit?
    vectors: [bool; 3],
}

impl Kernel {
    fn variant(self) -> u32 {
        let bits = self.along_k.iter().chain(&self.vectors);
        bits.fold(u32::from(self.large), |bits, &bit| bits << 1 | u32::from(bit))
    }

    fn of(variant: u32) -> Self {
        let bit = |at: u32| variant >> at & 1 == 1;
        Self { large: bit(5), along_k: [bit(4), bit(3)], vectors: [bit(2), bit(1), bit(0)] }
    }

    /// Elements of a tile along one side.
    fn tile(self) -> u32 {
        if self.large { 8 } else { 4 }
    }

    fn wgsl(self, shader: &str) -> String {
        let Self { along_k: [a, b], vectors, .. } = self;
        let constants = format!(
            "const BLOCKS = {}u;\nconst WORKGROUP = {WORKGROUP}u;\nconst a_ALONG_K = {a};\nconst a_SWAP = {};\n\
             const b_ALONG_K = {b};\nconst b_SWAP = {b};\n",
            self.tile() / 4,
            !a
        );
        let write = if vectors[2] {
            include_str!("../../../shaders/lib/write_vectors.wgsl")
        } else {
            include_str!("../../../shaders/lib/write_scalars.wgsl")
        };
        constants + shader + write + &operand("a", 2, vectors[0]) + &operand("b", 3, vectors[1])
    }
}

fn operand(name: &str, binding: u32, vectors: bool) -> String {
    let read = if vectors {
        include_str!("../../../shaders/lib/read_vectors.wgsl")
    } else {
        include_str!("../../../shaders/lib/read_scalars.wgsl")
    };
    [read, OPERAND].concat().replace("NAME", name).replace("BINDING", &binding.to_string())
}

/// Every variant.
pub(crate) fn variants() -> impl Iterator<Item = u32> {
    0..1 << 6
}

/// The WGSL of a variant of `shader`.
pub(crate) fn wgsl(variant: u32, shader: &str) -> String {
    Kernel::of(variant).wgsl(shader)
}

/// The dispatch of `batches` products of an m × k and a k × n matrix; `views` has the axes of the batches with both
/// operands' strides, and `transposed` says which operands are stored with rows and columns swapped.
pub(crate) fn plan(
    [m, n, k]: [u32; 3],
    transposed: [bool; 2],
    batches: u32,
    views: &Views<2>,
    limits: &Limits,
) -> Plan {
    // A single row or column is a line in memory either way.
    let along_k = [!transposed[0] || m == 1, transposed[1] || n == 1];
    let pitch = [if along_k[0] { k } else { m }, if along_k[1] { k } else { n }];
    let tiles = u64::from(m.div_ceil(8)) * u64::from(n.div_ceil(8)) * u64::from(batches);
    let kernel = Kernel {
        large: tiles >= MANY_TILES,
        along_k,
        vectors: [pitch[0], pitch[1], n].map(|pitch| pitch % 4 == 0),
    };
    let span = kernel.tile() * WORKGROUP;
    let workgroups = m.div_ceil(span) * n.div_ceil(span) * batches;
    let mut params = vec![m, n, k, batches, pitch[0], pitch[1], views.rank() as u32, 0];
    for list in [views.dims(), views.strides(0), views.strides(1)] {
        params.extend(list.iter().copied().chain(std::iter::repeat(0)).take(4));
    }
    Plan::single(2, kernel.variant(), &params, fold_workgroups(workgroups, limits.workgroups))
}
