//! The measurements, as a table and as JSON.

use crate::case::Entry;
use crate::measure::{quantile, short, spread};
use crate::workload::Workload;
use serde_json::{Map, Value, json};

const COLUMNS: [&str; 9] = ["", "", "enqueue", "submit", "done", "rate", "of peak", "times", ""];

/// A workload with its contenders' entries.
pub(crate) type Case = (Workload, Vec<Entry>);

/// All cases in columns. `peak` is the card's, in TFLOP/s.
pub(crate) fn table(cases: &[Case], peak: Option<f64>) -> String {
    let mut rows = vec![COLUMNS.map(String::from)];
    for (workload, entries) in cases {
        for (index, entry) in entries.iter().enumerate() {
            let name = if index == 0 { workload.name() } else { String::new() };
            rows.push(row(name, *workload, entry, peak));
        }
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 9] = std::array::from_fn(width);
    let line = |row: &[String; 9]| {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn row(name: String, workload: Workload, entry: &Entry, peak: Option<f64>) -> [String; 9] {
    let (who, remark, none) = (entry.name.to_owned(), entry.remark.clone(), || "–".to_owned());
    let samples = match &entry.outcome {
        Ok(samples) => samples,
        Err(error) => return [name, who, none(), none(), none(), none(), none(), none(), format!("failed: {error}")],
    };
    let seconds = quantile(&samples.done, 0.5) / 1e3;
    let (rate, of_peak) = match workload.flops() {
        Some(flops) => {
            let rate = flops / seconds / 1e12;
            (
                format!("{} TFLOP/s", short(rate)),
                peak.map_or_else(none, |peak| format!("{} %", short(rate / peak * 100.0))),
            )
        }
        None => (format!("{} GB/s", short(workload.bytes() / seconds / 1e9)), none()),
    };
    let [enqueue, submit, done] = [&samples.enqueue, &samples.submit, &samples.done].map(|samples| spread(samples));
    [name, who, enqueue, submit, done, rate, of_peak, entry.times.to_string(), remark]
}

/// All cases with every sample, in the form of the bench in the browser.
pub(crate) fn json(cases: &[Case], rounds: u32) -> Value {
    let contender = |entry: &Entry| match &entry.outcome {
        Ok(samples) => json!({
            "kind": "eager", "times": entry.times, "rounds": rounds, "samples": samples, "remark": entry.remark,
        }),
        Err(error) => json!({ "kind": "eager", "reason": error.to_string(), "wrong": true }),
    };
    let case = |(workload, entries): &Case| {
        let contenders: Map<String, Value> =
            entries.iter().map(|entry| (entry.name.to_owned(), contender(entry))).collect();
        json!({
            "name": workload.name(),
            "figures": { "enqueue": "ms", "submit": "ms", "done": "ms" },
            "work": { "bytes": workload.bytes(), "flops": workload.flops() },
            "contenders": contenders,
        })
    };
    cases.iter().map(case).collect()
}
