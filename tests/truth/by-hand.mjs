// The verdict of a run from the raw samples in its document, by plain arithmetic and none of the judges' code:
// node tests/truth/by-hand.mjs FILE.json…
import { readFileSync } from 'node:fs';

/** Quartiles of five or more, else the ends (NumPy's default interpolation). */
function three(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share) => {
    const place = share * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return below + (above - below) * (place - Math.floor(place));
  };
  const few = sorted.length < 5;
  return { low: at(few ? 0 : 0.25), mid: at(0.5), high: at(few ? 1 : 0.75) };
}
const minus = (a, b) => a.map((x, i) => x - b[i]);

/** Each gives what the document should say, and the figures that lead there. */
const HANDS = {
  warmup: ({ way, empty, step, curves }) => {
    const gap = three(curves.gap.points.gap[0].samples);
    const [enqueued, waited] = [way('enqueued'), way('waited')];
    if (gap.low <= empty.high + 2 * step) return ['coarse', { gap, empty }];
    const free = gap.mid / (gap.mid + enqueued.mid);
    return [enqueued.high >= waited.low || free < 0.1 ? 'disagrees' : 'found', { gap, free }];
  },
  queued: ({ raw, way, empty, step }) =>
    ahead(raw.printed, raw.queued, way, 'printed', 'queued', empty, step),
  'cpu-async': ({ raw, way, empty, step }) =>
    ahead(raw.done, raw.returned, way, 'done', 'returned', empty, step),
  barriers: ({ way, empty, step }) => {
    const waits = ['waitAll', 'waitToRead', 'data', 'sum', 'norm', 'print'].map(way);
    const least = waits.reduce((a, b) => (b.mid < a.mid ? b : a));
    const [first, every] = [way('first'), way('every')];
    if (least.low <= empty.high + 2 * step) return ['coarse', { least, empty }];
    if (way('nothing').high >= least.low) return ['disagrees', { least }];
    const early = first.mid < 0.75 * every.mid && first.high < every.low;
    return [
      early ? 'found' : 'found-late',
      { least: least.mid, first: first.mid, every: every.mid },
    ];
  },
  'hidden-sync': ({ way, step, finding }) => {
    const [a, b] = [way('with'), way('without')];
    const ratio = a.mid / b.mid;
    const [low, high] = [(a.low - step) / (b.high + step), (a.high + step) / (b.low - step)];
    if (finding.key === 'untimed') return ['untimed', { ratio }];
    const alike = ratio <= 1.05 && ratio >= 1 / 1.05 && high < 1.25 && low > 0.8;
    return [alike ? 'found-no-longer' : low > 1 ? 'found' : 'unsteady', { ratio, low, high }];
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
  improving: ({ curves, info, way, measures }) => {
    const { each, once } = curves.loops.points;
    const { models } = curves.loops;
    // Beyond what the browser's looks and the clock explain; a loop of less than twelve steps is repeated until it takes as many.
    const { step } = info.clock;
    const single = way('single');
    const looks = Math.max(step, info.floor.high - info.floor.low, single.high - single.low);
    const scatter = (time) =>
      Math.max(step / Math.max(1, Math.ceil((12 * step) / time)), Math.min(looks, single.mid));
    const off = (predicted, time) =>
      Math.max(0, Math.abs(predicted / time - 1) - scatter(time) / time);
    const error = three([
      ...each.map(({ samples }, i) => off(models.each[i].y, three(samples).mid)),
      ...once.map(({ samples }, i) => off(models.once[i].y, three(samples).mid)),
    ]).mid;
    const bend = three(
      curves.bend.points.once.map(({ samples }, i) => {
        const time = three(samples).mid;
        return off(curves.bend.models.once[i].y, time);
      }),
    ).mid;
    // Loops that took unlike times again and again.
    const uneven = [...each, ...once].some(({ x, samples }) => {
      const { low, mid, high } = three(samples);
      return x >= 10 && mid > 10 * info.floor.median && (high - low) / mid > 0.25;
    });
    const [t1, t2] = [
      way('t1'),
      curves.device ? three(curves.device.points.own[0].samples) : way('t2'),
    ];
    const added = (measures.long.value - measures.short.value) * Math.max(t1.mid, t2.mid);
    const figures = { error, bend, t1, t2 };
    if (added < 4 * info.floor.median || Math.min(...[t2.low, t2.mid]) <= 0)
      return ['coarse-looks', figures];
    // A cost whose quartiles lie farther apart than half of the lower one has changed while it was measured.
    const changing = uneven ? 'uneven' : t2.high > 1.5 * t2.low ? 'uneven-cost' : '';
    if (error > 0.15) return [changing || 'disagrees', figures];
    if (bend > 0.15) return [changing || 'disagrees-bend', figures];
    if (Math.abs(t1.mid - t2.mid) <= 0.1 * Math.max(t1.mid, t2.mid)) return ['found-even', figures];
    const key =
      t2.low > t1.high ? 'found-backend' : t1.low > t2.high ? 'found-frontend' : 'unsteady';
    return [key, figures];
  },
  batching: ({ curves, parameters: { count }, empty, step }) => {
    const of = (x) => three(curves.cost.points.each.find((one) => one.x === x).samples);
    const [one, many] = [of(1), of(256)];
    if (many.low * count <= empty.high + 2 * step) return ['coarse', { many, empty }];
    const gain = one.mid / many.mid;
    const [low, high] = [
      (one.low - step / count) / (many.high + step / count),
      (one.high + step / count) / (many.low - step / count),
    ];
    if (gain < 1.2) return [high < 1.5 ? 'disagrees' : 'unsteady', { gain, low, high }];
    return [low > 1 ? 'found' : 'unsteady', { gain, low, high }];
  },
  backpressure: ({ curves, series, parameters: { bound, count }, way, empty, step }) => {
    const { operations } = series.bounded.values;
    const each = curves.price.points.each.map(({ samples }) => three(samples));
    const best = each.reduce((a, b) => (b.mid < a.mid ? b : a));
    if (way('done-free').low <= empty.high + 2 * step) return ['coarse', {}];
    const deepest = Math.max(...operations);
    const free = Math.max(...series.free.values.operations);
    if (deepest > bound) return ['disagrees-bound', { deepest }];
    if (free <= bound) return ['disagrees', { free }];
    // Eight operations for each place, and no more than half of all, are timed together.
    const { x } = curves.price.points.each[each.indexOf(best)];
    const of = (places) => step / Math.min(Math.ceil(count / 2), 8 * places);
    const low = (best.low - of(x)) / (each[0].high + of(1));
    return [
      low > 0.7 ? 'found-cheap' : 'found',
      { part: best.mid / each[0].mid, low, deepest, free },
    ];
  },
  memory: ({ ways, raw, way, curves, empty, step }) => {
    const bytes = (name) => three(ways.find((one) => one.way === name).bytes).mid;
    const [never, loss] = [way('never-on-completion'), way('loss-on-completion')];
    if (never.low <= empty.high + 2 * step) return ['coarse', {}];
    const issued = Math.max(
      step,
      three(curves.passed.points['never-on-completion'].at(-1).samples).mid,
    );
    const [pile, flat, stream] = [
      'never-on-completion',
      'loss-on-completion',
      'never-stream-ordered',
    ].map(bytes);
    if (issued / never.mid > 0.5) return ['disagrees', { issued }];
    if (pile < 1.5 * flat || stream > 1.5 * flat)
      return ['disagrees-memory', { pile, flat, stream }];
    const [low, high] = [
      (loss.low - step) / (never.high + step),
      (loss.high + step) / (never.low - step),
    ];
    const key = high < 1.25 ? 'found' : low > 1.1 ? 'found-costly' : 'found-unpriced';
    return [
      key,
      {
        pile,
        flat,
        stream,
        price: loss.mid / never.mid,
        low,
        high,
        rounds: Object.values(raw)[0].length,
      },
    ];
  },
  devices: ({ raw, way, info, empty, step, parameters: { batches } }) => {
    const names = ['gpu-end', 'cpu-end', 'turn-end', 'beside-end', 'beside-each'];
    const [gpu, cpu, turn, beside, each] = names.map(way);
    const shorter = gpu.mid < cpu.mid ? gpu : cpu;
    if (shorter.low / batches <= empty.high) return ['coarse', {}];
    const both = gpu.mid + cpu.mid;
    const saved = three(minus(raw['turn-end'], raw['beside-end']));
    const part = saved.mid / shorter.mid;
    const low = Math.max(0, saved.low - step) / (shorter.high + step);
    const high = (saved.high + step) / (shorter.low - step);
    const figures = {
      gpu: gpu.mid,
      cpu: cpu.mid,
      turn: turn.mid,
      beside: beside.mid,
      saved: part,
      low,
      high,
    };
    if (Math.max(turn.mid / both, both / turn.mid) > 1.4) return ['unsteady', figures];
    const shared = info.adapter.software ? '-shared' : '';
    if (both < 1.25 * Math.max(gpu.mid, cpu.mid) || (part < 0.5 && high < 1))
      return [`disagrees${shared}`, figures];
    if (part < 0.5 || low <= 0) return ['unsteady', figures];
    if (shared) return ['found-shared', figures];
    return [
      each.mid / beside.mid <= 1.1 ? 'found-cheap' : each.low > beside.high ? 'found' : 'unsteady',
      figures,
    ];
  },
};

/** Control came back before the end of the work was seen. */
function ahead(ends, returns, way, end, back, empty, step) {
  const wait = three(minus(ends, returns));
  if (wait.low <= empty.high + 2 * step) return ['coarse', { wait, empty }];
  const free = 1 - way(back).mid / way(end).mid;
  return [way(back).high >= way(end).low || free < 0.1 ? 'disagrees' : 'found', { wait, free }];
}

/** The expected document, the actual one, and why. @param {any} document */
export function byHand(document) {
  const raw = Object.fromEntries(document.ways.map(({ way, samples }) => [way, samples]));
  const { floor, clock } = document.info;
  const given = {
    ...document,
    raw,
    way: (name) => three(raw[name]),
    empty: floor,
    step: clock.step,
  };
  const [expected, figures] = HANDS[document.experiment](given);
  const told = document.finding.key;
  return { expected, told, agrees: expected === told, figures };
}

for (const file of process.argv.slice(2)) {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  const { expected, told, agrees, figures } = byHand(document);
  console.log(
    `${document.experiment} | ${told} | ${expected} | ${agrees ? 'agrees' : 'DISAGREES'} | ${JSON.stringify(figures)}`,
  );
}
