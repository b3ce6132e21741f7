// The page's side of a notebook's Python with a frame that misbehaves: it never loads, sends any messages any number of times, or sends none. A start
// times out, a cell and a recording end with Stop, the output is bounded, and nothing is thrown. ASYNCLAB_ROUGH and ASYNCLAB_SEED as in
// rough-ports.test.mjs. Without a browser: the document is a stand-in, and the clock is advanced by hand.
import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import fc from 'fast-check';
import { strange } from './fixtures/changes.mjs';

const COUNT = Number(process.env.ASYNCLAB_ROUGH ?? 100);
const SEED = Number(process.env.ASYNCLAB_SEED ?? 1);
/** The limits of a start and of Stop, ms. */
const [BEGINNING, GRACE] = [121_000, 2100];
/** The most characters that a cell displays: half a million, and the piece that exceeds it. */
const MOST = 750_000;

/** A zip without files: only its end record. */
const EMPTY_ARCHIVE = new Uint8Array(22);
EMPTY_ARCHIVE.set([0x50, 0x4b, 5, 6]);

const listeners = new Set();
/** The frames' ports: an open port keeps the process alive. */
const ports = [];
after(() => ports.forEach((port) => port.close()));
/** The behaviour of the next kernel's frame. */
let plan;
const send = (port, messages) => {
  for (const message of messages) {
    try {
      port.postMessage(message);
    } catch {
      port.postMessage(null); // The value cannot be cloned.
    }
  }
};
class Frame {
  contentWindow = {
    postMessage: (start, origin, [port]) => {
      ports.push(port);
      port.onmessage = ({ data }) => {
        if (data.run) send(port, plan.ran);
        if (data.finish) send(port, plan.finished);
      };
      send(port, plan.started);
    },
  };
  setAttribute() {}
  remove() {}
}
Object.assign(globalThis, {
  document: {
    createElement: () => new Frame(),
    body: {
      append: ({ contentWindow }) =>
        setImmediate(() => {
          if (plan.comes)
            listeners.forEach((listener) => listener({ source: contentWindow, data: 'ready' }));
        }),
    },
  },
  addEventListener: (type, listener, { signal }) => {
    listeners.add(listener);
    signal.addEventListener('abort', () => listeners.delete(listener));
  },
  fetch: async () => ({
    ok: plan.engine === 200,
    status: plan.engine,
    body: {
      getReader: () => {
        const chunks = [EMPTY_ARCHIVE];
        return { read: async () => ({ done: chunks.length === 0, value: chunks.pop() }) };
      },
    },
    arrayBuffer: async () => new ArrayBuffer(8),
  }),
});
Promise.withResolvers ??= () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
const { Kernel } = await import('../../www/python/kernel.js');
const { Lines, livesOf } = await import('../../www/python/lives.js');
const { recordedOf } = await import('../../www/python/recorded.js');
const { traceOf } = await import('../../www/python/trace.js');
await import('../../www/pkg/python-source.js');

const uncaught = [];
const note = (error) => uncaught.push(error);
for (const kind of ['uncaughtException', 'unhandledRejection']) process.on(kind, note);
after(() => {
  for (const kind of ['uncaughtException', 'unhandledRejection']) process.off(kind, note);
});

const CELL = 'c0';
const typed = (type) => strange.map((more) => ({ ...Object(more), type }));
const rows = fc.array(
  fc.oneof(
    strange,
    fc.record({
      cell: fc.constantFrom(CELL, 5),
      row: fc.nat(9),
      line: fc.nat(9),
      first: fc.integer({ min: -3, max: 9 }),
      end: fc.nat(9),
      from: fc.integer({ min: -9, max: 9 }),
      to: fc.nat(9),
    }),
  ),
  { maxLength: 4 },
);
const trace = fc.record({
  type: fc.constant('trace'),
  trace: strange,
  parts: fc.oneof(rows, strange),
  waits: fc.oneof(rows, strange),
  sites: fc.oneof(strange, fc.record({ line: fc.float64Array(), row: fc.float64Array() })),
  lines: fc.oneof(
    strange,
    fc.record({ since: fc.integer({ min: -2 }), fresh: fc.array(strange, { maxLength: 3 }) }),
  ),
});
const flood = fc.record({
  type: fc.constantFrom('text', 'result', 'error'),
  cell: fc.constant(CELL),
  text: fc.nat(9).map((n) => 'x'.repeat(n * 40_000)),
});
const any = fc.oneof(
  strange,
  ...['text', 'result', 'error', 'cut', 'ran', 'rejected', 'broken', 'ready', 'trace'].map(typed),
  flood,
  trace,
  fc.record({ type: fc.constant('ran'), cell: fc.constant(CELL), ok: strange, ms: strange }),
);
const sends = fc.array(any, { maxLength: 6 });
const plans = fc.record({
  comes: fc.oneof({ weight: 8, arbitrary: fc.constant(true) }, fc.constant(false)),
  engine: fc.oneof({ weight: 8, arbitrary: fc.constant(200) }, fc.constant(404)),
  started: fc.oneof(
    { weight: 4, arbitrary: sends.map((more) => [{ type: 'ready' }, ...more]) },
    sends,
  ),
  ran: sends,
  finished: sends,
  closed: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
});

const turns = async (count) => {
  for (let at = 0; at < count; at += 1) await new Promise((resolve) => setImmediate(resolve));
};
/** A promise and its outcome. */
function watched(what, promise) {
  const seen = { what, outcome: undefined };
  promise.then(
    (value) => (seen.outcome = { value }),
    (error) => (seen.outcome = { error }),
  );
  return seen;
}
const settled = ({ what, outcome }) => {
  assert.ok(outcome, `${what} never settles`);
  if (outcome.error) assert.ok(outcome.error.message !== undefined, `${what}: ${outcome.error}`);
  return outcome;
};

async function play(chosen) {
  plan = chosen;
  const kernel = new Kernel();
  let characters = 0;
  kernel.addEventListener('shown', ({ detail }) => (characters += detail.text.length));
  const lines = new Lines();
  kernel.addEventListener('trace', ({ detail }) => void livesOf(detail, lines));
  const start = watched(
    'start',
    kernel.start({ device: 'cpu' }, () => {}),
  );
  await turns(10);
  if (plan.closed) kernel.close();
  else if (!start.outcome) mock.timers.tick(BEGINNING);
  await turns(3);
  const all = [settled(start)];
  if (start.outcome.value) {
    for (const step of ['run', 'finishTrace', 'run']) {
      if (step === 'run') characters = 0;
      const one = watched(step, step === 'run' ? kernel.run(CELL, 1, '') : kernel.finishTrace());
      await turns(4);
      const stop = watched('stop', kernel.stop());
      await turns(2);
      mock.timers.tick(GRACE);
      await turns(3);
      assert.ok(characters <= MOST, `${characters} characters are shown`);
      settled(stop);
      const { value } = settled(one);
      if (step === 'finishTrace' && value) traceOf(value);
      all.push(one.outcome);
      if (!stop.outcome.value) break; // Python was ended.
    }
  }
  kernel.close();
  assert.deepEqual(uncaught.splice(0), []);
  return all;
}

test(`${COUNT} frames of notebooks that misbehave: all that is waited for ends, and nothing is thrown`, async (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const seen = { values: 0, errors: new Map() };
  try {
    await fc.assert(
      fc.asyncProperty(plans, async (chosen) => {
        for (const { error } of await play(chosen)) {
          const code = error && (error.code || error.message);
          if (error) seen.errors.set(code, (seen.errors.get(code) ?? 0) + 1);
          else seen.values += 1;
        }
      }),
      { numRuns: COUNT, seed: SEED, includeErrorInReport: true },
    );
  } finally {
    mock.timers.reset();
  }
  t.diagnostic(`${seen.values} values, ${JSON.stringify(Object.fromEntries(seen.errors))}`);
  assert.ok(seen.values > COUNT / 4 && seen.errors.size >= 2);
});

test('the waits of a recording that a program forged are not gone through once for each cell', () => {
  const count = 100_000;
  let reads = 0;
  const values = Object.entries({ row: 0, line: 1, from: 0, to: 1 });
  const counted = Object.fromEntries(
    values.map(([name, value]) => [name, { enumerable: true, get: () => ((reads += 1), value) }]),
  );
  const waits = Array.from({ length: count }, () => Object.defineProperties({}, counted));
  const parts = Array.from({ length: 1000 }, () => ({
    cell: CELL,
    first: 1,
    end: 1,
    from: 2,
    to: 0,
  }));
  const { sites } = recordedOf({});
  livesOf({ trace: null, parts, waits, sites, lines: undefined }, new Lines());
  // If each of the thousand cells went through all waits, there would be more than 10⁸ reads.
  assert.ok(reads > 0 && reads < 30 * count, `${reads} reads of ${count} waits`);
});

test('a recording is taken out of what a program sends: columns as they are, and nothing beside them', () => {
  const sites = { line: Float64Array.of(1, 2), row: Float64Array.of(0, 1) };
  const given = {
    type: 'trace',
    more: [{}],
    parts: [{ cell: CELL, number: 1, from: 0, to: 1, first: 0, end: 1, more: [{}] }],
    waits: [{ kind: 'item', line: 1, from: 0, to: 1, more: [{}] }],
    sites,
    lines: { since: 0, fresh: ['<cell 1>:1'], more: [{}] },
  };
  const once = recordedOf(given);
  assert.doesNotMatch(JSON.stringify(once), /more/);
  assert.equal(once.sites.row, sites.row);
  assert.equal(once.lines.fresh.length, 1);
  // Both the frame and the page extract the recording, so the second time must not change it.
  assert.deepEqual(recordedOf(once), once);
  for (const strange of [
    undefined,
    [],
    { line: [1], row: [0] },
    { ...sites, row: Float64Array.of(0) },
  ])
    assert.equal(recordedOf({ ...given, sites: strange }).sites.row.length, 0);
});
