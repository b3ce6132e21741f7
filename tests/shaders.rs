//! Every shader is valid WGSL and belongs to an operation, checked without a GPU.

use asynclab::op::Kind;
use asynclab::ops;
use asynclab::shape::Shape;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn every_variant_is_valid() {
    for operation in ops::ALL {
        let variants = operation.variants();
        assert!(!variants.is_empty(), "{} has no variants", operation.name());
        for variant in variants {
            let wgsl = operation.wgsl(variant);
            let place = format!("{} variant {variant}", operation.name());
            let module = naga::front::wgsl::parse_str(&wgsl)
                .unwrap_or_else(|error| panic!("{place}: {}", error.emit_to_string(&wgsl)));
            Validator::new(ValidationFlags::all(), Capabilities::empty())
                .validate(&module)
                .unwrap_or_else(|error| panic!("{place}: {}", error.emit_to_string(&wgsl)));
            assert!(module.entry_points.iter().any(|entry| entry.name == "main"), "{place}: no entry point main");
        }
    }
}

/// Stems of the names of the files with this extension in a folder of the repository.
fn stems(folder: &str, extension: &str) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_dir(root.join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == extension))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect()
}

#[test]
fn an_operation_its_shader_and_its_test_have_one_stem() {
    // Operations are named as in JavaScript, files as in Rust: `greaterEqual` is in `greater_equal.rs`.
    let stem = |name: &str| -> String {
        name.chars().flat_map(|c| c.is_uppercase().then_some('_').into_iter().chain(c.to_lowercase())).collect()
    };
    let operations: BTreeSet<_> = ops::ALL.iter().map(|operation| stem(operation.name())).collect();
    assert_eq!(operations.len(), ops::ALL.len(), "two operations have the same name");
    let with = |extra: &str| operations.iter().cloned().chain([extra.to_owned()]).collect::<BTreeSet<_>>();
    assert_eq!(stems("src/ops", "rs"), with("mod"));
    assert_eq!(stems("shaders", "wgsl"), operations);
    assert_eq!(stems("tests/ops", "rs"), with("mod"));
}

#[test]
fn operations_are_called_as_their_kind_says() {
    let square = Shape::new("test", &[2, 2]).unwrap();
    for operation in ops::ALL {
        let result = match operation.kind() {
            Kind::Unary => operation.infer(&[square], &[]),
            Kind::Binary => {
                assert_eq!(operation.infer(&[square], &[0, 0]), operation.infer(&[square], &[1, 0]));
                operation.infer(&[square, square], &[])
            }
            Kind::Reduction => {
                assert_eq!(operation.infer(&[square], &[2, 1]), Shape::new("test", &[2, 1]));
                operation.infer(&[square], &[0, 0])
            }
            Kind::Product => {
                assert_eq!(operation.infer(&[square, square], &[1, 1]), Ok(square));
                operation.infer(&[square, square], &[])
            }
            Kind::Creation => {
                let with = |numbers| operation.infer(&[], &[&[0; 4][..numbers], &[2, 2]].concat());
                (0..=4).map(with).find(|result| *result == Ok(square)).unwrap_or_else(|| with(1))
            }
            Kind::Other => continue,
        };
        assert_eq!(result, Ok(square), "{} is called otherwise", operation.name());
    }
}

/// Each file parses as WGSL, templates too: their placeholders are identifiers. Naga reports errors of syntax first, so the only error allowed is an
/// identifier that another file defines.
#[test]
fn every_file_is_wgsl_by_itself() {
    for folder in ["shaders", "shaders/lib"] {
        for stem in stems(folder, "wgsl") {
            let place = format!("{folder}/{stem}.wgsl");
            let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&place)).unwrap();
            if let Err(error) = naga::front::wgsl::parse_str(&text) {
                assert!(
                    error.message().starts_with("no definition in scope"),
                    "{place}: {}",
                    error.emit_to_string(&text)
                );
            }
        }
    }
}

#[test]
fn every_shared_shader_is_used() {
    let sources: String = ["src/ops", "src/ops/lib"]
        .iter()
        .flat_map(|folder| stems(folder, "rs").into_iter().map(move |stem| format!("{folder}/{stem}.rs")))
        .map(|place| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(place)).unwrap())
        .collect();
    for stem in stems("shaders/lib", "wgsl") {
        assert!(sources.contains(&format!("shader!(\"lib/{stem}\"")), "nothing includes shaders/lib/{stem}.wgsl");
    }
}
