// Computes the verdict of a run from the raw samples in its document, by plain arithmetic and without the judges' code:
// node tests/truth/by-hand.mjs FILE.json…
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  centre,
  compared,
  interval,
  mid,
  minus,
  NINE_TENTHS,
  plus,
  quotient,
  side,
} from './by-hand/arithmetic.mjs';
import { improving } from './by-hand/improving.mjs';

/** Whether a time may be as short as that of next to no work in the same round. */
const drowned = (seen, nothing, step) => interval(minus(seen, nothing)).low <= 2 * step;

/** By experiment: returns the key of the expected finding, and the figures that it follows from. */
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
  'hidden-sync': ({ raw, trace, info }) => {
    const seldom = info.floor.median >= 50;
    if (!trace.waits.length) return ['disagrees', {}];
    if (raw.with.length < 6) return [seldom ? 'coarse-clocks' : 'few', {}];
    // The uncertainty between the clocks of program and device is compared with a wait.
    const apart = trace.gpuClock?.uncertainty ?? 0;
    const wait = mid(trace.waits.map(({ from, to }) => to - from));
    if (5 * apart > wait || (seldom && apart > 1)) return ['coarse-clocks', { apart, wait }];
    const timed = trace.started.some(
      (x, i) => Number.isFinite(x) && Number.isFinite(trace.ended[i]),
    );
    const keys = { same: 'found-no-longer', more: 'found', less: 'unsteady', open: 'unsteady' };
    const key = keys[compared(raw.with, raw.without)];
    return [timed ? key : `${key}-untimed`, { ratio: quotient(raw.with, raw.without) }];
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
  improving,
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
  timing: ({ raw, nothing, step }) => {
    const { naive, right, device } = raw;
    if (right.length < 6) return ['few', {}];
    if (drowned(right, nothing, step)) return ['coarse', {}];
    const part = quotient(naive, right);
    const keys = { above: 'disagrees', below: device ? 'found' : 'found-untimed' };
    return [keys[side(part, NINE_TENTHS)] ?? 'unsteady', { part }];
  },
  regimes: ({ raw, curves, measures, parameters: { operation, n } }) => {
    const { own, tiny, add } = raw;
    if (own.length < 6) return ['few', {}];
    const { x, samples } = curves.products.points.each.at(-1);
    const [elements, side] = [n * n, measures.side.value];
    // Times per byte, and per multiplication or addition.
    const bytes = minus(add, tiny).map((time) => time / (8 * side * side));
    const work = minus(samples, tiny).map((time) => time / (2 * x ** 3));
    // Each element is read once and written once, and counts as one operation.
    if (operation !== 'tanh') throw new Error(`nobody calculated ${operation} by hand`);
    const terms = {
      compute: work.map((time) => time * elements),
      bytes: bytes.map((time) => time * 8 * elements),
      overhead: tiny,
    };
    const order = Object.keys(terms).toSorted((a, b) => centre(terms[b]) - centre(terms[a]));
    const [most, ...others] = order.map((name) => terms[name]);
    const longest = (a, b) => a.map((time, i) => Math.max(time, b[i]));
    const alone = longest(terms.compute, terms.bytes);
    const [slow, fast] = [plus(alone, tiny), longest(alone, tiny)].map((model) =>
      quotient(own, model),
    );
    const figures = { slow, fast, order };
    if ([bytes, work].some((times) => interval(times).low <= 0)) return ['unsteady', figures];
    if (slow.low > 3 / 2) return ['found-uncounted', figures];
    if (fast.high < 2 / 3) return ['disagrees', figures];
    const sure = others.every((other) => quotient(most, other).low * NINE_TENTHS > 1);
    return [sure && slow.high < 3 / 2 && fast.low > 2 / 3 ? 'found' : 'unsteady', figures];
  },
};

/** Whether at least a tenth of the time was free. */
const free = (part) =>
  ({ above: 'found', below: 'disagrees', open: 'unsteady' })[side(part, 1 - NINE_TENTHS)];

/** Whether control returned before the end of the work was observed. */
function ahead(ends, returns, nothing, step) {
  if (ends.length < 6) return ['few', {}];
  if (drowned(minus(ends, returns), nothing, step)) return ['coarse', {}];
  const { low, high } = quotient(
    returns.map((time) => Math.max(time, 1e-9)),
    ends,
  );
  return [free({ low: 1 - high, high: 1 - low }), { low, high }];
}

/** The expected finding, the document's, whether they agree, and the figures. @param {any} document */
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
