//! Code that several operations share. The shaders' counterpart is `shaders/lib`.

// Its macro is for the modules below it.
#[macro_use]
pub(crate) mod shader;

pub(super) mod angle;
pub(super) mod arrays;
pub(super) mod axis;
pub(super) mod binary;
pub(crate) mod chain;
pub(super) mod constant;
pub(crate) mod fused;
pub(super) mod gather;
pub(super) mod gemm;
mod gradients;
pub(super) mod map;
pub(super) mod matrix;
pub(super) mod reduce;
pub(super) mod reduce_plan;
pub(super) mod rows;
pub(super) mod strided;
pub(super) mod threefry;
pub(super) mod unary;
