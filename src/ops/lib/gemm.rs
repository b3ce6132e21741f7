//! The matrix product on the CPU: blocks that fit the caches, packed so that the innermost loop reads both operands in order, without special cases
//! at edges. The structure is that of K. Goto, R. van de Geijn: "Anatomy of high-performance matrix multiplication", 2008.

/// A matrix somewhere in memory; strides in elements.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<'a> {
    /// Its elements, from the first one on.
    pub(crate) data: &'a [f32],
    /// From one row to the next.
    pub(crate) row: usize,
    /// From one column to the next.
    pub(crate) column: usize,
}

/// The tile of the product that stays in registers: 4 × 8 are 8 vectors of 128 bits, which leaves as many for the
/// operands.
const TILE: [usize; 2] = [4, 8];
/// Rows of the left operand, columns of the right one, and depth, of the blocks that are packed at a time: 64 KiB and 256 KiB.
const BLOCK: [usize; 3] = [64, 256, 256];

/// The product of an `m` × `k` and a `k` × `n` matrix, row-major into `c`, which has m·n elements.
pub(crate) fn multiply([m, n, k]: [usize; 3], a: Matrix<'_>, b: Matrix<'_>, c: &mut [f32]) {
    c.fill(0.0);
    let mut packed_a = vec![0.0; BLOCK[0] * BLOCK[2]];
    let mut packed_b = vec![0.0; BLOCK[1] * BLOCK[2]];
    for (column, columns) in blocks(n, BLOCK[1]) {
        for (first, depth) in blocks(k, BLOCK[2]) {
            let b = Matrix { data: &b.data[first * b.row + column * b.column..], row: b.column, column: b.row };
            pack::<{ TILE[1] }>(b, columns, depth, &mut packed_b);
            for (row, rows) in blocks(m, BLOCK[0]) {
                let a = Matrix { data: &a.data[row * a.row + first * a.column..], ..a };
                pack::<{ TILE[0] }>(a, rows, depth, &mut packed_a);
                for (j, width) in blocks(columns, TILE[1]) {
                    let b = &packed_b[j * depth..][..TILE[1] * depth];
                    for (i, height) in blocks(rows, TILE[0]) {
                        let a = &packed_a[i * depth..][..TILE[0] * depth];
                        let at = (row + i) * n + column + j;
                        add_tile(&tile(a, b), &mut c[at..], n, [height, width]);
                    }
                }
            }
        }
    }
}

/// `total` cut into pieces of `size`, as (start, length).
fn blocks(total: usize, size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..total).step_by(size).map(move |start| (start, size.min(total - start)))
}

/// Copies `rows` × `depth` elements so that `WIDTH` rows lie beside each other, for each step of the depth in turn.
/// Missing rows become zeros.
fn pack<const WIDTH: usize>(from: Matrix<'_>, rows: usize, depth: usize, to: &mut [f32]) {
    for (row, height) in blocks(rows, WIDTH) {
        let panel = &mut to[row * depth..][..WIDTH * depth];
        for (p, step) in panel.chunks_exact_mut(WIDTH).enumerate() {
            for (i, value) in step.iter_mut().enumerate() {
                *value = if i < height { from.data[(row + i) * from.row + p * from.column] } else { 0.0 };
            }
        }
    }
}

/// The product of two packed panels, in vectors of 128 bits. With the vectors that the compiler makes by itself it takes 1.4 times as long.
#[cfg(target_arch = "wasm32")]
fn tile(a: &[f32], b: &[f32]) -> [[f32; TILE[1]]; TILE[0]] {
    use core::arch::wasm32::{f32x4, f32x4_add, f32x4_extract_lane as lane, f32x4_mul, f32x4_splat, v128};
    let mut sums = [[f32x4_splat(0.0); TILE[1] / 4]; TILE[0]];
    for (a, b) in a.as_chunks::<{ TILE[0] }>().0.iter().zip(b.as_chunks::<{ TILE[1] }>().0) {
        let b = [f32x4(b[0], b[1], b[2], b[3]), f32x4(b[4], b[5], b[6], b[7])];
        let add = |[left, right]: [v128; 2], a: f32| {
            let a = f32x4_splat(a);
            [f32x4_add(left, f32x4_mul(a, b[0])), f32x4_add(right, f32x4_mul(a, b[1]))]
        };
        // Written out: an array that is indexed in a loop would not stay in registers.
        sums = [add(sums[0], a[0]), add(sums[1], a[1]), add(sums[2], a[2]), add(sums[3], a[3])];
    }
    let four = |v| [lane::<0>(v), lane::<1>(v), lane::<2>(v), lane::<3>(v)];
    sums.map(|[left, right]| {
        let mut row = [0.0; TILE[1]];
        row[..4].copy_from_slice(&four(left));
        row[4..].copy_from_slice(&four(right));
        row
    })
}

/// The product of two packed panels.
#[cfg(not(target_arch = "wasm32"))]
fn tile(a: &[f32], b: &[f32]) -> [[f32; TILE[1]]; TILE[0]] {
    let mut sums = [[0.0; TILE[1]]; TILE[0]];
    for (a, b) in a.chunks_exact(TILE[0]).zip(b.chunks_exact(TILE[1])) {
        for i in 0..TILE[0] {
            for j in 0..TILE[1] {
                sums[i][j] += a[i] * b[j];
            }
        }
    }
    sums
}

fn add_tile(sums: &[[f32; TILE[1]]; TILE[0]], c: &mut [f32], pitch: usize, [height, width]: [usize; 2]) {
    for (row, sums) in c.chunks_mut(pitch).zip(sums).take(height) {
        for (out, sum) in row.iter_mut().zip(sums).take(width) {
            *out += sum;
        }
    }
}
