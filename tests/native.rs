//! The engine on this machine's own target, without a GPU. It is one program, since every test program links the engine and wgpu anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg(not(target_arch = "wasm32"))]

mod autograd;
mod backend;
mod devices;
mod engine;
mod faults;
mod frontend;
mod limits;
mod memory;
mod ops;
mod shaders;
mod simulated;
mod wire;

/// Each file and folder of tests is a module of this program or of `gpu.rs`, since Cargo does not look for them (`autotests`).
#[test]
fn every_file_of_tests_is_run() {
    let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let roots = ["native.rs", "gpu.rs"].map(|root| std::fs::read_to_string(tests.join(root)).unwrap()).concat();
    for entry in std::fs::read_dir(tests).unwrap() {
        let path = entry.unwrap().path();
        let is_module = path.extension().is_some_and(|kind| kind == "rs") || path.join("mod.rs").is_file();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_run = ["native", "gpu"].contains(&name) || roots.contains(&format!("mod {name};"));
        assert!(!is_module || is_run, "tests/{name} is in neither tests/native.rs nor tests/gpu.rs: add `mod {name};`");
        assert!(!path.join("main.rs").is_file(), "tests/{name}/main.rs is no module: call it mod.rs");
    }
}
