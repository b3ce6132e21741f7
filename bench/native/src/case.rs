//! One workload measured: rounds, in which the lab, PyTorch and NumPy take turns.

use crate::error::{Error, Result};
use crate::measure::{Samples, Times};
use crate::peer::Peer;
use crate::workload::{Program, Workload};
use asynclab::local::Lab;
use pollster::block_on;
use std::time::{Duration, Instant};

/// The time that one round should take; a quick run's is a quarter.
const SHARE: Duration = Duration::from_millis(400);
/// Most operations in a round, unless the workload says how many.
const MOST: f64 = 1000.0;
/// Rounds that nobody counts, after the runs that compile, try kernels, and find how often to repeat.
const WARM_UP: u32 = 1;
/// Work that one leaves must not burden the next.
const PAUSE: Duration = Duration::from_millis(30);

/// A contender's part in a case.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    /// Operations in a round.
    pub(crate) times: u32,
    /// Or why there are none.
    pub(crate) outcome: Result<Samples>,
    pub(crate) remark: String,
}

/// Where and how often to measure.
pub(crate) struct Bench {
    pub(crate) lab: Lab,
    /// The same operations on the CPU.
    pub(crate) reference: Lab,
    pub(crate) peers: Vec<Peer>,
    pub(crate) rounds: u32,
    pub(crate) quick: bool,
}

impl Bench {
    /// Measures a workload; first in the list is the lab.
    pub(crate) fn measure(&mut self, workload: Workload) -> Vec<Entry> {
        let (times, outcome, beside) = match self.prepared(workload) {
            Ok((program, times)) => {
                let (outcome, beside) = self.rounds(workload, &program, times);
                program.inputs.iter().for_each(|&input| self.lab.dispose(input));
                (times, outcome, beside)
            }
            Err(error) => (0, Err(error), Vec::new()),
        };
        let mut entries = vec![Entry { name: "lab", times, outcome, remark: String::new() }];
        for (peer, outcome) in self.peers.iter().zip(beside) {
            entries.push(Entry { name: peer.name, times: 1, outcome, remark: peer.remark() });
        }
        entries
    }

    /// The program after it has run for the first times, and how often it is to run in a round.
    fn prepared(&mut self, workload: Workload) -> Result<(Program, u32)> {
        let program = workload.prepare(&mut self.lab, &mut self.reference)?;
        // The first compiles, and has kernels tried; the second runs with the one chosen.
        run(&mut self.lab, &program, 1)?;
        let mut ms = run(&mut self.lab, &program, 1)?.done;
        let share = SHARE.as_secs_f64() * 1e3 / if self.quick { 4.0 } else { 1.0 };
        let often = |ms: f64| (share / ms).round().clamp(1.0, MOST);
        if let Some(times) = workload.times() {
            return Ok((program, times));
        }
        // Of a single one most is waiting.
        ms = run(&mut self.lab, &program, (often(ms) / 4.0).ceil() as u32)?.done;
        Ok((program, often(ms) as u32))
    }

    /// Rounds, in reversed order every other time. A contender that fails takes part no longer.
    fn rounds(&mut self, workload: Workload, program: &Program, times: u32) -> (Result<Samples>, Vec<Result<Samples>>) {
        let mut mine = Ok(Samples::default());
        // They know the warm-up alone.
        let size = if let Workload::WarmUp(n) = workload { Some(n) } else { None };
        let mut beside: Vec<_> = size.iter().flat_map(|_| &self.peers).map(|_| Ok(Samples::default())).collect();
        for round in 0..WARM_UP + self.rounds {
            let counts = round >= WARM_UP;
            let last = beside.len();
            for place in 0..=last {
                std::thread::sleep(PAUSE);
                // The lab, then the others.
                match if round % 2 == 0 { place } else { last - place } {
                    0 => take(&mut mine, counts, || run(&mut self.lab, program, times)),
                    turn => {
                        let peer = &mut self.peers[turn - 1];
                        take(&mut beside[turn - 1], counts, || peer.warm_up(size.unwrap_or_default()));
                    }
                }
            }
        }
        (mine, beside)
    }
}

fn take(samples: &mut Result<Samples>, counts: bool, run: impl FnOnce() -> Result<Times>) {
    let Ok(taken) = samples else { return };
    match run() {
        Ok(times) if counts => taken.push(times),
        Ok(_) => {}
        Err(error) => *samples = Err(error),
    }
}

/// Runs a program so many times, disposes all results but the last, and checks that one. The times are for one of them.
fn run(lab: &mut Lab, program: &Program, times: u32) -> Result<Times> {
    let start = Instant::now();
    let elapsed = || start.elapsed().as_secs_f64() * 1e3 / f64::from(times);
    let mut last = (program.once)(lab)?;
    for _ in 1..times {
        let next = (program.once)(lab)?;
        lab.dispose(std::mem::replace(&mut last, next));
    }
    let token = lab.frontend().wait_all(asynclab::frontend::OWN);
    let enqueue = elapsed();
    lab.flush();
    let submit = Some(elapsed());
    block_on(lab.answer(token))?;
    let done = elapsed();
    let values = block_on(lab.data(last));
    lab.dispose(last);
    (program.check)(&values?).map_err(Error::Wrong)?;
    Ok(Times { enqueue, submit, done })
}
