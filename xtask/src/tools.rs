//! The tools that the commands need: each function installs one tool, or returns at once if it is there already.

use crate::error::{Error, Result};
use crate::exec::{output, run, say, which};
use crate::install;
use clap::ValueEnum;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The target the engine is compiled to for browsers.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

const WASM_PACK: &str = "0.15.1";

const MUTANTS: &str = "27.1.0";

const MDBOOK: &str = "0.5.4";

/// The oldest Node.js that the npm packages support, as in `package.json`.
const NODE: (u32, u32) = (20, 19);

/// The standard library for [`WASM`].
pub(crate) fn wasm_target(root: &Path) -> Result<()> {
    rust_target(root, WASM)
}

/// The standard library for another target.
pub(crate) fn rust_target(root: &Path, target: &str) -> Result<()> {
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]).current_dir(root))?;
    if Path::new(sysroot.trim()).join("lib/rustlib").join(target).is_dir() {
        return Ok(());
    }
    let what = format!("Rust's {target} target");
    if which("rustup").is_none() {
        return Err(Error::Missing { what, install: format!("rustup target add {target}") });
    }
    install::with(&what, Command::new("rustup").args(["target", "add", target]).current_dir(root))
}

/// Rust's formatter and linter.
pub(crate) fn rust_components(root: &Path) -> Result<()> {
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if output(Command::new("cargo").args([subcommand, "--version"]).current_dir(root)).is_err() {
            install::with(component, Command::new("rustup").args(["component", "add", component]).current_dir(root))?;
        }
    }
    Ok(())
}

/// `wasm-bindgen`, of exactly the version of the crate in `Cargo.lock`: the two share a format that is not stable.
pub(crate) fn wasm_bindgen(root: &Path) -> Result<PathBuf> {
    let path = root.join("Cargo.lock");
    let lock = fs::read_to_string(&path).map_err(Error::io("reading", &path))?;
    let version = locked_version(&lock, "wasm-bindgen").ok_or_else(|| {
        Error::Rejected("Cargo.lock does not name wasm-bindgen: run `cargo update --workspace`".into())
    })?;
    // The program's own lock names a release that not every registry has, so it is built with the lock in `xtask/wasm-bindgen`.
    let (ours, built) = (root.join("xtask/wasm-bindgen"), root.join("target/wasm-bindgen"));
    let [path, target] = ["--path", "--target-dir"].map(OsStr::new);
    cargo_tool("wasm-bindgen", version, &[path, ours.as_os_str(), target, built.as_os_str(), OsStr::new("--locked")])
}

/// The runner of wasm-bindgen's tests in a browser, which is installed beside it.
pub(crate) fn wasm_bindgen_test_runner(root: &Path) -> Result<PathBuf> {
    let runner = wasm_bindgen(root)?.with_file_name("wasm-bindgen-test-runner");
    if runner.is_file() { Ok(runner) } else { Err(Error::Rejected(format!("{} is missing", runner.display()))) }
}

/// `wasm-pack`, which runs the tests compiled to wasm.
pub(crate) fn wasm_pack() -> Result<PathBuf> {
    let package = format!("wasm-pack@{WASM_PACK}");
    cargo_tool("wasm-pack", WASM_PACK, &[package.as_ref(), "--locked".as_ref()])
}

/// `cargo-mutants`, which breaks the engine on purpose.
pub(crate) fn cargo_mutants() -> Result<PathBuf> {
    let package = format!("cargo-mutants@{MUTANTS}");
    cargo_tool("cargo-mutants", MUTANTS, &[package.as_ref(), "--locked".as_ref()])
}

/// Node.js, new enough.
fn node() -> Result<()> {
    if which("node").is_none() || which("npm").is_none() {
        install::debian("Node.js", &["nodejs", "npm"])?;
    }
    let version = output(Command::new("node").arg("--version"))?;
    if is_at_least(&version, NODE) {
        return Ok(());
    }
    let (major, minor) = NODE;
    Err(Error::Rejected(format!(
        "Node.js {major}.{minor} or newer is needed, but {} is on the PATH: see https://nodejs.org/en/download",
        version.trim()
    )))
}

/// Node.js itself, and the packages of the `package-lock.json` in this folder.
pub(crate) fn npm_packages(folder: &Path) -> Result<()> {
    node()?;
    let lock = folder.join("package-lock.json");
    let wanted = fs::read(&lock).map_err(Error::io("reading", &lock))?;
    // `npm ci` empties the folder first, so this copy of the lock shows that the folder is complete.
    let installed = folder.join("node_modules/.installed-lock.json");
    if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    // No package here needs a script of its own to be installed, so none may run one.
    let mut npm = Command::new("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(folder);
    install::with("a current set of npm packages", &mut npm)?;
    fs::write(&installed, wanted).map_err(Error::io("writing", &installed))
}

/// Dawn, Chromium's WebGPU, in Node, and the assembler of the modules that it prints.
pub(crate) fn dawn(root: &Path) -> Result<()> {
    npm_packages(&root.join("bench/dawn"))?;
    if which("spirv-as").is_some() { Ok(()) } else { install::debian("the assembler of SPIR-V", &["spirv-tools"]) }
}

/// A browser that the driver can start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Browser {
    /// Chromium or Chrome.
    Chromium,
    /// Firefox, preferably the extended-support release.
    Firefox,
}

impl Browser {
    /// The environment variable that names another executable.
    pub(crate) fn variable(self) -> &'static str {
        match self {
            Self::Chromium => "ASYNCLAB_CHROMIUM",
            Self::Firefox => "ASYNCLAB_FIREFOX",
        }
    }

    /// The browser's executable.
    pub(crate) fn find(self) -> Result<PathBuf> {
        if let Some(path) = env::var_os(self.variable()) {
            return Ok(path.into());
        }
        match self {
            Self::Chromium => {
                debian_program("Chromium", &["chromium", "chromium-browser", "google-chrome"], "chromium")
            }
            Self::Firefox => {
                // Firefox's software adapter is Mesa's; a missing one is no reason not to try.
                vulkan();
                debian_program("Firefox", &["firefox-esr", "firefox"], "firefox-esr")
            }
        }
    }
}

/// The environment variable that names the executable of Chromium's headless shell.
pub(crate) const SHELL: &str = "ASYNCLAB_SHELL";

/// Chromium's headless shell, without windows, menus and pages of its own: the same engine, with a quarter less work for each page that a test
/// opens. `None` where the environment names another browser.
pub(crate) fn shell() -> Result<Option<PathBuf>> {
    if let Some(path) = env::var_os(SHELL) {
        return Ok(Some(path.into()));
    }
    if env::var_os(Browser::Chromium.variable()).is_some() {
        return Ok(None);
    }
    let names = ["chromium-headless-shell", "chrome-headless-shell"];
    debian_program("Chromium's headless shell", &names, "chromium-headless-shell").map(Some)
}

/// Chromium's WebDriver server.
pub(crate) fn chromedriver() -> Result<PathBuf> {
    debian_program("Chromium's driver", &["chromedriver"], "chromium-driver")
}

/// A Vulkan driver for the GPU tests that run natively; they are skipped without one, so this only warns.
pub(crate) fn vulkan() {
    let has_driver = |dir: &str| fs::read_dir(dir).is_ok_and(|mut files| files.next().is_some());
    if cfg!(target_os = "linux")
        && !["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"].into_iter().any(has_driver)
        && let Err(error) = install::debian("a Vulkan driver", &["mesa-vulkan-drivers"])
    {
        say(format_args!("no GPU outside browsers: {error}"));
    }
}

fn debian_program(what: &str, names: &[&str], package: &str) -> Result<PathBuf> {
    let find = || names.iter().find_map(|name| which(name));
    if let Some(path) = find() {
        return Ok(path);
    }
    install::debian(what, &[package])?;
    find().ok_or_else(|| Error::Rejected(format!("{package} was installed but has no {} on the PATH", names[0])))
}

/// mdBook, without the features that watch and serve books.
pub(crate) fn mdbook() -> Result<PathBuf> {
    let package = format!("mdbook@{MDBOOK}");
    cargo_tool("mdbook", MDBOOK, &[package.as_ref(), "--no-default-features".as_ref(), "--locked".as_ref()])
}

/// A Python environment in `folder` with exactly the packages that the file `requirements` names.
pub(crate) fn python(folder: &Path, requirements: &Path) -> Result<()> {
    let mut wanted = fs::read(requirements).map_err(Error::io("reading", requirements))?;
    // The environment's programs name the folder that they were installed in, so one that was moved is made anew.
    wanted.extend(folder.as_os_str().as_encoded_bytes());
    let installed = folder.join("installed");
    if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    // On Debian, the module that makes environments is a package of its own.
    if output(Command::new("python3").args(["-c", "import ensurepip, venv"])).is_err() {
        install::debian("Python", &["python3", "python3-venv"])?;
    }
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder))?;
    let mut pip = Command::new(folder.join("bin").join("python"));
    // Only packages that the file names by their hashes are installed.
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "--requirement"]);
    install::with("a current set of Python packages", pip.arg(requirements))?;
    fs::write(&installed, wanted).map_err(Error::io("writing", &installed))
}

/// A program from crates.io: ours if its version is right, else the one on the PATH, else installed as `what` says.
fn cargo_tool(program: &str, version: &str, what: &[&OsStr]) -> Result<PathBuf> {
    let home = cache()?;
    let ours = home.join("bin").join(program);
    let right = |path: &PathBuf| {
        output(Command::new(path).arg("--version"))
            .is_ok_and(|said| said.split_whitespace().any(|word| word.trim_start_matches('v') == version))
    };
    if let Some(path) = [Some(ours.clone()), which(program)].into_iter().flatten().find(right) {
        return Ok(path);
    }
    let mut cargo = Command::new("cargo");
    // A debug build is fast enough to use, and takes less than half the time to build.
    cargo
        .args(["install", "--force", "--debug", "--root"])
        .arg(&home)
        .args(what)
        .env("CARGO_PROFILE_DEV_DEBUG", "false");
    install::with(&format!("{program} {version} (a few minutes, once)"), &mut cargo)?;
    Ok(ours)
}

/// Where tools are kept, shared by all checkouts of this user.
fn cache() -> Result<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
    let base = base.ok_or_else(|| Error::Rejected("set HOME or XDG_CACHE_HOME: tools are kept there".into()))?;
    Ok(base.join("asynclab").join("tools"))
}

/// Whether a version such as `v20.19.2` is at least the one given.
fn is_at_least(version: &str, least: (u32, u32)) -> bool {
    let mut numbers = version.trim().trim_start_matches('v').split('.').map(str::parse::<u32>);
    matches!((numbers.next(), numbers.next()), (Some(Ok(major)), Some(Ok(minor))) if (major, minor) >= least)
}

/// The version of a package in a `Cargo.lock`.
fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_locked_version_of_exactly_the_package_named() {
        let lock = "[[package]]\nname = \"wasm-bindgen-futures\"\nversion = \"0.4.1\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"x\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(lock, "wasm"), None);
    }

    #[test]
    fn the_program_that_is_installed_is_of_the_version_of_the_crate() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
        let (ours, its) = (read("Cargo.lock"), read("xtask/wasm-bindgen/Cargo.lock"));
        assert_eq!(locked_version(&its, "wasm-bindgen-cli"), locked_version(&ours, "wasm-bindgen"));
        assert_eq!(locked_version(&its, "asynclab-wasm-bindgen"), locked_version(&ours, "wasm-bindgen"));
    }

    #[test]
    fn compares_versions_by_number() {
        assert!(is_at_least("v20.19.0\n", (20, 19)));
        assert!(is_at_least("v22.1.0", (20, 19)));
        assert!(!is_at_least("v20.9.0", (20, 19)));
        assert!(!is_at_least("v18.20.4", (20, 19)));
        assert!(!is_at_least("nonsense", (20, 19)));
    }
}
