//! The engine as a native program on Vulkan and on the CPU, with PyTorch and NumPy beside it: `cargo xtask bench --native`.

mod case;
mod check;
mod error;
mod kernels;
mod measure;
mod peak;
mod peer;
mod report;
mod workload;

use asynclab::backend::Choice;
use asynclab::backend::policy::Policy;
use asynclab::local::{DeviceKind, Lab};
use case::Bench;
use error::{Error, Result};
use peer::{PEERS, Peer};
use pollster::block_on;
use report::Case;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

/// The only argument, as JSON.
#[derive(Deserialize)]
struct Request {
    rounds: u32,
    quick: bool,
    /// Only the kernels of a product.
    #[serde(default)]
    kernels: bool,
    /// The card's peak, in TFLOP/s.
    peak: Option<f64>,
    json: Option<PathBuf>,
}

fn main() -> ExitCode {
    match bench() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn bench() -> Result<()> {
    let argument = std::env::args().nth(1).unwrap_or_default();
    let request: Request = serde_json::from_str(&argument).map_err(|error| Error::Request(error.to_string()))?;
    let lab = block_on(Lab::connect(DeviceKind::WebGpu, Policy::default())).map_err(Error::NoAdapter)?;
    let on_cpu = || block_on(Lab::connect(DeviceKind::Cpu, Policy::default()));
    let (cpu, reference) = (on_cpu()?, on_cpu()?);
    let adapter = lab.backend().device().adapter();
    let peak = request.peak.or_else(|| peak::of(&adapter.name));
    println!("adapter: {}, driver {}", adapter.name, adapter.architecture);
    if adapter.software {
        println!(
            "It is a software adapter, a program on the CPU: these are no figures of a GPU, and the largest cases are left out."
        );
    }
    match peak {
        Some(peak) => println!("peak: {peak} TFLOP/s in single precision"),
        None => println!("peak: not known for this adapter; set it with --peak TFLOPS"),
    }
    let peers = if request.kernels { Vec::new() } else { start_peers() };
    let about = |name| peers.iter().find(|peer: &&Peer| peer.name == name).map(|peer| peer.about.clone());
    let [torch, numpy] = PEERS.map(|(name, _)| about(name));

    let mut bench = Bench { lab, cpu, reference, peers, rounds: request.rounds, quick: request.quick };
    let mut load = vec![load_average()];
    let mut cases: Vec<Case> = Vec::new();
    let workloads = if request.kernels { Vec::new() } else { workload::all(adapter.software) };
    for workload in workloads {
        eprintln!("» {}", workload.name());
        cases.push((workload, bench.measure(workload)));
        load.push(load_average());
    }
    if !cases.is_empty() {
        println!("\n{}\n", report::table(&cases, peak));
    }
    let kernels = bench.lab.take_chosen();
    for Choice { class, kernel, evidence } in &kernels {
        println!("kernel chosen for {class}: {kernel} ({evidence})");
    }
    let mut by_kernel = Vec::new();
    if !adapter.software {
        eprintln!("» kernels of a product");
        by_kernel = kernels::measure(&mut bench.reference, adapter.machine(), request.rounds)?;
        println!("{}", kernels::table(&by_kernel)?);
    }
    println!("medians of {} rounds (quartiles), of one operation or one warm-up", request.rounds);
    println!("load of the machine before and after: {}", load.join(" "));

    if let Some(file) = &request.json {
        let about = json!({ "adapter": adapter, "peak": peak, "kernels": kernels, "products": kernels::json(&by_kernel), "torch": torch, "numpy": numpy });
        write(file, request.rounds, &load, &about, &cases)?;
    }
    // Peers may fail. The lab must not, on either device.
    let failed = |(workload, entries): &Case| {
        let mut labs = entries.iter().filter(|entry| entry.name.starts_with("lab"));
        labs.any(|entry| entry.outcome.is_err()).then(|| workload.name())
    };
    let failures: Vec<String> = cases.iter().filter_map(failed).collect();
    if failures.is_empty() { Ok(()) } else { Err(Error::Failed(failures.join("; "))) }
}

/// The peers that this machine has. Prints each, or why it is missing.
fn start_peers() -> Vec<Peer> {
    let start = |(name, module)| match Peer::start(name, module) {
        Ok(peer) => {
            println!("{name} {}", peer.remark());
            Some(peer)
        }
        Err(reason) => {
            println!("no {name} beside it: {reason}");
            None
        }
    };
    PEERS.into_iter().filter_map(start).collect()
}

/// Writes the document that `bench/record.js` reads.
fn write(file: &Path, rounds: u32, load: &[String], about: &Value, cases: &[Case]) -> Result<()> {
    let date = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as u64);
    let document = json!({
        "date": date,
        "rounds": rounds,
        "browser": "native, Vulkan",
        "load": load,
        "about": about,
        "workloads": { "native": { "cases": report::json(cases, rounds) } },
    });
    let writing = |source| Error::Io { doing: format!("writing {}", file.display()), source };
    fs::write(file, format!("{document:#}\n")).map_err(writing)
}

/// The load of the last minute, which shows other work on the machine.
fn load_average() -> String {
    let loads = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    loads.split_whitespace().next().unwrap_or("–").to_owned()
}
