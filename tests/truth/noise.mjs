// Simulates the rules of inference (docs/inference.md) on synthetic noise: two ways per round, whose times vary by 8 %.
// node tests/truth/noise.mjs [RUNS] prints the table.
import { pathToFileURL } from 'node:url';
import { comparison, MARGINS, middleOf, ratioOf, widening } from '../../www/kit/inference.js';
import { randomOf, spread } from '../../www/kit/statistics.js';

const SCATTER = 0.08;
/** Outliers: 6 % of the times, on average 80 % longer. */
const [OUTLIERS, LONGER] = [0.06, 0.8];
/** Drift: its size, the share that it keeps from round to round, and the share that the ways of a round have in common. */
const [DRIFT, KEPT, SHARED] = [0.1, 0.9, 0.8];
/** The step of the clock, as a share of the time. */
const STEP = 0.1;

const normalOf = (random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Times of rounds by noise. @type {Record<string, (random: () => number, rounds: number) => [number[], number[]]>} */
export const NOISES = {
  normal: (random, rounds) => pairs(rounds, () => [calm(random), calm(random)]),
  out: (random, rounds) => pairs(rounds, () => [rough(random), rough(random)]),
  auto: (random, rounds) => {
    let drift = DRIFT * normalOf(random);
    return pairs(rounds, () => {
      drift = KEPT * drift + DRIFT * Math.sqrt(1 - KEPT ** 2) * normalOf(random);
      const own = () =>
        rough(random) * Math.exp(SHARED * drift + (1 - SHARED) * DRIFT * normalOf(random));
      return [own(), own()];
    });
  },
  clock: (random, rounds) =>
    pairs(rounds, () => [read(random, calm(random)), read(random, calm(random))]),
};

const calm = (random) => Math.exp(SCATTER * normalOf(random));
const rough = (random) =>
  calm(random) * (random() < OUTLIERS ? 1 - LONGER * Math.log(1 - random()) : 1);
/** A time as the difference of two readings of the clock. */
function read(random, time) {
  const from = random() * STEP;
  return STEP * (Math.floor((from + time) / STEP) - Math.floor(from / STEP));
}
function pairs(rounds, one) {
  const all = Array.from({ length: rounds }, one);
  return [all.map(([a]) => a), all.map(([, b]) => b)];
}

/**
 * The shares of runs with each outcome.
 * @param {string} noise @param {number} rounds @param {number} runs
 * @param {object} [options] @param {(ratio: any) => boolean} [options.more] whether twice as many rounds follow
 */
export function simulated(noise, rounds, runs, { more = () => false } = {}) {
  const random = randomOf(7);
  const step = noise === 'clock' ? STEP : 0;
  const count = { coverage: 0, different: 0, found: 0, within: 0, apart: 0, apartFound: 0 };
  for (let run = 0; run < runs; run += 1) {
    let [a, b] = NOISES[noise](random, rounds);
    if (more(ratioOf(a, b, { step }))) {
      const [c, d] = NOISES[noise](random, 2 * rounds);
      [a, b] = [a.concat(c), b.concat(d)];
    }
    const times = (factor) =>
      ratioOf(
        a.map((time) => factor * time),
        b,
        { step },
      );
    const equal = times(1);
    count.coverage += equal.low <= 1 && 1 <= equal.high;
    count.different += equal.low > 1 || equal.high < 1;
    count.found += comparison(times(1.2)) === 'more';
    count.within += comparison(times(MARGINS.same)) === 'same';
    count.apart += quartilesApart(a, b);
    count.apartFound += quartilesApart(
      a.map((time) => 1.2 * time),
      b,
    );
  }
  return Object.fromEntries(Object.entries(count).map(([name, of]) => [name, of / runs]));
}

/**
 * For times that each keep a share of the time before: the shares of runs whose interval contains the truth, with and without its widening.
 * @param {number} kept @param {number} rounds @param {number} runs
 */
export function alike(kept, rounds, runs) {
  const random = randomOf(3);
  const count = { coverage: 0, unwidened: 0 };
  for (let run = 0; run < runs; run += 1) {
    let x = normalOf(random);
    const times = Array.from({ length: rounds }, () => {
      x = kept * x + Math.sqrt(1 - kept ** 2) * normalOf(random);
      return x;
    });
    const { value, low, high } = middleOf(times);
    const by = widening(times);
    const holds = (wider) =>
      value - (value - low) / wider <= 0 && value + (high - value) / wider >= 0;
    count.coverage += holds(1);
    count.unwidened += holds(by);
  }
  return { coverage: count.coverage / runs, unwidened: count.unwidened / runs };
}

/** The former rule: quartiles that do not overlap. */
function quartilesApart(a, b) {
  const [one, other] = [spread(a), spread(b)];
  return one.low > other.high || one.high < other.low;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const runs = Number(process.argv[2] ?? 4000);
  const percent = (share) => (100 * share).toFixed(1);
  console.log(
    '| noise | rounds | holds the truth | equal called different | at the margin called the same | 1.2 found | quartiles apart: equal called different | 1.2 found |',
  );
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: |');
  for (const noise of Object.keys(NOISES))
    for (const rounds of [6, 10, 12, 30, 100]) {
      const { coverage, different, within, found, apart, apartFound } = simulated(
        noise,
        rounds,
        rounds > 30 ? runs / 4 : runs,
      );
      console.log(
        `| ${noise} | ${rounds} | ${[coverage, different, within, found, apart, apartFound].map(percent).join(' | ')} |`,
      );
    }
  console.log('\n| kept of the round before | rounds | holds the truth | unwidened |');
  console.log('| --: | --: | --: | --: |');
  for (const kept of [0, 0.2, 0.3, 0.5, 0.7])
    for (const rounds of [6, 12, 30, 100]) {
      const { coverage, unwidened } = alike(kept, rounds, rounds > 30 ? runs / 4 : runs);
      console.log(`| ${kept} | ${rounds} | ${percent(coverage)} | ${percent(unwidened)} |`);
    }
}
