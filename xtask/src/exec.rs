//! Starting other programs and listening to them.

use crate::error::{Error, Result};
use std::cell::RefCell;
use std::env;
use std::fmt::Display;
use std::fs::File;
use std::io::{ErrorKind, Write, stderr, stdout};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};

thread_local! {
    /// Takes all that this thread would print, and the programs that it runs.
    static ASIDE: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Does some work beside another thread's: all that it prints goes to a file.
pub(crate) fn aside<T>(file: File, work: impl FnOnce() -> T) -> T {
    ASIDE.set(Some(file));
    let done = work();
    ASIDE.set(None);
    done
}

/// The file that takes this thread's output, if there is one.
fn file_aside() -> Option<File> {
    ASIDE.with_borrow(|file| file.as_ref().and_then(|file| file.try_clone().ok()))
}

/// Tells the user what happens next. On standard error, so that standard output stays for results.
pub(crate) fn say(message: impl Display) {
    tell(format_args!("» {message}"));
}

/// Tells the user something, as a line of standard error.
pub(crate) fn tell(message: impl Display) {
    match file_aside() {
        // As in `print`.
        Some(mut file) => _ = writeln!(file, "{message}"),
        None => eprintln!("{message}"),
    }
}

/// Prints a result on standard output. Nobody may be listening any more (`| head`), which is no error.
pub(crate) fn print(result: impl Display) {
    let mut out = stdout();
    let _ = writeln!(out, "{result}").and_then(|()| out.flush());
}

/// Runs a program whose output is progress: all of it goes to standard error, as it happens.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    if ASIDE.with_borrow(Option::is_none) {
        command.stdout(stderr());
    }
    let status = status(command)?;
    succeeded(command, status)
}

/// Runs a program whose output is ours.
pub(crate) fn status(command: &mut Command) -> Result<ExitStatus> {
    if let (Some(out), Some(err)) = (file_aside(), file_aside()) {
        command.stdout(out).stderr(err);
    }
    command.stdin(Stdio::null()).status().map_err(|e| not_started(command, e))
}

/// Runs a program and returns what it printed.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    printed(command.stderr(Stdio::null()))
}

/// Runs a program whose standard error is progress, and returns what it printed on standard output.
pub(crate) fn output_of(command: &mut Command) -> Result<String> {
    match file_aside() {
        Some(file) => printed(command.stderr(file)),
        None => printed(command.stderr(Stdio::inherit())),
    }
}

fn printed(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|e| not_started(command, e))?;
    succeeded(command, output.status)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Where a program is on the PATH.
pub(crate) fn which(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())
}

/// A command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn succeeded(command: &Command, status: ExitStatus) -> Result<()> {
    if status.success() { Ok(()) } else { Err(Error::Failed { command: shown(command), status }) }
}

fn not_started(command: &Command, source: std::io::Error) -> Error {
    let program = command.get_program().to_string_lossy();
    if source.kind() == ErrorKind::NotFound {
        return Error::Refused(format!("`{program}` was not found. Install it and put it on the PATH."));
    }
    Error::Io { doing: format!("starting {program}"), source }
}
