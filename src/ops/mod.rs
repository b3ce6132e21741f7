//! Every operation, one file each, beside a shader of the same stem. The order is the opcode.

use crate::op::{Opcode, Operation};

mod lib;

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
        pub static ALL: &[&dyn Operation] = &[$(&$module::OPERATION),*];
    };
}

operations! {
    ADD = add,
    SUB = sub,
    MUL = mul,
    DIV = div,
    FULL = full,
    UNIFORM = uniform,
    NORMAL = normal,
    MATMUL = matmul,
    SUM = sum,
}

/// The operation with this opcode.
#[must_use]
pub fn by_opcode(opcode: Opcode) -> Option<&'static dyn Operation> {
    ALL.get(opcode as usize).copied()
}
