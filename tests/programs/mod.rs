//! Random programs: what they compute depends neither on the device, beyond what rounding explains, nor on any policy.
//!
//! A program follows from its seed (`generate.rs`), together with a bound for the error of every array (`bound.rs`). Of
//! a program that fails, the seed and the text are printed; `SEED=17 cargo xtask test wasm`, or `native`, runs that one
//! alone.

mod bound;
mod create;
mod devices;
mod generate;
#[cfg(not(target_arch = "wasm32"))]
mod policies;
mod program;
mod random;
mod run;
#[cfg(not(target_arch = "wasm32"))]
mod variety;
#[cfg(not(target_arch = "wasm32"))]
mod waits;

/// The seeds to run: the one asked for, or the first `count`.
fn seeds(count: u64) -> std::ops::Range<u64> {
    // A browser's worker has no environment: there the seed is that of the build.
    #[cfg(target_arch = "wasm32")]
    let asked = option_env!("SEED");
    #[cfg(not(target_arch = "wasm32"))]
    let asked = std::env::var("SEED").ok();
    match asked {
        Some(seed) => {
            let seed: u64 = seed.parse().expect("SEED is a whole number");
            seed..seed + 1
        }
        None => 0..count,
    }
}
