//! The project's commands, run as `cargo xtask <command>`.

mod arguments;
mod budget;
mod bundle;
mod commands;
mod debian;
mod driver;
mod error;
mod exec;
mod family;
mod install;
mod licences;
mod module;
mod offline;
mod server;
mod site;
mod suite;
mod tools;
mod versions;

use arguments::Out;
use clap::{CommandFactory, Parser, Subcommand};
use commands::{bench, dist, docs, fuzz, mutants, notebook, pack, record, run, serve, shots, soak, test, watch, wheel};
use error::{Error, Result};
use exec::print;
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The project's commands
///
/// Each command installs what it needs and finds missing, and says so. Those with --adapter print the adapter that their browser takes.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", args_override_self = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Build the page and serve it on this machine, or serve a site that `dist` wrote; print its address
    Serve(serve::Options),
    /// Run every check, or the suites and files named
    ///
    /// The last line counts what passed, failed and was skipped. A test that hangs is ended, and named.
    /// A failure of a test that tests/unsteady.json lists counts as unsteady.
    Test {
        /// Suites, which are lint, native, wasm, units, python, page, embed and package, or files of tests; all suites by default
        ///
        /// Or `changed`: what the changes since the main branch can affect; or `nightly`, alone or before suites: what only the night has.
        #[arg(value_name = "SUITE|FILE.test.mjs")]
        names: Vec<String>,
    },
    /// Run the engine with faults on fresh seeds, and give its backend commands that make no sense
    ///
    /// A failure is printed with its seed, and made as small as it can be.
    Fuzz(fuzz::Options),
    /// Break programs on purpose, and print the mutants that no test notices
    ///
    /// N places of each are broken, one at a time, and their tests run.
    /// It ends with an error where fewer are noticed than tests/mutants/targets.mjs asks for.
    Mutants(mutants::Options),
    /// Do the same things again and again in a headless Chromium, and print what stays behind
    ///
    /// These are workers, bytes on devices and memory. More than 2 % of growth after the first tenth is an error. On Linux alone.
    Soak(soak::Options),
    /// Run one experiment, or the self-test, in a headless browser and print its table
    ///
    /// `run selftest [--set only=CHECK,…]` examines this machine: kernels, clocks, limits, memory, loss, every experiment.
    /// It ends with an error where something is wrong.
    Run(run::Options),
    /// Run a Jupyter notebook in a headless browser and print what each cell prints, with its times
    ///
    /// It ends with an error where a cell raises.
    Notebook(notebook::Options),
    /// Watch the WebGPU of any page: its submissions, dispatches and longest waits with their lines
    ///
    /// It prints them, and writes a recording, which the lab's page opens, and traces for Perfetto and Chrome. See docs/watch.md.
    Watch(watch::Options),
    /// Write the Python package, target/wheel/ by default, and print its wheel
    Wheel(Out),
    /// Record the runs that the page shows where there is no WebGPU, and draw their posters
    Record(record::Options),
    /// Measure workloads in one headless Chromium: the lab, hand-written WebGPU and other libraries
    Bench(bench::Options),
    /// Take pictures of every experiment, or of those named, in both themes, from phone to projector
    Shots(shots::Options),
    /// Write the static site, dist/ by default, and print its size in parts, beside their limits
    Dist(dist::Options),
    /// Write the npm package, target/npm/ by default, and print its archive
    Pack(Out),
    /// Write the documentation of the JavaScript API, target/docs/ by default
    Docs(Out),
}

fn main() -> ExitCode {
    match dispatch(CommandLine::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !matches!(error, Error::Reported | Error::ReportedUsage) {
                eprintln!("error: {error}");
            }
            ExitCode::from(error.exit_code())
        }
    }
}

fn dispatch(command: Option<Command>) -> Result<()> {
    let Some(command) = command else {
        print(CommandLine::command().render_help());
        return Ok(());
    };
    let root = checkout()?;
    match &command {
        Command::Serve(options) => serve::main(&root, options),
        Command::Test { names } => test::main(&root, names),
        Command::Fuzz(options) => fuzz::main(&root, options),
        Command::Mutants(options) => mutants::main(&root, options),
        Command::Soak(options) => soak::main(&root, options),
        Command::Run(options) => run::main(&root, options),
        Command::Notebook(options) => notebook::main(&root, options),
        Command::Watch(options) => watch::main(&root, options),
        Command::Wheel(Out { folder }) => wheel::main(&root, folder.as_deref()),
        Command::Record(options) => record::main(&root, options),
        Command::Bench(options) => bench::main(&root, options),
        Command::Shots(options) => shots::main(&root, options),
        Command::Dist(options) => dist::main(&root, options),
        Command::Pack(Out { folder }) => pack::main(&root, folder.as_deref()),
        Command::Docs(Out { folder }) => docs::main(&root, folder.as_deref()),
    }
}

/// The checkout of this program: from Cargo at run time, else the folder in which the binary was built.
fn checkout() -> Result<PathBuf> {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    let root = manifest.parent().map(Path::to_path_buf);
    root.ok_or_else(|| Error::Rejected("run this as `cargo xtask` inside the checkout".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        CommandLine::command().debug_assert();
    }
}
