// An embedded experiment in a page that misbehaves: the page removes, moves, stops and changes the element at any time, breaks its content, throws in
// listeners, and sends forged messages. Each run ends in a result or in an error with a code, nothing is thrown, and no thread or node is left.
// ASYNCLAB_ROUGH (a hundredth of it) and ASYNCLAB_SEED as in rough-ports.test.mjs.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { staticHost } from '../../xtask/browser/static.mjs';
import { writtenSite } from './fixtures/written.mjs';
import { open } from './harness.mjs';

const COUNT = Math.ceil(Number(process.env.ASYNCLAB_ROUGH ?? 300) / 100);
const SEED = Number(process.env.ASYNCLAB_SEED ?? 1);
/** The run of a removed element ends within this time, also on a busy machine, ms. */
const ENDED = 60_000;

const pages = mkdtempSync(join(tmpdir(), 'asynclab-rough-'));
after(() => rmSync(pages, { recursive: true }));

const text = fc.oneof(
  fc.constantFrom(
    '',
    '64',
    '0',
    '-1',
    '1e9',
    'auto',
    'cpu',
    'dark',
    'ko',
    '__proto__',
    'warmup',
    'graph',
    'none',
    'run,n',
  ),
  fc.string({ maxLength: 8 }),
);
const names = [
  'experiment',
  'n',
  'rounds',
  'device',
  'theme',
  'lang',
  'controls',
  'autorun',
  'program',
];
const action = fc.oneof(
  ...[
    'until',
    'append',
    'remove',
    'run',
    'run',
    'stop',
    'finalize',
    'result',
    'break',
    'empty',
  ].map((kind) => fc.record({ kind: fc.constant(kind), which: fc.nat(1), at: fc.nat(30) })),
  fc.record({ kind: fc.constant('wait'), ms: fc.nat(200) }),
  fc.record({
    kind: fc.constant('set'),
    which: fc.nat(1),
    name: fc.constantFrom(...names),
    value: text,
  }),
  fc.record({ kind: fc.constant('unset'), which: fc.nat(1), name: fc.constantFrom(...names) }),
  fc.record({
    kind: fc.constant('message'),
    data: fc.record({
      type: fc.constantFrom('asynclab:size', 'asynclab:run', 'asynclab:result', 'ready', 'result'),
      height: fc.oneof(fc.double(), text),
      result: fc.constantFrom(null, {}, []),
    }),
  }),
);
const actions = fc.array(action, { minLength: 1, maxLength: 12 });
/** The actions of the first page: they let an experiment run. */
const RUN = ['append', 'run', 'until'].map((kind) => ({ kind, which: 0, at: 0 }));

/** Plays actions on two elements of the page, removes the elements, and waits for the end of the runs that they began. */
async function play(steps, ended) {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const elements = [0, 1].map(() => {
    const element = document.createElement('async-lab');
    const given = {
      experiment: 'warmup',
      device: 'cpu',
      n: 64,
      repetitions: 4,
      rounds: 2,
      lang: 'en',
    };
    for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
    element.events = [];
    for (const type of ['run', 'result', 'error'])
      element.addEventListener(type, ({ detail }) => {
        element.events.push({ type, code: detail?.code });
        throw new Error('the host throws');
      });
    return element;
  });
  document.body.append(elements[0]);
  const runs = [];
  const watch = (what, promise) => {
    const run = { what, state: 'open' };
    promise.then(
      () => (run.state = 'fulfilled'),
      (error) =>
        Object.assign(run, {
          state: 'rejected',
          code: error?.code,
          message: String(error?.message),
        }),
    );
    runs.push(run);
  };
  for (const { kind, which, name, value, at, ms, data } of steps) {
    const element = elements[which];
    const inside = () => [...(element.shadowRoot?.querySelectorAll('*') ?? [])];
    if (kind === 'append') document.body.append(element);
    else if (kind === 'remove') element.remove();
    else if (kind === 'run') watch('run', element.run());
    else if (kind === 'stop') element.stop();
    else if (kind === 'finalize') watch('finalize', element.finalize());
    else if (kind === 'result') void element.result;
    else if (kind === 'break') inside().at(at)?.remove();
    else if (kind === 'empty') inside().at(at)?.replaceChildren();
    else if (kind === 'wait') await pause(ms);
    else if (kind === 'until') {
      const since = performance.now();
      while (runs.at(-1)?.state === 'open' && performance.now() - since < 5000) await pause(10);
    } else if (kind === 'set') element.setAttribute(name, value);
    else if (kind === 'unset') element.removeAttribute(name);
    else if (kind === 'message') postMessage(data, '*');
  }
  for (const element of elements) element.remove();
  await pause(0);
  watch('finalize', Promise.all(elements.map((element) => element.finalize())));
  const begin = performance.now();
  while (runs.some(({ state }) => state === 'open') && performance.now() - begin < ended)
    await pause(20);
  return {
    runs,
    events: elements.map(({ events }) => events),
    left: document.body.children.length,
  };
}

test(`${COUNT} pages that misbehave around an experiment: runs end, nothing is thrown, nothing stays`, async (t) => {
  const lab = await staticHost(pathToFileURL(`${writtenSite()}/`), '/lab/');
  const host = await staticHost(pathToFileURL(`${pages}/`), '/');
  t.after(() => [lab, host].forEach((one) => one.close()));
  writeFileSync(
    join(pages, 'host.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>A host</title>
<script type="module" src="${lab.address}www/embed.js"></script><script type="module" src="${lab.address}www/embed/fit.js"></script>
</head><body></body></html>`,
  );
  const { page, errors } = await open(t, { path: `${host.address}host.html` });
  const seen = new Map();
  let began = 0;
  const count = (what) => seen.set(what, (seen.get(what) ?? 0) + 1);
  const property = fc.asyncProperty(actions, async (steps) => {
    const { runs, events, left } = await page.evaluate(play, steps, ENDED);
    for (const { what, state, code, message } of runs) {
      assert.notEqual(state, 'open', `${what} never ends`);
      if (state === 'rejected') assert.ok(code, `${what} fails without a code: ${message}`);
      count(`${what}: ${code ?? 'ended'}`);
    }
    for (const list of events) {
      const begun = list.filter(({ type }) => type === 'run').length;
      began += begun;
      const found = list.filter(({ type }) => type === 'result').length;
      assert.ok(found <= begun, 'a result of no run');
      assert.ok(
        list.every(({ type, code }) => type !== 'error' || code),
        'an error without a code',
      );
    }
    assert.equal(left, 0, 'a node stays in the page');
    const own = errors.splice(0).filter((error) => !error.includes('the host throws'));
    assert.deepEqual(own, []);
    const gone = Date.now() + ENDED;
    while (page.workers().length > 0 && Date.now() < gone)
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(page.workers().length, 0, 'a thread stays');
  });
  await fc.assert(property, {
    numRuns: COUNT,
    seed: SEED,
    examples: [[RUN]],
    endOnFailure: COUNT < 10,
    includeErrorInReport: true,
  });
  t.diagnostic(JSON.stringify(Object.fromEntries(seen)));
  assert.ok(began > 0, 'no run began');
  assert.ok(seen.get('finalize: ended') >= COUNT, 'what was begun was not waited for');
});
