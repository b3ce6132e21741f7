// Made-up runs for tests of judges.
import { judge as judgeImproving } from '../../www/experiments/improving/judge.js';
import * as model from '../../www/experiments/improving/model.js';
import { spread } from '../../www/kit/statistics.js';

export const info = {
  device: 'webgpu',
  adapter: { name: 'Adapter', software: false },
  clock: { step: 0.1, backendStep: 0.1 },
  timestamps: { quantum: 0.000001 },
  floor: { median: 2, low: 1.5, high: 2.5, samples: 20 },
};
export const same = (time, rounds = 6) => Array(rounds).fill(time);
/** A run of `improving` whose loops take exactly the times that the model predicts from the costs. */
export function improving(costs, more = {}) {
  const point = (x, y) => ({ x, samples: same(y), median: y, low: y, high: y });
  // Loops that wait each time may take a multiple of the model's time.
  const curve = (each, once, times = 1) => ({
    points: {
      each: each.map((n) => point(n, times * model.each(costs, n))),
      once: once.map((n) => point(n, model.once(costs, n))),
    },
    models: {
      each: each.map((n) => ({ x: n, y: model.each(costs, n) })),
      once: once.map((n) => ({ x: n, y: model.once(costs, n) })),
    },
  });
  const { measured = 1, lengths = [2, 5, 100], ...others } = more;
  const bendOf = (added) => {
    const at = (x) => model.once({ ...costs, t1: costs.t1 + x }, 80);
    return {
      points: { each: [], once: added.map((x) => point(x, at(x))) },
      models: { each: [], once: added.map((x) => ({ x, y: at(x) })) },
    };
  };
  const time = costs.t1 + costs.t2 + costs.t3;
  const curves = {
    loops: curve(lengths, lengths, measured),
    bend: bendOf(lengths),
  };
  improving.last = { curves };
  return judgeImproving({
    costs,
    unslowed: costs,
    single: spread(same(time)),
    rounds: { t1: same(costs.t1), t2: same(costs.t2), own: [] },
    curves,
    info: { ...info, clock: { step: 0.005, backendStep: 0.005 } },
    batches: { short: 100, long: 400, bent: 80 },
    lone: 30,
    ...others,
  });
}
