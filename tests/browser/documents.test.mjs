// Documents from elsewhere, changed in every way that fast-check thinks of: each is refused with a code, or read, judged and drawn
// to the end. ASYNCLAB_DOCUMENTS says how many, ASYNCLAB_SEED which; without, few and always the same. Without a browser, but for
// what is drawn (tested in link.test.mjs and compare.test.mjs).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { factsOf, revive as reviveTrace } from '../../www/charts/lives.js';
import { experiments } from '../../www/experiments/index.js';
import { Fault } from '../../www/kit/faults.js';
import { sayerOf } from '../../www/kit/say.js';
import { complaintsOf } from '../../www/kit/words.js';
import { revive } from '../../www/page/revive.js';
import { checkedInfo, checkedTrace } from '../../www/sandbox/checked.js';
import { resultOf } from '../../www/experiments/sandbox/judge.js';
import './fixtures/words.mjs';
import { site } from './harness.mjs';

const COUNT = Number(process.env.ASYNCLAB_DOCUMENTS ?? 1000);
const SEED = Number(process.env.ASYNCLAB_SEED ?? 1);

await site(); // builds the check of documents where it is not built
const { readResult } = await import('../../www/page/compare/reading.js');
const opened = new Map(
  await Promise.all(
    experiments.map(async ({ name, load }) => [name, { ...(await load()).default, name }]),
  ),
);
const recordings = [...opened.keys()].map((name) => {
  const url = new URL(`../../www/experiments/${name}/recording.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8'));
});

/** Values that documents have no reason to hold. */
const strange = fc.oneof(
  { weight: 3, arbitrary: fc.double() },
  fc.constantFrom(0, -1, 1, 0.5, 255, 256, 2 ** 31, 2 ** 32, 2 ** 53, 1e12, 1e18, 1e308, -1e308),
  fc.constantFrom(null, true, '', 'x', '<b>', '\u202e', 'constructor', 'auto', 'ms', 'webgpu'),
  fc.string({ maxLength: 300 }),
  fc.constantFrom([], {}, [[]], { length: 2e9 }, { value: null, unit: 'share' }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A change of a document: at some place, reached by choosing a part at each step. */
const change = fc.record({
  way: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
  act: fc.constantFrom('replace', 'replace', 'remove', 'repeat', 'add'),
  value: strange,
  name: fc.oneof(
    fc.constantFrom('__proto__', 'length', 'device', 'x'),
    fc.string({ maxLength: 9 }),
  ),
});

/** Carries out one change. @param {any} document */
function changed(document, { way, act, value, name }) {
  let at = document;
  let [parent, key] = [null, ''];
  for (const step of way) {
    if (typeof at !== 'object' || at === null) break;
    const keys = Object.keys(at);
    if (keys.length === 0) break;
    [parent, key] = [at, keys[step % keys.length]];
    at = at[key];
  }
  if (parent === null) return;
  if (ArrayBuffer.isView(parent)) {
    if (typeof value === 'number') parent[key] = value;
    return;
  }
  if (act === 'replace') parent[key] = structuredClone(value);
  else if (act === 'remove')
    Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key];
  else if (act === 'repeat' && Array.isArray(parent)) parent.push(...Array(200).fill(parent[key]));
  else if (
    act === 'add' &&
    typeof at === 'object' &&
    at &&
    !Array.isArray(at) &&
    !ArrayBuffer.isView(at)
  )
    at[name] = structuredClone(value);
}

/** All that the page does with a result before it draws. @param {any} result */
function show(result) {
  const experiment = opened.get(result.experiment);
  if (!experiment) return;
  const say = sayerOf(experiment.name);
  // A document that cannot be said is refused by the page.
  complaintsOf(() => {
    for (const { key, values } of [result.finding, ...result.distortions])
      if (say.has(key)) say(key, values);
    experiment.lines(result, say);
    experiment.table(result, say);
    say('caption', { ...result.parameters, ...result.measures });
    for (const figure of experiment.figures) figure.of?.(result, say);
    experiment.program(result.parameters, result);
  });
  if (result.trace) factsOf(reviveTrace(result.trace), 'scalar');
}

test(`${COUNT} changed documents are refused with a code, or read, judged and counted to the end`, (t) => {
  const seen = { refused: 0, read: 0, slowest: 0, failed: new Map() };
  fc.assert(
    fc.property(
      fc.nat(recordings.length - 1),
      fc.array(change, { minLength: 0, maxLength: 4 }),
      (which, changes) => {
        const document = structuredClone(recordings[which]);
        for (const one of changes) changed(document, one);
        const text = JSON.stringify(document) ?? 'null';
        const before = process.cpuUsage();
        try {
          const result = readResult(text);
          seen.read += 1;
          const whole = revive(result);
          try {
            show(whole);
          } catch (error) {
            // The page catches it and refuses the document; nothing else may come out of there.
            assert.ok(error instanceof Error);
            const [line] = String(error.stack)
              .split('\n')
              .slice(0, 2)
              .map((one) => one.trim());
            seen.failed.set(line, (seen.failed.get(line) ?? 0) + 1);
          }
        } catch (error) {
          assert.ok(error instanceof Fault, String(error?.stack));
          seen.refused += 1;
        }
        const { user, system } = process.cpuUsage(before);
        const per = (user + system) / 1000 / Math.max(1, text.length / 1e5);
        seen.slowest = Math.max(seen.slowest, per);
      },
    ),
    { numRuns: COUNT, seed: SEED },
  );
  t.diagnostic(
    `${seen.refused} refused, ${seen.read} read; slowest ${Math.round(seen.slowest)} ms of the processor for each 100 kB`,
  );
  for (const [line, count] of seen.failed) t.diagnostic(`${count} × ${line}`);
  assert.ok(
    seen.refused > COUNT / 10 && seen.read > COUNT / 10,
    'the changes are too many or too few',
  );
});

/** A message of a program, as the structured clone carries it. */
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
      for (const told of [given, other]) {
        const info = checkedInfo(told?.info);
        const trace = checkedTrace(told?.trace);
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
