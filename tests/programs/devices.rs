//! Programs on a GPU and on the CPU: in a browser's worker through WebGPU, natively through Vulkan where there is an
//! adapter.

use super::generate;
use super::program::{Name, Program};
use super::run::{Results, Way, run};
use super::seeds;
use asynclab::backend::policy::Policy;
use asynclab::local::{DeviceKind, Lab};

/// Compares the devices' results with each other and with the known bounds. Where nothing is rounded they are equal
/// (as numbers: WGSL leaves the sign of a zero open). Elsewhere each is off by at most the bound of the array.
///
/// Returns the largest difference as a part of the allowed one, over the arrays that allow any.
///
/// # Errors
/// The first array that is not as it should be, and how.
fn compare(program: &Program, gpu: &Results, cpu: &Results) -> Result<f64, (Name, String)> {
    let mut largest: f64 = 0.0;
    assert_eq!(gpu.len(), cpu.len());
    for ((name, got), (_, expected)) in gpu.iter().zip(cpu) {
        let array = program.arrays[*name];
        let elements = array.shape.elements();
        if got.len() != elements || expected.len() != elements {
            return Err((*name, format!("{} and {} elements of {elements}", got.len(), expected.len())));
        }
        let bound = array.bound;
        let range = bound.low - bound.error..=bound.high + bound.error;
        for (i, (&got, &expected)) in got.iter().zip(expected).enumerate() {
            let [gpu, cpu] = [got, expected].map(f64::from);
            let difference = (gpu - cpu).abs();
            if bound.error > 0.0 {
                largest = largest.max(difference / (2.0 * bound.error));
            }
            // NaN is not close to anything.
            let close = difference <= 2.0 * bound.error;
            if !close || !range.contains(&gpu) || !range.contains(&cpu) {
                let problem = format!("v{name}[{i}] is {got} on the GPU, {expected} on the CPU; known: {bound:?}");
                return Err((*name, problem));
            }
        }
    }
    Ok(largest)
}

/// Runs the first `count` programs on both devices.
async fn on_both_devices(count: u64) {
    let mut gpu = Lab::connect(DeviceKind::WebGpu, Policy::default()).await.unwrap();
    let mut cpu = Lab::connect(DeviceKind::Cpu, Policy::default()).await.unwrap();
    let seeds = seeds(count);
    let count = seeds.end - seeds.start;
    let (mut arrays, mut exact, mut largest) = (0, 0, 0.0_f64);
    for seed in seeds {
        let program = generate::program(seed);
        let way = Way { chunks: Some(seed), ..Way::default() };
        let got = run(&mut gpu, &program, way).await;
        let got = got.unwrap_or_else(|error| panic!("on the GPU: {error}\n{}", program.report(None)));
        let expected = run(&mut cpu, &program, Way::default()).await;
        let expected = expected.unwrap_or_else(|error| panic!("on the CPU: {error}\n{}", program.report(None)));
        match compare(&program, &got, &expected) {
            Ok(part) => largest = largest.max(part),
            Err((name, problem)) => panic!("{problem}\n{}", program.report(Some(name))),
        }
        arrays += got.len();
        exact += got.iter().filter(|(name, _)| program.arrays[*name].bound.error == 0.0).count();
    }
    let part = 100.0 * largest;
    let summary = format!(
        "{count} programs, {arrays} arrays compared: {exact} are exact, the others differ by up to {part:.0} % of their bound"
    );
    #[cfg(target_arch = "wasm32")]
    wasm_bindgen_test::console_log!("{summary}");
    #[cfg(not(target_arch = "wasm32"))]
    println!("{summary}");
}

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen_test::wasm_bindgen_test]
async fn a_program_gives_the_same_on_the_gpu_and_on_the_cpu() {
    // Only the nightly run takes all programs here. By day the others run natively, on a driver that compiles the same shaders.
    on_both_devices(if option_env!("ASYNCLAB_NIGHTLY").is_some() { 2000 } else { 200 }).await;
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn a_program_gives_the_same_on_the_gpu_and_on_the_cpu() {
    if crate::adapter::is_there() {
        pollster::block_on(on_both_devices(2000));
    }
}
