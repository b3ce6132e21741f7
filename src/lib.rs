//! asynclab: an array engine whose asynchrony can be measured.
//!
//! A *frontend* checks shapes and writes commands into a stream; a *backend* decodes them, tracks their dependencies and hands them to a *device*.
//! See ARCHITECTURE.md for the path of an operation.

pub mod backend;
pub mod device;
pub mod error;
pub mod example;
pub mod frontend;
pub mod gradient;
pub mod host;
pub mod id;
pub mod limits;
pub mod local;
pub mod op;
pub mod ops;
pub mod shape;
mod size_class;
pub mod trace;
#[cfg(target_arch = "wasm32")]
pub mod web;
pub mod wire;
