//! The engine on a GPU, and tests that need none: in a browser's worker through WebGPU, natively through Vulkan where there is an adapter
//! (a software adapter counts). Tests that need an adapter begin with `adapter::is_there`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(not(target_arch = "wasm32"))]
mod adapter;
mod buffers;
#[cfg(not(target_arch = "wasm32"))]
mod compile;
#[cfg(not(target_arch = "wasm32"))]
mod lazy;
mod operations;
mod programs;
mod special;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);
