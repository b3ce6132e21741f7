//! The measurement of one workload: rounds in which the lab, its CPU device, PyTorch and NumPy take turns.

use crate::error::{Error, Result};
use crate::measure::{Samples, Times};
use crate::peer::Peer;
use crate::workload::{Program, Workload};
use asynclab::local::Lab;
use pollster::block_on;
use std::time::{Duration, Instant};

/// The time that one round should take; a quick run's is a quarter.
const SHARE: Duration = Duration::from_millis(400);
/// The most operations in a round, unless the workload has a number of its own.
const MOST: f64 = 1000.0;
/// Rounds that do not count, after the runs that compile, try kernels, and find how often to repeat.
const WARM_UP: u32 = 1;
/// The pause between contenders: remaining work of one must not burden the next.
const PAUSE: Duration = Duration::from_millis(30);

/// A contender's part in a case.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    /// Operations in a round.
    pub(crate) times: u32,
    /// The samples, or why there are none.
    pub(crate) outcome: Result<Samples>,
    pub(crate) remark: String,
}

/// Where and how often to measure.
pub(crate) struct Bench {
    pub(crate) lab: Lab,
    /// The same engine on the CPU.
    pub(crate) cpu: Lab,
    /// It computes the expected results.
    pub(crate) reference: Lab,
    pub(crate) peers: Vec<Peer>,
    pub(crate) rounds: u32,
    pub(crate) quick: bool,
}

/// A library or device that runs a workload, with its program or process.
enum Contender<'a> {
    Lab(&'a mut Lab, Program),
    Peer(&'a mut Peer, Workload),
}

/// A contender, and its part so far.
struct Turn<'a> {
    contender: Contender<'a>,
    entry: Entry,
}

impl Bench {
    /// Measures a workload. The first entry is the lab's.
    pub(crate) fn measure(&mut self, workload: Workload) -> Vec<Entry> {
        let (rounds, quick) = (self.rounds, self.quick);
        let mut turns = match self.turns(workload) {
            Ok(turns) => turns,
            Err(error) => return vec![Entry { outcome: Err(error), ..Entry::new("lab", String::new()) }],
        };
        turns.iter_mut().for_each(|turn| turn.prepare(workload, quick));
        for round in 0..WARM_UP + rounds {
            let counts = round >= WARM_UP;
            // Every other round is in reversed order.
            let last = turns.len() - 1;
            for place in 0..=last {
                std::thread::sleep(PAUSE);
                turns[if round % 2 == 0 { place } else { last - place }].take(counts);
            }
        }
        turns.into_iter().map(Turn::end).collect()
    }

    /// The contenders. Workloads for cards would keep a CPU busy for minutes, so CPUs take no part in them.
    fn turns(&mut self, workload: Workload) -> Result<Vec<Turn<'_>>> {
        let Self { lab, cpu, reference, peers, .. } = self;
        let on_cpus = !workload.for_cards();
        let program = workload.prepare(lab, reference)?;
        let mut turns = vec![Turn::new("lab", String::new(), Contender::Lab(lab, program))];
        if on_cpus {
            let program = workload.prepare(cpu, reference)?;
            turns.push(Turn::new("lab, CPU", "this build, one thread".into(), Contender::Lab(cpu, program)));
        }
        for peer in peers.iter_mut().filter(|peer| on_cpus || peer.about.cuda) {
            turns.push(Turn::new(peer.name, peer.remark(), Contender::Peer(peer, workload)));
        }
        Ok(turns)
    }
}

impl<'a> Turn<'a> {
    fn new(name: &'static str, remark: String, contender: Contender<'a>) -> Self {
        Self { contender, entry: Entry::new(name, remark) }
    }

    /// Runs the workload a few times, and finds how often it runs in a round.
    fn prepare(&mut self, workload: Workload, quick: bool) {
        let share = SHARE.as_secs_f64() * 1e3 / if quick { 4.0 } else { 1.0 };
        let often = |ms: f64| (share / ms).round().clamp(1.0, MOST);
        let contender = &mut self.contender;
        let mut times = || {
            // The first run compiles and tries kernels; the second uses the chosen kernel.
            contender.run(1)?;
            let ms = contender.run(1)?.done;
            if let Some(times) = workload.times() {
                return Ok(times);
            }
            // A single operation is mostly waiting.
            let ms = contender.run((often(ms) / 4.0).ceil() as u32)?.done;
            Ok(often(ms) as u32)
        };
        match times() {
            Ok(times) => self.entry.times = times,
            Err(error) => self.entry.outcome = Err(error),
        }
    }

    /// Takes its turn in a round. A contender that has failed takes no more turns.
    fn take(&mut self, counts: bool) {
        let Entry { times, outcome, .. } = &mut self.entry;
        let Ok(taken) = outcome else { return };
        match self.contender.run(*times) {
            Ok(times) if counts => taken.push(times),
            Ok(_) => {}
            Err(error) => *outcome = Err(error),
        }
    }

    fn end(self) -> Entry {
        if let Contender::Lab(lab, program) = self.contender {
            program.inputs.iter().for_each(|&input| lab.dispose(input));
        }
        self.entry
    }
}

impl Entry {
    fn new(name: &'static str, remark: String) -> Self {
        Self { name, times: 0, outcome: Ok(Samples::default()), remark }
    }
}

impl Contender<'_> {
    /// Runs the workload `times` times, and checks the last result. The returned times are for one of them.
    fn run(&mut self, times: u32) -> Result<Times> {
        match self {
            Self::Lab(lab, program) => run(lab, program, times),
            Self::Peer(peer, workload) => peer.run(*workload, times),
        }
    }
}

/// Runs a program `times` times, disposes all results but the last, and checks the last. The returned times are for one of them.
pub(crate) fn run(lab: &mut Lab, program: &Program, times: u32) -> Result<Times> {
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
