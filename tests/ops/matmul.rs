use super::{Array, array, assert_close, cases, coordinates, evaluate, rejected, whole};
use asynclab::device::Adapter;
use asynclab::op::{Call, DeviceClass, Limits};
use asynclab::ops::MATMUL;
use asynclab::shape::Shape;
use proptest::collection::vec;
use proptest::prelude::*;

/// Each element by the definition, Σ a[…, i, p] b[…, p, j]. Both have at least two dimensions.
fn definition(a: &Array, b: &Array, output: &[u32]) -> Vec<f64> {
    let k = a.dims[a.dims.len() - 1] as usize;
    let count = output.iter().map(|&dim| dim as usize).product();
    (0..count)
        .map(|i| {
            let (mut left, mut right) = (coordinates(output, i), coordinates(output, i));
            let last = output.len() - 1;
            let term = |p| {
                (left[last], right[last - 1]) = (p, p);
                f64::from(a.at(&left)) * f64::from(b.at(&right))
            };
            (0..k).map(term).sum()
        })
        .collect()
}

/// The array with its last two dimensions swapped in memory.
fn transposed(x: &Array) -> Array {
    let last = x.dims.len() - 1;
    let mut dims = x.dims.clone();
    dims.swap(last - 1, last);
    let data = (0..x.data.len()).map(|i| {
        let mut at = coordinates(&dims, i);
        at.swap(last - 1, last);
        x.at(&at)
    });
    Array { data: data.collect(), dims }
}

/// Checks the product with plain and with transposed operands.
fn check(a: &[u32], b: &[u32]) {
    let (a, b) = (whole(a), whole(b));
    let plain = evaluate(MATMUL, &[&a, &b], &[]);
    assert_close(&plain.data, definition(&a, &b, &plain.dims), 0.0);
    for (flip_a, flip_b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let a = if flip_a == 1 { transposed(&a) } else { a.clone() };
        let b = if flip_b == 1 { transposed(&b) } else { b.clone() };
        assert_eq!(evaluate(MATMUL, &[&a, &b], &[flip_a, flip_b]), plain, "transposed {flip_a} {flip_b}");
    }
}

#[test]
fn a_product_by_hand() {
    let a = array(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let b = array(&[3, 2], &[1.0, 0.0, 0.0, 1.0, 2.0, 2.0]);
    assert_eq!(evaluate(MATMUL, &[&a, &b], &[]), array(&[2, 2], &[7.0, 8.0, 16.0, 17.0]));
}

#[test]
fn agrees_with_the_definition() {
    proptest!(cases(150), |(m in 1..20u32, n in 1..20u32, k in 0..20u32)| check(&[m, k], &[k, n]));
    // Sizes beyond the reference's blocks and the kernel's tiles, sizes at their edges, and empty ones.
    for [m, n, k] in
        [[65, 257, 3], [3, 5, 257], [64, 256, 256], [67, 9, 513], [1, 300, 1], [0, 3, 2], [2, 0, 2], [3, 2, 0]]
    {
        check(&[m, k], &[k, n]);
    }
}

#[test]
fn batches_broadcast() {
    let batch = || vec((1..4u32, 0..4u8), 0..=3);
    proptest!(cases(100), |(batch in batch(), [m, n, k] in [1..6u32, 1..6u32, 1..6u32], drop in 0..3usize)| {
        let left: Vec<u32> = batch.iter().map(|&(dim, how)| if how == 0 { 1 } else { dim }).chain([m, k]).collect();
        let right: Vec<u32> = batch.iter().map(|&(dim, how)| if how == 1 { 1 } else { dim }).chain([k, n]).collect();
        check(&left[drop.min(batch.len())..], &right);
        check(&left, &right[drop.min(batch.len())..]);
    });
    check(&[2, 0, 3, 4], &[4, 5]);
}

#[test]
fn one_dimension_is_a_row_or_a_column() {
    let v = array(&[3], &[1.0, 2.0, 3.0]);
    let a = array(&[2, 3], &[1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    assert_eq!(evaluate(MATMUL, &[&v, &v], &[]), array(&[], &[14.0]));
    assert_eq!(evaluate(MATMUL, &[&a, &v], &[]), array(&[2], &[4.0, 2.0]));
    assert_eq!(evaluate(MATMUL, &[&v, &a], &[0, 1]), array(&[2], &[4.0, 2.0]));
    assert_eq!(evaluate(MATMUL, &[&v, &transposed(&a)], &[]), array(&[2], &[4.0, 2.0]));
    assert_eq!(evaluate(MATMUL, &[&whole(&[5, 2, 3]), &v], &[]).dims, [5, 2]);
    assert_eq!(evaluate(MATMUL, &[&v, &whole(&[5, 3, 2])], &[]).dims, [5, 2]);
    // Transposing does not change a vector.
    assert_eq!(evaluate(MATMUL, &[&v, &v], &[1, 1]), array(&[], &[14.0]));
}

#[test]
fn rejects_what_does_not_fit() {
    let (code, message) = rejected(MATMUL, &[&[2, 3], &[2, 3]], &[]);
    assert_eq!(code, "SHAPE_MISMATCH");
    assert!(message.contains("3 and 2 differ") && message.contains("[2, 3] and [2, 3]"), "{message}");
    let mismatches: [(&[&[u32]], &[u32]); 9] = [
        (&[&[3], &[2]], &[]),
        (&[&[2, 3], &[3, 2]], &[1, 0]),
        (&[&[2, 3], &[3, 2]], &[0, 1]),
        (&[&[], &[2]], &[]),
        (&[&[2], &[]], &[]),
        (&[&[2, 4, 3], &[3, 3, 4]], &[]),
        (&[&[2, 2]], &[]),
        (&[&[2, 2], &[2, 2]], &[1]),
        (&[&[2, 2], &[2, 2], &[2, 2]], &[]),
    ];
    for (inputs, attrs) in mismatches {
        assert_eq!(rejected(MATMUL, inputs, attrs).0, "SHAPE_MISMATCH", "{inputs:?} {attrs:?}");
    }
    assert_eq!(rejected(MATMUL, &[&[1 << 17, 1], &[1, 1 << 17]], &[]).0, "INVALID_SHAPE");
}

#[test]
fn a_sample_is_of_the_calls_class_and_takes_no_more_room() {
    let product = asynclab::ops::by_opcode(MATMUL).unwrap();
    let shape = |dims: &[u32]| Shape::new("test", dims).unwrap();
    let cases: [([&[u32]; 3], &str); 5] = [
        ([&[1000, 1000], &[1000, 1000], &[]], "matmul 1×1024×1024×1024"),
        ([&[999, 1001], &[1001, 1003], &[]], "matmul 1×1024×1024×1024, odd"),
        ([&[512, 300], &[512, 64], &[1, 0]], "matmul 1×512×64×512 aᵀ"),
        ([&[3, 300, 512], &[64, 512], &[0, 1]], "matmul 4×512×64×512 bᵀ"),
        ([&[4000], &[4000], &[1, 1]], "matmul 1×1×1×4096 aᵀ bᵀ, odd"),
    ];
    for ([a, b, attrs], class) in cases {
        let inputs = [shape(a), shape(b)];
        let output = product.infer(&inputs, attrs).unwrap();
        let call = Call { inputs: &inputs, attrs, output };
        let flops = product.work(&call).flops;
        let sample = product.sample(&call, flops / 4.0).unwrap();
        assert_eq!(sample.class, class);
        assert_eq!(product.infer(&sample.inputs, attrs), Ok(output));
        assert!(sample.inputs.iter().zip(&inputs).all(|(sample, input)| sample.elements() < input.elements()));
        let sampled = product.work(&Call { inputs: &sample.inputs, ..call }).flops;
        assert!((0.2..0.3).contains(&(sampled / flops)), "{class}: {}", sampled / flops);
        assert_eq!(product.sample(&call, 2.0 * flops).unwrap().inputs, inputs);
    }
}

#[test]
fn temporaries_of_odd_shapes_stay_within_the_limit() {
    let product = asynclab::ops::by_opcode(MATMUL).unwrap();
    let limits = Limits { array_bytes: 1 << 30, workgroups: 65_535, temporaries: 1 << 26 };
    let temporaries = |m, n, k| {
        let inputs = [[m, k], [k, n]].map(|dims| Shape::new("test", &dims).unwrap());
        let output = product.infer(&inputs, &[]).unwrap();
        product.plan(&Call { inputs: &inputs, attrs: &[], output }, &limits).scratch.to_vec()
    };
    assert_eq!(temporaries(1000, 1004, 1008), []);
    assert_eq!(temporaries(999, 1003, 1001), [999 * 1004 * 4, 1001 * 1004 * 4]);
    assert_eq!(temporaries(301, 300, 2001), [301 * 2004 * 4]);
    assert_eq!(temporaries(4000, 4097, 4000), [4000 * 4100 * 4]);
    assert_eq!(temporaries(4097, 4097, 4097), []);
    assert_eq!(temporaries(9001, 301, 9003), []);
}

#[test]
fn a_small_product_has_few_invocations_that_compute_nothing() {
    let product = asynclab::ops::by_opcode(MATMUL).unwrap();
    let limits = Limits { array_bytes: 1 << 30, workgroups: 65_535, temporaries: 0 };
    // An invocation computes a tile of 4 × 4 elements.
    for ([m, n], invocations) in [([1, 16], 4), ([1, 40], 12), ([8, 8], 4), ([32, 32], 64), ([32, 64], 128)] {
        let inputs = [[m, 16], [16, n]].map(|dims| Shape::new("test", &dims).unwrap());
        let output = product.infer(&inputs, &[]).unwrap();
        let plan = product.plan(&Call { inputs: &inputs, attrs: &[], output }, &limits);
        let text = product.wgsl(plan.dispatches[0].variant);
        let size = if text.contains("const WORKGROUP = 4u;") { 4 } else { 64 };
        let planned = size * plan.dispatches[0].workgroups.iter().product::<u32>();
        assert!((invocations..invocations + invocations / 2).contains(&planned), "{m} × {n}: {planned}");
    }
}

#[test]
fn classes_of_devices_begin_with_different_kernels() {
    let product = asynclab::ops::by_opcode(MATMUL).unwrap();
    let kernel_of = |machine, m, n| {
        let shape = |rows, columns| Shape::new("test", &[rows, columns]).unwrap();
        let call = Call { inputs: &[shape(m, n), shape(n, n)], attrs: &[], output: shape(m, n) };
        product.kernel_for(machine, &call).map(|kernel| product.kernels()[kernel])
    };
    let kernel = |machine, n| kernel_of(machine, n, n);
    assert_eq!(kernel(DeviceClass::Software, 4096), None);
    assert_eq!([1024, 4096].map(|n| kernel(DeviceClass::Gpu, n)), [Some("registers 4×4"), Some("registers 8×8")]);
    assert_eq!([1024, 4096].map(|n| kernel(DeviceClass::FewRegisters, n)), [Some("registers 4×4"); 2]);
    let gcn = [1024, 1792, 2048, 4096].map(|n| kernel(DeviceClass::Gcn, n));
    assert_eq!(gcn, ["shared 4×4", "shared 4×4", "shared 8×8", "shared 8×8"].map(Some));
    let nvidia = [31, 256, 768, 1024, 4096].map(|n| kernel(DeviceClass::Nvidia, n));
    assert_eq!(nvidia, ["registers 4×4", "shared 4×4", "shared 4×4", "shared 8×8", "shared 8×8"].map(Some));
    assert_eq!(
        [1, 31, 32].map(|m| kernel_of(DeviceClass::Gcn, m, 4096)),
        ["registers 4×4", "registers 4×4", "shared 4×4"].map(Some)
    );
}

#[test]
fn browsers_report_the_class_of_an_adapter() {
    let machine = |vendor: &str, architecture: &str, software| {
        let (vendor, architecture) = (vendor.to_owned(), architecture.to_owned());
        Adapter { vendor, architecture, software, ..Adapter::default() }.machine()
    };
    for architecture in ["gcn-1", "gcn-4", "gcn-5"] {
        assert_eq!(machine("amd", architecture, false), DeviceClass::Gcn, "{architecture}");
    }
    for architecture in ["rdna-1", "rdna-2", "rdna-3", "rdna-4", ""] {
        assert_eq!(machine("amd", architecture, false), DeviceClass::Gpu, "{architecture}");
    }
    assert_eq!(machine("nvidia", "ampere", false), DeviceClass::Nvidia);
    assert_eq!(machine("intel", "gen-12lp", false), DeviceClass::Gpu);
    for vendor in ["apple", "qualcomm", "arm"] {
        assert_eq!(machine(vendor, "", false), DeviceClass::FewRegisters, "{vendor}");
    }
    assert_eq!(machine("", "", false), DeviceClass::Gpu);
    assert_eq!(machine("google", "swiftshader", true), DeviceClass::Software);
    assert_eq!(machine("amd", "gcn-5", true), DeviceClass::Software);
}
