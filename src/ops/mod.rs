//! Every operation, one file each, beside a shader of the same stem. The order of the list below gives the opcodes.

use crate::example::Examples;
use crate::op::{Kind, Opcode, Operation};

#[macro_use]
pub(crate) mod lib;

/// Hands the list of operations, as `OPCODE = module` in the order of the opcodes, to a macro. The tests take theirs
/// from it too, so that a new operation needs one line.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_operation {
    ($receiver:ident) => {
        $receiver! {
            ADD = add,
            SUB = sub,
            MUL = mul,
            DIV = div,
            FULL = full,
            UNIFORM = uniform,
            NORMAL = normal,
            MATMUL = matmul,
            SUM = sum,
            NEG = neg,
            EXP = exp,
            LOG = log,
            SQRT = sqrt,
            SQUARE = square,
            ABS = abs,
            SIGN = sign,
            RELU = relu,
            RELU_GRAD = relu_grad,
            EQUAL = equal,
            MEAN = mean,
            MAX = max,
            NORM = norm,
            TRANSPOSE = transpose,
            BROADCAST_TO = broadcast_to,
            ARANGE = arange,
            EYE = eye,
            RESHAPE = reshape,
            MIN = min,
            PROD = prod,
            MAXIMUM = maximum,
            MINIMUM = minimum,
            GREATER = greater,
            GREATER_EQUAL = greater_equal,
            MASKED = masked,
            POW = pow,
            SIN = sin,
            TANH = tanh,
            SIGMOID = sigmoid,
            FLOOR = floor,
            SLICE = slice,
            PAD = pad,
            CONCAT = concat,
            TAKE = take,
            SEGMENT_SUM = segment_sum,
            CUMSUM = cumsum,
            COS = cos,
            LESS = less,
            LESS_EQUAL = less_equal,
            ZEROS = zeros,
            ONES = ones,
            SORT = sort,
        }
    };
}

macro_rules! operations {
    ($($constant:ident = $module:ident),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Order { $($constant),* }
        $(
            mod $module;
            #[doc = concat!("Opcode of `", stringify!($module), "`.")]
            pub const $constant: Opcode = Order::$constant as Opcode;
        )*
        /// Every operation, indexed by its opcode.
        pub static ALL: &[&dyn Operation] = &[$(operation(&$module::OPERATION)),*];
        /// Examples that each operation is tried on, by its opcode.
        pub static EXAMPLES: &[&Examples] = &[$(examples(&$module::OPERATION)),*];
    };
}

for_each_operation!(operations);

/// An entry of the list: an operation, or the rule of an operation of a shared form.
pub(crate) trait Listed {
    /// The operation. That of a rule is made of its constants and functions, so that the code of a form is in the module once.
    const OPERATION: &'static dyn Operation;
    /// Examples that it is tried on.
    const EXAMPLES: Examples;
}

const fn operation<T: Listed>(_: &T) -> &'static dyn Operation {
    T::OPERATION
}

const fn examples<T: Listed>(_: &T) -> &'static Examples {
    &T::EXAMPLES
}

/// Whether an attribute is a number on which neither the shape of the result nor its kernel depends: an operand, or half of a seed.
pub(crate) fn is_free(opcode: Opcode, attrs: &[u32], index: usize) -> bool {
    match by_opcode(opcode).map(|op| op.kind()) {
        Some(Kind::Binary) => attrs.len() == 2 && index == 1,
        _ => [NORMAL, UNIFORM].contains(&opcode) && index < 2,
    }
}

/// The operation with this opcode.
#[must_use]
pub fn by_opcode(opcode: Opcode) -> Option<&'static dyn Operation> {
    ALL.get(opcode as usize).copied()
}
