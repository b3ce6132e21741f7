//! Starting other programs and listening to them.

use crate::error::{Error, Result};
use crate::family;
use std::cell::RefCell;
use std::env;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, ErrorKind, Write, stderr, stdout};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

thread_local! {
    /// The file for the output of this thread, and of the programs that it runs.
    static ASIDE: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Runs work whose output on this thread goes to a file, since another thread prints.
pub(crate) fn aside<T>(file: File, work: impl FnOnce() -> T) -> T {
    ASIDE.set(Some(file));
    let done = work();
    ASIDE.set(None);
    done
}

/// The time limit of each program that this process runs. Unset, there is none.
static LIMIT: OnceLock<Duration> = OnceLock::new();

/// From now on, a program that takes longer is ended with all that it started, and the error names what was at work.
pub(crate) fn limit(limit: Duration) {
    LIMIT.get_or_init(|| limit);
}

/// Waits for a program, within the limit if there is one.
fn guarded<T>(command: &Command, child: Child, wait: impl FnOnce(Child) -> io::Result<T>) -> Result<T> {
    within(LIMIT.get().copied(), command, child, wait)
}

fn within<T>(
    limit: Option<Duration>,
    command: &Command,
    child: Child,
    wait: impl FnOnce(Child) -> io::Result<T>,
) -> Result<T> {
    let failed = |source| Error::Io { doing: format!("running {}", shown(command)), source };
    let Some(limit) = limit else { return wait(child).map_err(failed) };
    let (id, (done, over)) = (child.id(), mpsc::channel::<()>());
    thread::scope(|threads| {
        let watchdog = threads.spawn(move || {
            let late = over.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
            late.then(|| {
                let at_work = family::at_work(id);
                family::end(id, || !family::is_alive(id));
                at_work
            })
        });
        let waited = wait(child);
        drop(done);
        match watchdog.join() {
            Ok(Some(at_work)) => Err(Error::Late { command: shown(command), limit, at_work }),
            _ => waited.map_err(failed),
        }
    })
}

/// The file that takes this thread's output, if there is one.
fn file_aside() -> Option<File> {
    ASIDE.with_borrow(|file| file.as_ref().and_then(|file| file.try_clone().ok()))
}

/// Prints the next step. On standard error, so that standard output stays for results.
pub(crate) fn say(message: impl Display) {
    eprint(format_args!("» {message}"));
}

/// Prints a line on standard error.
pub(crate) fn eprint(message: impl Display) {
    match file_aside() {
        // As in `print`.
        Some(mut file) => _ = writeln!(file, "{message}"),
        None => eprintln!("{message}"),
    }
}

/// Prints a result on standard output. A closed pipe (`| head`) is no error.
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

/// Runs a program whose output is also this command's.
pub(crate) fn status(command: &mut Command) -> Result<ExitStatus> {
    if let (Some(out), Some(err)) = (file_aside(), file_aside()) {
        command.stdout(out).stderr(err);
    }
    let child = command.stdin(Stdio::null()).spawn().map_err(|e| not_started(command, e))?;
    guarded(command, child, |mut child| child.wait())
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
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let child = command.spawn().map_err(|e| not_started(command, e))?;
    let output = guarded(command, child, Child::wait_with_output)?;
    succeeded(command, output.status)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The path of a program, if it is on the PATH.
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

fn not_started(command: &Command, source: io::Error) -> Error {
    let program = command.get_program().to_string_lossy();
    if source.kind() == ErrorKind::NotFound {
        return Error::Rejected(format!("`{program}` was not found. Install it and put it on the PATH."));
    }
    Error::Io { doing: format!("starting {program}"), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(program: &str, limit: Duration) -> Result<String> {
        let mut shell = Command::new("sh");
        shell.args(["-c", program]).stdout(Stdio::piped());
        let child = shell.spawn().unwrap();
        let output = within(Some(limit), &shell, child, Child::wait_with_output)?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    #[test]
    fn a_program_within_its_limit_says_what_it_says() {
        assert_eq!(shell("echo done", Duration::from_secs(60)).unwrap(), "done\n");
    }

    #[test]
    fn a_program_beyond_its_limit_is_ended_with_all_it_started_and_what_was_at_work_is_named() {
        // Its output stays open until the inner program ends.
        let late = shell("sh -c 'sleep 61; true'; true", Duration::from_millis(300)).unwrap_err().to_string();
        assert!(late.contains("longer than") && late.contains("at work: sleep 61"), "{late}");
    }

    #[test]
    fn a_program_that_fails_or_is_not_there_is_an_error() {
        assert!(run(Command::new("sh").args(["-c", "exit 0"])).is_ok());
        for program in [run, |command: &mut Command| output(command).map(|_| ())] {
            let failed = program(Command::new("sh").args(["-c", "exit 3"]));
            assert!(matches!(failed, Err(Error::Failed { status, .. }) if status.code() == Some(3)), "{failed:?}");
            let missing = program(&mut Command::new("no-such-program")).unwrap_err().to_string();
            assert!(missing.contains("`no-such-program` was not found"), "{missing}");
        }
    }
}
