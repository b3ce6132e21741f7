//! A program that is watched as it runs: it ends by itself, or it is ended.

use crate::error::{Error, Result};
use crate::exec::shown;
use crate::family;
use std::fmt;
use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The time between two looks at a program.
const LOOK: Duration = Duration::from_millis(50);

/// How long a program may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Altogether.
    pub(crate) whole: Duration,
    /// From one event to the next.
    pub(crate) silent: Duration,
}

impl Limits {
    /// For tests. The slowest take three minutes on two processors that others use too.
    pub(crate) const TESTS: Self = Self { whole: Duration::from_secs(1800), silent: Duration::from_secs(600) };
    /// For tests that run for a given time.
    pub(crate) const NIGHT: Self = Self { whole: Duration::from_secs(10_800), silent: Duration::from_secs(5400) };
    /// From one event to the next, once an earlier program was silent for too long: the cause is probably common, and the run has failed anyway.
    pub(crate) const AFTER_HANG: Duration = Duration::from_secs(120);
    /// For the failed tests of a file together: where each waits for its own limit, all of them would take hours.
    pub(crate) const FAILED: Duration = Duration::from_secs(300);
    /// For builds, which report nothing.
    pub(crate) const BUILD: Self = Self { whole: Duration::from_secs(1800), silent: Duration::from_secs(1800) };
}

/// The news from a watched program since the last look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Nothing new.
    Same,
    /// Something happened.
    News,
    /// Failures took so long that the rest is not waited for.
    Enough,
}

/// How a program ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    /// By itself.
    Exited(ExitStatus),
    /// It was ended, since it took longer than this.
    Late(Duration),
    /// It was ended, since its failed tests took longer than [`Limits::FAILED`] together.
    Enough,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "{status}"),
            Self::Enough => {
                write!(f, "ended, since its failed tests took more than {} s", Limits::FAILED.as_secs())
            }
            Self::Late(limit) => {
                write!(f, "ended, since it reported nothing or was not done for {} s", limit.as_secs())
            }
        }
    }
}

/// Runs a program to its end or to a limit. `look` is called again and again, and once more at the end.
pub(crate) fn watch(command: &mut Command, limits: Limits, mut look: impl FnMut() -> Look) -> Result<End> {
    let program = shown(command);
    let failed = |source| Error::Io { doing: format!("running {program}"), source };
    let mut child = command.stdin(Stdio::null()).spawn().map_err(failed)?;
    let start = Instant::now();
    let (mut news, mut enough) = (start, false);
    loop {
        let status = child.try_wait().map_err(failed)?;
        match look() {
            Look::News => news = Instant::now(),
            Look::Same => {}
            Look::Enough => enough = true,
        }
        if let Some(status) = status {
            return Ok(End::Exited(status));
        }
        let end = if enough {
            End::Enough
        } else if start.elapsed() > limits.whole {
            End::Late(limits.whole)
        } else if news.elapsed() > limits.silent {
            End::Late(limits.silent)
        } else {
            sleep(LOOK);
            continue;
        };
        stop(&mut child);
        look();
        return Ok(end);
    }
}

/// Ends a program and all that it started.
fn stop(child: &mut Child) {
    family::end(child.id(), || matches!(child.try_wait(), Ok(Some(_))));
    let _ = child.kill();
    let _ = child.wait();
}

/// A file that a program writes, read line by line as it grows.
pub(crate) struct Tail {
    path: PathBuf,
    read: u64,
    rest: Vec<u8>,
}

impl Tail {
    /// Creates the file, or empties it.
    pub(crate) fn new(path: &Path) -> Result<Self> {
        File::create(path).map_err(Error::io("creating", path))?;
        Ok(Self { path: path.to_path_buf(), read: 0, rest: Vec::new() })
    }

    /// Whole lines since the last call. A file that cannot be read does not exist yet.
    pub(crate) fn lines(&mut self) -> Vec<String> {
        let mut new = Vec::new();
        if let Ok(mut file) = File::open(&self.path)
            && file.seek(std::io::SeekFrom::Start(self.read)).is_ok()
        {
            self.read += file.read_to_end(&mut new).unwrap_or(0) as u64;
        }
        self.rest.append(&mut new);
        let Some(end) = self.rest.iter().rposition(|&byte| byte == b'\n') else { return Vec::new() };
        let rest = self.rest.split_off(end + 1);
        let whole = std::mem::replace(&mut self.rest, rest);
        String::from_utf8_lossy(&whole).lines().map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const SHORT: Limits = Limits { whole: Duration::from_secs(60), silent: Duration::from_millis(300) };

    fn shell(program: &str) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", program]);
        shell
    }

    #[test]
    fn a_program_ends_by_itself() {
        let end = watch(&mut shell("exit 3"), SHORT, || Look::Same).unwrap();
        assert!(matches!(end, End::Exited(status) if status.code() == Some(3)), "{end:?}");
    }

    #[test]
    fn a_program_that_reports_nothing_is_ended_with_all_it_started() {
        let folder = std::env::temp_dir().join(format!("asynclab-watch-{}", std::process::id()));
        let program = format!("sleep 60 & echo $! > {}; wait", folder.display());
        let end = watch(&mut shell(&program), SHORT, || Look::Same).unwrap();
        assert!(matches!(end, End::Late(limit) if limit == SHORT.silent), "{end:?}");
        let child = fs::read_to_string(&folder).unwrap();
        fs::remove_file(&folder).unwrap();
        // A signal takes effect when its process is next scheduled.
        let stat = || fs::read_to_string(format!("/proc/{}/stat", child.trim())).unwrap_or_default();
        let has_ended = || stat().is_empty() || stat().contains(") Z ");
        for _ in 0..500 {
            if has_ended() {
                return;
            }
            sleep(Duration::from_millis(20));
        }
        panic!("{}", stat());
    }

    #[test]
    fn a_program_whose_failures_take_too_long_is_ended() {
        let end = watch(&mut shell("sleep 60"), SHORT, || Look::Enough).unwrap();
        assert!(matches!(end, End::Enough), "{end:?}");
    }

    #[test]
    fn a_tail_has_whole_lines_only() {
        let path = std::env::temp_dir().join(format!("asynclab-tail-{}", std::process::id()));
        let mut tail = Tail::new(&path).unwrap();
        fs::write(&path, "one\ntw").unwrap();
        assert_eq!(tail.lines(), ["one"]);
        assert!(tail.lines().is_empty());
        fs::write(&path, "one\ntwo\n").unwrap();
        assert_eq!(tail.lines(), ["two"]);
        fs::remove_file(&path).unwrap();
    }
}
