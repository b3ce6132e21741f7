//! Builds the engine for browsers: compiles it, generates its JavaScript glue, shortens both, and marks both with one hash.

use crate::error::{Error, Result};
use crate::exec::{output, run};
use crate::site::{Profile, target_directory, write_if_changed};
use crate::tools;
use sha2::{Digest, Sha256};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SCRIPT: &str = "asynclab.js";
const MODULE: &str = "asynclab_bg.wasm";
/// The glue's types, which only the type checker reads.
const TYPES: &str = "asynclab.d.ts";

/// Builds the engine for browsers, in `www/pkg`: module, glue and types.
pub(crate) fn write(root: &Path, profile: Profile, bindgen: &Path) -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--package", "asynclab", "--lib", "--target", tools::WASM]).current_dir(root);
    let (folder, options): (_, &[&str]) = match profile {
        Profile::Release => {
            cargo.arg("--release").args(["--config", &without_our_paths(root)?]);
            ("release", &["--remove-name-section", "--remove-producers-section"])
        }
        Profile::Dev => ("debug", &["--keep-debug"]),
    };
    run(&mut cargo)?;

    // In a folder of its own, so that a page that is being served never gets a half-written module.
    let target = target_directory(root)?;
    // Several commands may build at once.
    let made = target.join("xtask").join(format!("pkg-{}", std::process::id()));
    let mut command = Command::new(bindgen);
    // The module's address is passed to the glue; a guess of its own would be wrong in a bundle.
    command.args(["--target", "web", "--omit-default-module-path"]);
    command.args(["--out-name", "asynclab", "--out-dir"]).arg(&made);
    run(command.args(options).arg(target.join(tools::WASM).join(folder).join("asynclab.wasm")))?;
    if profile == Profile::Release {
        shorten(root, &target, &made)?;
    }
    let glue = changed(&String::from_utf8_lossy(&read(&made.join(SCRIPT))?))?;
    let (module, glue, types) = tied(read(&made.join(MODULE))?, glue, read(&made.join(TYPES))?);
    for (name, content) in [(MODULE, module), (SCRIPT, glue), (TYPES, types)] {
        write_if_changed(&root.join("www/pkg").join(name), &content)?;
    }
    fs::remove_dir_all(&made).map_err(Error::io("removing", &made))
}

/// Parts of the glue, and their replacements.
const CHANGES: [(&str, &str); 2] = [
    // The engine draws nothing, but wgpu tests a canvas with the first device of each thread (`rgba16float_probe`). Chromium compiles a
    // render pipeline for that test before the first kernel, in 2 to 3 ms. With `null`, wgpu finds no canvas.
    ("const ret = new OffscreenCanvas(arg0 >>> 0, arg1 >>> 0);", "const ret = null;"),
    // A browser checks each argument that is passed, and uses 1 for each that is missing.
    (
        "arg0.dispatchWorkgroups(arg1 >>> 0, arg2 >>> 0, arg3 >>> 0);",
        "arg2 === 1 && arg3 === 1 ? arg0.dispatchWorkgroups(arg1 >>> 0) : \
         arg0.dispatchWorkgroups(arg1 >>> 0, arg2 >>> 0, arg3 >>> 0);",
    ),
];

/// The glue as the engine needs it.
fn changed(glue: &str) -> Result<String> {
    CHANGES.iter().try_fold(glue.to_owned(), |glue, (part, other)| {
        if glue.contains(part) {
            return Ok(glue.replace(part, other));
        }
        Err(Error::Rejected(format!(
            "the glue has no `{part}`: see whether wgpu still needs it changed (CHANGES in xtask)"
        )))
    })
}

/// Adds the build's hash to the module, as the section `build`, and to glue and types, as an export of that name. The library compares the two,
/// because a browser's cache may have files of two builds, and each build has its own names for the functions between module and glue.
fn tied(mut module: Vec<u8>, mut glue: String, mut types: Vec<u8>) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
    let build = hex(Sha256::new().chain_update(&module).chain_update(&glue))[..8].to_owned();
    // A custom section: 0, the bytes that follow, and a name with its length before it.
    module.extend([0, 14, 5].iter().chain(b"build").chain(build.as_bytes()));
    glue.push_str(&format!("export const build = '{build}';\n"));
    types.extend(b"export const build: string;\n");
    (module, glue.into_bytes(), types)
}

/// Shortens module and glue in the folder `made`. That takes long, so both are kept, under the hash of their sources.
fn shorten(root: &Path, target: &Path, made: &Path) -> Result<()> {
    let sources =
        [made.join(MODULE), made.join(SCRIPT), root.join("package-lock.json"), root.join("xtask/shorten.mjs")];
    let mut hash = Sha256::new();
    for file in sources {
        hash.update(read(&file)?);
    }
    let kept = target.join("xtask/shortened").join(hex(hash));
    if kept.is_dir() {
        return copy(&kept, made);
    }
    run(Command::new("node").arg("xtask/shorten.mjs").arg(made).current_dir(root))?;
    let new = kept.with_extension(std::process::id().to_string());
    copy(made, &new)?;
    // Another command may have made the folder first.
    let renamed = fs::rename(&new, &kept);
    if kept.is_dir() { Ok(()) } else { renamed.map_err(Error::io("writing", &kept)) }
}

/// Copies module and glue from one folder to another.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).map_err(Error::io("creating", to))?;
    for name in [MODULE, SCRIPT] {
        fs::copy(from.join(name), to.join(name)).map_err(Error::io("copying", &from.join(name)))?;
    }
    Ok(())
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).map_err(Error::io("reading", file))
}

/// A hash in lower-case digits.
pub(crate) fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Flags that replace this machine's folders of crates and of the standard library, which the messages of panics would show. The standard
/// library's folder gets the name that its compiled parts have. Cargo adds these flags to those that it finds.
fn without_our_paths(root: &Path) -> Result<String> {
    let rustc = |arguments: &[&str]| output(Command::new("rustc").args(arguments).current_dir(root));
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default();
    let library = Path::new(rustc(&["--print", "sysroot"])?.trim()).join("lib/rustlib/src/rust");
    let version = rustc(&["--version", "--verbose"])?;
    let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: ")).unwrap_or("unknown");
    let flags = [(home.join("registry/src"), "crates".to_owned()), (library, format!("/rustc/{commit}"))]
        .map(|(ours, named)| serde_json::Value::from(format!("--remap-path-prefix={}={named}", ours.display())));
    Ok(format!("target.{}.rustflags={}", tools::WASM, serde_json::Value::from(flags.to_vec())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glue_that_is_written_otherwise_is_rejected() -> Result<()> {
        let parts = CHANGES.map(|(part, _)| part);
        let changed_glue = changed(&parts.join("\n"))?;
        assert_eq!(changed_glue, CHANGES.map(|(_, other)| other).join("\n"));
        assert!(matches!(changed(parts[0]), Err(Error::Rejected(reason)) if reason.contains(parts[1])));
        Ok(())
    }

    #[test]
    fn module_and_glue_carry_the_hash_of_both() {
        let build = |module: &str, glue: &str| {
            let (module, glue, _) = tied(module.into(), glue.into(), Vec::new());
            let name = String::from_utf8_lossy(&module[module.len() - 8..]).into_owned();
            assert!(module.ends_with(format!("\0\u{e}\u{5}build{name}").as_bytes()));
            assert!(glue.ends_with(format!("export const build = '{name}';\n").as_bytes()));
            name
        };
        let names = [build("f", "a"), build("f", "b"), build("g", "a")];
        assert_eq!(names.iter().collect::<std::collections::BTreeSet<_>>().len(), 3, "{names:?}");
        assert_eq!(build("f", "a"), names[0], "the same build has the same name");
    }
}
