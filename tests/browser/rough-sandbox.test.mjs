// The page's side of the sandbox with a frame that misbehaves: it never loads, sends any messages any number of times, or sends none. A run ends in
// a result or in an error with a code, unless a program has begun and goes on. Nothing is thrown. ASYNCLAB_ROUGH and ASYNCLAB_SEED as in
// rough-ports.test.mjs. Without a browser: the document is a stand-in, and the clock is advanced by hand.
import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import fc from 'fast-check';
import { strange } from './fixtures/changes.mjs';

const COUNT = Number(process.env.ASYNCLAB_ROUGH ?? 150);
const SEED = Number(process.env.ASYNCLAB_SEED ?? 1);
/** The limit for the beginning of a program, ms. */
const BEGINNING = 61_000;

const listeners = new Set();
/** The frames' ports: an open port keeps the process alive. */
const ports = [];
after(() => ports.forEach((port) => port.close()));
/** The behaviour of the next run's frame. */
let plan;
class Frame {
  contentWindow = {
    postMessage: (start, origin, [port]) => {
      assert.equal(origin, '*');
      ports.push(port);
      if (plan.answers) port.onmessage = () => port.postMessage({ type: 'alive' });
      for (const message of plan.sends) {
        try {
          port.postMessage(message);
        } catch {
          port.postMessage(null); // The value cannot be cloned.
        }
      }
    },
  };
  setAttribute() {}
  remove() {}
  arrives() {
    const post = (source, data) => listeners.forEach((listener) => listener({ source, data }));
    for (const data of plan.strays) post({}, data);
    for (const data of plan.own) post(this.contentWindow, data);
    if (plan.comes) post(this.contentWindow, 'ready');
  }
}
Object.assign(globalThis, {
  document: {
    hidden: false,
    addEventListener() {},
    createElement: () => new Frame(),
    body: { append: (frame) => setImmediate(() => frame.arrives()) },
  },
  addEventListener: (type, listener, { signal }) => {
    listeners.add(listener);
    signal.addEventListener('abort', () => listeners.delete(listener));
  },
  fetch: async () => {
    if (plan.engine === 'rejected') throw new TypeError('Failed to fetch');
    return {
      ok: plan.engine === 200,
      status: plan.engine,
      arrayBuffer: async () => new ArrayBuffer(8),
    };
  },
});
const { SandboxThread } = await import('../../www/sandbox/thread.js');
const { resultOf } = await import('../../www/experiments/sandbox/judge.js');

const uncaught = [];
const note = (error) => uncaught.push(error);
for (const kind of ['uncaughtException', 'unhandledRejection']) process.on(kind, note);
after(() => {
  for (const kind of ['uncaughtException', 'unhandledRejection']) process.off(kind, note);
});

const typed = (type) => strange.map((more) => ({ ...Object(more), type }));
const plans = fc.record({
  comes: fc.oneof({ weight: 8, arbitrary: fc.constant(true) }, fc.constant(false)),
  engine: fc.oneof({ weight: 8, arbitrary: fc.constant(200) }, fc.constantFrom(404, 'rejected')),
  strays: fc.array(fc.oneof(strange, fc.constant('ready')), { maxLength: 3 }),
  own: fc.array(strange, { maxLength: 2 }),
  sends: fc.array(
    fc.oneof(
      strange,
      ...['started', 'output', 'failed', 'broken', 'done'].map(typed),
      fc.record({ type: fc.constant('done'), info: strange, trace: strange, labs: strange }),
    ),
    { maxLength: 6 },
  ),
});

async function play(chosen) {
  plan = chosen;
  const events = [];
  const thread = new SandboxThread(resultOf);
  thread.addEventListener('message', ({ data }) => events.push(data));
  const parameters = { program: '', record: 'operations', seed: 1, language: 'javascript' };
  thread.postMessage({ type: 'run', device: 'cpu', parameters });
  for (let at = 0; at < 8; at += 1) await new Promise((resolve) => turn(resolve));
  mock.timers.tick(BEGINNING);
  for (let at = 0; at < 4; at += 1) await new Promise((resolve) => turn(resolve));
  thread.terminate();
  const begun = chosen.comes && chosen.engine === 200 && chosen.sends.length > 0;
  assert.ok(begun || events.length > 0, 'it ends in silence');
  for (const { type, error, result } of events) {
    if (type === 'result') assert.ok(result);
    else assert.ok(type === 'error' && error.code && typeof error.message === 'string');
  }
  assert.deepEqual(uncaught.splice(0), []);
  return events;
}
const turn = setImmediate;

test(`${COUNT} frames that misbehave: a run ends in a result or a code, and nothing is thrown`, async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const codes = new Map();
  try {
    await fc.assert(
      fc.asyncProperty(plans, async (chosen) => {
        for (const { type, error } of await play(chosen)) {
          const code = error?.code ?? type;
          codes.set(code, (codes.get(code) ?? 0) + 1);
        }
      }),
      { numRuns: COUNT, seed: SEED, includeErrorInReport: true },
    );
  } finally {
    mock.timers.reset();
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(codes)));
  assert.ok(codes.size >= 2);
});

for (const [what, answers] of [
  ['whose process the browser ended is reported', false],
  ['that only takes long goes on', true],
])
  test(`a program ${what}`, async () => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const codes = [];
    const thread = new SandboxThread(resultOf);
    thread.addEventListener('message', ({ data }) => codes.push(data.error.code));
    try {
      const sends = [{ type: 'started' }];
      plan = { comes: true, engine: 200, strays: [], own: [], sends, answers };
      thread.postMessage({ type: 'run', device: 'cpu', parameters: {} });
      for (let at = 0; at < 8; at += 1) await new Promise((resolve) => turn(resolve));
      for (let at = 0; at < 20; at += 1) {
        mock.timers.tick(5000);
        for (let of = 0; of < 4; of += 1) await new Promise((resolve) => turn(resolve));
        if (codes.length > 0) thread.terminate();
      }
    } finally {
      thread.terminate();
      mock.timers.reset();
    }
    assert.deepEqual(codes, answers ? [] : ['PROGRAM_FAILED']);
  });
