// The cost of watching a program of hand-written WebGPU: `node bench/watch.mjs [ROUNDS]`. Build first (`cargo xtask serve`): it takes the
// script from `www/pkg/watch.js`. Enqueuing is processor time of the page's thread, which other work on the machine does not change; the
// total is the time until all is complete. The ways take turns. The table has lower quartiles, since noise only adds time.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { launch } from '../xtask/browser/launch.mjs';
import { layOut } from '../xtask/browser/table.mjs';

const WAYS = {
  'not watched': null,
  'asking alone': 'ask',
  'stacks: none': { stacks: 'none' },
  'stacks: waits (default)': {},
  'stacks: all': { stacks: 'all' },
  'timestamps, stacks: all': { stacks: 'all', timestamps: true },
};
/** Submissions of a burst, by dispatches a submission. */
const BURSTS = { 1: 1000, 32: 300 };
const rounds = Number(process.argv[2] ?? 15);
const files = {
  '/library.js': '../tests/browser/fixtures/watched/library.js',
  '/watch.js': '../www/pkg/watch.js',
};
const server = createServer(async ({ url }, response) => {
  const file = files[url];
  const type = file ? 'text/javascript' : 'text/html';
  const body = file ? await readFile(new URL(file, import.meta.url)) : '<!doctype html>';
  response.writeHead(200, { 'content-type': type }).end(body);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const browser = await launch();
/** @type {Map<string, number[]>} */
const samples = new Map();
const note = (key, value) => samples.set(key, [...(samples.get(key) ?? []), value]);
try {
  const page = await browser.newPage();
  const client = await page.createCDPSession();
  await client.send('Performance.enable');
  const used = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return 1e6 * metrics.find(({ name }) => name === 'ThreadTime').value;
  };
  const timed = async (act, ...given) => {
    const before = await used();
    const from = await page.evaluate(act, ...given);
    return { took: (await used()) - before, from };
  };
  for (let round = 0; round < rounds; round += 1)
    for (const [way, options] of Object.entries(WAYS)) {
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      await page.evaluate(begin, options);
      // A driver's call that does nothing takes time, too.
      const { took: nothing } = await timed(() => 0);
      for (const [each, count] of Object.entries(BURSTS)) {
        const { took, from } = await timed(burst, count, Number(each));
        note(`${way} ${each}`, (took - nothing) / (count * each));
        const end = await page.evaluate(() =>
          globalThis.adder.wait().then(() => performance.now()),
        );
        note(`${way} total ${each}`, end - from);
      }
    }
} finally {
  await browser.close();
  server.close();
}

const quartile = (key) => samples.get(key).sort((a, b) => a - b)[Math.floor(rounds / 4)];
const rows = Object.keys(WAYS).map((way) => [
  way,
  ...['1', '32', 'total 32'].flatMap((each) => {
    const [value, plain] = [quartile(`${way} ${each}`), quartile(`not watched ${each}`)];
    return [value.toFixed(2), (value / plain).toFixed(2)];
  }),
]);
const columns = ['way', '1 dispatch a submission, µs', '×', '32 a submission, µs a dispatch', '×'];
console.log(layOut({ columns: [...columns, 'total of 32, ms', '×'], rows }));

/** Runs in the page: begins to watch, or only calls `onSubmittedWorkDone` after each submission, which every way to see its completion does. */
async function begin(options) {
  const { Adder } = await import('/library.js');
  if (options === 'ask') {
    const { submit, onSubmittedWorkDone } = GPUQueue.prototype;
    globalThis.seen = 0;
    GPUQueue.prototype.submit = function (buffers) {
      submit.call(this, buffers);
      onSubmittedWorkDone.call(this).then(() => (globalThis.seen += 1));
    };
  } else if (options) {
    await import('/watch.js');
    globalThis.asynclabWatch.watch(options);
  }
  globalThis.adder = await Adder.open(4096);
  for (let i = 0; i < 200; i += 1) globalThis.adder.add(8);
  await globalThis.adder.wait();
}

/** Runs in the page. */
function burst(count, each) {
  const from = performance.now();
  for (let i = 0; i < count; i += 1) globalThis.adder.add(each);
  return from;
}
