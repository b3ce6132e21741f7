//! `test`: every suite, and the sum of their tests.

use super::changed::{self, Chosen, NAMES};
use super::suites::{self, SUITES, Schedule, Suite};
use crate::error::{Error, Result};
use crate::exec::{self, aside, print, say};
use crate::site;
use crate::suite::Report;
use crate::suite::unsteady::{self, Unsteady};
use crate::suite::watch::Limits;
use std::fs::{self, File};
use std::path::Path;
use std::thread;
use std::time::Instant;

pub(crate) fn main(root: &Path, named: &[String]) -> Result<()> {
    let chosen = match named {
        [] => Chosen::default(),
        [name] if name == "changed" => changed::chosen(root)?,
        [first, names @ ..] if first == "nightly" => Chosen::nightly(names),
        names => Chosen::named(names),
    };
    if let Some(name) = chosen.unknown() {
        let suites = NAMES.join(", ");
        return Err(Error::Usage(format!("there is no suite {name}; there are {suites}, and changed and nightly")));
    }
    run_all(root, &chosen)
}

fn run_all(root: &Path, chosen: &Chosen) -> Result<()> {
    let start = Instant::now();
    // Builds, lints and installers of the suites; the tests themselves have limits of their own.
    exec::limit(Limits::BUILD.whole);
    let unsteady = unsteady::read(root)?;
    let at = |schedule| {
        SUITES.iter().filter(move |suite| suite.schedule == schedule && chosen.has(suite.name)).collect::<Vec<_>>()
    };
    let (beside, front) = (at(Schedule::Beside), at(Schedule::Front));
    let mut done = if beside.is_empty() || front.is_empty() {
        // There is nothing to run them beside.
        beside.iter().chain(&front).map(|suite| run(root, chosen, &unsteady, suite)).collect()
    } else {
        side_by_side(root, chosen, &unsteady, &beside, &front)?
    };
    done.extend(at(Schedule::Alone).into_iter().map(|suite| run(root, chosen, &unsteady, suite)));

    let mut sum = Report::default();
    let mut table = Vec::new();
    for (row, report) in done {
        table.push(row);
        sum.extend(report);
    }
    sum.list();
    print(format_args!("\n{}\n{:<8}{:>6.0} s\n{sum}", table.join("\n"), "all", start.elapsed().as_secs_f64()));
    if sum.failed() == 0 { Ok(()) } else { Err(Error::Reported) }
}

/// A suite's row of the table, and its tests.
type Done = (String, Report);

/// Runs some suites in the foreground and others beside them, and prints the others' output at the end.
fn side_by_side(
    root: &Path,
    chosen: &Chosen,
    unsteady: &[Unsteady],
    beside: &[&Suite],
    front: &[&Suite],
) -> Result<Vec<Done>> {
    let folder = site::target_directory(root)?.join("xtask");
    fs::create_dir_all(&folder).map_err(Error::io("creating", &folder))?;
    let path = folder.join("beside.log");
    let log = File::create(&path).map_err(Error::io("creating", &path))?;
    let names = beside.iter().map(|suite| suite.name).collect::<Vec<_>>().join(", ");
    say(format_args!("beside the others: {names}; what they print comes after those"));
    let (mut first, second) = thread::scope(|threads| {
        let other = threads
            .spawn(|| aside(log, || beside.iter().map(|suite| run(root, chosen, unsteady, suite)).collect::<Vec<_>>()));
        let second = front.iter().map(|suite| run(root, chosen, unsteady, suite)).collect::<Vec<_>>();
        let failed = || {
            let mut report = Report::default();
            report.fail(&names, "the thread that ran them panicked".into());
            vec![("beside  failed".to_owned(), report)]
        };
        (other.join().unwrap_or_else(|_| failed()), second)
    });
    print(fs::read_to_string(&path).map_err(Error::io("reading", &path))?);
    first.extend(second);
    Ok(first)
}

fn run(root: &Path, chosen: &Chosen, unsteady: &[Unsteady], suite: &Suite) -> Done {
    let Suite { name, schedule, run } = suite;
    say(format_args!("testing: {name}{}", if *schedule == Schedule::Alone { ", the files that measure" } else { "" }));
    let start = Instant::now();
    let mut report = run(&suites::Run { root, chosen }).unwrap_or_else(|error| {
        // A suite that cannot run counts as a failed test; the others still run.
        let mut report = Report::default();
        report.fail(name, error.to_string());
        report
    });
    report.excuse(unsteady);
    (format!("{name:<8}{:>6.0} s   {report}", start.elapsed().as_secs_f64()), report)
}
