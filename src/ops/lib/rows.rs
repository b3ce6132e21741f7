//! Kernels that compute each element of the output from one element of each input, found through a view. They go
//! along rows, so that an invocation divides an index into coordinates only once for several vectors.

use super::arrays;
use super::strided::Views;
use crate::op::{Limits, Plan, fold_workgroups};

const TEMPLATE: &str = shader!("lib/rows");
const WORKGROUP: u32 = 64;
/// Rows that one invocation computes: one while the output is small, several once there are many invocations.
const EACH: [u32; 2] = [1, 8];
/// Elements of the output from which on an invocation computes several rows.
const MANY: usize = 1 << 13;

/// The way a view is read: the elements of four columns side by side in memory, all the same, or a step apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    Contiguous,
    Repeated,
    Strided,
}

/// The choices that decide the kernel's text.
#[derive(Clone, Copy)]
struct Kernel {
    /// Several rows for each invocation?
    many: bool,
    /// How each view is read by vectors of four columns. `None` where rows are no multiples of four: then it is read by elements.
    vectors: Option<[Run; 2]>,
}

impl Kernel {
    fn new(views: &Views) -> Self {
        let run = |view| match views.row_stride(view) {
            0 => Run::Repeated,
            1 => Run::Contiguous,
            _ => Run::Strided,
        };
        let vectors = views.row().is_multiple_of(4).then(|| [0, 1].map(run));
        Self { many: views.elements() >= MANY, vectors }
    }

    fn variant(self) -> u32 {
        let runs = self.vectors.map_or(0, |[first, second]| 1 + first as u32 * 3 + second as u32);
        runs * 2 + u32::from(self.many)
    }

    fn of(variant: u32) -> Self {
        let runs = |digits: u32| {
            [digits / 3, digits % 3].map(|digit| match digit {
                0 => Run::Contiguous,
                1 => Run::Repeated,
                _ => Run::Strided,
            })
        };
        Self { many: variant % 2 == 1, vectors: (variant / 2).checked_sub(1).map(runs) }
    }

    /// Columns and rows of one invocation.
    fn tile(self) -> [u32; 2] {
        [if self.vectors.is_some() { 4 } else { 1 }, EACH[usize::from(self.many)]]
    }
}

/// Number of variants.
pub(crate) const VARIANTS: u32 = 2 * (1 + 3 * 3);

/// The WGSL of a variant around `formula`, which declares `fn value(at: vec2u) -> vec4f`. It may call what is declared here: for each view that is
/// read, a function of its name, `name(at: u32) -> vec4f`.
pub(crate) fn wgsl(variant: u32, names: &[&str], formula: &str) -> String {
    let kernel = Kernel::of(variant);
    let [width, each] = kernel.tile();
    let mut text = format!("const WORKGROUP = {WORKGROUP}u;\nconst WIDTH = {width}u;\nconst EACH = {each}u;\n");
    for (view, name) in names.iter().enumerate() {
        let run = kernel.vectors.map(|runs| runs[view]);
        text += &arrays::read(name, 2 + view as u32, run == Some(Run::Contiguous));
        let elements = match run {
            Some(Run::Contiguous) => format!("{name}_four(vec4u(at))"),
            Some(Run::Strided) => {
                format!("{name}_four(at + axis_strides(params.rank - 1u)[{view}] * vec4u(0u, 1u, 2u, 3u))")
            }
            Some(Run::Repeated) | None => format!("vec4f({name}_one(at))"),
        };
        text += &format!("\nfn {name}(at: u32) -> vec4f {{\n    return {elements};\n}}\n\n");
    }
    text + arrays::write(kernel.vectors.is_some()) + formula + TEMPLATE
}

/// A plan of one dispatch that reads this many inputs by `views`; its variants start at `first_variant`.
pub(crate) fn plan(inputs: usize, views: &Views, first_variant: u32, limits: &Limits) -> Plan {
    let views = views.with_rows();
    let kernel = Kernel::new(&views);
    let [width, each] = kernel.tile();
    let [outer @ .., rows, columns] = views.dims() else { return Plan::default() };
    let invocations = outer.iter().product::<u32>() * rows.div_ceil(each) * (columns / width);
    let mut params = vec![invocations, views.rank() as u32, 0, 0];
    params.extend(views.words());
    params.resize(PARAMS, 0);
    let workgroups = fold_workgroups(invocations.div_ceil(WORKGROUP), limits.workgroups);
    Plan::single(inputs, first_variant + kernel.variant(), &params, workgroups)
}

/// Words of the uniform: a head, and three lists of eight.
const PARAMS: usize = 4 + 3 * 8;
