// What the driver calls: the workloads by name, and the machine they run on.
import { connect } from '/www/asynclab.js';
import * as compare from './workloads/compare.js';
import * as enqueue from './workloads/enqueue.js';
import * as opsPerSubmit from './workloads/ops-per-submit.js';
import * as connecting from './workloads/connect.js';
import * as timeline from './workloads/timeline.js';

// `connect` comes first: later its files and its GPU process are warm.
const workloads = {
  connect: connecting,
  compare,
  enqueue,
  'ops-per-submit': opsPerSubmit,
  timeline,
};

globalThis.bench = {
  names: Object.keys(workloads),

  /**
   * Runs one workload.
   * @param {string} name
   * @param {{rounds: number}} options
   * @returns {Promise<import('./measure.js').Outcome>}
   */
  run: (name, options) => workloads[name].run(options),

  /** What every result carries: the lab's own account of browser, adapter, clocks and policies. */
  async about() {
    const lab = await connect();
    try {
      return { ...lab.info(), userAgent: navigator.userAgent };
    } finally {
      lab.close();
    }
  },
};
