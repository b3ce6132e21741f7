// Entries for the browser's own profiler: measures with the details for which Chrome draws them on separate tracks
// (developer.chrome.com/docs/devtools/performance/extension), read from a trace as its panel reads them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonSafe } from '../../www/kit/result.js';
import { makeTrace } from './fixtures/trace.mjs';
import { open, sources } from './harness.mjs';

const COLOURS = ['primary', 'secondary', 'tertiary'].flatMap((name) => [
  name,
  `${name}-light`,
  `${name}-dark`,
]);

test('a trace of Chrome’s has the measures with track, group, colour and properties', async (t) => {
  const { page } = await open(t, { path: await sources() });
  await page.tracing.start({ categories: ['blink.user_timing'] });
  const written = await page.evaluate(
    async (given) => {
      const [{ traceFrom }, { markPerformance }] = await Promise.all([
        import('/www/kit/trace-form.js'),
        import('/www/trace/performance.js'),
      ]);
      return markPerformance(traceFrom(given));
    },
    jsonSafe(makeTrace({ count: 4 })),
  );
  const { traceEvents } = JSON.parse(Buffer.from(await page.tracing.stop()).toString());
  const begun = traceEvents.filter(({ ph, name }) => ph === 'b' && name.startsWith('asynclab: '));
  assert.ok(written >= 3 * 8, `${written} measures`);
  assert.equal(begun.length, written);
  const entries = begun.map(({ args }) => JSON.parse(args.detail).devtools);
  for (const { dataType, trackGroup, color, properties } of entries) {
    assert.deepEqual([dataType, trackGroup], ['track-entry', 'asynclab']);
    assert.ok(COLOURS.includes(color), color);
    assert.ok(
      properties.every((pair) => pair.length === 2 && pair.every((x) => typeof x === 'string')),
    );
  }
  const tracks = [...new Set(entries.map(({ track }) => track))].join('\n');
  for (const expected of [/frontend/, /backend/, /device/]) assert.match(tracks, expected);
  // Each measure ends, and not before it began.
  for (const { name, id2, id, ts } of begun) {
    const same = (one) =>
      one.ph === 'e' && one.name === name && (one.id2?.local ?? one.id) === (id2?.local ?? id);
    assert.ok(
      traceEvents.some((one) => same(one) && one.ts >= ts),
      name,
    );
  }
});
