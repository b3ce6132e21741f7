//! Ends a process and all processes that it started. On systems other than Linux, the process alone.

use std::collections::HashMap;
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often a process is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// The time between SIGTERM and SIGKILL, in which a process can end the processes that it started.
const PATIENCE: Duration = Duration::from_secs(3);

/// Ends a process and all that it started. They get SIGTERM first, so that browsers end their own. `ended` returns whether the process has ended.
pub(crate) fn end(process: u32, mut ended: impl FnMut() -> bool) {
    let family = family(process);
    signal("TERM", &family);
    let asked = Instant::now();
    while asked.elapsed() < PATIENCE && !ended() {
        sleep(LOOK);
    }
    signal("KILL", &family);
}

/// The command lines of the processes without children: the other processes wait for them.
pub(crate) fn at_work(process: u32) -> String {
    let parents: Vec<u32> = all().map(|(_, parent)| parent).collect();
    let lines = family(process).into_iter().filter(|id| !parents.contains(id)).map(|id| {
        let line = fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let words = line.split_terminator('\0').take(8).collect::<Vec<_>>().join(" ");
        if words.is_empty() { format!("process {id}") } else { words }
    });
    lines.collect::<Vec<_>>().join("; ")
}

fn signal(name: &str, processes: &[u32]) {
    let words = processes.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    // A process that has ended meanwhile is no error. Every shell has a `kill`, which not every system has as a program.
    let _ = Command::new("sh").args(["-c", &format!("kill -{name} {words}")]).stderr(Stdio::null()).status();
}

/// A process and its descendants, also those in other process groups.
fn family(process: u32) -> Vec<u32> {
    let mut children = HashMap::<u32, Vec<u32>>::new();
    for (id, parent) in all() {
        children.entry(parent).or_default().push(id);
    }
    let mut family = vec![process];
    let mut at = 0;
    while let Some(&member) = family.get(at) {
        family.extend(children.remove(&member).unwrap_or_default());
        at += 1;
    }
    family
}

/// Every process with its parent.
fn all() -> impl Iterator<Item = (u32, u32)> {
    fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(|entry| {
        let id = entry.file_name().to_str()?.parse().ok()?;
        Some((id, parent(&stat(id))?))
    })
}

/// Whether a process still runs. A zombie, which has ended and was not waited for, does not.
pub(crate) fn is_alive(process: u32) -> bool {
    let stat = stat(process);
    !stat.is_empty() && !stat.contains(") Z ")
}

fn stat(process: u32) -> String {
    fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default()
}

/// The parent in a line of `/proc/*/stat`: the second word after the name, which is in parentheses and may contain parentheses.
fn parent(stat: &str) -> Option<u32> {
    stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_parent_of_a_process_of_any_name() {
        assert_eq!(parent("12 (a) b (c) S 7 12 12 0"), Some(7));
        assert_eq!(parent("garbled"), None);
    }
}
