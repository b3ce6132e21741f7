import { VERSION } from '../asynclab.js';
import { Fault } from '../kit/faults.js';
import { browserName } from '../lib/info.js';
import { Bench } from './bench.js';
import { Outcome } from './outcome.js';

/** @typedef {import('./outcome.js').Found} Found */

/** The checks, in order; each is loaded when it begins. @type {Record<string, () => Promise<{check: import('./bench.js').Check}>>} */
const CHECKS = {
  limits: () => import('./checks/limits.js'),
  kernels: () => import('./checks/kernels.js'),
  candidates: () => import('./checks/candidates.js'),
  special: () => import('./checks/special.js'),
  sums: () => import('./checks/sums.js'),
  programs: () => import('./checks/programs.js'),
  clocks: () => import('./checks/clocks.js'),
  timestamps: () => import('./checks/timestamps.js'),
  memory: () => import('./checks/memory.js'),
  loss: () => import('./checks/loss.js'),
  experiments: () => import('./checks/experiments.js'),
};

export const names = Object.keys(CHECKS);

/** Codes of errors if there is no device to examine. */
const NO_GPU = ['NO_WEBGPU', 'NO_DEVICE'];

/**
 * The report of an examination, which `www/schema/selftest.schema.json` describes.
 * @typedef {object} Report
 * @property {1} schema
 * @property {'selftest'} kind
 * @property {string} date ISO 8601
 * @property {string} version of the lab
 * @property {string} browser
 * @property {import('../lib/info.js').DeviceInfo['adapter']|null} adapter null if there is none
 * @property {boolean} isolated
 * @property {number} took ms
 * @property {Record<'right'|'wrong'|'unknown', number>} verdicts the number of checks with each
 * @property {Found[]} checks
 */

/**
 * Examines this machine.
 * @param {object} [asked]
 * @param {string[]} [asked.only] the names of the checks to run
 * @param {import('./bench.js').Part} [asked.part] a reduction of their cases
 * @param {AbortSignal} [asked.signal]
 * @param {(name: string, done: number, total: number) => void} [asked.onProgress] of a check
 * @param {import('./bench.js').OnSilence} [asked.silent] asks the reader about a device that does not respond
 * @param {(found: Found) => void} [asked.found] called with the outcome of each check
 * @returns {Promise<Report>}
 */
export async function examine({
  only = names,
  part = {},
  signal = new AbortController().signal,
  onProgress = () => {},
  silent,
  found = () => {},
} = {}) {
  const start = performance.now();
  const checks = /** @type {Found[]} */ ([]);
  for (const name of names.filter((one) => only.includes(one))) {
    const bench = new Bench({
      signal,
      part,
      silent,
      onProgress: (done, total) => onProgress(name, done, total),
    });
    const outcome = new Outcome(name);
    onProgress(name, 0, 1);
    const { check } = await loaded(name);
    try {
      await check(bench, outcome);
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = /** @type {any} */ (error);
      const values = { case: name, error: `${code ?? 'UNEXPECTED'}: ${message}` };
      // A browser with WebGPU should have a device.
      if (code === 'NO_WEBGPU') outcome.open('no-gpu', values);
      else outcome.expect(false, NO_GPU.includes(code) ? 'no-device' : 'raised', values);
    } finally {
      await bench.end();
    }
    checks.push(outcome.found);
    found(outcome.found);
  }
  const count = (/** @type {string} */ verdict) =>
    checks.filter((check) => check.verdict === verdict).length;
  return {
    schema: 1,
    kind: 'selftest',
    date: new Date().toISOString(),
    version: VERSION,
    browser: browserName(),
    adapter: await adapter(signal),
    isolated: globalThis.crossOriginIsolated === true,
    took: performance.now() - start,
    verdicts: { right: count('right'), wrong: count('wrong'), unknown: count('unknown') },
    checks,
  };
}

/** Loads a check. A failure to load is no outcome of the machine, so it throws. @param {string} name */
async function loaded(name) {
  try {
    return await CHECKS[name]();
  } catch (error) {
    const reason = /** @type {Error} */ (error).message;
    throw new Fault('NOT_LOADED', `${reason}; check the connection and reload the page`);
  }
}

/** The adapter in the lab's info; null if there is none. @param {AbortSignal} signal */
async function adapter(signal) {
  const bench = new Bench({ signal, onProgress: () => {} });
  try {
    return (await bench.connect({ device: 'webgpu' })).info().adapter;
  } catch {
    return null;
  } finally {
    await bench.end();
  }
}
