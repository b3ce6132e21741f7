//! The kernels of a product beside each other on a card, each pinned, and the kernel that the engine chooses before it has tried any.

use crate::case::run;
use crate::error::{Error, Result};
use crate::measure::{quantile, short};
use crate::workload::{Program, Workload};
use asynclab::backend::policy::{Kernels, Policy};
use asynclab::local::{DeviceKind, Lab};
use asynclab::op::{Call, DeviceClass, Operation};
use asynclab::ops;
use asynclab::shape::Shape;
use pollster::block_on;
use serde_json::{Value, json};

const SIZES: [u32; 8] = [256, 512, 768, 1024, 1536, 2048, 3072, 4096];
/// The work of one measurement, flops: some ms on a fast card.
const WORK: f64 = 2e11;
const MOST: f64 = 400.0;

/// A size, the index of the first choice for it, and the ms of a product by kernel.
pub(crate) struct Row {
    n: u32,
    first: Option<usize>,
    ms: Vec<f64>,
}

fn product() -> Result<&'static dyn Operation> {
    ops::by_opcode(ops::MATMUL).ok_or_else(|| Error::Failed("product".into()))
}

/// Medians over the rounds, in which kernels take turns. Results are checked.
pub(crate) fn measure(reference: &mut Lab, machine: DeviceClass, rounds: u32) -> Result<Vec<Row>> {
    SIZES.iter().map(|&n| row(n, reference, machine, rounds)).collect()
}

fn row(n: u32, reference: &mut Lab, machine: DeviceClass, rounds: u32) -> Result<Row> {
    let (workload, op) = (Workload::Product(n), product()?);
    let shape = Shape::new("product", &[n, n])?;
    let call = Call { inputs: &[shape, shape], attrs: &[], output: shape };
    let class = op.sample(&call, 0.0).map(|sample| sample.class).unwrap_or_default();
    let times = (WORK / (2.0 * f64::from(n).powi(3))).clamp(1.0, MOST) as u32;
    let pinned = |kernel: &&str| -> Result<(Lab, Program)> {
        let policy = Policy { kernels: Kernels::Fixed, ..Policy::default() };
        let mut lab = block_on(Lab::connect(DeviceKind::WebGpu, policy))?;
        lab.pin(&class, kernel)?;
        let program = workload.prepare(&mut lab, reference)?;
        run(&mut lab, &program, times)?;
        Ok((lab, program))
    };
    let mut labs = op.kernels().iter().map(pinned).collect::<Result<Vec<_>>>()?;
    let mut samples = vec![Vec::new(); labs.len()];
    for round in 0..rounds as usize {
        for place in 0..labs.len() {
            let turn = if round % 2 == 0 { place } else { labs.len() - 1 - place };
            let (lab, program) = &mut labs[turn];
            samples[turn].push(run(lab, program, times)?.done);
        }
    }
    let ms = samples.iter().map(|of| quantile(of, 0.5)).collect();
    Ok(Row { n, first: op.kernel_for(machine, &call), ms })
}

/// The table of ms a product, with a star at the first choice.
pub(crate) fn table(rows: &[Row]) -> Result<String> {
    let kernels = product()?.kernels();
    let mut lines = vec![format!("ms a product by kernel: {}", kernels.join(", "))];
    for Row { n, first, ms } in rows {
        let cell = |(i, ms): (usize, &f64)| {
            let rate = 2.0 * f64::from(*n).powi(3) / ms / 1e9;
            format!("{}{} ({} TFLOP/s)", short(*ms), if *first == Some(i) { " *" } else { "" }, short(rate))
        };
        lines.push(format!("{n}³: {}", ms.iter().enumerate().map(cell).collect::<Vec<_>>().join(", ")));
    }
    Ok(lines.join("\n"))
}

pub(crate) fn json(rows: &[Row]) -> Value {
    rows.iter().map(|Row { n, first, ms }| json!({ "n": n, "first": first, "ms": ms })).collect()
}
