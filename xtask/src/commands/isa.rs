//! `bench isa`: the kernels on instruction sets of cards that are not here, by the program in `bench/isa`.

use crate::debian;
use crate::error::{Error, Result};
use crate::exec::{output, run, say, status, which};
use crate::server;
use crate::site;
use crate::tools::{self, Browser};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The exit status of `bench/isa` where there is no such compiler.
const NOTHING_TO_COMPILE_WITH: i32 = 3;

/// Vendors as browsers name them.
pub(super) const VENDORS: [&str; 5] = ["amd", "nvidia", "apple", "qualcomm", "arm"];
const AMD: &str = "amd";
/// The driver for Arm's cards is built only for Arm's processors.
const ARM: &str = "arm";

/// The drivers, the stand-ins for their cards, and the assembler of modules.
const PACKAGES: [&str; 5] = ["mesa-drm-shim", "mesa-vulkan-drivers", "libvulkan1", "libgcc-s1", "spirv-tools"];
const ARM_PACKAGES: [&str; 7] = [
    "mesa-drm-shim:arm64",
    "mesa-vulkan-drivers:arm64",
    "libvulkan1:arm64",
    "libgcc-s1:arm64",
    "libc6-dev:arm64",
    "libgcc-16-dev:arm64",
    "qemu-user:amd64",
];
const ARM_TARGET: &str = "aarch64-unknown-linux-gnu";
const PROBE: &str = "asynclab-bench-probe";

/// Compiles every kernel for the cards of a vendor, or of all, and prints the tables; `json` is written, too. AMD's tables also have the peers'
/// kernels, compiled by Chromium, for which `peers` bundles the peers.
pub(super) fn main(
    root: &Path,
    vendor: Option<&str>,
    json: Option<&Path>,
    peers: impl FnOnce(&Path) -> Result<()>,
) -> Result<()> {
    let wants = |name| vendor.is_none_or(|wanted| wanted == name);
    let packages = optional("the newest drivers", packages(root));
    if packages.is_null() {
        // AMD's driver is the only one that stands in for cards by itself.
        tools::vulkan();
    }
    let emulated = if wants(ARM) { optional("the driver for Arm's cards", emulated(root)) } else { Value::Null };
    let dawn = if packages.is_null() { Value::Null } else { optional("modules of Dawn", dawn(root)) };
    let modules = if wants(AMD) { optional("the modules of peers", from_chromium(root, peers)) } else { Value::Null };
    let mut request = json!({
        "vendors": vendor.into_iter().collect::<Vec<_>>(),
        "packages": packages,
        "emulated": emulated,
        "dawn": dawn,
        "json": json,
    });
    if let (Some(browser), Some(modules)) = (modules.get("browser"), modules.get("modules")) {
        request["modules"] = modules.clone();
        request["modules_by"] = browser.clone();
    }
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--quiet", "--package", "asynclab-bench-isa", "--", &request.to_string()]);
    let status = status(cargo.current_dir(root))?;
    let done = status.success() || status.code() == Some(NOTHING_TO_COMPILE_WITH);
    if done { Ok(()) } else { Err(Error::Reported) }
}

/// A part that the tables can do without: null where it is missing.
fn optional(what: &str, made: Result<Value>) -> Value {
    made.unwrap_or_else(|error| {
        say(format_args!("without {what}: {error}"));
        Value::Null
    })
}

/// The folder of the packages for a kind of processors.
fn folder(root: &Path, name: &str) -> Result<PathBuf> {
    Ok(site::target_directory(root)?.join("xtask/debian").join(name))
}

/// The drivers for this processor, and the probe.
fn packages(root: &Path) -> Result<Value> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) || which("apt-get").is_none() {
        return Err(Error::Rejected("they are Debian's, for x86-64".into()));
    }
    let unpacked = debian::unpacked(&folder(root, "amd64")?, &["amd64"], &PACKAGES)?;
    run(Command::new("cargo").args(["build", "--quiet", "--package", PROBE]).current_dir(root))?;
    let libraries = unpacked.join("usr/lib/x86_64-linux-gnu");
    Ok(json!({
        "loader": [libraries.join("ld-linux-x86-64.so.2")],
        "libraries": libraries,
        "manifests": unpacked.join("usr/share/vulkan/icd.d"),
        "probe": site::target_directory(root)?.join("debug").join(PROBE),
    }))
}

/// The driver for Arm's cards, the probe built for Arm's processors, and an emulator of those processors.
fn emulated(root: &Path) -> Result<Value> {
    let unpacked = debian::unpacked(&folder(root, "arm64")?, &["amd64", "arm64"], &ARM_PACKAGES)?;
    let libraries = unpacked.join("usr/lib/aarch64-linux-gnu");
    tools::rust_target(root, ARM_TARGET)?;
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]).current_dir(root))?;
    let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let linker = Path::new(sysroot.trim()).join("lib/rustlib").join(host).join("bin/rust-lld");
    // Rust's own linker gets what a C compiler would add.
    let object = |name: &str| libraries.join(name).display().to_string();
    let arguments = [
        format!("--sysroot={}", unpacked.display()),
        format!("-L{}", libraries.display()),
        format!("-L{}", unpacked.join("usr/lib/gcc/aarch64-linux-gnu/16").display()),
        object("crt1.o"),
        object("crti.o"),
        object("crtn.o"),
        "-lc".into(),
    ];
    let flags: Vec<String> = ["linker-flavor=ld.lld".into(), "relocation-model=static".into()]
        .into_iter()
        .chain(arguments.map(|argument| format!("link-arg={argument}")))
        .flat_map(|option| ["-C".to_owned(), option])
        .collect();
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--quiet", "--package", PROBE, "--target", ARM_TARGET])
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", linker)
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    run(cargo.current_dir(root))?;
    Ok(json!({
        "loader": [unpacked.join("usr/bin/qemu-aarch64"), libraries.join("ld-linux-aarch64.so.1")],
        "libraries": libraries,
        "manifests": unpacked.join("usr/share/vulkan/icd.d"),
        "probe": site::target_directory(root)?.join(ARM_TARGET).join("debug").join(PROBE),
    }))
}

/// Dawn in Node, and the assembler of what it prints.
fn dawn(root: &Path) -> Result<Value> {
    tools::npm_packages(&root.join("bench/dawn"))?;
    let package = root.join("bench/dawn/node_modules/webgpu/package.json");
    let package = fs::read_to_string(&package).map_err(Error::io("reading", &package))?;
    let package: Value = serde_json::from_str(&package).unwrap_or_default();
    let node = which("node").ok_or_else(|| Error::Rejected("node is not on the PATH".into()))?;
    // A link to another program would start that one by its own name.
    let node = fs::canonicalize(&node).map_err(Error::io("reading", &node))?;
    Ok(json!({
        "node": node,
        "script": root.join("bench/dawn/spirv.mjs"),
        "assembler": folder(root, "amd64")?.join("root/usr/bin/spirv-as"),
        "version": package["version"],
    }))
}

/// Chromium's compilation of the peers' kernels.
fn from_chromium(root: &Path, peers: impl FnOnce(&Path) -> Result<()>) -> Result<Value> {
    if which("spirv-as").is_none() {
        crate::install::debian("the assembler of SPIR-V", &["spirv-tools"])?;
    }
    tools::npm_packages(root)?;
    let executable = Browser::Chromium.find()?;
    peers(root)?;
    let out = site::bundles(root)?.with_file_name("isa");
    fs::create_dir_all(&out).map_err(Error::io("creating", &out))?;
    let url = server::spawn(root, server::BENCH)?;
    let mut node = Command::new("node");
    node.arg(root.join("xtask/browser/spirv.mjs"));
    node.arg(json!({ "url": url, "out": out }).to_string());
    if !status(node.env(Browser::Chromium.variable(), executable))?.success() {
        return Err(Error::Reported);
    }
    let list = out.join("modules.json");
    let text = fs::read_to_string(&list).map_err(Error::io("reading", &list))?;
    serde_json::from_str(&text).map_err(|error| Error::Rejected(format!("{}: {error}", list.display())))
}
