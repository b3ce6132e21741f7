//! The same operations on a GPU and on the CPU: in a browser's worker through WebGPU, natively through Vulkan where there is
//! an adapter (a software adapter counts).

use asynclab::backend::Choice;
use asynclab::backend::policy::{Allocator, Kernels, Policy};
use asynclab::example::Values;
use asynclab::local::{DeviceKind, Lab};
use asynclab::op::{Call, Kind};
use asynclab::ops;
use asynclab::shape::Shape;
use asynclab::wire::{ArrayId, TraceMode};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

/// Each test is an async function that runs in the browser, or natively where there is an adapter.
macro_rules! gpu_tests {
    ($(async fn $name:ident() $body:block)*) => { $(
        #[cfg(target_arch = "wasm32")]
        #[wasm_bindgen_test]
        async fn $name() $body

        #[cfg(not(target_arch = "wasm32"))]
        #[test]
        fn $name() {
            if crate::adapter::is_there() {
                pollster::block_on(async $body);
            }
        }
    )* };
}

/// An operation, the shapes of its inputs and its attributes.
type Case<'a> = (u8, &'a [&'a [u32]], &'a [u32]);

async fn lab(kind: DeviceKind) -> Lab {
    Lab::connect(kind, Policy::default()).await.unwrap()
}

/// Numbers between -2 and 2, or the indices of the operation's example. They are the same on every device.
fn input(op: u8, dims: &[u32], index: usize) -> Vec<f32> {
    let count: usize = dims.iter().map(|&dim| dim as usize).product();
    let values = ops::EXAMPLES[usize::from(op)].values(index);
    if matches!(values, Values::Index(_)) {
        return values.take(count, index);
    }
    (0..count)
        .map(|i| {
            let x = ((i * 7919 + index * 104_729) % 4001) as f32 / 1000.0 - 2.0;
            // Where terms of a sum cancel out, the comparison would see little more than rounding.
            if values == Values::Positive { x.abs() + 0.25 } else { x }
        })
        .collect()
}

async fn run(lab: &mut Lab, (op, shapes, attrs): Case<'_>) -> Vec<f32> {
    let inputs: Vec<ArrayId> =
        shapes.iter().enumerate().map(|(index, dims)| lab.array(dims, &input(op, dims, index)).unwrap()).collect();
    let output = lab.apply(op, &inputs, attrs).unwrap();
    let data = lab.data(output).await.unwrap();
    inputs.iter().chain([&output]).for_each(|&array| lab.dispose(array));
    data
}

/// Compares the GPU with the CPU. `tolerance` is relative to the larger of 1 and the CPU's value.
async fn compare(cases: &[Case<'_>], tolerance: f32) {
    let (mut gpu, mut cpu) = (lab(DeviceKind::WebGpu).await, lab(DeviceKind::Cpu).await);
    for &case in cases {
        let (got, expected) = (run(&mut gpu, case).await, run(&mut cpu, case).await);
        let name = ops::by_opcode(case.0).unwrap().name();
        assert_eq!(got.len(), expected.len(), "{name} {:?}", case.1);
        for (i, (g, e)) in got.iter().zip(&expected).enumerate() {
            let close = (g - e).abs() <= tolerance * e.abs().max(1.0) || g == e || (g.is_nan() && e.is_nan());
            assert!(close, "{name} {:?} {:?}: element {i} is {g}, the reference says {e}", case.1, case.2);
        }
    }
}

const ONE: u32 = 0x3f80_0000;
const HALF: u32 = 0x3f00_0000;

gpu_tests! {
    async fn every_operation_agrees_with_its_reference() {
        for (op, operation) in (0..).zip(ops::ALL) {
            let numbers: [[u32; 2]; 2] = [[0, HALF], [1, HALF]];
            let cases: Vec<Case> = match operation.kind() {
                Kind::Unary => vec![
                    (op, &[&[1]], &[]), (op, &[&[3, 5]], &[]), (op, &[&[70_001]], &[]), (op, &[&[0]], &[]),
                ],
                Kind::Binary => vec![
                    (op, &[&[1], &[1]], &[]), (op, &[&[3, 5], &[3, 5]], &[]), (op, &[&[4099], &[4099]], &[]),
                    (op, &[&[300, 301], &[300, 301]], &[]), (op, &[&[0, 3], &[0, 3]], &[]), (op, &[&[], &[]], &[]),
                    (op, &[&[5, 7], &[7]], &[]), (op, &[&[5, 1], &[1, 7]], &[]), (op, &[&[2, 3, 4], &[3, 1]], &[]),
                    (op, &[&[257, 129], &[1]], &[]), (op, &[&[64, 1, 33], &[1, 17, 33]], &[]),
                    (op, &[&[1]], &numbers[0]), (op, &[&[1]], &numbers[1]), (op, &[&[70_001]], &numbers[0]),
                    (op, &[&[70_001]], &numbers[1]),
                ],
                Kind::Reduction => vec![
                    (op, &[&[1]], &[1, 0]), (op, &[&[3, 5]], &[3, 0]), (op, &[&[3, 5]], &[1, 0]), (op, &[&[3, 5]], &[2, 1]),
                    (op, &[&[4099]], &[1, 0]), (op, &[&[100_003]], &[1, 0]), (op, &[&[3, 30_001]], &[2, 0]),
                    (op, &[&[257, 129]], &[1, 0]), (op, &[&[257, 129]], &[2, 0]),
                    (op, &[&[7, 9, 11]], &[5, 0]), (op, &[&[7, 9, 11]], &[2, 1]),
                ],
                Kind::Product | Kind::Creation | Kind::Other => {
                    ops::EXAMPLES[usize::from(op)].calls.iter().map(|call| (op, call.inputs, call.attrs)).collect()
                }
            };
            assert!(!cases.is_empty(), "{} has no examples", operation.name());
            compare(&cases, 2e-5).await;
        }
        compare(&[(ops::SUM, &[&[0]], &[1, 0]), (ops::SUM, &[&[0, 3]], &[1, 0])], 0.0).await;
    }

    async fn every_kernel_gives_the_same_product() {
        let cases: [Case; 13] = [
            (ops::MATMUL, &[&[1, 1], &[1, 1]], &[]), (ops::MATMUL, &[&[2, 3], &[3, 5]], &[]),
            (ops::MATMUL, &[&[257, 67], &[67, 263]], &[]), (ops::MATMUL, &[&[67, 257], &[263, 67]], &[1, 1]),
            (ops::MATMUL, &[&[64, 32], &[32, 64]], &[]), (ops::MATMUL, &[&[65, 33], &[33, 67]], &[]),
            (ops::MATMUL, &[&[33, 65], &[33, 67]], &[1, 0]), (ops::MATMUL, &[&[65, 35], &[67, 35]], &[0, 1]),
            (ops::MATMUL, &[&[34, 66], &[70, 34]], &[1, 1]), (ops::MATMUL, &[&[96, 128], &[64, 96]], &[1, 1]),
            (ops::MATMUL, &[&[5, 9001], &[9001, 3]], &[]), (ops::MATMUL, &[&[3, 1, 17, 19], &[2, 19, 23]], &[]),
            (ops::MATMUL, &[&[300], &[300]], &[]),
        ];
        let product = ops::by_opcode(ops::MATMUL).unwrap();
        let mut gpus = Vec::new();
        for kernel in product.kernels() {
            let mut gpu = lab(DeviceKind::WebGpu).await;
            for (_, shapes, attrs) in cases {
                let inputs: Vec<Shape> = shapes.iter().map(|dims| Shape::new("test", dims).unwrap()).collect();
                let output = product.infer(&inputs, attrs).unwrap();
                let sample = product.sample(&Call { inputs: &inputs, attrs, output }, 0.0).unwrap();
                gpu.pin(&sample.class, kernel).unwrap();
            }
            gpus.push(gpu);
        }
        let mut cpu = lab(DeviceKind::Cpu).await;
        for case in cases {
            let expected = run(&mut cpu, case).await;
            let first = run(&mut gpus[0], case).await;
            let close = |(g, e): (&f32, &f32)| (g - e).abs() <= 1e-4 * e.abs().max(1.0);
            assert!(first.iter().zip(&expected).all(close), "{case:?}");
            for (gpu, kernel) in gpus.iter_mut().zip(product.kernels()) {
                assert!(run(gpu, case).await == first, "{kernel} differs for {case:?}");
            }
        }
    }

    async fn kernels_are_tried_before_the_first_large_product() {
        let policy = Policy { kernels: Kernels::Tuned, ..Policy::default() };
        let mut gpu = Lab::connect(DeviceKind::WebGpu, policy).await.unwrap();
        if gpu.backend().policy().kernels != Kernels::Tuned {
            #[cfg(not(target_arch = "wasm32"))]
            crate::adapter::skip("the adapter has no timestamps");
            return;
        }
        let case: Case = (ops::MATMUL, &[&[401, 383], &[383, 379]], &[]);
        let small: Case = (ops::MATMUL, &[&[40, 38], &[38, 37]], &[]);
        // A recording contains the program's operations and no trials of kernels.
        gpu.start_trace(TraceMode::Measure).await.unwrap();
        run(&mut gpu, case).await;
        assert_eq!(gpu.stop_trace().await.unwrap().len(), 3);
        assert!(!gpu.backend().trying());
        let mut cpu = lab(DeviceKind::Cpu).await;
        for (case, calls, chosen) in [(small, 2, 0), (case, 20, 1), (case, 2, 0), (small, 2, 0), (case, 100, 1)] {
            let expected = run(&mut cpu, case).await;
            let mut news = Vec::new();
            // Calls continue a trial of kernels until its times can be compared. After a hundred calls there is a second trial.
            for _ in 0..calls {
                let got = run(&mut gpu, case).await;
                let close = |(g, e): (&f32, &f32)| (g - e).abs() <= 1e-4 * e.abs().max(1.0);
                assert!(got.iter().zip(&expected).all(close), "{case:?}");
                // The times may come after the values.
                while gpu.backend().trying() {
                    gpu.wait_all().await.unwrap();
                }
                news.extend(gpu.take_chosen());
            }
            assert_eq!(news.len(), chosen, "{news:?}");
            let known = |choice: &Choice| {
                choice.class == "matmul 1×512×512×512, odd" && choice.evidence.contains(" ns; ")
            };
            assert!(news.iter().all(known), "{news:?}");
        }
        assert!(gpu.pin("matmul 1×512×512×512", "none").is_err());
        assert!(gpu.pin("add 1×512", "registers 4×4").is_err());
    }

    async fn a_large_odd_product_needs_no_more_memory_than_its_arrays() {
        let case: Case = (ops::MATMUL, &[&[501, 501], &[501, 501]], &[]);
        let expected = run(&mut lab(DeviceKind::WebGpu).await, case).await;
        // Room for three such matrices, but not for copies of two of them.
        let policy = Policy { memory_limit: 4_000_000, ..Policy::default() };
        let mut small = Lab::connect(DeviceKind::WebGpu, policy).await.unwrap();
        assert!(run(&mut small, case).await == expected);
        assert!(small.backend().memory().peak <= 4_000_000);
    }

    async fn a_sum_has_each_element_once() {
        // Sizes around those at which one invocation, a team, or many parts compute a sum. Sums of ones are exact.
        let mut gpu = lab(DeviceKind::WebGpu).await;
        for n in [3, 511, 512, 513, 1002, 8191, 8192, 8193, 16_388, 100_003, 1_000_003, 1 << 20, (1 << 22) + 5] {
            let x = gpu.apply(ops::FULL, &[], &[ONE, n]).unwrap();
            let sum = gpu.apply(ops::SUM, &[x], &[1, 0]).unwrap();
            assert_eq!(gpu.data(sum).await.unwrap(), [n as f32], "of {n}");
            gpu.dispose(x);
        }
        for rows in [2, 3, 65] {
            for n in [511, 1025, 16_641, 30_001] {
                let x = gpu.apply(ops::FULL, &[], &[ONE, rows, n]).unwrap();
                let sum = gpu.apply(ops::SUM, &[x], &[2, 0]).unwrap();
                assert!(gpu.data(sum).await.unwrap().iter().all(|&sum| sum == n as f32), "of {rows} rows of {n}");
                gpu.dispose(x);
            }
        }
    }

    async fn a_norm_neither_overflows_nor_loses_its_small_neighbours() {
        // Neighbouring outputs differ much in size: along rows and columns, computed by one invocation, a team or many parts.
        let mut gpu = lab(DeviceKind::WebGpu).await;
        for (shape, axis) in [([6, 7], 1), ([6, 700], 1), ([6, 100_003], 1), ([7, 6], 0), ([3001, 6], 0), ([1, 1000], 1)] {
            let along = shape[axis] as usize;
            let output = |at: usize| if axis == 1 { at / along } else { at % shape[1] as usize };
            let size = |at: usize| [1.0, 1e25, 1e10, 3e-10, 1e30, 1e17][output(at) % 6];
            // One element in a hundred is large, the rest is tiny.
            let value = |at: usize| if at % 100 == 5 { 1.0_f32 } else { (at % 3) as f32 * 1e-9 } * size(at);
            let values: Vec<f32> = (0..(shape[0] * shape[1]) as usize).map(value).collect();
            let mut expected = vec![0.0_f64; values.len() / along];
            for (at, &x) in values.iter().enumerate() {
                expected[output(at)] += f64::from(x).powi(2);
            }
            let x = gpu.array(&shape, &values).unwrap();
            let norm = gpu.apply(ops::NORM, &[x], &[1 << axis, 0]).unwrap();
            for (got, square) in gpu.data(norm).await.unwrap().into_iter().zip(expected) {
                let norm = square.sqrt();
                assert!((f64::from(got) - norm).abs() <= 1e-5 * norm + 1e-18, "{got} is not {norm} in {shape:?}");
            }
        }
    }

    async fn a_dispatch_larger_than_one_dimension_allows_is_folded() {
        // More workgroups than fit into one dimension, where a workgroup is 64 invocations of at most four elements each.
        let mut gpu = lab(DeviceKind::WebGpu).await;
        let n = 20_000_003;
        let x = gpu.apply(ops::FULL, &[], &[HALF, n]).unwrap();
        let y = gpu.apply(ops::ADD, &[x], &[1, ONE]).unwrap();
        let data = gpu.data(y).await.unwrap();
        assert_eq!(data.len(), n as usize);
        assert!(data.iter().all(|&value| value == 1.5));
    }

    async fn results_do_not_depend_on_the_policy() {
        let mut results = Vec::new();
        for allocator in [Allocator::StreamOrdered, Allocator::OnCompletion] {
            for (ops_per_submit, max_in_flight) in [(1, 1), (3, 5), (256, 4096)] {
                let policy = Policy { allocator, ops_per_submit, max_in_flight, ..Policy::default() };
                let mut gpu = Lab::connect(DeviceKind::WebGpu, policy).await.unwrap();
                let x = gpu.apply(ops::NORMAL, &[], &[5, 6, 0, ONE, 61, 67]).unwrap();
                let mut y = x;
                for step in 0..40 {
                    let next = gpu.apply(ops::MUL, &[y, x], &[]).unwrap();
                    if step > 0 {
                        gpu.dispose(y);
                    }
                    y = gpu.apply(ops::ADD, &[next], &[1, HALF]).unwrap();
                    gpu.dispose(next);
                }
                results.push(gpu.data(y).await.unwrap().into_iter().map(f32::to_bits).collect::<Vec<_>>());
            }
        }
        assert!(results.iter().all(|result| *result == results[0]));
    }

    async fn an_early_array_is_there_before_later_work_is_done() {
        let policy = Policy { ops_per_submit: 1, ..Policy::default() };
        let mut gpu = Lab::connect(DeviceKind::WebGpu, policy).await.unwrap();
        let x = gpu.apply(ops::UNIFORM, &[], &[1, 2, 0, ONE, 256, 256]).unwrap();
        gpu.wait_all().await.unwrap();
        let early = gpu.apply(ops::ADD, &[x], &[1, ONE]).unwrap();
        let products: Vec<ArrayId> = (0..30).map(|_| gpu.apply(ops::MATMUL, &[x, x], &[]).unwrap()).collect();
        gpu.wait_to_read(early).await.unwrap();
        let progress = gpu.backend().progress();
        assert!(progress.completed < progress.decoded, "{progress:?}");
        gpu.wait_all().await.unwrap();
        assert_eq!(gpu.backend().progress().completed, 32);
        drop(products);
    }

    async fn the_life_of_an_operation_is_in_order() {
        let mut gpu = lab(DeviceKind::WebGpu).await;
        let x = gpu.apply(ops::UNIFORM, &[], &[1, 2, 0, ONE, 128, 128]).unwrap();
        gpu.wait_all().await.unwrap();
        gpu.start_trace(TraceMode::Measure).await.unwrap();
        for _ in 0..10 {
            gpu.apply(ops::MATMUL, &[x, x], &[]).unwrap();
        }
        let trace = gpu.stop_trace().await.unwrap();
        assert_eq!(trace.len(), 10);
        let quantum = gpu.calibrate().await.unwrap().timestamps.map(|timestamps| timestamps.quantum);
        for row in 0..trace.len() {
            let life = [trace.enqueued[row], trace.decoded[row], trace.submitted[row], trace.completed[row]];
            assert!(life.is_sorted(), "row {row}: {life:?}");
            if let (Some(quantum), Some(fit)) = (quantum, trace.fit) {
                let slack = fit.uncertainty + fit.residual + quantum;
                assert!(trace.started[row] <= trace.ended[row]);
                assert!(trace.started[row] >= trace.submitted[row] - slack, "row {row} started before it was submitted");
                assert!(trace.ended[row] <= trace.completed[row] + slack, "row {row} ended after it was seen complete");
            }
        }
        assert!(trace.completed.is_sorted());
    }

    async fn a_lost_device_fails_every_wait_and_a_new_one_works() {
        let mut gpu = lab(DeviceKind::WebGpu).await;
        let x = gpu.apply(ops::UNIFORM, &[], &[1, 2, 0, ONE, 64, 64]).unwrap();
        gpu.wait_to_read(x).await.unwrap();
        gpu.lose();
        let y = gpu.apply(ops::MATMUL, &[x, x], &[]).unwrap();
        let error = gpu.data(y).await.unwrap_err();
        assert_eq!(error.code(), "DEVICE_LOST", "{error}");
        assert_eq!(gpu.wait_all().await.unwrap_err().code(), "DEVICE_LOST");

        let mut again = lab(DeviceKind::WebGpu).await;
        let x = again.apply(ops::FULL, &[], &[HALF, 3]).unwrap();
        assert_eq!(again.data(x).await.unwrap(), [0.5; 3]);
    }
}
