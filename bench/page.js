// The functions that the driver calls: the workloads by name, and facts about the machine that they run on.
import { connect } from '/www/asynclab.js';
import { measureCase, tableOf } from './matrix.js';
import { measureCeilings } from './ceilings.js';
import * as chain from './workloads/chain.js';
import * as chapter from './workloads/chapter.js';
import * as compiling from './workloads/compile.js';
import * as compare from './workloads/compare.js';
import * as connecting from './workloads/connect.js';
import * as enqueue from './workloads/enqueue.js';
import * as memory from './workloads/memory.js';
import * as opsPerSubmit from './workloads/ops-per-submit.js';
import * as product from './workloads/product.js';
import * as random from './workloads/random.js';
import * as reduce from './workloads/reduce.js';
import * as timeline from './workloads/timeline.js';
import * as training from './workloads/training.js';
import * as waiting from './workloads/waiting.js';

// `connect` comes first: later its files and its GPU process are warm.
const workloads = {
  connect: connecting,
  compare,
  enqueue,
  waiting,
  product,
  random,
  reduce,
  chain,
  chapter,
  training,
  compile: compiling,
  memory,
  'ops-per-submit': opsPerSubmit,
  timeline,
};

globalThis.bench = {
  names: Object.keys(workloads),

  /** The names of a workload's parts. They are run one by one, so that a browser's end affects only one part. @param {string} name */
  parts: (name, { quick }) => casesOf(name, quick)?.map((one) => one.name) ?? [name],

  /**
   * Runs one part of a workload.
   * @param {string} name
   * @param {{part: number, rounds: number, quick: boolean}} options
   * @returns {Promise<import('./measure.js').Outcome>}
   */
  async run(name, { part, ...options }) {
    const cases = casesOf(name, options.quick);
    if (!cases) return workloads[name].run(options);
    const result = await measureCase(cases[part], options);
    return { cases: [result], tables: [tableOf(result)] };
  },

  ceilings: measureCeilings,

  /** The facts in every result: the lab's report of browser, adapter, clocks and policies. */
  async about() {
    const lab = await connect();
    try {
      return { ...(await lab.calibrate()), userAgent: navigator.userAgent };
    } finally {
      lab.close();
    }
  },
};

/** With `bench --against`, the lab is measured beside an earlier one, and nothing else. */
const against = new URLSearchParams(location.search).has('against');

/** @param {string} name @param {boolean} quick */
function casesOf(name, quick) {
  const cases = workloads[name].cases?.().filter(({ slow }) => !(quick && slow));
  if (!against) return cases;
  return cases
    .map((one) => ({
      ...one,
      contenders: one.contenders.flatMap((own) => (own.earlier ? [own.earlier, own] : [])),
    }))
    .filter(({ contenders }) => contenders.length > 0);
}
