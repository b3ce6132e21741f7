//! Random programs: their results depend on no policy, and on the device only as far as rounding explains.
//!
//! A program is generated from its seed (`generate.rs`), together with a bound for the error of every array (`bound.rs`). If
//! a program fails, its seed and its text are printed. `SEED=17 cargo xtask test wasm`, or `native`, runs only the program
//! of that seed.

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

/// The seeds to run: the seed in `SEED`, or the first `count`.
fn seeds(count: u64) -> std::ops::Range<u64> {
    // A browser's worker has no environment variables: it takes the seed of the build.
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
