// Other projects' libraries, watched unchanged: the script's counts equal those of hand-wrapped methods.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { found } from './fixtures/firefox.mjs';
import { lacksLibraries, open, serveLibraries } from './fixtures/watched.mjs';

const NAMES = ['hand-written', 'TensorFlow.js', 'jax-js', 'ONNX Runtime Web', 'webgpu-torch'];
const N = 64;
/** The sum of ten products of the matrix in `libraries.js`. */
const TOTAL = (() => {
  const a = Float32Array.from({ length: N * N }, (_, i) => ((i % 7) - 3) / N);
  let sum = 0;
  for (let k = 0; k < N; k += 1) {
    let [column, row] = [0, 0];
    for (let i = 0; i < N; i += 1) {
      column += a[i * N + k];
      row += a[k * N + i];
    }
    sum += column * row;
  }
  return 10 * sum;
})();
let site;

/** Runs a loop of a library. Counts come from methods that are wrapped by hand, before the script. */
async function run(t, browser, { name, loop, watched }) {
  const { page } = await open(t, await (site ??= serveLibraries()), browser);
  return page.evaluate(
    async ({ name, loop, watched, n }) => {
      const counts = { submissions: 0, dispatches: 0, maps: 0 };
      const count = (type, method, what) => {
        const { prototype } = globalThis[type];
        const own = prototype[method];
        prototype[method] = function (...given) {
          counts[what] += 1;
          return Reflect.apply(own, this, given);
        };
      };
      count('GPUQueue', 'submit', 'submissions');
      count('GPUComputePassEncoder', 'dispatchWorkgroups', 'dispatches');
      count('GPUBuffer', 'mapAsync', 'maps');
      await import('/watch.js');
      const watch = watched && globalThis.asynclabWatch.watch();
      const { libraries } = await import('/libraries/libraries.js');
      const value = await (await libraries[name](n))[loop]();
      const ended = performance.now();
      const counted = { ...counts };
      return { value, counted, ended, recording: watch ? await watch.stop() : null };
    },
    { name, loop, watched, n: N },
  );
}

/**
 * Asserts that work is reported complete before the library's own awaited end, which is a read. The difference and the notification latency are
 * printed. Firefox polls ten times a second, and then answers in another order.
 */
function endsAgree(t, { ended, recording: { submissions, floor, clockStep } }, browser) {
  const { completed, operations } = submissions;
  const last = Math.max(...completed.filter((_, i) => operations[i] > 0));
  const median = floor.toSorted((a, b) => a - b)[floor.length >> 1];
  const early = (ended - last).toFixed(2);
  t.diagnostic(`complete ${early} ms before the awaited end; floor ${median?.toFixed(2)} ms`);
  assert.ok(browser === 'firefox' || last <= ended + (clockStep ?? 1), `${early} ms`);
}

/** @param {'chromium'|'firefox'} browser @param {string} name */
const matches = (browser, name) => async (t) => {
  const plain = await run(t, browser, { name, loop: 'each', watched: false });
  const watched = await run(t, browser, { name, loop: 'each', watched: true });
  const { value, counted, recording } = watched;
  const { submissions, dispatches, maps } = recording.counts;
  t.diagnostic(JSON.stringify({ ...counted, waits: recording.trace.waits.length }));
  assert.equal(value, plain.value);
  assert.ok(Math.abs(value - TOTAL) < 1e-4, `${value} instead of ${TOTAL}`);
  // In Firefox, jax-js makes empty submissions until the browser answers.
  const hastened = browser === 'firefox' && name === 'jax-js';
  const own = hastened ? { submissions: counted.submissions } : {};
  assert.deepEqual(counted, { ...plain.counted, ...own });
  assert.ok(dispatches >= 10 && maps >= 10);
  assert.deepEqual({ submissions, dispatches, maps }, counted);
  assert.equal(recording.counts.faults + recording.counts.unknown, 0);
  assert.ok(recording.trace.waits.length >= 10);
  const once = await run(t, browser, { name, loop: 'once', watched: true });
  endsAgree(t, once, browser);
  t.diagnostic(`read once: ${JSON.stringify(once.counted)}`);
  assert.ok(Math.abs(once.value - TOTAL) < 1e-4);
  assert.ok(hastened || once.counted.submissions <= counted.submissions);
  assert.ok(once.counted.maps < maps);
  return recording;
};

/**
 * The line at which each library's waits are recorded: the program's call for the number. In jax-js it is a line of the library, which works
 * asynchronously before it maps its buffer, and JavaScript engines do not keep the stack.
 */
const LINES = {
  'hand-written': /products\.read\(\)/,
  'TensorFlow.js': /await total\.data\(\)/,
  'ONNX Runtime Web': /await total\.getData\(\)/,
  'webgpu-torch': /await total\.toArrayAsync\(\)/,
};

for (const name of NAMES)
  test(
    `${name}: counts are those of hand-wrapped methods, and waits name the line that reads`,
    { skip: lacksLibraries },
    async (t) => {
      const { places, waitPlaces, trace } = await matches('chromium', name)(t);
      const program = new URL('../../bench/libraries/libraries.js', import.meta.url);
      const lines = (await readFile(program, 'utf8')).split('\n');
      const seen = [...new Set(waitPlaces.map((place) => places[place]))];
      t.diagnostic(seen.join(', '));
      const own = seen.map((place) => /libraries\.js:(\d+)$/.exec(place)?.[1]);
      if (!LINES[name]) {
        assert.ok(seen.every((place) => /^WebGPUBackend\.read at \S*jax\.js:\d+$/.test(place)));
        return;
      }
      for (const line of own) assert.match(lines[line - 1] ?? '', LINES[name]);
      for (const { line } of trace.waits) assert.ok(own.includes(String(line)));
    },
  );

for (const name of NAMES)
  test(
    `${name} in Firefox: counts are those of hand-wrapped methods`,
    { skip: lacksLibraries || (!found && 'Firefox is not installed') },
    matches('firefox', name),
  );
