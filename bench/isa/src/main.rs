//! The kernels on instruction sets of cards that are not here: `cargo xtask bench isa`. Mesa's compilers run without a card and report
//! registers, waves, spills and instructions of each kernel. The speed that an AMD card would reach comes from a model, and is labelled so.

mod assembly;
mod cases;
mod dawn;
mod error;
mod facts;
mod model;
mod recorder;
mod report;
mod spirv;
mod start;
mod vendors;

use asynclab_bench_probe::{Job, NOTHING};
use dawn::Dawn;
use error::{Error, Result};
use facts::Facts;
use recorder::Kernel;
use report::Table;
use serde::Deserialize;
use start::Packages;
use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use vendors::{COMPILE, VENDORS, Vendor};

/// The only argument, as JSON. Paths are relative to the folder the program was started in.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Request {
    /// Write the texts of the programs' kernels here, and do nothing else.
    list: Option<PathBuf>,
    /// The vendors' names; none: all.
    vendors: Vec<String>,
    /// The drivers; none: the machine's own.
    packages: Option<Packages>,
    /// The drivers for Arm's processors.
    emulated: Option<Packages>,
    /// Compiles texts to SPIR-V; none: naga does.
    dawn: Option<Dawn>,
    /// Also compile every variant, not only the programs' kernels.
    variants: bool,
    /// Further kernels, by their texts.
    kernels: Vec<Kernel>,
    /// Modules that another compiler made, for AMD's cards.
    modules: Vec<Module>,
    /// The name of that compiler.
    modules_by: String,
    /// The file for the result as JSON.
    json: Option<PathBuf>,
    /// A folder for the instructions.
    assembly: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Module {
    name: String,
    file: PathBuf,
    /// Rounds of its innermost loop in each round of the loop around it.
    trips: usize,
    /// Waves of 64 lanes that it is dispatched in.
    dispatched: u32,
}

fn main() -> ExitCode {
    let argument = std::env::args().nth(1).unwrap_or_default();
    if argument == COMPILE {
        // The process of a single card.
        return asynclab_bench_probe::run();
    }
    match bench(&argument) {
        Ok(()) => ExitCode::SUCCESS,
        // A missing driver is no fault of the kernels: the caller reports it.
        Err(error @ Error::NoDriver(_)) => {
            eprintln!("skipped: {error}");
            ExitCode::from(NOTHING)
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn bench(argument: &str) -> Result<()> {
    let mut request: Request = serde_json::from_str(argument).map_err(|error| Error::Request(error.to_string()))?;
    let mut kernels = cases::programs()?;
    if let Some(file) = &request.list {
        let text = serde_json::to_vec(&kernels).map_err(|error| Error::Request(error.to_string()))?;
        return fs::write(file, text).map_err(io(format!("writing {}", file.display())));
    }
    kernels.append(&mut request.kernels);
    let named = kernels.len();
    if request.variants {
        kernels.extend(cases::variants());
    }
    let tables = tables(&request, &kernels, named)?;
    if let Some(file) = &request.json {
        fs::write(file, report::json(&tables)).map_err(io(format!("writing {}", file.display())))?;
    }
    let failed: Vec<&str> = tables.iter().flat_map(|table| &table.failed).map(String::as_str).collect();
    if failed.is_empty() { Ok(()) } else { Err(Error::Failed(failed.join("; "))) }
}

/// The tables of all requested vendors, printed in order. Compilers use one core each, so they run in parallel.
///
/// # Errors
/// `NoDriver` where every vendor is skipped; failures of the program itself.
fn tables(request: &Request, kernels: &[Kernel], named: usize) -> Result<Vec<Table>> {
    let wanted =
        |vendor: &&&Vendor| request.vendors.is_empty() || request.vendors.iter().any(|name| name == vendor.name);
    thread::scope(|threads| {
        let start = |vendor: &'static Vendor| (vendor, threads.spawn(move || table(request, vendor, kernels, named)));
        let running: Vec<_> = VENDORS.iter().filter(wanted).map(|vendor| start(vendor)).collect();
        let (mut tables, mut skipped) = (Vec::new(), String::new());
        for (vendor, thread) in running {
            match thread.join().unwrap_or_else(|panic| resume_unwind(panic)) {
                Ok(table) => {
                    print!("{}", report::text(&table));
                    tables.push(table);
                }
                Err(Error::NoDriver(reason)) => {
                    println!("\n{} is skipped: {reason}", vendor.name);
                    skipped = reason;
                }
                Err(error) => return Err(error),
            }
        }
        if tables.is_empty() { Err(Error::NoDriver(skipped)) } else { Ok(tables) }
    })
}

/// The table of a vendor's driver. It lists the first `named` kernels by name, and cards whose compilers failed with the reason.
fn table(request: &Request, vendor: &'static Vendor, kernels: &[Kernel], named: usize) -> Result<Table> {
    let packages = if vendor.emulated { &request.emulated } else { &request.packages };
    let (mut jobs, mut origin) = jobs(request, vendor, kernels)?;
    let mut more = Vec::new();
    if vendor.name == VENDORS[0].name && !request.modules.is_empty() {
        origin += &format!(", the peers' by {}", request.modules_by);
        for module in &request.modules {
            let Module { name, file, trips, dispatched } = module;
            more.push(Job { name: name.clone(), spirv: words(file)?, trips: *trips, dispatched: *dispatched });
        }
    }
    let count = named + more.len();
    jobs.splice(named..named, more);
    let (mut cards, mut failed) = (Vec::new(), Vec::new());
    for card in vendor.cards {
        let answer = match vendor.compile(card, packages.as_ref(), &jobs) {
            Ok(answer) => answer,
            Err(error @ Error::Card { .. }) => {
                failed.push(error.to_string());
                continue;
            }
            Err(error) => return Err(error),
        };
        if let Some(folder) = &request.assembly {
            write_assembly(folder, card.name, &jobs, &answer.kernels)?;
        }
        let facts =
            answer.kernels.iter().zip(&jobs).map(|(kernel, job)| Facts::of(vendor, card, kernel, job)).collect();
        cards.push((*card, answer.driver, facts));
    }
    Ok(Table { vendor, jobs, named: count, origin, cards, failed })
}

/// The kernels as modules, and their compiler: Dawn, or naga where Dawn fails. Dawn runs only on this machine's processor, so an emulated driver
/// gets the modules that Dawn makes for the last driver that is not emulated.
fn jobs(request: &Request, vendor: &Vendor, kernels: &[Kernel]) -> Result<(Vec<Job>, String)> {
    let texts: Vec<&str> = kernels.iter().map(|kernel| kernel.wgsl.as_str()).collect();
    let over = if vendor.emulated { VENDORS.iter().rfind(|other| !other.emulated).copied() } else { Some(vendor) };
    let made = match (&request.dawn, over) {
        (Some(dawn), Some(over)) => {
            let made = dawn.modules(over, request.packages.as_ref(), &texts);
            made.map(|made| (made, dawn)).map_err(|error| error.to_string())
        }
        _ => Err("Dawn is not here".to_owned()),
    };
    let (modules, origin) = match made {
        Ok((modules, dawn)) => (modules, format!("modules by Dawn, webgpu {}", dawn.version)),
        Err(reason) => {
            let modules = kernels.iter().map(|kernel| spirv::of(&kernel.name, &kernel.wgsl)).collect::<Result<_>>()?;
            (modules, format!("modules by naga {}: {reason}", spirv::version()))
        }
    };
    let job = |(kernel, spirv): (&Kernel, Vec<u32>)| {
        let Kernel { name, trips, dispatched, .. } = kernel.clone();
        Job { name, spirv, trips, dispatched }
    };
    Ok((kernels.iter().zip(modules).map(job).collect(), origin))
}

fn words(file: &Path) -> Result<Vec<u32>> {
    Ok(dawn::words(&fs::read(file).map_err(io(format!("reading {}", file.display())))?))
}

fn write_assembly(folder: &Path, card: &str, jobs: &[Job], kernels: &[asynclab_bench_probe::Compiled]) -> Result<()> {
    fs::create_dir_all(folder).map_err(io(format!("creating {}", folder.display())))?;
    for (job, kernel) in jobs.iter().zip(kernels) {
        let name: String = job.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let file = folder.join(format!("{card}-{name}.s"));
        fs::write(&file, &kernel.assembly).map_err(io(format!("writing {}", file.display())))?;
    }
    Ok(())
}

fn io(doing: String) -> impl FnOnce(std::io::Error) -> Error {
    move |source| Error::Io { doing, source }
}
