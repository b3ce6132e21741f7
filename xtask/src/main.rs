//! The project's commands, run as `cargo xtask <command>`.

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

use error::{Error, Result};
use exec::print;
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask serve [--port N] [--release|--dev|--site DIR]
    Build the page and serve it on this machine, or serve a site that `dist` wrote;
    prints its address.

cargo xtask test [lint|native|wasm|units|python|page|embed|package|FILE.test.mjs]…
cargo xtask test changed|nightly [SUITE]…
    Run every check, or the suites and files named; or what the changes since the
    main branch can affect; or what only the night has. The last line counts what
    passed, failed and was skipped. What hangs is ended, and named. A failure of a
    test that tests/unsteady.json lists counts as unsteady.

cargo xtask fuzz [--seeds N] [--minutes M] [--seed FIRST] [--commands N] [--ports N]
cargo xtask fuzz --python N [--seed FIRST]
    Run the engine with faults on fresh seeds, and give its backend commands that
    make no sense; with --ports instead N programs each over ports, threads, frames
    and pages that misbehave; with --python N random programs of Python, here and
    in real NumPy and PyTorch. What fails is printed with its seed, as small as it
    can be.

cargo xtask mutants [core|engine|judges|kit|library|python]… [--sample N] [--seed S]
    Break programs on purpose, N places of each, and run their tests: print the
    mutants that no test notices. Ends with an error where fewer are noticed than
    tests/mutants/targets.mjs asks for.

cargo xtask soak [connect|run|embed|train]… [--hours H] [--json FILE]
                 [--adapter auto|hardware|software]
    Do the same things again and again in a headless Chromium for H hours, one by
    default, and print what stays behind: workers, bytes on devices, memory. More
    than 2 % of growth after the first tenth is an error. On Linux alone.

cargo xtask run <experiment> [--set key=value]… [--device webgpu|cpu|sim]
                [--machine NAME] [--browser chromium|firefox] [--lang LANGUAGE] [--binds]
                [--json FILE] [--csv FILE] [--png FILE] [--svg FILE]
                [--adapter auto|hardware|software] [--trace FILE.pftrace|FILE.json]
    Run one experiment in a headless browser and print its table, in English
    unless another of the page's languages is named. A trace is written for
    Perfetto or, as JSON, in Chrome's format. --binds measures the device and says
    what binds the recorded program of `sandbox`, also in the JSON.

cargo xtask run selftest [--set only=CHECK,…] [--browser chromium|firefox]
                [--adapter auto|hardware|software] [--json FILE] [--png FILE]
    Examine this machine: kernels, clocks, limits, memory, loss, every experiment.
    Ends with an error where something is wrong.

cargo xtask notebook FILE.ipynb [--device webgpu|cpu] [--set allocator=…]
                     [--adapter auto|hardware|software] [--binds]
                     [--json FILE] [--ipynb FILE] [--png FILE]
    Run a Jupyter notebook in a headless browser and print what each cell
    prints, with its times; --binds adds to the JSON what binds each cell. Ends with an error where a cell raises.

cargo xtask watch URL [--seconds S] [--until SELECTOR] [--out FILE.json]
                  [--timestamps] [--stacks none|waits|all] [--cpu-profile]
                  [--browser chromium|firefox] [--adapter auto|hardware|software]
    Watch the WebGPU of any page: print its submissions, dispatches and longest
    waits with their lines; write a recording, which the lab's page opens, and
    traces for Perfetto and Chrome. See docs/watch.md.

cargo xtask wheel [--out DIR]
    Write the Python package, target/wheel/ by default, and print its wheel.

cargo xtask record [NAME]… [--set key=value]… [--device webgpu|cpu|sim]
                   [--posters|--out DIR] [--adapter auto|hardware|software]
    Record the runs that the page shows where there is no WebGPU: all, or those named;
    and draw their posters, or with --posters only those. Into another folder with
    --out, and without posters.

cargo xtask bench [NAME]… [--rounds N] [--quick] [--json FILE] [--html FILE]
                  [--adapter auto|hardware|software] [--against CHECKOUT]
    Measure every workload, or those named, in one headless Chromium: the lab,
    hand-written WebGPU and other libraries, which it installs from npm. Quick
    means fewer repetitions and rounds. The HTML file shows the result as charts.
    Against another checkout, whose site was built: its lab and this one alone.

cargo xtask bench python [--torch PYTHON] [--rounds N] [--json FILE]
                         [--adapter auto|hardware|software]
    Python beside JavaScript, bare Pyodide and native PyTorch, where PYTHON has it:
    what a call costs, the start, the bytes, each with its goal.

cargo xtask bench truth [--preset NAME|--coverage] [--rounds N] [--json FILE]
    Count what the experiments state falsely on machines whose truth is known, with
    N seeds of noise on each; on the automatic preset, or on another, such as course.

cargo xtask bench isa [--vendor amd|nvidia|apple|qualcomm|arm] [--json FILE]
    Compile every kernel, and the peers' products for AMD, with Mesa's compilers for
    cards that are not here: registers, waves, spills, instructions, as each gives.

cargo xtask bench enqueue --null [--rounds N] [--json FILE]
    Enqueuing and encoding in Node, over Dawn's backend that runs nothing.

cargo xtask bench libraries
    Record the same loop in other libraries, for the page: www/recordings/.

cargo xtask bench --native [--rounds N] [--quick] [--peak TFLOPS] [--json FILE]
    Measure the engine as a native program on Vulkan and on the CPU, beside
    PyTorch and NumPy where Python has them. The peak is the card's.

cargo xtask shots [NAME]… [--out DIR] [--device webgpu|cpu]
                  [--adapter auto|hardware|software]
    Take pictures of every experiment, or of those named, in both themes, from phone to
    projector; libraries is that of two libraries' loops side by side.

cargo xtask dist [--out DIR] [--budget FILE] [--with libraries]
    Write the static site, dist/ by default, and print its size in parts,
    beside the limits of budget.json or of another file. With libraries: also
    those of others whose loops the page shows, so that it can run them.

cargo xtask pack [--out DIR]
    Write the npm package, target/npm/ by default, and print its archive.

cargo xtask docs [--out DIR]
    Write the documentation of the JavaScript API, target/docs/ by default.

Commands with --adapter print the adapter that their browser takes: by default
(auto) the machine's own GPU where the browser offers it with its default flags,
else software; soak and the tests take software.

Each command installs what it needs and finds missing, and says so.";

fn main() -> ExitCode {
    match dispatch() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !matches!(error, Error::Reported | Error::ReportedUsage) {
                eprintln!("error: {error}");
            }
            ExitCode::from(error.exit_code())
        }
    }
}

fn dispatch() -> Result<()> {
    let mut arguments = lexopt::Parser::from_env();
    let root = checkout()?;
    match arguments.next()? {
        None | Some(lexopt::Arg::Long("help") | lexopt::Arg::Short('h')) => help(),
        Some(lexopt::Arg::Value(command)) => match command.to_str() {
            Some("serve") => commands::serve::main(&root, arguments),
            Some("test") => commands::test::main(&root, arguments),
            Some("run") => commands::run::main(&root, arguments),
            Some("notebook") => commands::notebook::main(&root, arguments),
            Some("watch") => commands::watch::main(&root, arguments),
            Some("wheel") => commands::wheel::main(&root, arguments),
            Some("record") => commands::record::main(&root, arguments),
            Some("bench") => commands::bench::main(&root, arguments),
            Some("fuzz") => commands::fuzz::main(&root, arguments),
            Some("mutants") => commands::mutants::main(&root, arguments),
            Some("soak") => commands::soak::main(&root, arguments),
            Some("shots") => commands::shots::main(&root, arguments),
            Some("docs") => commands::docs::main(&root, arguments),
            Some("pack") => commands::pack::main(&root, arguments),
            Some("dist") => commands::dist::main(&root, arguments),
            Some("help") => help(),
            _ => Err(Error::Usage(format!("there is no command {}", command.display()))),
        },
        Some(other) => Err(other.unexpected().into()),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "stands beside the commands in `dispatch`")]
fn help() -> Result<()> {
    print(HELP);
    Ok(())
}

/// The checkout of this program: from Cargo at run time, else the folder in which the binary was built.
fn checkout() -> Result<PathBuf> {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    let root = manifest.parent().map(Path::to_path_buf);
    root.ok_or_else(|| Error::Rejected("run this as `cargo xtask` inside the checkout".into()))
}
