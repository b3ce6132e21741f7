//! Whether there is a GPU to test on. This asks the driver itself and not the engine: where there is an adapter, an engine that
//! cannot open it fails.

use std::env;
use std::fs::File;
use std::io::Write;
use std::sync::OnceLock;
use std::thread;

/// The file to which `cargo xtask test` has tests write that they did not run: Rust's harness counts them as passed.
const SKIPPED: &str = "ASYNCLAB_SKIPPED";

/// Whether there is an adapter, a software one too. If not, the test that asks is skipped, which is printed and counted; where
/// continuous integration runs it (`CI=true`), which installs a driver, it fails.
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

/// Says that the current test did not run.
pub(crate) fn skip(reason: &str) {
    assert!(env::var("CI").as_deref() != Ok("true"), "skipped where nothing may be: {reason}");
    // The harness runs each test in a thread of its name.
    let thread = thread::current();
    let name = thread.name().unwrap_or("a test");
    // Past the harness, which keeps what a passed test prints with `eprintln`.
    std::io::stderr().write_all(format!("skipped: {name}: {reason}\n").as_bytes()).unwrap();
    if let Some(path) = env::var_os(SKIPPED) {
        writeln!(File::options().append(true).open(path).unwrap(), "{name}\t{reason}").unwrap();
    }
}
