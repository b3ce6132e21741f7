// Arrays as a program sees them: results of operations, random numbers, and the ownership of memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICES, blank, onPage, usedAfterCollection } from './lab.mjs';

for (const device of DEVICES) {
  test(`on ${device}: the first program prints [[3., 3.]]`, async (t) => {
    const page = await blank(t);
    const printed = [];
    page.on('console', (message) => message.type() === 'log' && printed.push(message.text()));
    const seen = await onPage(
      page,
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const [x, y] = [lab.nd.ones([1, 2]), lab.nd.ones([1, 2])];
        const z = x.mul(y).add(2);
        return [await z.print(), z.shape, z.size, String(z)];
      },
      device,
    );
    assert.deepEqual(seen, ['[[3., 3.]]', [1, 2], 2, `NDArray [1, 2] float32 on ${device}, done`]);
    assert.deepEqual(printed, ['[[3., 3.]]']);
  });

  test(`on ${device}: operators, broadcasting, sums and products`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const { nd } = await connect({ device });
        const a = nd.array([
          [1, 2, 3],
          [4, 5, 6],
        ]);
        const row = nd.array([10, 20, 30]);
        const column = nd.array(Float64Array.of(1, 2), [2, 1]);
        const results = {
          row: a.add(row),
          column: a.mul(column),
          outer: row.sub(column),
          scalars: a.mul(2).sub(1).div(4),
          left: nd.sub(1, nd.div(60, a)),
          scalar: nd.array(7).add(row),
          total: a.sum(),
          down: a.sum(0),
          across: a.sum(-1),
          both: a.sum([0, 1]),
          kept: a.sum(1, { keepDims: true }),
          dot: a.dot(nd.full([3, 1], 2)),
          matmul: nd.matmul(nd.ones([1, 2]), a),
          empty: nd.zeros([0, 3]).add(1),
          sumOfNone: nd.zeros([0, 3]).sum(0),
        };
        const all = Object.entries(results).map(async ([name, array]) => [
          name,
          array.shape,
          [...(await array.data())],
        ]);
        return [await Promise.all(all), await results.total.item()];
      },
      device,
    );
    assert.deepEqual(seen, [
      [
        ['row', [2, 3], [11, 22, 33, 14, 25, 36]],
        ['column', [2, 3], [1, 2, 3, 8, 10, 12]],
        ['outer', [2, 3], [9, 19, 29, 8, 18, 28]],
        ['scalars', [2, 3], [0.25, 0.75, 1.25, 1.75, 2.25, 2.75]],
        ['left', [2, 3], [-59, -29, -19, -14, -11, -9]],
        ['scalar', [3], [17, 27, 37]],
        ['total', [], [21]],
        ['down', [3], [5, 7, 9]],
        ['across', [2], [6, 15]],
        ['both', [], [21]],
        ['kept', [2, 1], [6, 15]],
        ['dot', [2, 1], [12, 30]],
        ['matmul', [1, 3], [5, 7, 9]],
        ['empty', [0, 3], []],
        ['sumOfNone', [3], [0, 0, 0]],
      ],
      21,
    ]);
  });

  test(`on ${device}: memory adds up, and all of it comes back`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const { nd } = lab;
        const at = [];
        const look = async () => {
          await lab.waitAll();
          at.push(lab.memory());
        };
        const kept = lab.tidy(() => {
          const inner = lab.tidy(() => [nd.ones([64, 64]).add(1), nd.ones([32]).mul(3)]);
          return inner[0].mul(2);
        });
        await look();
        const values = new Set(await kept.data());
        {
          const using = nd.zeros([256]);
          using[Symbol.dispose]();
          at.disposed = String(using);
        }
        kept.dispose();
        kept.dispose();
        await look();
        lab.trim();
        await look();
        return { at: [...at], disposed: at.disposed, values: [...values] };
      },
      device,
    );
    assert.equal(seen.disposed, 'NDArray (disposed)');
    assert.deepEqual(seen.values, [4]);
    for (const { used, pending, pooled, allocated, peak } of seen.at) {
      assert.equal(allocated, used + pending + pooled);
      assert.ok(peak >= allocated);
    }
    const [working, disposed, trimmed] = seen.at;
    assert.equal(working.used, 64 * 64 * 4, 'only the array that left the outermost tidy');
    assert.deepEqual([disposed.used, disposed.pending], [0, 0]);
    assert.equal(trimmed.allocated, 0);
  });
}

test('tidy disposes also when its function throws, and gives its error on', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'cpu' });
    let inside;
    try {
      lab.tidy(() => {
        inside = lab.nd.ones([8]);
        throw new RangeError('mine');
      });
    } catch (error) {
      return [error.name, String(inside)];
    }
  });
  assert.deepEqual(seen, ['RangeError', 'NDArray (disposed)']);
});

test('the same seed gives the same numbers, on every device and in every lab', async (t) => {
  const seen = await onPage(
    await blank(t),
    async ({ connect }, devices) => {
      const draws = async (options) => {
        const lab = await connect(options);
        const { random } = lab.nd;
        const arrays = {
          uniform: random.uniform([33, 31], { seed: 5 }),
          normal: random.normal([33, 31], { seed: 5, mean: 1, std: 2 }),
          first: random.uniform([64]),
          second: random.uniform([64]),
          given: random.uniform([64], { seed: options.seed }),
        };
        const read = Object.entries(arrays).map(async ([name, array]) => [
          name,
          await array.data(),
        ]);
        const found = Object.fromEntries(await Promise.all(read));
        lab.close();
        return found;
      };
      const bits = (values) => String(new Uint32Array(values.buffer));
      const reference = await draws({ device: 'cpu', seed: 3 });
      const others = await Promise.all([
        draws({ device: 'cpu', seed: 3 }),
        ...devices.map((device) => draws({ device, seed: 3 })),
      ]);
      const other = await draws({ device: 'cpu', seed: 4 });
      return {
        same: others.map(({ uniform, normal, first, second }) => ({
          uniform: bits(uniform) === bits(reference.uniform),
          lab: bits(first) + bits(second) === bits(reference.first) + bits(reference.second),
          normal: Math.max(...normal.map((value, i) => Math.abs(value - reference.normal[i]))),
        })),
        calls: bits(reference.first) !== bits(reference.second),
        seeds: bits(reference.first) !== bits(other.first),
        explicit: bits(reference.uniform) === bits(other.uniform),
        // A call with the lab's seed as its option repeats no call without a seed.
        given: ['first', 'second'].every((name) => bits(reference.given) !== bits(reference[name])),
        range: reference.uniform.every((value) => value >= 0 && value < 1),
      };
    },
    DEVICES,
  );
  const { same, ...rest } = seen;
  for (const { uniform, lab, normal } of same) {
    assert.ok(uniform && lab);
    assert.ok(normal <= 1e-5, `normal numbers differ by ${normal}`);
  }
  assert.deepEqual(rest, { calls: true, seeds: true, explicit: true, given: true, range: true });
});

for (const device of DEVICES) {
  test(`on ${device}: an array may be disposed as soon as nothing else is asked of it`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const { nd } = await connect({ device });
        const a = nd.full([50], 2);
        const b = a.mul(3);
        const read = a.data();
        const waited = a.waitToRead();
        a.dispose();
        const later = nd.full([50], 9); // may take the name and the memory
        const values = [(await read)[49], (await b.data())[49], (await later.data())[49]];
        return [...values, (await waited) === a];
      },
      device,
    );
    assert.deepEqual(seen, [2, 6, 9, true]);
  });

  test(`on ${device}: no policy changes a result`, async (t) => {
    const policies = [
      {},
      { opsPerSubmit: 1 },
      { maxInFlight: 1 },
      { workPerSubmit: 1 },
      { allocator: 'on-completion' },
      { blocking: true },
      { opsPerSubmit: 3, maxInFlight: 2, workPerSubmit: 1e5, allocator: 'on-completion' },
    ];
    const sums = await onPage(
      await blank(t),
      async ({ connect }, device, policies) => {
        const run = async (policy) => {
          const lab = await connect({ device, ...policy });
          let x = lab.nd.random.uniform([20, 20], { seed: 9 });
          for (let i = 0; i < 30; i += 1) {
            const next = lab.tidy(() => x.dot(x).div(20).add(0.5).sub(x.mul(0.25)));
            x.dispose();
            x = next;
          }
          const bits = String(new Uint32Array((await x.data()).buffer));
          lab.close();
          return bits;
        };
        const results = [];
        for (const policy of policies) results.push(await run(policy));
        return results;
      },
      device,
      policies,
    );
    assert.equal(sums[0].split(',').length, 400);
    sums.forEach((bits, i) => assert.equal(bits, sums[0], JSON.stringify(policies[i])));
  });
}

test('arrays that a program forgets give their memory back', async (t) => {
  const page = await blank(t);
  const held = await onPage(page, async ({ connect }) => {
    globalThis.lab = await connect({ device: 'cpu' });
    for (let i = 0; i < 50; i += 1) globalThis.lab.nd.ones([1024]);
    await globalThis.lab.waitAll();
    return globalThis.lab.memory().used;
  });
  assert.equal(held, 50 * 4096);
  assert.equal(await usedAfterCollection(page), 0);
});
