//! The matrix product. Operands of one dimension are a row on the left and a column on the right; further leading dimensions count batches and
//! broadcast. Attributes: none, or `[transpose_a, transpose_b]`, 0 or 1 each, which swap the last two dimensions of an operand as it is read (and
//! leave an operand of one dimension as it is).

use super::Listed;
use super::lib::gemm::{self, Matrix};
use super::lib::map::{self, Body};
use super::lib::matrix;
use super::lib::strided::Views;
use crate::error::{Error, Result};
use crate::example::Examples;
use crate::op::{Call, DeviceClass, Gradient, Kind, Limits, Needs, Operation, Plan, Sample, Scope, Work};
use crate::ops;
use crate::shape::{MAX_RANK, Shape};
use crate::wire::ArrayId;
use std::borrow::Cow;

mod examples;

pub(super) static OPERATION: Matmul = Matmul;

pub(super) struct Matmul;

const NAME: &str = "matmul";
const SHADER: &str = shader!("matmul");

/// A call as products of an m × k and a k × n matrix.
struct Product {
    m: u32,
    n: u32,
    k: u32,
    /// The batches of the product, and those of each operand.
    batch: Shape,
    batches: [Shape; 2],
    /// Is an operand stored with its last two dimensions swapped?
    transposed: [bool; 2],
    output: Shape,
}

impl Product {
    fn of(inputs: &[Shape], attrs: &[u32]) -> Result<Self> {
        let ([a, b], [] | [_, _]) = (inputs, attrs) else {
            return Err(Error::arguments(NAME, inputs, attrs, "give two arrays"));
        };
        if a.rank() == 0 || b.rank() == 0 {
            let remedy = "use mul, or give it at least one dimension";
            return Err(Error::shapes(NAME, inputs, "an operand is a scalar".into(), remedy));
        }
        let transposed = [0, 1].map(|i| attrs.get(i).is_some_and(|&attr| attr != 0));
        let [m, k] = matrix_dims(a, transposed[0], |k| [1, k]);
        let [inner, n] = matrix_dims(b, transposed[1], |k| [k, 1]);
        if k != inner {
            let remedy = "make the left operand's last dimension equal the right one's last but one, or transpose one";
            return Err(Error::shapes(NAME, inputs, format!("the inner dimensions {k} and {inner} differ"), remedy));
        }
        let batches = [batch(a)?, batch(b)?];
        let batch = Shape::broadcast(NAME, &batches[0], &batches[1])?;
        let ends = [(a.rank() > 1).then_some(m), (b.rank() > 1).then_some(n)];
        let dims: Vec<u32> = batch.dims().iter().copied().chain(ends.into_iter().flatten()).collect();
        let output = Shape::new(NAME, &dims)?;
        Ok(Self { m, n, k, batch, batches, transposed, output })
    }

    /// Operand `i` of one batch, which starts at `data`.
    fn matrix<'a>(&self, i: usize, data: &'a [f32]) -> Matrix<'a> {
        let [rows, columns] = if i == 0 { [self.m, self.k] } else { [self.k, self.n] };
        if self.transposed[i] {
            Matrix { data, row: 1, column: rows as usize }
        } else {
            Matrix { data, row: columns as usize, column: 1 }
        }
    }

    /// The batches as views of both operands, whose matrices have these `sizes`, in elements.
    fn views(&self, sizes: [u32; 2]) -> Views {
        let strides = [0, 1].map(|i| self.batches[i].strides_as(&self.batch).map(|stride| stride * sizes[i]));
        Views::new(self.batch.dims(), strides)
    }
}

/// Rows and columns of an operand as it is read; `vector` returns those of an operand of one dimension.
fn matrix_dims(shape: &Shape, transposed: bool, vector: impl Fn(u32) -> [u32; 2]) -> [u32; 2] {
    match *shape.dims() {
        [k] => vector(k),
        [.., rows, columns] if transposed => [columns, rows],
        [.., rows, columns] => [rows, columns],
        [] => [1, 1],
    }
}

fn batch(shape: &Shape) -> Result<Shape> {
    Shape::new(NAME, &shape.dims()[..shape.rank().saturating_sub(2)])
}

impl Listed for Matmul {
    const OPERATION: &'static dyn Operation = &Self;
    const EXAMPLES: Examples = Examples::signed(examples::CALLS);
}

impl Operation for Matmul {
    fn name(&self) -> &'static str {
        NAME
    }

    fn kind(&self) -> Kind {
        Kind::Product
    }

    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape> {
        Product::of(inputs, attrs).map(|product| product.output)
    }

    fn gradient(&self, input: usize, _: &[u32]) -> Option<Gradient> {
        Some(match input {
            0 => Gradient { needs: Needs::SECOND, rule: |scope| gradient(scope, 0) },
            _ => Gradient { needs: Needs::FIRST, rule: |scope| gradient(scope, 1) },
        })
    }

    fn work(&self, call: &Call<'_>) -> Work {
        let depth = Product::of(call.inputs, call.attrs).map_or(0, |product| product.k);
        let bytes = call.inputs.iter().map(Shape::bytes).sum::<u64>() + call.output.bytes();
        Work { flops: 2.0 * f64::from(depth) * call.output.elements() as f64, bytes: bytes as f64 }
    }

    fn reference(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]) {
        let Ok(product) = Product::of(call.inputs, call.attrs) else { return };
        let [m, n, k] = [product.m, product.n, product.k].map(|dim| dim as usize);
        if output.is_empty() || k == 0 {
            return output.fill(0.0);
        }
        let views = product.views([product.m * product.k, product.k * product.n]);
        let mut results = output.chunks_exact_mut(m * n);
        views.rows(|[a, b]| {
            for i in 0..views.row() {
                let Some(c) = results.next() else { return };
                let a = &inputs[0][a + i * views.row_stride(0) as usize..];
                let b = &inputs[1][b + i * views.row_stride(1) as usize..];
                gemm::multiply([m, n, k], product.matrix(0, a), product.matrix(1, b), c);
            }
        });
    }

    fn kernels(&self) -> &'static [&'static str] {
        matrix::KERNELS
    }

    fn kernel_for(&self, machine: DeviceClass, call: &Call<'_>) -> Option<usize> {
        matrix::kernel_for(machine, &call.output)
    }

    /// Sizes are rounded up to powers of two for the class. The sample only has a smaller k, and so the same grid of workgroups.
    fn sample(&self, call: &Call<'_>, flops: f64) -> Option<Sample> {
        let Product { m, n, k, batch, transposed, .. } = Product::of(call.inputs, call.attrs).ok()?;
        let [a, b] = [0, 1].map(|i| if transposed[i] { [" aᵀ", " bᵀ"][i] } else { "" });
        let odd = if [m, n, k].iter().all(|size| size % 4 == 0) { "" } else { ", odd" };
        let [m, n, deep, batches] = [m, n, k, batch.elements() as u32].map(u32::next_power_of_two);
        let class = format!("{NAME} {batches}×{m}×{n}×{deep}{a}{b}{odd}");
        // Divided by four, the sample's k leaves the same remainder as the call's.
        let part = (f64::from(k) * flops / self.work(call).flops) as u32;
        let k = (part.max(LEAST_DEPTH).next_multiple_of(4) + k % 4).min(k);
        let mut inputs = [call.inputs[0], call.inputs[1]];
        for (i, shape) in inputs.iter_mut().enumerate() {
            let mut dims = [0; MAX_RANK];
            let rank = shape.rank();
            dims[..rank].copy_from_slice(shape.dims());
            // The left operand ends with k, and the right one with k and n; transposed it is the other way round.
            let last = rank == 1 || (i == 0) != transposed[i];
            dims[rank - if last { 1 } else { 2 }] = k;
            *shape = Shape::new(NAME, &dims[..rank]).ok()?;
        }
        Some(Sample { class, inputs })
    }

    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan {
        plan(None, call, limits)
    }

    fn plan_with(&self, kernel: usize, call: &Call<'_>, limits: &Limits) -> Plan {
        plan(Some(kernel), call, limits)
    }

    fn formula(&self) -> Option<&'static str> {
        Some(SHADER)
    }

    fn wgsl(&self, variant: u32) -> Cow<'static, str> {
        match variant.checked_sub(NOTHING) {
            Some(variant) => map::wgsl(variant, Body::Light, &[shader!("full")]),
            None => matrix::wgsl(variant, SHADER),
        }
        .into()
    }

    fn variants(&self) -> Vec<u32> {
        let nothing = map::variants([0]).into_iter().map(|variant| variant + NOTHING);
        (0..matrix::VARIANTS).chain(nothing).collect()
    }
}

/// A sample's k is at least this.
const LEAST_DEPTH: u32 = 64;

fn plan(kernel: Option<usize>, call: &Call<'_>, limits: &Limits) -> Plan {
    let Ok(product) = Product::of(call.inputs, call.attrs) else { return Plan::default() };
    if product.k == 0 {
        let mut plan = map::plan(0, call.output.elements(), 0, &[0], limits);
        plan.dispatches[0].variant += NOTHING;
        return plan;
    }
    let size = [product.m, product.n, product.k];
    let matrices = [0, 1].map(|i| product.batches[i].elements() as u32);
    matrix::plan(kernel, size, product.transposed, matrices, &product.views([1, 1]), limits)
}

/// First of the variants for k = 0, which write zeros without reading anything.
const NOTHING: u32 = matrix::VARIANTS;

/// With C = A·B and G its gradient, A's is G·Bᵀ and B's is Aᵀ·G; that of an operand which is read transposed is the
/// transpose of this.
fn gradient(scope: &mut Scope<'_>, of: usize) -> ArrayId {
    let wanted = scope.wanted();
    let mut other = scope.input(1 - of);
    let shapes = [0, 1].map(|i| if i == of { wanted } else { scope.shape(other) });
    let vector = shapes.map(|shape| shape.rank() == 1);
    let transposed = [0, 1].map(|i| !vector[i] && scope.attrs().get(i).is_some_and(|&attr| attr != 0));
    // Vectors become the matrices they stand for, a row on the left and a column on the right.
    if vector[1 - of] {
        other = insert_axis(scope, other, of);
    }
    let mut result = scope.gradient();
    for i in [1, 0] {
        if vector[i] {
            result = insert_axis(scope, result, 1 - i);
        }
    }
    let (left, right) = if (of == 0) == transposed[of] { (other, result) } else { (result, other) };
    let flags = match (of, transposed[of]) {
        (0, false) => [false, !transposed[1]],
        (0, true) => [transposed[1], true],
        (_, false) => [!transposed[0], false],
        (_, true) => [true, transposed[0]],
    };
    let product = scope.apply(ops::MATMUL, &[left, right], &flags.map(u32::from));
    if !vector[of] {
        return product;
    }
    let sum = scope.sum_to(product, &with_axis(&wanted, 1 - of));
    scope.reshape(sum, wanted.dims())
}

fn insert_axis(scope: &mut Scope<'_>, array: ArrayId, after: usize) -> ArrayId {
    let shape = with_axis(&scope.shape(array), after);
    scope.reshape(array, shape.dims())
}

/// A shape with one more axis, of one element, before the last `after` ones.
fn with_axis(shape: &Shape, after: usize) -> Shape {
    let at = shape.rank().saturating_sub(after);
    let mut dims = [1; MAX_RANK + 1];
    dims[..at].copy_from_slice(&shape.dims()[..at]);
    dims[at + 1..=shape.rank()].copy_from_slice(&shape.dims()[at..]);
    Shape::new(NAME, &dims[..=shape.rank()]).unwrap_or_default()
}
