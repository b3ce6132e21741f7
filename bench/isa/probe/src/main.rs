//! [`asynclab_bench_probe::run`] as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    asynclab_bench_probe::run()
}
