// Foreign documents with random changes by fast-check: each is rejected with a code, or read and described to the end. ASYNCLAB_DOCUMENTS
// is their number, ASYNCLAB_SEED their seed. Without these there are few, always the same. Without a browser: link.test.mjs and
// compare.test.mjs test the drawing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { factsOf } from '../../www/charts/trace-facts.js';
import { experiments } from '../../www/experiments/index.js';
import { Fault } from '../../www/kit/faults.js';
import { devicesOf, machinesOf } from '../../www/kit/parameters.js';
import { sayerOf } from '../../www/kit/say.js';
import { complaintsOf } from '../../www/kit/words.js';
import { asked, MOST_ASKED, PACKED, PAGE, read } from '../../www/page/link.js';
import { pack, unpack } from '../../www/page/links/packing.js';
import { revive } from '../../www/page/revive.js';
import { Lines, livesOf } from '../../www/python/lives.js';
import { checkedInfo, checkedTrace } from '../../www/sandbox/checked.js';
import { resultOf } from '../../www/experiments/sandbox/judge.js';
import { change, changed, recordings, strange, text as documentText } from './fixtures/changes.mjs';
import './fixtures/words.mjs';
import { site } from './harness.mjs';

const COUNT = Number(process.env.ASYNCLAB_DOCUMENTS ?? 1000);
const SEED = Number(process.env.ASYNCLAB_SEED ?? 1);

await site(); // builds the module that checks documents, if it is not built
const { readResult } = await import('../../www/page/compare/reading.js');
const opened = new Map(
  await Promise.all(
    experiments.map(async ({ name, load }) => [name, { ...(await load()).default, name }]),
  ),
);

/** Makes all texts of the page on a result. @param {any} result */
function draw(result) {
  const experiment = opened.get(result.experiment);
  if (!experiment) return;
  const say = sayerOf(experiment.name);
  // The page rejects a document whose texts cannot be made.
  complaintsOf(() => {
    for (const { key, values } of [result.finding, ...result.distortions])
      if (say.has(key)) say(key, values);
    experiment.lines(result, say);
    experiment.table(result, say);
    say('caption', { ...result.parameters, ...result.measures });
    for (const figure of experiment.figures) figure.of?.(result, say);
    experiment.program(result.parameters, result);
  });
}

/** Does all that the page does with a result before it draws. @param {any} result */
function show(result) {
  draw(result);
  count(result);
}

function count({ trace }) {
  if (trace) factsOf(trace, 'scalar');
}

test('documents that nobody changed are shown, without a complaint', () => {
  for (const recording of recordings) show(revive(readResult(JSON.stringify(recording))));
});

test(`${COUNT} changed documents are rejected with a code, or read, judged and counted to the end`, (t) => {
  const seen = { rejected: 0, read: 0, unsaid: 0, slowest: 0 };
  fc.assert(
    fc.property(documentText, (text) => {
      const before = process.cpuUsage();
      try {
        const result = readResult(text);
        seen.read += 1;
        const whole = revive(result);
        try {
          draw(whole);
        } catch (error) {
          // A sentence needs a missing value: the page rejects the document as BAD_RESULT.
          assert.ok(error instanceof TypeError, String(error?.stack));
          seen.unsaid += 1;
        }
        count(whole);
      } catch (error) {
        assert.ok(error instanceof Fault, String(error?.stack));
        seen.rejected += 1;
      }
      const { user, system } = process.cpuUsage(before);
      const per = (user + system) / 1000 / Math.max(1, text.length / 1e5);
      seen.slowest = Math.max(seen.slowest, per);
    }),
    { numRuns: COUNT, seed: SEED },
  );
  t.diagnostic(
    `${seen.rejected} rejected, ${seen.read} read, ${seen.unsaid} of which the page cannot say; slowest ${Math.round(seen.slowest)} ms of the processor for each 100 kB`,
  );
  assert.ok(
    seen.rejected > COUNT / 10 && seen.read > COUNT / 10,
    'the changes are too many or too few',
  );
  assert.ok(seen.unsaid < seen.read / 20, `${seen.unsaid} of ${seen.read} cannot be said`);
});

/** A message of a program, after a structured clone. */
const message = fc.oneof(
  { weight: 1, arbitrary: strange },
  fc.record({ info: strange, trace: strange, labs: strange }),
);
const sandbox = recordings.find(({ experiment }) => experiment === 'sandbox');

test(`${COUNT} messages of a program: nothing is thrown by the check, and what it lets through is judged`, () => {
  const whole = revive(sandbox);
  fc.assert(
    fc.property(fc.array(change, { maxLength: 3 }), message, (changes, other) => {
      const given = structuredClone({ info: whole.info, trace: { ...whole.trace } });
      for (const one of changes) changed(given, one);
      for (const one of [given, other]) {
        const info = checkedInfo(one?.info);
        const trace = checkedTrace(one?.trace);
        if (!info) continue;
        const request = { parameters: sandbox.parameters };
        const run = {
          request,
          info,
          trace,
          labs: { count: 1, shown: 1 },
          lines: [],
          hidden: false,
        };
        show(resultOf(run));
      }
    }),
    { numRuns: COUNT, seed: SEED },
  );
});

test('rows that a notebook’s program claims are those of its recording, each once', () => {
  const column = [1, 2, 3];
  const trace = { op: [0, 0, 0], names: ['add'], shape: [0, 0, 0], shapes: [[1]], waits: [] };
  for (const name of ['enqueued', 'started', 'ended', 'submitted', 'completed'])
    trace[name] = column;
  const counted = (...parts) => {
    const sites = { line: new Float64Array(), row: new Float64Array() };
    const life = { trace, waits: [], sites, lines: undefined };
    const given = parts.map(([first, end], cell) => ({ cell, from: 0, to: 1, first, end }));
    const lives = livesOf({ ...life, parts: given }, new Lines());
    return [...lives.values()].map(({ operations }) => operations.length);
  };
  assert.deepEqual(counted([0, 2], [2, 3]), [2, 1]);
  // Such numbers once made an endless loop, which would block the page's thread.
  assert.deepEqual(counted([-1e15, 1e15], [-1e15, 1e15]), [3, 0]);
  assert.deepEqual(counted(['a', 3], [NaN, 3], [0, 3]), [3]);
});

/** Changes of a link's letters in transmission. */
const damage = fc.record({
  at: fc.nat(),
  act: fc.constantFrom('replace', 'remove', 'add', 'cut'),
  letters: fc.string({ maxLength: 4 }),
});

test(`${COUNT} packed links, whole and damaged, are rejected with a code or unfold to a document`, async (t) => {
  const seen = { broken: 0, rejected: 0, read: 0 };
  await fc.assert(
    fc.asyncProperty(documentText, fc.array(damage, { maxLength: 2 }), async (text, damages) => {
      let packed = await pack(text);
      for (const { at, act, letters } of damages) {
        const place = at % packed.length;
        const rest = { replace: 1, remove: 3, add: 0, cut: Infinity }[act];
        const put = act === 'remove' || act === 'cut' ? '' : letters;
        packed = packed.slice(0, place) + put + packed.slice(place + rest) || 'A';
      }
      try {
        readResult(await unpack(packed));
        seen.read += 1;
      } catch (error) {
        assert.ok(error instanceof Fault, String(error?.stack));
        seen[error.code === 'BROKEN_LINK' ? 'broken' : 'rejected'] += 1;
      }
    }),
    { numRuns: COUNT, seed: SEED },
  );
  t.diagnostic(JSON.stringify(seen));
  assert.ok(Object.values(seen).every((count) => count > COUNT / 20));
});

/** The part behind the # of an address. */
const hash = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc
    .tuple(
      fc.constantFrom(...opened.keys(), 'constructor', ''),
      fc.dictionary(
        fc.oneof(
          fc.constantFrom('n', 'preset', 'device', 'hide', 'code', 'result', 'lang', '__proto__'),
          fc.string({ maxLength: 12 }),
        ),
        fc.oneof(fc.string(), fc.double().map(String)),
        { noNullPrototype: true },
      ),
    )
    .map(([name, values]) => `${name}?${new URLSearchParams(values)}`),
);

/** Whether a parameter accepts a value, by the experiment's declaration alone. */
function allowed({ min, max, choices, text, auto, problem }, value) {
  if (choices) return choices.includes(value);
  if (text) return typeof value === 'string' && value.length <= text && !problem?.(value, String);
  return (
    (auto !== undefined && value === 'auto') ||
    (Number.isInteger(value) && value >= min && value <= max)
  );
}

test(`${COUNT} addresses: each says what it asks for in vain, and sets nothing else`, () => {
  fc.assert(
    fc.property(hash, (given) => {
      const { name, parameters } = read({ hash: `#${given}` });
      const experiment = opened.get(name);
      if (!experiment) return;
      const { values, device, wrong } = asked(experiment, parameters);
      assert.ok(Array.isArray(wrong));
      for (const key of Object.keys(values ?? {})) assert.ok(key in experiment.parameters, key);
      for (const [key, value] of Object.entries(values ?? {}))
        assert.ok(allowed(experiment.parameters[key], value), `${key} = ${value}`);
      const devices = [null, ...devicesOf(experiment), ...machinesOf(experiment)];
      assert.ok(devices.includes(device), device);
      // A name that neither the page nor the experiment has is reported as wrong.
      const known = [...PAGE, ...PACKED, 'preset', 'device'];
      for (const [key, value] of [...parameters].slice(0, MOST_ASKED))
        if (!known.includes(key) && !(key in experiment.parameters))
          assert.ok(
            wrong.some((one) => one.name === key && one.value === value),
            key,
          );
    }),
    { numRuns: COUNT, seed: SEED },
  );
});
