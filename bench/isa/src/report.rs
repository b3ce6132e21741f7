//! The findings, as a table and as a document.

use crate::cases;
use crate::facts::Facts;
use crate::vendors::{Card, Vendor};
use asynclab_bench_probe::Job;
use serde_json::{Map, Value, json};

const ASSUMED: &str = "model: one SIMD in order, every load from the nearest cache, no memory, no conflicts, none of the code outside the \
                       innermost loop; of 1024³ and 4096³, waves dealt evenly to the SIMDs of the largest card; never checked on a card";

/// The figures that a vendor's compiler gave for the kernels.
pub(crate) struct Table {
    pub(crate) vendor: &'static Vendor,
    pub(crate) jobs: Vec<Job>,
    /// How many of the jobs are named; the others are variants.
    pub(crate) named: usize,
    /// The origin of the modules.
    pub(crate) origin: String,
    /// Each card with its driver and its facts, in the order of the jobs.
    pub(crate) cards: Vec<(Card, String, Vec<Facts>)>,
    /// Why compilers of other cards failed.
    pub(crate) failed: Vec<String>,
}

impl Table {
    /// The kernels that the engine chooses by itself on a card.
    fn chosen<'a>(&'a self, card: &Card, facts: &'a [Facts]) -> impl Iterator<Item = (&'a str, &'a Facts)> {
        let class = self.vendor.class(card);
        let named = self.jobs.iter().zip(facts).take(self.named).map(|(job, facts)| (job.name.as_str(), facts));
        named.filter(move |(name, _)| cases::is_default(name, class))
    }
}

/// The table as text: the named kernels, and of the others the worst.
pub(crate) fn text(table: &Table) -> String {
    let mut text = String::new();
    for (card, driver, facts) in &table.cards {
        text += &format!("\n{} ({}): {driver}; {}\n", card.name, card.stands_for, table.origin);
        text += &format!(
            "{:<45} registers {:>9} spill  LDS B code B instr. cycles FMA/ALU words/FMA ALU/4{}\n",
            "kernel",
            table.vendor.occupancy.split(' ').next().unwrap_or_default(),
            if card.modelled.is_some() { "  model  1024³  4096³" } else { "" }
        );
        for (job, facts) in table.jobs.iter().zip(facts).take(table.named) {
            let mark = if cases::is_default(&job.name, table.vendor.class(card)) { " *" } else { "" };
            text += &line(&format!("{}{mark}", job.name), card, facts);
        }
        text += &defaults(table, card, facts);
        let rest = &facts[table.named..];
        if !rest.is_empty() {
            let most = |figure: fn(&Facts) -> u64| rest.iter().map(figure).max().unwrap_or(0);
            let spilling = rest.iter().filter(|facts| facts.figures.spilled > 0).count();
            text += &format!(
                "{} variants: {spilling} spill, at most {} registers, {} bytes of code\n",
                rest.len(),
                most(|facts| facts.figures.registers),
                most(|facts| facts.figures.code_bytes)
            );
        }
    }
    if table.cards.iter().any(|(card, ..)| card.modelled.is_some()) {
        text += &format!("\n{ASSUMED}\n");
    }
    text += &table.failed.iter().map(|reason| format!("\n{reason}\n")).collect::<String>();
    text
}

/// The important facts about the kernels that the engine chooses by itself.
fn defaults(table: &Table, card: &Card, facts: &[Facts]) -> String {
    let all = |found: fn(&str, &Card, &Facts) -> Option<String>| {
        let found: Vec<_> = table.chosen(card, facts).filter_map(|(name, facts)| found(name, card, facts)).collect();
        if found.is_empty() { "none".to_owned() } else { found.join("; ") }
    };
    let spills =
        all(|name, _, facts| (facts.figures.spilled > 0).then(|| format!("{name}, {}", facts.figures.spilled)));
    let held = all(|name, card, facts| {
        let occupancy = facts.figures.occupancy;
        (occupancy * 2 <= card.full).then(|| format!("{name}, {occupancy}/{}", card.full))
    });
    let useful = all(|name, _, facts| facts.is_product().then(|| format!("{name}, {:.2}", facts.useful())));
    format!("* by default. Of these spill: {spills}. At most half is held of: {held}. FMA/ALU: {useful}.\n")
}

fn line(name: &str, card: &Card, facts: &Facts) -> String {
    let (figures, hot) = (&facts.figures, &facts.hot);
    let dash = || "–".to_owned();
    let (useful, words) = if facts.is_product() {
        let words = f64::from(hot.loaded + hot.shared_loaded) / f64::from(hot.fma);
        (format!("{:.2}", facts.useful()), format!("{words:.2}"))
    } else {
        (dash(), dash())
    };
    let four = facts.for_four().filter(|_| !facts.is_product()).map_or_else(dash, |count| format!("{count:.1}"));
    let percent =
        |share: f64| if share > 0.0 && facts.is_product() { format!("{:.0} %", share * 100.0) } else { dash() };
    let modelled = facts.shares.map_or_else(String::new, |shares| {
        let [simd, small, large] = [shares.simd, shares.small, shares.large].map(percent);
        format!(" {simd:>6} {small:>6} {large:>6}")
    });
    format!(
        "{name:<45} {:>9} {:>9} {:>5} {:>6} {:>6} {:>6} {:>6} {useful:>7} {words:>9} {four:>5}{modelled}\n",
        figures.registers,
        format!("{}/{}", figures.occupancy, card.full),
        figures.spilled,
        figures.shared_bytes,
        figures.code_bytes,
        figures.instructions,
        figures.cycles.map_or_else(dash, |cycles| cycles.to_string()),
    )
}

/// All tables as JSON, complete.
pub(crate) fn json(tables: &[Table]) -> String {
    let [mut drivers, mut kernels, mut origins, mut defaults] = std::array::from_fn(|_| Map::new());
    for table in tables {
        origins.insert(table.vendor.name.to_owned(), json!(table.origin));
        for (card, driver, facts) in &table.cards {
            drivers.insert(card.name.to_owned(), json!(driver));
            let chosen: Vec<&str> = table.chosen(card, facts).map(|(name, _)| name).collect();
            defaults.insert(card.name.to_owned(), json!(chosen));
            let facts = table.jobs.iter().zip(facts).map(|(job, facts)| (job.name.clone(), json!(facts)));
            kernels.insert(card.name.to_owned(), facts.collect::<Map<_, _>>().into());
        }
    }
    let programs: Map<String, Value> = tables
        .iter()
        .map(|table| {
            let names: Vec<&str> = table.jobs[..table.named].iter().map(|job| job.name.as_str()).collect();
            (table.vendor.name.to_owned(), json!(names))
        })
        .collect();
    let document = json!({
        "drivers": drivers,
        "modules": origins,
        "model": ASSUMED,
        "programs": programs,
        "defaults": defaults,
        "kernels": kernels,
    });
    format!("{document:#}\n")
}
