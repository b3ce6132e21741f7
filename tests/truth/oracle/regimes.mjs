// The judge's own code is the subject here: a document does not contain the regimes, which are computed from it when it is displayed.
import { regimesOf } from '../../../www/experiments/regimes/judge.js';
import { elementwise, floorOf, over, square } from './model.mjs';

/** Rates and costs are recovered within this factor. */
const WITHIN = 1.1;
/** The layers and units of the network. */
const [LAYERS, UNITS] = [120, 16];

/** The times of an operation by what could bind it, ms. @param {Record<string, number>} gpu */
function boundsOf(gpu, operation, n) {
  const each = { chain: 8, layers: 3 * LAYERS, replayed: LAYERS }[operation] ?? 1;
  const weights = LAYERS * (2 * n ** 3 + 2 * n * n);
  const flops = { product: 2 * n ** 3, chain: 8 * n * n, fused: 8 * n * n };
  const arrays = { product: 3, chain: 16, layers: 7 * LAYERS, replayed: 3 * LAYERS }[operation];
  const work = operation === 'layers' || operation === 'replayed' ? weights : undefined;
  return {
    compute: (work ?? flops[operation] ?? n * n) / (gpu.flops * 1e6),
    bytes: ((arrays ?? 2) * square(n)) / (gpu.bandwidth * 1e6),
    overhead: each * costOf(gpu),
  };
}

/** An operation that has next to nothing to do. @param {Record<string, number>} gpu */
const costOf = (gpu) =>
  Math.max(gpu.enqueue, gpu.encode + gpu.submission / 256, elementwise(gpu, 1, 1));

/** The time of an operation in a long queue, ms. @param {Record<string, number>} gpu */
function takes(gpu, operation, n) {
  const { compute, bytes, overhead } = boundsOf(gpu, operation, n);
  const alone = Math.max(compute, bytes);
  // An operation may be handed over by itself.
  return [Math.max(alone, overhead), alone + Math.max(overhead, gpu.encode + gpu.submission)];
}

/** @param {any} check @param {any} result @param {Record<string, number>} gpu */
export default function (check, result, gpu) {
  const { finding, measures, parameters } = result;
  const { key } = finding;
  const { poll = 0, step } = gpu;
  check.claim(
    key !== 'coarse' || poll + step > 0.1 * parameters.loop,
    `“${key}”, but loops of ${parameters.loop} ms are long beside the clock`,
  );
  check.number('floor', measures.floor, ...floorOf(gpu));
  if (key === 'coarse' || key === 'few') return;
  const exactly = (name, quantity, truth) => {
    check.value(name, truth);
    check.number(name, quantity, truth, truth);
    check.claim(
      quantity.value < truth * WITHIN && quantity.value > truth / WITHIN,
      `${name} is ${quantity.value}, true ${truth}`,
    );
  };
  exactly('bandwidth', measures.bandwidth, gpu.bandwidth * 1e9);
  exactly('arithmetic', measures.arithmetic, gpu.flops * 1e9);
  exactly('cost', measures.cost, costOf(gpu));
  check.number('ridge', measures.ridge, ...[1, 1].map(() => gpu.flops / gpu.bandwidth));
  const { works, own } = regimesOf({ ...result, side: measures.side.value });
  for (const { operation, n, key: regime } of [...works, own]) {
    const bounds = boundsOf(gpu, operation, n);
    const truth = Object.entries(bounds).toSorted(([, a], [, b]) => b - a)[0][0];
    check.claim(
      regime === 'open' || regime === truth,
      `${operation} of ${n} is said to be bound by ${regime}, and is by ${truth}`,
    );
  }
  const { operation, n } = own;
  const bounds = boundsOf(gpu, operation, n);
  const [binding] = Object.entries(bounds).toSorted(([, a], [, b]) => b - a)[0];
  check.claim(
    key === 'unsteady' || (key === 'found' && finding.values.regime === binding),
    `“${key}” of ${finding.values.regime}, but ${binding} binds`,
  );
  const [most, next] = Object.values(bounds).toSorted((a, b) => b - a);
  check.number('time', measures.time, ...takes(gpu, operation, n));
  for (const name of ['compute', 'bytes', 'overhead']) {
    check.value(name, bounds[name]);
    check.number(name, measures[name], bounds[name], bounds[name]);
  }
  check.number('by', measures.by, most / next, most / next);
  check.number('fit', measures.fit, ...over(takes(gpu, operation, n), takes(gpu, operation, n)));
  const side = measures.side.value;
  const large = takes(gpu, 'add', side);
  check.number('tanh', measures.tanh, ...over(large, large));
  check.number(
    'fusing',
    measures.fusing,
    ...over(takes(gpu, 'chain', side), takes(gpu, 'fused', side)),
  );
  check.number('fused', measures.fused, ...over(takes(gpu, 'fused', side), large));
  check.number(
    'replaying',
    measures.replaying,
    ...over(takes(gpu, 'layers', UNITS), takes(gpu, 'replayed', UNITS)),
  );
  check.number('side', measures.side, side, side, 1);
  check.number('largest', measures.largest, measures.largest.value, measures.largest.value, 1);
}
