//! The kernels on instruction sets of cards that are not here: `cargo xtask bench isa`. Mesa's AMD compiler runs without a card and prints
//! registers, waves, spills and the instructions of each kernel; what a card would reach with them is a model, and said to be one.

mod assembly;
mod cases;
mod error;
mod facts;
mod family;
mod model;
mod radv;
mod recorder;
mod report;
mod spirv;

use error::{Error, Result};
use facts::Facts;
use family::{FAMILIES, Job};
use recorder::Kernel;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// The only argument, as JSON. Paths are relative to the folder the program was started in.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Request {
    /// Write the texts of the programs' kernels here, and do nothing else.
    list: Option<PathBuf>,
    /// Every variant too, not only the programs' kernels.
    variants: bool,
    /// More kernels by their texts.
    kernels: Vec<Kernel>,
    /// Modules that another compiler made, of the same or of other kernels.
    modules: Vec<Module>,
    /// Where the result is written as JSON.
    json: Option<PathBuf>,
    /// A folder for the instructions.
    assembly: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Module {
    name: String,
    file: PathBuf,
    /// Rounds of its innermost loop in each of the next one.
    trips: usize,
    /// Waves of 64 lanes that it is dispatched in.
    dispatched: u32,
}

fn main() -> ExitCode {
    let argument = std::env::args().nth(1).unwrap_or_default();
    let outcome = if argument == family::COMPILE { family::compile() } else { bench(&argument) };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // No driver is no fault of the kernels: the caller reports it.
        Err(error @ (Error::NoVulkan(_) | Error::NoDriver)) => {
            eprintln!("skipped: {error}");
            ExitCode::from(3)
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn bench(argument: &str) -> Result<()> {
    let request: Request = serde_json::from_str(argument).map_err(|error| Error::Request(error.to_string()))?;
    let programs = cases::programs()?;
    if let Some(file) = &request.list {
        let text = serde_json::to_vec(&programs).map_err(|error| Error::Request(error.to_string()))?;
        return fs::write(file, text).map_err(io(format!("writing {}", file.display())));
    }
    let mut jobs = jobs_of(programs.into_iter().chain(request.kernels).collect())?;
    for module in &request.modules {
        let Module { name, file, trips, dispatched } = module;
        jobs.push(Job { name: name.clone(), spirv: words(file)?, trips: *trips, dispatched: *dispatched });
    }
    let named = jobs.len();
    if request.variants {
        jobs.extend(jobs_of(cases::variants())?);
    }

    let mut drivers = BTreeMap::new();
    let mut table: BTreeMap<&str, Vec<Facts>> = BTreeMap::new();
    for family in &FAMILIES {
        let compiled = family.compile_elsewhere(&jobs)?;
        drivers.insert(family.name, compiled.driver);
        if let Some(folder) = &request.assembly {
            write_assembly(folder, family.name, &jobs, &compiled.kernels)?;
        }
        let facts = compiled.kernels.iter().zip(&jobs).map(|(kernel, job)| Facts::of(family, kernel, job));
        table.insert(family.name, facts.collect());
    }
    let names: Vec<&str> = jobs.iter().map(|job| job.name.as_str()).collect();
    print!("{}", report::text(&drivers, &names, named, &table));
    if let Some(file) = &request.json {
        let document = report::json(&drivers, &names, named, &table);
        fs::write(file, document).map_err(io(format!("writing {}", file.display())))?;
    }
    Ok(())
}

fn jobs_of(kernels: Vec<Kernel>) -> Result<Vec<Job>> {
    let job = |kernel: Kernel| {
        let spirv = spirv::of(&kernel.name, &kernel.wgsl)?;
        Ok(Job { name: kernel.name, spirv, trips: kernel.trips, dispatched: kernel.dispatched })
    };
    kernels.into_iter().map(job).collect()
}

fn words(file: &PathBuf) -> Result<Vec<u32>> {
    let bytes = fs::read(file).map_err(io(format!("reading {}", file.display())))?;
    Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}

fn write_assembly(folder: &PathBuf, family: &str, jobs: &[Job], kernels: &[radv::Compiled]) -> Result<()> {
    fs::create_dir_all(folder).map_err(io(format!("creating {}", folder.display())))?;
    for (job, kernel) in jobs.iter().zip(kernels) {
        let name: String = job.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let file = folder.join(format!("{family}-{name}.s"));
        fs::write(&file, &kernel.assembly).map_err(io(format!("writing {}", file.display())))?;
    }
    Ok(())
}

fn io(doing: String) -> impl FnOnce(std::io::Error) -> Error {
    move |source| Error::Io { doing, source }
}
