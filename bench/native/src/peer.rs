//! PyTorch and NumPy, each in a process of its own, which runs workloads on request.

use crate::error::{Error, Result};
use crate::measure::Times;
use crate::workload::Workload;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

/// The peers' program, which is passed as text, so that this program needs no file beside it.
const SOURCE: &str = include_str!("../peer.py");

/// The libraries: each with its name, and the name that Python imports.
pub(crate) const PEERS: [(&str, &str); 2] = [("PyTorch", "torch"), ("NumPy", "numpy")];

/// The library that was found.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct About {
    pub(crate) version: String,
    pub(crate) device: String,
    pub(crate) cuda: bool,
}

/// The first line of a peer.
#[derive(Deserialize)]
#[serde(untagged)]
enum Greeting {
    There(About),
    Missing { missing: String },
}

/// The times of all requested operations, in ms, and the error of the last result.
#[derive(Deserialize)]
struct Answer {
    enqueue: f64,
    done: f64,
    error: f64,
}

pub(crate) struct Peer {
    pub(crate) name: &'static str,
    python: Child,
    answers: BufReader<ChildStdout>,
    pub(crate) about: About,
}

impl Peer {
    /// Starts Python, or returns why it has no such library.
    pub(crate) fn start(name: &'static str, module: &str) -> std::result::Result<Self, String> {
        let mut command = Command::new("python3");
        command.args(["-c", SOURCE, module]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut python = command.spawn().map_err(|error| format!("python3 does not start: {error}"))?;
        let mut answers = BufReader::new(python.stdout.take().ok_or("python3 has no output")?);
        let reason = match next(&mut answers) {
            Ok(Greeting::There(about)) => return Ok(Self { name, python, answers, about }),
            Ok(Greeting::Missing { missing }) => missing,
            Err(error) => error.to_string(),
        };
        // The process has ended, or ends now that its input is closed.
        let _ = python.wait();
        Err(reason)
    }

    /// Runs a workload `times` times. The returned times are for one of them.
    pub(crate) fn run(&mut self, workload: Workload, times: u32) -> Result<Times> {
        let ended = |_| Error::Peer("has ended".into());
        let questions = self.python.stdin.as_mut().ok_or_else(|| Error::Peer("takes no questions".into()))?;
        writeln!(questions, "{}", workload.question(times)).map_err(ended)?;
        let Answer { enqueue, done, error } = next(&mut self.answers)?;
        workload.close(error).map_err(Error::Wrong)?;
        let each = |ms| ms / f64::from(times);
        Ok(Times { enqueue: each(enqueue), submit: None, done: each(done) })
    }

    pub(crate) fn remark(&self) -> String {
        let About { version, device, cuda } = &self.about;
        format!("{version} on {device}{}", if *cuda { "" } else { ": not on a GPU" })
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // Closes its input first, which ends it.
        let _ = self.python.wait();
    }
}

fn next<T: for<'a> Deserialize<'a>>(answers: &mut impl BufRead) -> Result<T> {
    let mut line = String::new();
    match answers.read_line(&mut line) {
        Ok(0) | Err(_) => Err(Error::Peer("has ended".into())),
        Ok(_) => serde_json::from_str(&line).map_err(|error| Error::Peer(format!("said {line:?} ({error})"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_says_is_understood() {
        let mut lines = &b"{\"missing\": \"No module named 'torch'\"}\n{\"version\": \"2\", \"device\": \"CPU\", \"cuda\": false}\n{\"enqueue\": 1, \"done\": 2.5, \"error\": 1e-4}\noops\n"[..];
        assert!(matches!(next(&mut lines), Ok(Greeting::Missing { missing }) if missing.contains("torch")));
        assert!(matches!(next(&mut lines), Ok(Greeting::There(about)) if !about.cuda));
        assert!(matches!(next::<Answer>(&mut lines), Ok(answer) if answer.done == 2.5));
        assert!(matches!(next::<Answer>(&mut lines), Err(Error::Peer(problem)) if problem.starts_with("said")));
        assert!(matches!(next::<Answer>(&mut lines), Err(Error::Peer(problem)) if problem == "has ended"));
    }
}
