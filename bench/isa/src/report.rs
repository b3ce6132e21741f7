//! The findings, as a table and as a document.

use crate::facts::Facts;
use crate::family::FAMILIES;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Facts of all kernels, by family.
pub(crate) type Table<'a> = BTreeMap<&'a str, Vec<Facts>>;

const ASSUMED: &str = "model: one SIMD in order, every load from the nearest cache, no memory, no conflicts, none of the code outside the \
                       innermost loop; of 1024³ and 4096³, waves dealt evenly to the SIMDs of the largest card; never checked on a card";

/// The table, of the `named` first kernels; of the others the worst.
pub(crate) fn text(drivers: &BTreeMap<&str, String>, names: &[&str], named: usize, table: &Table<'_>) -> String {
    let mut text = String::new();
    for family in &FAMILIES {
        let Some(facts) = table.get(family.name) else { continue };
        text += &format!("\n{} ({}): {}\n", family.name, family.cards, drivers[family.name]);
        text += "kernel                                        VGPR waves spill  LDS B code B  FMA/VALU  words/FMA  VALU/4  model  1024³  4096³\n";
        for (name, facts) in names.iter().zip(facts).take(named) {
            text += &line(name, facts);
        }
        let rest = &facts[named..];
        if !rest.is_empty() {
            let most = |figure: fn(&Facts) -> u64| rest.iter().map(figure).max().unwrap_or(0);
            let spilling = rest.iter().filter(|facts| facts.spilled > 0).count();
            text += &format!(
                "{} variants: {spilling} spill, at most {} registers, {} bytes of code\n",
                rest.len(),
                most(|facts| facts.registers),
                most(|facts| facts.code_bytes)
            );
        }
    }
    text + "\n" + ASSUMED + "\n"
}

fn line(name: &str, facts: &Facts) -> String {
    let hot = &facts.hot;
    let (useful, words, [model, small, large]) = if facts.is_product() {
        let words = f64::from(hot.loaded + hot.shared_loaded) / f64::from(hot.fma);
        let models = [facts.modelled_share, facts.modelled_1024, facts.modelled_4096];
        let percent = |share: f64| if share > 0.0 { format!("{:.0} %", share * 100.0) } else { "–".into() };
        (format!("{:.2}", facts.useful()), format!("{words:.2}"), models.map(percent))
    } else {
        ("–".into(), "–".into(), ["–"; 3].map(str::to_owned))
    };
    let four = facts.for_four().filter(|_| !facts.is_product()).map_or("–".into(), |count| format!("{count:.1}"));
    format!(
        "{name:<45} {:>4} {:>5} {:>5} {:>6} {:>6} {useful:>9} {words:>10} {four:>7} {model:>6} {small:>6} {large:>6}\n",
        facts.registers, facts.waves, facts.spilled, facts.shared_bytes, facts.code_bytes
    )
}

/// The same, complete, as JSON.
pub(crate) fn json(drivers: &BTreeMap<&str, String>, names: &[&str], named: usize, table: &Table<'_>) -> String {
    let of_family = |facts: &[Facts]| -> Value {
        names
            .iter()
            .zip(facts)
            .map(|(name, facts)| ((*name).to_owned(), json!(facts)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let kernels: serde_json::Map<_, _> =
        table.iter().map(|(family, facts)| ((*family).to_owned(), of_family(facts))).collect();
    format!("{:#}\n", json!({ "drivers": drivers, "model": ASSUMED, "programs": names[..named], "kernels": kernels }))
}
