//! Limits that kernels keep on instruction sets of cards that are not here, from `kernels.json`. Figures of the model are not tested.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use serde_json::{Value, json};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

/// A test panics if it fails. A test that cannot run here returns the reason.
type Test = fn() -> Result<(), String>;

const TESTS: [(&str, Test); 4] = [
    ("vendors_without_a_driver_are_skipped", vendors_without_a_driver_are_skipped),
    ("kernels_keep_their_limits", kernels_keep_their_limits),
    ("kernels_keep_their_limits_by_dawn", kernels_keep_their_limits_by_dawn),
    ("worse_kernels_break_them", worse_kernels_break_them),
];

/// Whether no test may be skipped: the workflow's nightly run installs all that these tests need.
fn required() -> bool {
    ["CI", "ASYNCLAB_NIGHTLY"].iter().all(|name| env::var_os(name).is_some())
}

/// Replaces Rust's harness, which must know beforehand which tests it skips. Prints the same lines.
fn main() -> ExitCode {
    let wanted: Vec<String> = env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let reports = env::args().any(|argument| argument == "--format=json");
    let [mut passed, mut failed, mut ignored, mut out] = [0; 4];
    for (name, test) in TESTS {
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part)) {
            out += 1;
            continue;
        }
        // As Rust's harness does with `--format=json`, so that `cargo xtask test` can name a test that hangs.
        if reports {
            println!("{}", json!({ "type": "test", "event": "started", "name": name }));
        }
        match catch_unwind(test) {
            Ok(Ok(())) => {
                passed += 1;
                println!("test {name} ... ok");
            }
            Ok(Err(reason)) if required() => {
                failed += 1;
                eprintln!("{name} is not skipped here: {reason}");
                println!("test {name} ... FAILED");
            }
            Ok(Err(reason)) => {
                ignored += 1;
                println!("test {name} ... ignored, {reason}");
            }
            Err(_) => {
                failed += 1;
                println!("test {name} ... FAILED");
            }
        }
    }
    let outcome = if failed == 0 { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {outcome}. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; {out} filtered out"
    );
    // An argument that names no test is a mistake.
    if failed == 0 && out < TESTS.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The limits by version of Mesa, for modules by naga. A key with a comma also names a version of Dawn, for its modules.
fn versions() -> Value {
    serde_json::from_str(&fs::read_to_string(root().join("kernels.json")).unwrap()).unwrap()
}

/// Runs the program. Returns its result and the limits for its compilers, or why there are none.
fn compiled(name: &str, mut request: Value) -> Result<(Value, Value), String> {
    let file = env::temp_dir().join(format!("asynclab-isa-{}-{name}.json", std::process::id()));
    request["json"] = json!(file);
    request["vendors"] = json!(["amd"]);
    let output = Command::new(env!("CARGO_BIN_EXE_asynclab-bench-isa")).arg(request.to_string()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if output.status.code() == Some(3) {
        return Err(said);
    }
    assert!(output.status.success(), "{said}");
    let document: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    fs::remove_file(&file).unwrap();
    let driver = document["drivers"]["NAVI21"].as_str().unwrap();
    let origin = document["modules"]["amd"].as_str().unwrap();
    let dawn = origin.strip_prefix("modules by Dawn, ").unwrap_or_default();
    let versions = versions();
    let fits = |(versions, _): &(&String, &Value)| {
        let (mesa, modules) = versions.split_once(", ").unwrap_or((versions, ""));
        modules == dawn && driver.split([' ', '-']).any(|word| word == mesa)
    };
    match versions.as_object().unwrap().iter().find(fits) {
        Some((_, limits)) => Ok((document, limits.clone())),
        None => Err(format!("kernels.json has no limits for {driver} and {origin}")),
    }
}

/// Everything that breaks a limit.
fn broken(document: &Value, limits: &Value) -> Vec<String> {
    let mut broken = Vec::new();
    for family in limits["spills"].as_array().unwrap() {
        let family = family.as_str().unwrap();
        for (kernel, facts) in document["kernels"][family].as_object().unwrap() {
            if facts["spilled"] != 0 || facts["scratchBytes"] != 0 {
                let [spilled, bytes] = [&facts["spilled"], &facts["scratchBytes"]];
                broken.push(format!("{family}, {kernel}: {spilled} registers and {bytes} bytes of a lane in memory"));
            }
        }
    }
    for (family, kernels) in limits["limits"].as_object().unwrap() {
        for (kernel, limit) in kernels.as_object().unwrap() {
            let facts = &document["kernels"][family][kernel];
            let figure = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{family} has no {kernel}"));
            let useful = figure(&facts["hot"]["fma"]) / figure(&facts["hot"]["valu"]).max(1.0);
            if figure(&facts["registers"]) > figure(&limit["registers"]) {
                broken.push(format!("{family}, {kernel}: {} registers", facts["registers"]));
            }
            if figure(&facts["codeBytes"]) > figure(&limit["code"]) {
                broken.push(format!("{family}, {kernel}: {} bytes of code", facts["codeBytes"]));
            }
            if useful < figure(&limit["useful"]) {
                broken.push(format!("{family}, {kernel}: {useful:.3} of the vector instructions multiply and add"));
            }
        }
    }
    broken
}

fn vendors_without_a_driver_are_skipped() -> Result<(), String> {
    let request = json!({ "vendors": ["nvidia", "arm"] }).to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_asynclab-bench-isa")).arg(request).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let printed = String::from_utf8(output.stdout).unwrap();
    for name in ["nvidia", "arm"] {
        assert!(printed.contains(&format!("{name} is skipped: the driver for {name} is in packages")), "{printed}");
    }
    Ok(())
}

fn kernels_keep_their_limits() -> Result<(), String> {
    let (document, limits) = compiled("all", json!({ "variants": true }))?;
    assert_eq!(broken(&document, &limits), Vec::<String>::new());
    Ok(())
}

/// Dawn in Node, as `cargo xtask test nightly` and `cargo xtask bench isa` install it; or what is missing.
fn dawn() -> Result<Value, String> {
    let folder = root().join("bench/dawn");
    let package = fs::read_to_string(folder.join("node_modules/webgpu/package.json"))
        .map_err(|_| "Dawn is missing: npm ci --prefix bench/dawn".to_owned())?;
    let package: Value = serde_json::from_str(&package).unwrap();
    for (program, debian) in [("node", "nodejs"), ("spirv-as", "spirv-tools")] {
        let runs = Command::new(program).arg("--version").output();
        runs.map_err(|_| format!("{program} is missing: Debian has it in {debian}"))?;
    }
    let script = folder.join("spirv.mjs");
    Ok(json!({ "node": "node", "script": script, "assembler": "spirv-as", "version": package["version"] }))
}

/// The programs' kernels, as Chromium compiles them.
fn kernels_keep_their_limits_by_dawn() -> Result<(), String> {
    let (document, limits) = compiled("dawn", json!({ "dawn": dawn()? }))?;
    let origin = document["modules"]["amd"].as_str().unwrap();
    if !origin.starts_with("modules by Dawn") {
        return Err(origin.to_owned());
    }
    assert_eq!(broken(&document, &limits), Vec::<String>::new());
    Ok(())
}

fn worse_kernels_break_them() -> Result<(), String> {
    let list = env::temp_dir().join(format!("asynclab-isa-{}-list.json", std::process::id()));
    let status =
        Command::new(env!("CARGO_BIN_EXE_asynclab-bench-isa")).arg(json!({ "list": list }).to_string()).status();
    assert!(status.unwrap().success());
    let programs: Value = serde_json::from_str(&fs::read_to_string(&list).unwrap()).unwrap();
    fs::remove_file(&list).unwrap();
    let shared = programs.as_array().unwrap().iter().find(|kernel| kernel["name"] == "product, shared 8×8").unwrap();
    // An index that is clamped in the inner loop, and an array that does not fit into registers.
    let text = shared["wgsl"].as_str().unwrap();
    let clamped = text.replace("_shared(step,", "_shared(min(step,local),min(local,params.part)+");
    assert_ne!(clamped, text, "the kernel is written otherwise now");
    let spilling = "@group(0) @binding(1) var<storage, read_write> r: array<vec4f>;\n\
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {\n\
        var x: array<mat4x4f, 24>;\nfor (var k = 0u; k < 24u; k++) { x[k] = mat4x4f(r[i + k], r[i + k + 1u], r[i + k + 2u], r[i + k + 3u]); }\n\
        workgroupBarrier();\nfor (var k = 0u; k < 24u; k++) { for (var j = 0u; j < 24u; j++) { x[k] = x[k] * x[j]; } }\n\
        for (var k = 0u; k < 24u; k++) { r[i + k] = x[k][0] + x[k][1] + x[k][2] + x[k][3]; }\n}";
    let worse = json!([
        { "name": "product, shared 8×8", "wgsl": clamped, "trips": shared["trips"] },
        { "name": "an array too large", "wgsl": spilling, "trips": 1 },
    ]);
    let (document, limits) = compiled("worse", json!({ "kernels": worse }))?;
    let broken = broken(&document, &limits);
    let breaks = |family: &str, kernel: &str, limit: &str| {
        let start = format!("{family}, {kernel}: ");
        broken.iter().any(|text| text.starts_with(&start) && text.ends_with(limit))
    };
    let (in_memory, useful) = (limits["spills"].as_array().unwrap(), limits["limits"].as_object().unwrap());
    for family in in_memory {
        assert!(breaks(family.as_str().unwrap(), "an array too large", "bytes of a lane in memory"), "{broken:#?}");
    }
    for family in useful.keys() {
        assert!(breaks(family, "product, shared 8×8", "of the vector instructions multiply and add"), "{broken:#?}");
    }
    // These limits are broken, and no others.
    assert_eq!(broken.len(), in_memory.len() + useful.len(), "{broken:#?}");
    Ok(())
}
