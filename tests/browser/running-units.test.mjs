// Runs without a browser: the context that an experiment measures in, the pace of a device, and hidden tabs. Labs are stand-ins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Context } from '../../www/run/context.js';
import { paceOf } from '../../www/run/pace.js';
import { parametersOf } from '../../www/run/rates.js';
import { Visibility } from '../../www/run/visibility.js';

test('a tab that was hidden is reported once, and as long as it is', () => {
  const visibility = new Visibility();
  const seen = [visibility.ask()];
  for (const hidden of [true, false]) {
    visibility.update(hidden);
    seen.push(visibility.ask(), visibility.ask());
  }
  assert.deepEqual(seen, [false, true, true, true, false]);
});

/** A context, the messages that it posted, and the options of the labs that it connected. */
function context(more = {}) {
  const [posted, asked] = [[], []];
  const ctx = new Context({
    connect: async (options, compiler) => {
      asked.push({ options, compiler });
      if (options.fails) throw new Error('no lab');
      return {
        now: () => options.now ?? 0,
        calibrate: async () => ({ floor: { median: 0 } }),
        close: async () => options.held ?? 0,
      };
    },
    device: 'cpu',
    post: (message) => posted.push(message),
    hidden: () => false,
    ...more,
  });
  return { ctx, posted, asked };
}

test('progress: steps count up to what is expected, notes are of the step before, and the time left never grows negative', (t) => {
  const { ctx, posted } = context();
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  ctx.expect(3);
  ctx.note('early');
  ctx.step('a', { n: 1 });
  ctx.takes(500);
  now = 200;
  ctx.note('b');
  ctx.extend(2);
  now = 900;
  ctx.step('c');
  ctx.expect(1);
  ctx.step('d');
  assert.deepEqual(
    posted.map(({ key, done, total, left }) => [key, done, total, left]),
    [
      ['early', 0, 3, null],
      ['a', 0, 3, null],
      ['b', 0, 3, 300],
      ['c', 1, 5, 0],
      ['d', 0, 1, 0],
    ],
  );
  assert.deepEqual(posted[1].values, { n: 1 });
  ctx.live('figure', 5);
  assert.deepEqual(posted.at(-1), { type: 'live', figure: 'figure', data: 5 });
});

test('labs: machines have noise that goes on from lab to lab, compilers are loaded where asked for, and all are closed', async () => {
  const { ctx, asked } = context({ device: 'sim', machine: 'phone', sim: { seed: 7, t1: 1 } });
  for (const more of [
    { now: 5, held: 3 },
    { now: 6, held: 4, sim: { t1: 2 } },
  ])
    await ctx.connect({ device: 'sim', ...more });
  await assert.rejects(ctx.connect({ fails: true }, { compiles: true }), /no lab/);
  assert.deepEqual(
    asked.map(({ options: { machine, sim } }) => [machine, sim.seed, sim.t1]),
    [
      ['phone', 7, 1],
      ['phone', 100_007, 2],
      ['phone', 200_007, 1],
    ],
  );
  assert.equal(asked[0].compiler, undefined);
  assert.equal(typeof (await asked[2].compiler).compiled, 'function');
  assert.equal(await ctx.elapsed(), 11);
  const described = await ctx.described();
  assert.deepEqual([described.seed, described.t1, described.poll], [7, 1, 2]);
  assert.equal(await ctx.close(), 7);
  await assert.rejects(ctx.connect({}), { code: 'STOPPED' });
  const plain = context();
  await plain.ctx.connect({ device: 'cpu' });
  assert.deepEqual([plain.asked[0].options.machine, await plain.ctx.described()], [undefined, {}]);
});

test('a tab that was hidden in all rounds that there was time for leaves none', async () => {
  let time = 0;
  const { ctx } = context({
    machine: 'phone',
    hidden: () => true,
    connect: async () => ({
      now: () => time,
      calibrate: async () => ({ floor: { median: 200, high: 200 } }),
    }),
  });
  await ctx.connect({});
  const way = async () => ({ way: (time += 6000) });
  await assert.rejects(ctx.interleave({ way }, 6), { code: 'TAB_HIDDEN' });
  assert.equal(time, 12_000);
});

/** A lab whose products take `cubed` ns for each n³ and whose operations take `operation` ms, on a clock with steps. */
function paced({ cubed, operation, step = 0.1, floor = 0, arrayBytes = 1e9 }) {
  let time = 0;
  const held = new Set();
  let pending = 0;
  const array = (cost) => {
    const one = {
      add: () => ((pending += operation), array()),
      waitToRead: async () => {
        time += pending + floor + (cost ?? 0);
        pending = 0;
      },
      dispose: () => held.delete(one),
    };
    held.add(one);
    return one;
  };
  const sides = [];
  const lab = {
    now: () => Math.floor(time / step) * step,
    info: () => ({
      floor: { median: floor, high: floor },
      clock: { step },
      limits: { arrayBytes },
    }),
    nd: {
      ones: ([n]) => Object.assign(array(), { n }),
      dot: ({ n }) => (sides.push(n), array((cubed * n ** 3) / 1e6)),
    },
  };
  return { lab, held, sides };
}

test('the pace: the first product that shows above the clock and the latency, the time of an operation, and nothing held', async () => {
  const { lab, held, sides } = paced({ cubed: 4, operation: 0.01, floor: 0.4 });
  const { product, operation } = await paceOf(lab);
  // A product of 64³ takes 1 ms: more than eight steps, but less than three notification latencies.
  assert.deepEqual([product.n, held.size, new Set(sides).size], [128, 0, 2]);
  assert.ok(Math.abs(product.ms - (4 * 128 ** 3) / 1e6) <= 0.2, `${product.ms}`);
  assert.equal(sides.length, 10);
  // At least the time itself, at most with both readings a step late.
  assert.ok(operation >= 0.01 - 1e-9 && operation <= 0.01 + 0.4 / 180, `${operation}`);
  const slow = await paceOf(paced({ cubed: 1, operation: 1e-5, step: 1 }).lab);
  assert.ok(slow.operation >= 2 / 1980 && slow.operation < 4 / 1980, `${slow.operation}`);
  const small = await paceOf(paced({ cubed: 1e-6, operation: 1, arrayBytes: 16 * 256 ** 2 }).lab);
  assert.deepEqual([small.product.n, small.product.ms], [256, 0]);
  assert.deepEqual(
    [
      parametersOf('sim').largest,
      parametersOf('sim', 'phone').largest,
      parametersOf('cpu').largest,
    ],
    [64, 4096, 4096],
  );
});
