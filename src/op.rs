//! The definition of an operation. Each operation has a file of its own under `ops/`, with a shader of the same stem.

use crate::error::Result;
pub use crate::gradient::{Gradient, Needs, Operand, Scope};
pub use crate::id::Opcode;
use crate::shape::Shape;
use arrayvec::ArrayVec;
use std::borrow::Cow;

/// Most inputs one operation reads.
pub const MAX_INPUTS: usize = 3;
/// Most arrays one dispatch reads: with the array that it writes, as many storage buffers as every WebGPU device allows.
pub const MAX_READS: usize = 7;
/// Most attribute words one call has.
pub const MAX_ATTRS: usize = 12;
/// Words of uniform parameters one dispatch may have.
pub const MAX_PARAMS: usize = 32;
/// Most elements of a temporary that the reference allocates by itself: 1 MiB as f64.
pub const SMALL_TEMPORARY: usize = 1 << 17;
/// Most dispatches one call is planned into.
pub const MAX_DISPATCHES: usize = 11;

/// One call of an operation: everything that decides what it computes, except the values.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// Shapes of the inputs.
    pub inputs: &'a [Shape],
    /// Attributes as they are in the command stream; their meaning is the operation's own.
    pub attrs: &'a [u32],
    /// Shape of the output, as [`Operation::infer`] returned it.
    pub output: Shape,
}

/// The least work of a call, to be compared with the device's peak.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Floating-point operations (or their like, for generators).
    pub flops: f64,
    /// Bytes read and written.
    pub bytes: f64,
}

/// The limits of one dispatch on a device.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Largest array, in bytes.
    pub array_bytes: u64,
    /// Most workgroups in one dimension of a dispatch.
    pub workgroups: u32,
    /// Most bytes of temporaries that a plan may use to be faster. It must also work without them.
    pub temporaries: u64,
}

/// A stand-in for a call while kernels are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Calls of one class are fastest with the same kernel. It is readable text.
    pub class: String,
    /// Shapes of the inputs; output and attributes are the call's.
    pub inputs: [Shape; 2],
}

/// Classes of devices on which different kernels serve best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeviceClass {
    /// A software adapter: a program on the CPU in place of a GPU.
    #[default]
    Software,
    /// Any other GPU.
    Gpu,
    /// A GPU of AMD's GCN, as browsers name them. With the largest tiles its registers hold a single wave, unless panels are shared.
    Gcn,
    /// A GPU of NVIDIA's. Shared panels are faster on it at every size.
    Nvidia,
    /// A GPU of Apple's, Qualcomm's or Arm's, as browsers name them. Mesa's compilers for these spill part of the largest tiles to memory.
    FewRegisters,
}

/// The form of an operation's call: its inputs and the meaning of its attributes. A frontend that knows the kind can offer an operation that it does
/// not know itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One array, no attributes.
    Unary,
    /// Two arrays without attributes; or an array and a number, with the attributes `[side, bits]`, the number on the
    /// left for side 0.
    Binary,
    /// One array and the attributes `[axes, keepdims]`; bit i of `axes` stands for axis i.
    Reduction,
    /// Two arrays, matrices and vectors or batches of them, without attributes or with `[transpose_a, transpose_b]`.
    Product,
    /// No arrays; the attributes are numbers as their bits, then the dimensions.
    Creation,
    /// Anything else.
    Other,
}

impl Kind {
    /// Its name, for frontends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unary => "unary",
            Self::Binary => "binary",
            Self::Reduction => "reduction",
            Self::Product => "product",
            Self::Creation => "creation",
            Self::Other => "other",
        }
    }
}

/// An operation: signature, shape rule, CPU reference and GPU kernel.
pub trait Operation: Sync {
    /// The name by which programs call the operation. In snake case it is the stem of its Rust file, its shader and its test.
    fn name(&self) -> &'static str;

    /// The form of its call.
    fn kind(&self) -> Kind {
        Kind::Other
    }

    /// The shape of the output.
    ///
    /// # Errors
    /// `SHAPE_MISMATCH`, `INVALID_SHAPE` or `INVALID_NUMBER`, naming the operation.
    fn infer(&self, inputs: &[Shape], attrs: &[u32]) -> Result<Shape>;

    /// The gradient with respect to input `input` of a call with these attributes. By default there is none, which is right for piecewise constant
    /// operations.
    fn gradient(&self, input: usize, attrs: &[u32]) -> Option<Gradient> {
        let _ = (input, attrs);
        None
    }

    /// Whether the output is the input's elements in the same order, so that both can share one buffer.
    fn is_view(&self) -> bool {
        false
    }

    /// The work of one call. By default one flop for each output element, each array touched once.
    fn work(&self, call: &Call<'_>) -> Work {
        let bytes = call.inputs.iter().map(Shape::bytes).sum::<u64>() + call.output.bytes();
        Work { flops: call.output.elements() as f64, bytes: bytes as f64 }
    }

    /// Names of the kernels among which a device may choose, all with the same result. The first is the default. Most operations have one kernel.
    fn kernels(&self) -> &'static [&'static str] {
        &[]
    }

    /// The index of the [kernel](Self::kernels) for a call on a device of this class, until the device itself has timed all kernels.
    /// `None` where the size alone decides.
    fn kernel_for(&self, machine: DeviceClass, call: &Call<'_>) -> Option<usize> {
        let _ = (machine, call);
        None
    }

    /// A call of at most about this many flops for which the same kernel is best. It runs on the same buffers, so its shapes take no more
    /// room; its values do not matter. `None` where there is nothing to choose.
    fn sample(&self, call: &Call<'_>, flops: f64) -> Option<Sample> {
        let _ = (call, flops);
        None
    }

    /// The result on the CPU, with which every device is compared. `output` has the call's elements. Its allocations are bounded, except where
    /// [`Operation::temporary`] says otherwise.
    fn reference(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32]);

    /// Bytes of the temporary that [`Operation::reference`] allocates in proportion to the arrays; 0 where it has at most [`SMALL_TEMPORARY`]
    /// elements. A device that computes by the reference allocates it beforehand, which may fail.
    fn temporary(&self, call: &Call<'_>) -> u64 {
        let _ = call;
        0
    }

    /// [`Operation::reference`] with the temporary that [`Operation::temporary`] asked for.
    fn reference_with(&self, call: &Call<'_>, inputs: &[&[f32]], output: &mut [f32], temporary: &mut [f32]) {
        let _ = temporary;
        self.reference(call, inputs, output);
    }

    /// The dispatches that compute one call on a GPU. It is never called for an output without elements, and the dispatches never read an
    /// input without elements. Arrays are padded to 16 bytes: the dispatches may read an input's padding, without effect, and overwrite the
    /// output's. They may read beyond the padding where the value does not matter: devices check bounds.
    fn plan(&self, call: &Call<'_>, limits: &Limits) -> Plan;

    /// The same with one of [`Operation::kernels`], by its index.
    fn plan_with(&self, kernel: usize, call: &Call<'_>, limits: &Limits) -> Plan {
        let _ = kernel;
        self.plan(call, limits)
    }

    /// The complete WGSL of a variant that [`Operation::plan`] may name. Entry point `main`; group 0 holds the
    /// parameters at binding 0 (uniform), the written array at 1 and the read ones from 2 on.
    fn wgsl(&self, variant: u32) -> Cow<'static, str>;

    /// The same for a dispatch that computes a part of a fused operation; others have no parts.
    fn wgsl_of_part(&self, part: Part, variant: u32) -> Cow<'static, str> {
        let _ = part;
        self.wgsl(variant)
    }

    /// WGSL of `fn apply`, which computes four elements of the output from the same four of each operand. For a reduction, WGSL of its `SCALED`,
    /// `map`, `combine` and `finish`; for a product, of its `store`, which calls a `put` that is declared elsewhere. `None` for operations that
    /// cannot be fused.
    fn formula(&self) -> Option<&'static str> {
        None
    }

    /// Every variant there is, for validation without a GPU.
    fn variants(&self) -> Vec<u32>;
}

/// A buffer that a dispatch reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// An input of the call.
    Input(u8),
    /// The output of the call.
    Output,
    /// A temporary of the plan.
    Scratch(u8),
}

/// The part of a fused operation that a kernel computes. Kernels are distinguished by their operation, their part and their variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Part {
    /// The whole operation: it is not fused.
    #[default]
    Whole,
    /// A chain of elementwise operations, by its number, with the dispatch of the partner that reads or stores its values.
    Chain(u32),
    /// Another dispatch of the chain's partner, which is the same as without the chain.
    Partner(Opcode),
}

/// Workgroups in x, y and z, and the kernel to run with them.
#[derive(Clone, Debug)]
pub struct Dispatch {
    /// Part of the operation.
    pub part: Part,
    /// Variant of the kernel that computes that part.
    pub variant: u32,
    /// The buffer that is written.
    pub write: Slot,
    /// The buffers that are read, in the order of the bindings from 2 on.
    pub read: ArrayVec<Slot, MAX_READS>,
    /// The uniform's words: as many as the kernel declares, rounded up to a multiple of 16 bytes.
    pub params: ArrayVec<u32, MAX_PARAMS>,
    /// Number of workgroups in each dimension, each within the device's limit.
    pub workgroups: [u32; 3],
}

/// A call as dispatches, in order. All but the last usually write to scratch.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Bytes of each temporary.
    pub scratch: ArrayVec<u64, 2>,
    /// The dispatches in order; each sees what the ones before it wrote.
    pub dispatches: ArrayVec<Dispatch, MAX_DISPATCHES>,
    /// The index of the first dispatch that computes something; those before it prepare inputs.
    pub first_computing: usize,
}

impl Plan {
    /// The plan of a device that computes by the reference: no dispatches, and the temporary that the reference needs.
    #[must_use]
    pub fn by_reference(op: &dyn Operation, call: &Call<'_>) -> Self {
        let bytes = op.temporary(call);
        let mut plan = Self::default();
        if bytes > 0 {
            plan.scratch.push(bytes.next_multiple_of(16));
        }
        plan
    }

    /// A plan of a single dispatch that reads every input in order and writes the output.
    #[must_use]
    pub fn single(inputs: usize, variant: u32, params: &[u32], workgroups: [u32; 3]) -> Self {
        let mut plan = Self::default();
        plan.dispatches.push(Dispatch {
            part: Part::Whole,
            variant,
            write: Slot::Output,
            read: (0..inputs).map(|i| Slot::Input(i as u8)).collect(),
            params: params.iter().copied().collect(),
            workgroups,
        });
        plan
    }
}

/// `count` workgroups as a grid: at most `limit` (usually 65,535) in x, the rest folded into y. A kernel
/// finds its index again as `workgroup_id.x + workgroup_id.y * num_workgroups.x` and ignores indices past `count`.
#[must_use]
pub fn fold_workgroups(count: u32, limit: u32) -> [u32; 3] {
    if count <= limit { [count, 1, 1] } else { [limit, count.div_ceil(limit), 1] }
}
