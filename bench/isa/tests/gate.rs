//! Facts that kernels keep on instruction sets of cards that are not here: `kernels.json` has the limits. Nothing that is modelled counts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn limits() -> Value {
    serde_json::from_str(&fs::read_to_string(root().join("kernels.json")).unwrap()).unwrap()
}

/// Runs the program; `None`, with the reason printed, where its compiler is not here or of another version than the limits are for.
fn compiled(name: &str, mut request: Value) -> Option<Value> {
    let file = env::temp_dir().join(format!("asynclab-isa-{}-{name}.json", std::process::id()));
    request["json"] = json!(file);
    let output = Command::new(env!("CARGO_BIN_EXE_asynclab-bench-isa")).arg(request.to_string()).output().unwrap();
    if output.status.code() == Some(3) {
        println!("not looked at: {}", String::from_utf8_lossy(&output.stderr).trim());
        return None;
    }
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    fs::remove_file(&file).unwrap();
    let wanted = format!("Mesa {}", limits()["mesa"].as_str().unwrap());
    let driver = document["drivers"]["NAVI21"].as_str().unwrap();
    if driver.ends_with(&wanted) {
        return Some(document);
    }
    println!("not looked at: the limits are for {wanted}, here is {driver}");
    None
}

/// Everything that breaks a limit.
fn broken(document: &Value) -> Vec<String> {
    let limits = limits();
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

#[test]
fn kernels_keep_their_limits() {
    let Some(document) = compiled("all", json!({ "variants": true })) else { return };
    assert_eq!(broken(&document), Vec::<String>::new());
}

#[test]
fn worse_kernels_break_them() {
    let list = env::temp_dir().join(format!("asynclab-isa-{}-list.json", std::process::id()));
    let status =
        Command::new(env!("CARGO_BIN_EXE_asynclab-bench-isa")).arg(json!({ "list": list }).to_string()).status();
    assert!(status.unwrap().success());
    let programs: Value = serde_json::from_str(&fs::read_to_string(&list).unwrap()).unwrap();
    fs::remove_file(&list).unwrap();
    let shared = programs.as_array().unwrap().iter().find(|kernel| kernel["name"] == "product, shared 8×8").unwrap();
    // An index that is clamped in the inner loop; and an array that no register holds.
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
    let Some(document) = compiled("worse", json!({ "kernels": worse })) else { return };
    let broken = broken(&document).join("; ");
    assert!(broken.contains("product, shared 8×8"), "{broken}");
    assert!(broken.contains("an array too large"), "{broken}");
}
