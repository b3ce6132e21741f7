/** The findings from recordings of the same loops in several libraries: which libraries defer, which batch, and where they wait. No elements here. */

/** @typedef {import('../../kit/types.js').Trace} Trace */
/** @typedef {import('../../kit/types.js').Message} Message */
/** @typedef {import('../watched/finding.js').Found} Found */
/** @typedef {{once: Facts, each: Facts}} Pair `once`: of the loop that reads its last number; `each`: of the loop that reads each number */
/**
 * @typedef {object} Facts The counts of one recording, and the idle share, which is the only machine-dependent number.
 * @property {number} submissions
 * @property {number} dispatches
 * @property {number} early dispatches that were submitted before the program first called for a number
 * @property {number} reads calls for a number
 * @property {number} awaits promises of steps that the program awaited
 * @property {number} waits
 * @property {number} idle the share of the device's time from first to last work in which it was idle because of a wait; NaN if it was not timed
 */

/** Each library's name, by the prefix of its files. */
export const LIBRARIES = {
  'by-hand': 'hand-written',
  tensorflow: 'TensorFlow.js',
  jax: 'jax-js',
  onnx: 'ONNX Runtime Web',
  torch: 'webgpu-torch',
  lab: 'this lab',
};
/** The two recordings of each loop: `once` reads the last number, `each` reads every number. @type {Record<string, [once: string, each: string]>} */
export const LOOPS = { sums: ['once', 'each'], train: ['train-once', 'train-each'] };

/** The least dispatches per submission of a library that batches. */
const BATCH = 4;

/**
 * @param {any} recording
 * @param {Trace} trace
 * @param {Found} found
 * @returns {Facts}
 */
export function factsOf({ counts, marks, submissions }, trace, { costs, span }) {
  const named = (/** @type {string} */ of) =>
    marks.filter((/** @type {{name: string}} */ { name }) => name === of);
  const read = named('read')[0]?.at ?? Infinity;
  const { at, operations } = submissions;
  const early = at.reduce(
    (/** @type {number} */ sum, /** @type {number} */ time, /** @type {number} */ i) =>
      time < read ? sum + operations[i] : sum,
    0,
  );
  return {
    ...{ submissions: counts.submissions, dispatches: counts.dispatches, early },
    ...{ reads: named('read').length, awaits: named('await').length, waits: trace.waits.length },
    idle: costs.reduce((sum, { during, after }) => sum + during + after, 0) / span,
  };
}

/** @param {Facts} facts */
export const perSubmission = ({ dispatches, submissions }) => dispatches / Math.max(1, submissions);

/**
 * @param {Map<string, Pair>} facts by library
 * @returns {{early: 'none'|'some'|'all', findings: Message[]}} `early`: in how many libraries the GPU had work before the program first read a number
 */
export function judge(facts) {
  const all = [...facts];
  const names = (/** @type {(pair: Pair) => boolean} */ holds) =>
    all.filter(([, pair]) => holds(pair)).map(([name]) => name);
  const deferring = names(({ once }) => once.early === 0);
  const none = deferring.length === all.length;
  const said = /** @type {Message[]} */ ([]);
  if (deferring.length)
    said.push({
      key: 'found-deferred',
      values: { names: deferring.join(', '), count: deferring.length, total: all.length },
    });
  const [batching, batch] = largest(all, ({ once }) => perSubmission(once));
  if (perSubmission(batch.once) >= BATCH)
    said.push({
      key: 'found-batched',
      values: { name: batching, most: ratio(batch.once), less: ratio(batch.each) },
    });
  // The program awaited steps, yet has no more waits than reads: the promises of steps did not wait for work.
  const awaiting = names(({ once }) => once.awaits > 0 && once.waits <= once.reads);
  for (const name of awaiting) {
    const { once } = /** @type {Pair} */ (facts.get(name));
    const values = { name, awaits: once.awaits, waits: once.waits };
    said.push({ key: 'found-awaits', values });
  }
  const [idling, idle] = largest(all, ({ each }) => each.idle);
  if (Number.isFinite(idle.each.idle))
    said.push({
      key: 'found-idle',
      values: { name: idling, idle: share(idle.each.idle), once: share(idle.once.idle) },
    });
  for (const name of names(({ once, each }) => once.dispatches < each.dispatches)) {
    const { once, each } = /** @type {Pair} */ (facts.get(name));
    const values = { name, once: once.dispatches, each: each.dispatches };
    said.push({ key: 'found-unread', values });
  }
  return { early: none ? 'none' : deferring.length ? 'some' : 'all', findings: said };
}

/** @param {[string, Pair][]} all @param {(pair: Pair) => number} of */
const largest = (all, of) =>
  all.reduce((best, one) => (of(one[1]) > of(best[1]) || Number.isNaN(of(best[1])) ? one : best));
/** @param {number} value */
const share = (value) => ({ value, unit: /** @type {const} */ ('share') });
/** @param {Facts} facts */
const ratio = (facts) => Math.round(perSubmission(facts));
