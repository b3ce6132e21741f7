/**
 * The chapter's model of a loop of n operations, as a schedule. An operation costs t1 (the frontend enqueues it), t2 (the
 * device runs it) and t3 (the backend hands the result back); all times are in the same unit.
 * @typedef {{t1: number, t2: number, t3: number}} Costs
 * @typedef {'each'|'once'} Mode wait for every result, or once for the last one
 * @typedef {[from: number, to: number]} Span
 * @typedef {'frontend'|'backend'|'device'} Lane
 *
 * @typedef {object} Schedule
 * @property {Span[]} enqueues in the frontend, one for each operation
 * @property {Span[]} queued in the backend, from the end of the enqueue until the device begins
 * @property {Span[]} runs on the device
 * @property {Span[]} handings results handed back: one for each wait
 * @property {Record<'frontend'|'device', Span[]>} idle stretches without work
 * @property {{lane: Lane, span: Span}[]} critical the longest chain of steps, each of which waits for the one before
 * @property {number} total
 */

/**
 * Waiting each time takes n·(t1 + t2 + t3). Waiting once takes max(t1 + n·t2, n·t1 + t2) + t3: the slower of frontend and
 * device never pauses, and only one step of the other adds to the time.
 * @param {Costs} costs
 * @param {number} n at least 1
 * @param {Mode} mode
 * @returns {Schedule}
 */
export function schedule({ t1, t2, t3 }, n, mode) {
  /** @type {Pick<Schedule, 'enqueues'|'queued'|'runs'|'handings'>} */
  const steps = { enqueues: [], queued: [], runs: [], handings: [] };
  let [frontend, device] = [0, 0];
  for (let i = 0; i < n; i += 1) {
    const enqueued = frontend + t1;
    const start = Math.max(enqueued, device);
    steps.enqueues.push([frontend, enqueued]);
    steps.queued.push([enqueued, start]);
    steps.runs.push([start, start + t2]);
    [frontend, device] = [enqueued, start + t2];
    if (mode === 'once' && i < n - 1) continue;
    frontend = device + t3;
    steps.handings.push([device, frontend]);
  }
  const total = frontend;
  return {
    ...steps,
    idle: { frontend: between(steps.enqueues, total), device: between(steps.runs, total) },
    critical: longestChain(steps, mode),
    total,
  };
}

/** The stretches from 0 to `total` that no span covers. @param {Span[]} spans in order @param {number} total */
function between(spans, total) {
  const edges = [0, ...spans.flat(), total];
  /** @type {Span[]} */
  const free = [];
  for (let i = 0; i < edges.length; i += 2)
    if (edges[i + 1] > edges[i]) free.push([edges[i], edges[i + 1]]);
  return free;
}

/** Goes from the last hand-back to the start, from each step to the one that it waited for longest. @param {Pick<Schedule, 'enqueues'|'runs'|'handings'>} steps @param {Mode} mode */
function longestChain({ enqueues, runs, handings }, mode) {
  /** @type {Schedule['critical']} */
  const chain = [];
  for (let i = runs.length - 1; i >= 0;) {
    if (mode === 'each' || i === runs.length - 1)
      chain.unshift({ lane: 'backend', span: handings[mode === 'each' ? i : 0] });
    chain.unshift({ lane: 'device', span: runs[i] });
    const waitsForDevice = mode === 'once' && i > 0 && runs[i - 1][1] >= enqueues[i][1];
    i -= 1;
    if (waitsForDevice) continue;
    chain.unshift({ lane: 'frontend', span: enqueues[i + 1] });
    if (mode === 'each') continue;
    // The frontend enqueues without a pause, so all its earlier steps are on the chain.
    for (; i >= 0; i -= 1) chain.unshift({ lane: 'frontend', span: enqueues[i] });
  }
  return chain;
}

/** The total length of stretches. @param {Span[]} spans */
export function length(spans) {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0);
}
