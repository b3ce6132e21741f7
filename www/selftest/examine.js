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

/** Codes of errors by which there is nothing to be examined. */
const NO_GPU = ['NO_WEBGPU', 'NO_DEVICE'];

/**
 * The report of an examination: `www/schema/selftest.schema.json` describes it.
 * @typedef {object} Report
 * @property {1} schema
 * @property {'selftest'} kind
 * @property {string} date ISO 8601
 * @property {string} version of the lab
 * @property {string} browser
 * @property {import('../lib/info.js').DeviceInfo['adapter']|null} adapter null where there is none
 * @property {boolean} isolated
 * @property {number} took ms
 * @property {Record<'right'|'wrong'|'unknown', number>} verdicts how many checks have each
 * @property {Found[]} checks
 */

/**
 * Examines this machine.
 * @param {object} [asked]
 * @param {string[]} [asked.only] of these checks
 * @param {import('./bench.js').Part} [asked.part] of them
 * @param {AbortSignal} [asked.signal]
 * @param {(name: string, done: number, total: number) => void} [asked.onProgress] of a check
 * @param {import('./bench.js').OnSilence} [asked.silent] asks the reader about a device that does not answer
 * @param {(found: Found) => void} [asked.found] what one has found
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

/** The program of a check, which says nothing about the machine where it is missing. @param {string} name */
async function loaded(name) {
  try {
    return await CHECKS[name]();
  } catch (error) {
    const reason = /** @type {Error} */ (error).message;
    throw new Fault('NOT_LOADED', `${reason}; check the connection and reload the page`);
  }
}

/** The adapter as the lab knows it. @param {AbortSignal} signal */
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
