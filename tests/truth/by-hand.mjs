// The verdict of a run from the raw samples in its document, by plain arithmetic and none of the judges' code:
// node tests/truth/by-hand.mjs FILE.json…
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The middle. */
function mid(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return (sorted[Math.floor(half)] + sorted[Math.ceil(half)]) / 2;
}

/** How many of the sets of ranks 1 to n have a sum of no more than c, by trying each rank in and out. */
const counted = new Map();
function sets(n, c) {
  if (c < 0) return 0;
  if (n === 0) return 1;
  const key = `${n},${c}`;
  if (!counted.has(key)) counted.set(key, sets(n - 1, c) + sets(n - 1, c - n));
  return counted.get(key);
}

/** From the so-manieth mean of two values to the so-manieth from above, where no more than one set in forty lies beyond either; none of five or fewer. */
function interval(values) {
  const n = values.length;
  const means = values.flatMap((a, i) => values.slice(i).map((b) => (a + b) / 2));
  means.sort((a, b) => a - b);
  let c = 0;
  while (40 * sets(n, c) <= 2 ** n) c += 1;
  return c
    ? { low: means[c - 1], high: means[means.length - c] }
    : { low: -Infinity, high: Infinity };
}

/** The interval of a quotient of two times of the same rounds. */
function quotient(a, b) {
  const { low, high } = interval(a.map((x, i) => Math.log(x / b[i])));
  return { low: Math.exp(low), high: Math.exp(high) };
}
const minus = (a, b) => a.map((x, i) => x - b[i]);
const plus = (a, b) => a.map((x, i) => x + b[i]);
const NINE_TENTHS = 0.9;

/** What two times are to each other: within a tenth of the longer one, or surely unlike. */
function compared(a, b) {
  const { low, high } = quotient(a, b);
  if (low > NINE_TENTHS && high * NINE_TENTHS < 1) return 'same';
  return low > 1 ? 'more' : high < 1 ? 'less' : 'open';
}
const side = ({ low, high }, bound) => (low > bound ? 'above' : high < bound ? 'below' : 'open');

/** Whether a time is not surely longer than next to no work took in the same round. */
const drowned = (seen, nothing, step) => interval(minus(seen, nothing)).low <= 2 * step;

/** Each gives what the document should say, and the figures that lead there. */
export const HANDS = {
  warmup: ({ raw, curves, nothing, step }) => {
    const gap = curves.gap.points.gap[0].samples;
    if (gap.length < 6) return ['few', {}];
    if (drowned(gap, nothing, step)) return ['coarse', { gap: mid(gap) }];
    return [free(quotient(gap, raw.waited)), { gap: mid(gap) }];
  },
  queued: ({ raw, nothing, step }) => ahead(raw.printed, raw.queued, nothing, step),
  'cpu-async': ({ raw, nothing, step }) => ahead(raw.done, raw.returned, nothing, step),
  barriers: ({ raw, nothing, step }) => {
    const waits = ['waitAll', 'waitToRead', 'data', 'sum', 'norm', 'print'].map((way) => raw[way]);
    if (raw.every.length < 6) return ['few', {}];
    if (waits.some((one) => drowned(one, nothing, step))) return ['coarse', {}];
    const least = raw.nothing.map((time) => Math.max(time, step));
    const longer = waits.map((one) => side(quotient(one, least), 1 / NINE_TENTHS));
    if (longer.includes('below')) return ['disagrees', { longer }];
    if (longer.includes('open')) return ['unsteady', { longer }];
    const early = quotient(raw.every, raw.first);
    const keys = { above: 'found', below: 'found-late', open: 'unsteady' };
    return [keys[side(early, 1 / NINE_TENTHS)], { early }];
  },
  'hidden-sync': ({ raw, finding }) => {
    if (['untimed', 'coarse-clocks'].includes(finding.key)) return [finding.key, {}];
    if (raw.with.length < 6) return ['few', {}];
    const keys = { same: 'found-no-longer', more: 'found', less: 'unsteady', open: 'unsteady' };
    return [keys[compared(raw.with, raw.without)], { ratio: quotient(raw.with, raw.without) }];
  },
  graph: ({ trace, info }) => {
    const { started, ended, inputs, inputOffsets } = trace;
    const reads = started.map((_, i) => inputs.slice(inputOffsets[i], inputOffsets[i + 1]));
    if (ended.some((x) => x === null)) return ['coarse', {}];
    const step = info.timestamps?.quantum ?? info.clock.backendStep;
    const all = ended.reduce((sum, end, i) => sum + end - started[i], 0);
    const early = reads.some((list, i) => list.some((j) => started[i] < ended[j] - step));
    if (early) return ['disagrees', {}];
    if (all < step * started.length) return ['coarse-clock', { all, step }];
    const before = reads.map(() => new Set());
    reads.forEach((list, i) =>
      list.forEach((j) => [j, ...before[j]].forEach((k) => before[i].add(k))),
    );
    const free = started.flatMap((_, i) =>
      started.map((__, j) => [j, i]).filter(([j]) => j < i && !before[i].has(j)),
    );
    const together = free.filter(([a, b]) => started[a] < ended[b] && started[b] < ended[a]);
    const key = !free.length ? 'found-chain' : together.length ? 'found' : 'found-apart';
    return [key, { all, free: free.length, together: together.length }];
  },
  improving: ({ curves, info, raw, finding, measures }) => {
    // The slack of a report is the judge's; whether the model is off beyond it is left to the tests of units.
    if (/^(coarse|uneven|disagrees|found-limits)/.test(finding.key)) return [finding.key, {}];
    if (curves.loops.points.each[0].samples.length < 6) return ['few', {}];
    const own = curves.device?.points.own[0].samples;
    if (own && mid(own) < mid(raw.t2)) {
      const [t1, t2] = [interval(raw.t1), interval(own)];
      const ratio = { low: t2.low / t1.high, high: t2.high / t1.low };
      return [bottleneck(ratio), { ratio }];
    }
    const ratio = quotient(
      raw.t2,
      raw.t1.map((time) => Math.max(time, 1e-9)),
    );
    return [bottleneck(ratio), { ratio, error: measures.error.value, step: info.clock.step }];
  },
  batching: ({ curves, parameters: { count }, nothing, step }) => {
    const of = (x) => curves.cost.points.each.find((one) => one.x === x).samples;
    const [one, many] = [of(1), of(256)];
    if (many.length < 6) return ['few', {}];
    const whole = many.map((time) => time * count);
    if (drowned(whole, nothing, step)) return ['coarse', {}];
    const keys = { same: 'disagrees', less: 'disagrees', more: 'found', open: 'unsteady' };
    return [keys[compared(one, many)], { gain: quotient(one, many) }];
  },
  backpressure: ({ curves, series, parameters: { bound }, raw, nothing, step }) => {
    const each = curves.price.points.each.map(({ samples }) => samples);
    if (each[0].length < 6) return ['few', {}];
    if (drowned(raw['done-free'], nothing, step)) return ['coarse', {}];
    const deepest = Math.max(...series.bounded.values.operations);
    const free = Math.max(...series.free.values.operations);
    if (deepest > bound) return ['disagrees-bound', { deepest }];
    if (free <= bound) return ['disagrees', { free }];
    const part = quotient(each[each.length - 1], each[0]);
    return [part.low > NINE_TENTHS ? 'found-cheap' : 'found', { part, deepest, free }];
  },
  memory: ({ ways, raw, curves, nothing, step }) => {
    const bytes = (name) => interval(ways.find((one) => one.way === name).bytes);
    const [never, loss] = [raw['never-on-completion'], raw['loss-on-completion']];
    if (never.length < 6) return ['few', {}];
    if (drowned(never, nothing, step)) return ['coarse', {}];
    const issued = curves.passed.points['never-on-completion'].at(-1).samples;
    const part = quotient(
      issued.map((time) => Math.max(time, step)),
      never,
    );
    if (part.high >= 1 / 2) return [part.low > 1 / 2 ? 'disagrees' : 'unsteady', { part }];
    const of = (name) => ways.find((one) => one.way === name).bytes;
    const pile = quotient(of('never-on-completion'), of('loss-on-completion'));
    const [stream, flat] = [bytes('never-stream-ordered'), bytes('loss-on-completion')];
    if (pile.high < 3 / 2 || stream.low > 1.5 * flat.high) return ['disagrees-memory', { pile }];
    if (pile.low <= 3 / 2 || stream.high > 1.5 * flat.low) return ['unsteady', { pile }];
    const keys = { same: 'found', less: 'found', more: 'found-costly', open: 'found-unpriced' };
    return [keys[compared(loss, never)], { price: quotient(loss, never) }];
  },
  devices: ({ raw, info, nothing, step }) => {
    const names = ['gpu-end', 'cpu-end', 'turn-end', 'beside-end', 'beside-each'];
    const [gpu, cpu, turn, beside, each] = names.map((name) => raw[name]);
    const shorter = mid(gpu) < mid(cpu) ? gpu : cpu;
    if (turn.length < 6) return ['few', {}];
    if (drowned(shorter, nothing, step)) return ['coarse', {}];
    const apart = quotient(turn, plus(gpu, cpu));
    if (apart.low > 3 / 2 || apart.high < 2 / 3) return ['unsteady', { apart }];
    const shared = info.adapter.software ? '-shared' : '';
    const longest = gpu.map((time, i) => Math.max(time, cpu[i]));
    const room = side(quotient(plus(gpu, cpu), longest), 1 / NINE_TENTHS);
    const saved = interval(turn.map((time, i) => (time - beside[i]) / shorter[i]));
    const share = side(saved, 1 / 2);
    for (const one of [room, share]) {
      if (one === 'below') return [`disagrees${shared}`, { saved, room }];
      if (one === 'open') return ['unsteady', { saved, room }];
    }
    if (shared) return ['found-shared', { saved }];
    const keys = {
      same: 'found-cheap',
      less: 'found-cheap',
      more: 'found',
      open: 'found-unpriced',
    };
    return [keys[compared(each, beside)], { saved, price: quotient(each, beside) }];
  },
};

/** t2 as a multiple of t1. */
function bottleneck({ low, high }) {
  if (low > NINE_TENTHS && high * NINE_TENTHS < 1) return 'found-even';
  return low > 1 ? 'found-backend' : high < 1 ? 'found-frontend' : 'unsteady';
}

/** A tenth of the time at least was free. */
const free = (part) =>
  ({ above: 'found', below: 'disagrees', open: 'unsteady' })[side(part, 1 - NINE_TENTHS)];

/** Control came back before the end of the work was seen. */
function ahead(ends, returns, nothing, step) {
  if (ends.length < 6) return ['few', {}];
  if (drowned(minus(ends, returns), nothing, step)) return ['coarse', {}];
  const { low, high } = quotient(
    returns.map((time) => Math.max(time, 1e-9)),
    ends,
  );
  return [free({ low: 1 - high, high: 1 - low }), { low, high }];
}

/** The expected document, the actual one, and why. @param {any} document */
export function byHand(document) {
  const raw = Object.fromEntries((document.ways ?? []).map(({ way, samples }) => [way, samples]));
  const given = {
    ...document,
    raw,
    nothing: document.curves?.latency?.points.latency[0].samples,
    step: document.info.clock.step,
  };
  const [expected, figures] = HANDS[document.experiment](given);
  const found = document.finding.key;
  return { expected, found, agrees: expected === found, figures };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const file of process.argv.slice(2)) {
    const document = JSON.parse(readFileSync(file, 'utf8'));
    const { expected, found, agrees, figures } = byHand(document);
    console.log(
      `${document.experiment} | ${found} | ${expected} | ${agrees ? 'agrees' : 'DISAGREES'} | ${JSON.stringify(figures)}`,
    );
    if (!agrees) process.exitCode = 1;
  }
}
