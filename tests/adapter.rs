//! Whether there is a GPU to test on. This asks the driver itself and not the engine: where there is an adapter, an engine that
//! cannot open it fails.

use std::env;
use std::fs::File;
use std::io::Write;
use std::sync::OnceLock;
use std::thread;

/// The file to which `cargo xtask test` has tests write that they did not run: Rust's harness counts them as passed.
const SKIPPED: &str = "ASYNCLAB_SKIPPED";

/// Whether there is an adapter; a software adapter counts. Without one, the calling test is skipped, which is printed and counted. In
/// continuous integration (`CI=true`), which installs a driver, the test fails instead.
pub(crate) fn is_there() -> bool {
    static ADAPTERS: OnceLock<usize> = OnceLock::new();
    let count = *ADAPTERS.get_or_init(|| {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        pollster::block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN)).len()
    });
    if count == 0 {
        skip("there is no Vulkan adapter: install mesa-vulkan-drivers, or the driver of the card");
    }
    count > 0
}

/// Reports that the current test did not run.
pub(crate) fn skip(reason: &str) {
    assert!(env::var("CI").as_deref() != Ok("true"), "skipped where nothing may be: {reason}");
    // The harness names each test's thread after the test.
    let thread = thread::current();
    let name = thread.name().unwrap_or("a test");
    // Written to the stream itself: the harness captures the `eprintln` output of a test that passes.
    std::io::stderr().write_all(format!("skipped: {name}: {reason}\n").as_bytes()).unwrap();
    if let Some(path) = env::var_os(SKIPPED) {
        writeln!(File::options().append(true).open(path).unwrap(), "{name}\t{reason}").unwrap();
    }
}
