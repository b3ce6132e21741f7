//! Which of an operation's kernels is the fastest, by a clock that may be coarse, on a card that may be warming up.
//!
//! A round runs the kernels one after another and then in the opposite order, so that a rising clock rate affects all of them alike. Rounds of more
//! and more runs follow each other, until the shortest of the times lasts so many steps of the clock that a difference of a few percent shows, or
//! until the next round would take too long. A kernel that is surely slower than another is dropped. If the kernels are alike, the default is chosen.

use crate::trace::clock::quantum;

/// Runs of each kernel, in each of the two orders, in the first round.
const FIRST_RUNS: usize = 2;
/// Runs of each kernel that a trial should have: a run's time scatters by some 5 %.
const LEAST_RUNS: usize = 32;
/// Most runs of each kernel, in each of the two orders, in a round.
const MOST_RUNS: usize = 2048;
/// Steps of the clock that the shortest time in a trial should last: either end of a span is known only to a step.
const STEPS: f64 = 120.0;
/// Relative scatter of a single run. A difference of `SURE` standard deviations of a mean counts as sure.
const SCATTER: f64 = 0.05;
const SURE: f64 = 2.0;
/// The relative difference up to which the default is kept.
const ALIKE: f64 = 0.03;
/// A trial takes about this much of the device's time, ms.
const PATIENCE: f64 = 80.0;
/// Largest growth of the runs from a round to the next; also the growth while the readings show no step of the clock.
const FURTHER: f64 = 8.0;

/// The time of one run, ms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Time {
    low: f64,
    pub(super) middle: f64,
    high: f64,
}

/// The trial of the kernels of a class of calls.
#[derive(Debug)]
pub(super) struct Trial {
    /// The kernels that may be the fastest.
    racing: Vec<usize>,
    /// The kernel that runs without a trial.
    default: Option<usize>,
    /// Runs of each kernel, in each of the two orders, in the round under way.
    pub(super) runs: usize,
    /// Runs of each racing kernel in the newest rounds, and below how long they took, ms.
    pub(super) counted: usize,
    lasted: Vec<f64>,
    rounds: usize,
    /// The newest time of each kernel. None where it was too short to be read.
    pub(super) times: Vec<Option<Time>>,
    /// The clock's step, ms, once the readings show it.
    pub(super) step: Option<f64>,
    /// Readings of the clock, relative to the first one, ns.
    readings: Vec<u64>,
    first: f64,
    spent: f64,
    ended: bool,
}

impl Trial {
    pub(super) fn new(kernels: usize, default: Option<usize>) -> Self {
        Self {
            racing: (0..kernels).collect(),
            default,
            runs: FIRST_RUNS,
            counted: 0,
            lasted: vec![0.0; kernels],
            rounds: 0,
            times: vec![None; kernels],
            step: None,
            readings: Vec::new(),
            first: f64::NAN,
            spent: 0.0,
            ended: false,
        }
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// The kernels of a round, one after another: each racing kernel, and then each in the opposite order.
    pub(super) fn order(&self) -> impl Iterator<Item = usize> + use<> {
        self.racing.clone().into_iter().chain(self.racing.clone().into_iter().rev())
    }

    /// The kernel to run; `None` leaves it to the size of the call. A time that was too short to be read counts as 0.
    pub(super) fn choice(&self) -> Option<usize> {
        if self.times.iter().all(Option::is_none) {
            return self.default;
        }
        let time = |&kernel: &usize| self.times[kernel].map_or(0.0, |time| time.middle);
        let best = self.racing.iter().copied().min_by(|a, b| time(a).total_cmp(&time(b)));
        let good = |default: &usize| {
            self.racing.contains(default) && best.is_none_or(|best| time(default) <= time(&best) * (1.0 + ALIKE))
        };
        self.default.filter(good).or(best).or(self.default)
    }

    /// Takes a round's spans (ms on the device's clock), in the order of the round: those of the first and the last timed run of each kernel.
    pub(super) fn take(&mut self, spans: &[(f64, f64)]) {
        if spans.len() != 4 * self.racing.len() {
            self.ended = true;
            return;
        }
        self.read(spans);
        // Earlier rounds that are small beside this one are forgotten, with the errors of their readings.
        if self.counted * 4 <= 2 * self.runs {
            (self.counted, self.rounds) = (0, 0);
            self.lasted.fill(0.0);
        }
        (self.counted, self.rounds) = (self.counted + 2 * self.runs, self.rounds + 1);
        for (kernel, pair) in self.order().zip(spans.chunks_exact(2)) {
            let span = (pair[1].1 - pair[0].0).max(0.0);
            self.lasted[kernel] += span;
            // Each kernel first has a run that is not timed.
            self.spent += span * (self.runs + 1) as f64 / self.runs as f64;
        }
        let Some(step) = self.step else { return self.go_on(FURTHER) };
        let runs = self.counted as f64;
        // Errors of readings are independent of each other, and so are those of runs.
        let error = step * (2.0 * self.rounds as f64).sqrt();
        let scatter = SURE * SCATTER / runs.sqrt();
        for &kernel in &self.racing {
            let span = self.lasted[kernel];
            let time = Time {
                low: (span - error).max(0.0) / runs * (1.0 - scatter),
                middle: span / runs,
                high: (span + error) / runs * (1.0 + scatter),
            };
            self.times[kernel] = (span > error).then_some(time);
        }
        let Self { racing, times, .. } = self;
        let best =
            racing.iter().filter_map(|&kernel| times[kernel]).map(|time| time.high).fold(f64::INFINITY, f64::min);
        // A kernel without a time is too fast to be timed, not slow.
        racing.retain(|&kernel| times[kernel].is_none_or(|time| time.low <= best));
        let shortest = self.racing.iter().map(|&kernel| self.lasted[kernel]).fold(f64::INFINITY, f64::min);
        let known = self.counted >= LEAST_RUNS && shortest >= STEPS * step;
        self.ended = self.racing.len() == 1 || known;
        if !self.ended {
            self.go_on(STEPS * step / shortest);
        }
    }

    fn read(&mut self, spans: &[(f64, f64)]) {
        if self.readings.is_empty() {
            self.first = spans[0].0;
        }
        let since = |reading: f64| ((reading - self.first) * 1e6).abs().round() as u64;
        self.readings.extend(spans.iter().flat_map(|&(start, end)| [since(start), since(end)]));
        self.step = quantum(&self.readings).map(|step| step as f64 / 1e6);
    }

    /// Gives the next round `times_as_many` times the runs, within the time that is left. Ends the trial if too little is left.
    fn go_on(&mut self, times_as_many: f64) {
        let wanted = (self.runs as f64 * times_as_many.clamp(2.0, FURTHER)).ceil() as usize;
        let one: f64 = self.racing.iter().map(|&kernel| self.lasted[kernel]).sum::<f64>() * 2.0 / self.counted as f64;
        let affordable = if one > 0.0 { ((PATIENCE - self.spent) / one - 1.0).max(0.0) as usize } else { MOST_RUNS };
        self.ended = self.runs >= MOST_RUNS || affordable < FIRST_RUNS;
        if !self.ended {
            self.runs = wanted.clamp(LEAST_RUNS / 4, MOST_RUNS).min(affordable);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, 0..1.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1u64 << 53) as f64
        }
    }

    /// A card whose kernels take these times, ms, on a clock of this step, ms.
    struct Card {
        takes: Vec<f64>,
        step: f64,
        now: f64,
        /// The part by which the first run takes longer, and the work done so far, ms.
        cold: f64,
        worked: f64,
        random: Random,
    }

    /// The work after which a card is warm, ms.
    const RAMP: f64 = 30.0;

    impl Card {
        fn reading(&self) -> f64 {
            if self.step == 0.0 { self.now } else { (self.now / self.step).floor() * self.step }
        }

        fn run(&mut self, kernel: usize) -> (f64, f64) {
            let start = self.reading();
            // About normal, with a deviation of 5 %.
            let noise = (0..12).map(|_| self.random.next()).sum::<f64>() - 6.0;
            let slower = 1.0 + self.cold * (1.0 - self.worked / RAMP).max(0.0);
            let takes = self.takes[kernel] * slower * (1.0 + 0.05 * noise) + 0.002;
            self.worked += takes;
            self.now += takes;
            (start, self.reading())
        }

        fn round(&mut self, trial: &Trial) -> Vec<(f64, f64)> {
            let mut spans = Vec::new();
            for kernel in trial.order() {
                self.run(kernel);
                let runs: Vec<_> = (0..trial.runs).map(|_| self.run(kernel)).collect();
                spans.extend([runs[0], runs[trial.runs - 1]]);
            }
            spans
        }

        fn decide(&mut self, trial: &mut Trial) {
            for _ in 0..20 {
                if trial.has_ended() {
                    return;
                }
                let spans = self.round(trial);
                trial.take(&spans);
            }
            panic!("the trial has no end: {trial:?}");
        }
    }

    fn card(flops: f64, tflops: f64, step: f64, seed: u64) -> Card {
        let mut random = Random(seed);
        (0..10).for_each(|_| _ = random.next());
        let best = flops / tflops / 1e9;
        let takes = (0..4).map(|_| best * (1.0 + 1.2 * random.next() * random.next())).collect();
        let now = 1000.0 + 1000.0 * random.next();
        Card { takes, step, now, cold: 0.0, worked: 0.0, random }
    }

    /// How much longer than the fastest the chosen kernel takes.
    fn loss(card: &Card, chosen: usize) -> f64 {
        let whole = |time: f64| time + 0.002;
        whole(card.takes[chosen]) / whole(card.takes.iter().copied().fold(f64::INFINITY, f64::min)) - 1.0
    }

    /// How many of 100 seeds lead to a choice within 5 % of the best, in the first trial and in the second; and the longest trial, ms.
    fn good(flops: f64, tflops: f64, step: f64, cold: f64) -> (usize, usize, f64) {
        let (mut first, mut second, mut longest) = (0, 0, 0.0_f64);
        for seed in 0..100 {
            let mut card = Card { cold, ..card(flops, tflops, step, seed) };
            let mut default = Some(seed as usize % 4);
            for good in [&mut first, &mut second] {
                let mut trial = Trial::new(4, default);
                let start = card.now;
                card.decide(&mut trial);
                longest = longest.max(card.now - start);
                default = trial.choice();
                *good += usize::from(loss(&card, default.unwrap()) <= 0.05);
            }
        }
        (first, second, longest)
    }

    #[test]
    fn the_choice_is_nearly_the_best_on_every_card_by_every_clock() {
        for tflops in [0.3, 1.0, 3.0, 10.0, 30.0, 60.0] {
            for step in [0.0, 0.065_536, 0.1] {
                for flops in [1e8, 1e9] {
                    for cold in [0.0, 0.3] {
                        let (first, second, longest) = good(flops, tflops, step, cold);
                        let card =
                            format!("{tflops} TFLOP/s, a step of {step} ms, {flops} flops, {cold} slower at first");
                        // The first round alone has 24 runs; where they take longer than the whole trial may, that round decides.
                        let slow = flops / tflops / 1e9 * 24.0 > PATIENCE / 1.5;
                        let least = if slow { 90 } else { 99 };
                        assert!(first >= least && second >= least, "{first} and {second} of 100 with {card}");
                        assert!(longest <= if slow { 2.0 } else { 1.1 } * PATIENCE, "{longest} ms with {card}");
                    }
                }
            }
        }
    }

    #[test]
    fn kernels_that_are_alike_are_left_to_the_default() {
        for default in 0..3 {
            let mut card = Card {
                takes: vec![0.4, 0.4, 0.4],
                step: 0.1,
                now: 7.0,
                cold: 0.3,
                worked: 0.0,
                random: Random(default as u64),
            };
            let mut trial = Trial::new(3, Some(default));
            card.decide(&mut trial);
            assert_eq!(trial.choice(), Some(default));
        }
    }

    /// The spans of a round of kernels that take these times, in both orders, by a clock that shows them.
    fn round(takes: &[f64]) -> Vec<(f64, f64)> {
        let order = takes.iter().chain(takes.iter().rev());
        order.flat_map(|&takes| [(1.0, 1.0), (1.0 + takes, 1.0 + takes)]).collect()
    }

    #[test]
    fn a_time_of_nothing_is_too_short_and_not_slow() {
        let mut trial = Trial::new(2, Some(1));
        trial.take(&round(&[0.0, 0.1]));
        assert!(!trial.has_ended());
        assert_eq!((trial.racing.len(), trial.times[0]), (2, None));
        assert!(trial.runs > FIRST_RUNS);
    }

    #[test]
    fn a_kernel_too_short_to_be_timed_is_chosen_before_those_that_were_timed() {
        let mut trial = Trial::new(3, Some(0));
        trial.runs = MOST_RUNS;
        trial.take(&round(&[40.0, 0.0, 20.0]));
        assert!(trial.has_ended());
        assert_eq!((&trial.times[1], trial.choice()), (&None, Some(1)));
    }

    #[test]
    fn a_clock_that_stands_ends_the_trial_with_the_default() {
        let mut trial = Trial::new(2, Some(1));
        let mut rounds = 0;
        while !trial.has_ended() {
            trial.take(&[(5.0, 5.0); 8]);
            rounds += 1;
            assert!(rounds < 10);
        }
        assert_eq!((trial.choice(), trial.times), (Some(1), vec![None; 2]));
        let mut short = Trial::new(2, Some(0));
        short.take(&[(1.0, 2.0)]);
        assert!(short.has_ended() && short.choice() == Some(0));
    }

    #[test]
    fn without_times_and_a_default_the_size_alone_decides() {
        let mut trial = Trial::new(2, None);
        trial.take(&[(1.0, 2.0)]);
        assert!(trial.has_ended() && trial.choice().is_none());
    }
}
