// The owners of an array, its lifetime, and its description: dispose, using, tidy, views, the finalizer, toString.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, blank, onPage } from './lab.mjs';

for (const device of ['webgpu', 'cpu']) {
  test(`on ${device}: nothing can be done with a disposed array, and disposing it again is fine`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect, thrown, rejected, NDArray }, device) => {
        const lab = await connect({ device });
        const a = lab.nd.ones([2, 2]);
        const gone = lab.nd.ones([2, 2]);
        const size = gone.size; // the shape is known from here on
        gone.dispose();
        gone.dispose();
        const { operationNames } = await import('/www/pkg/asynclab.js');
        const written = Object.getOwnPropertyNames(Object.getPrototypeOf(NDArray.prototype));
        const names = [...written, ...operationNames()].filter(
          (name) => typeof a[name] === 'function' && name !== 'constructor',
        );
        // Most methods take a shape of four elements, an axis or index, or an array.
        const axis =
          'sum mean max min prod norm var std argmax argmin argsort cumsum softmax logSoftmax slice sort at';
        const given = {
          ...Object.fromEntries(axis.split(' ').map((name) => [name, [0]])),
          reshape: [[4]],
          broadcastTo: [[1, 2, 2]],
          transpose: [[1, 0]],
          split: [2],
          pad: [1, 1],
          segmentSum: [[0, 1], 2],
        };
        const calls = names.map((name) => [
          name,
          thrown(() => gone[name](...(given[name] ?? [a]))),
          thrown(() => a[name](...(given[name] ?? [a]))),
        ]);
        for (const name of ['shape', 'size', 'T']) calls.push([name, thrown(() => gone[name])]);
        for (const name of ['waitToRead', 'data', 'item', 'print'])
          calls.push([name, await rejected(() => gone[name]())]);
        gone.dispose();
        return { size, text: String(gone), calls };
      },
      device,
    );
    assert.deepEqual([seen.size, seen.text], [4, 'NDArray (disposed)']);
    assert.ok(seen.calls.length > 25);
    for (const [name, error, valid] of seen.calls) {
      assertError(error, 'DISPOSED', /the array was disposed; keep it until its last use/);
      assert.ok(!valid, `${name} rejects what this test gives it`);
    }
  });

  test(`on ${device}: a view keeps the elements that it shares`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const used = async () => (await lab.waitAll(), lab.memory().used);
        const bytes = [];
        const x = lab.nd.full([64, 16], 3);
        bytes.push(await used());
        const middle = x.reshape([16, -1]);
        const view = middle.reshape(-1);
        bytes.push(await used());
        x.dispose();
        middle.dispose();
        bytes.push(await used());
        const other = lab.nd.full([64, 16], 5); // would take the memory, were it free
        const values = [...new Set(await view.data()), ...new Set(await other.data())];
        other.dispose();
        view.reshape([8, 128]).dispose();
        bytes.push(await used());
        view.dispose();
        bytes.push(await used());
        return { bytes, values };
      },
      device,
    );
    assert.deepEqual(seen.values, [3, 5]);
    assert.deepEqual(seen.bytes, [4096, 4096, 4096, 4096, 0]);
  });

  test(`on ${device}: the text of an array has its shape, device and state, and never waits`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const texts = [];
        const a = lab.nd.ones([300, 300]);
        const b = a.dot(a);
        texts.push(String(b));
        await b.waitToRead();
        const c = b.dot(b);
        texts.push(String(b), `${c}`);
        await lab.waitAll();
        const d = c.sum();
        texts.push(String(c), String(d), lab.stateOf(a));
        const value = await d.item();
        texts.push(String(d), value > 0);
        lab.loseDevice();
        const e = lab.nd.zeros([2]);
        await lab.waitAll().catch(() => {});
        texts.push(String(c), lab.stateOf(e));
        return texts;
      },
      device,
    );
    const matrix = `NDArray [300, 300] float32 on ${device}`;
    const scalar = `NDArray [] float32 on ${device}`;
    assert.deepEqual(seen.slice(0, 6), [
      `${matrix}, queued`,
      `${matrix}, done`,
      `${matrix}, queued`,
      `${matrix}, done`,
      `${scalar}, queued`,
      'done',
    ]);
    assert.deepEqual(seen.slice(6, 8), [`${scalar}, done`, true]);
    assert.equal(seen.at(-1), 'failed');
    assert.match(seen.at(-2), /^NDArray \[.*\] float32 on .*, done$/);
  });
}

test('in a blocking lab every array is done', async (t) => {
  const text = await onPage(await blank(t), async ({ connect }) => {
    const { nd } = await connect({ device: 'cpu', blocking: true });
    return String(nd.ones([2, 3]).exp());
  });
  assert.equal(text, 'NDArray [2, 3] float32 on cpu, done');
});

test('`using` disposes at the end of its block', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'cpu' });
    const fallback = `const a = nd.ones([2]); list.push(a, String(a)); a[Symbol.dispose]();`;
    const block = `{ using a = nd.ones([2]); list.push(a, String(a)); }`;
    const list = [];
    let run;
    try {
      run = new Function('nd', 'list', block);
    } catch {
      run = new Function('nd', 'list', fallback); // a browser that does not know the syntax
    }
    run(lab.nd, list);
    return list.map(String);
  });
  assert.equal(seen[0], 'NDArray (disposed)');
  assert.match(seen[1], /^NDArray \[2\] float32/);
});

test('tidy keeps what is returned, nested and in lists and objects, and nothing else', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown, LabError }) => {
    const lab = await connect({ device: 'cpu' });
    const { nd } = lab;
    const alive = (arrays) => arrays.map((array) => array.id !== 0);
    const outside = nd.ones([2]);
    const all = {};
    const kept = lab.tidy(() => {
      all.temporary = nd.ones([3]);
      const inner = lab.tidy(() => {
        all.inner = nd.ones([4]);
        return { sum: all.inner.sum(), outside };
      });
      all.after = inner.outside.add(inner.sum);
      return [inner.sum, all.after];
    });
    const result = [alive(Object.values(all)), alive([...kept, outside])];
    const early = lab.tidy(() => {
      const x = nd.ones([2]);
      x.dispose();
      return 7;
    });
    let thrownInside;
    const failed = thrown(() =>
      lab.tidy(() => {
        lab.tidy(() => (thrownInside = [nd.ones([1])]));
        thrownInside.push(nd.ones([1]));
        throw new LabError('MINE', 'mine');
      }),
    );
    let late;
    const promise = thrown(() => lab.tidy(async () => (late = nd.ones([1]))));
    const afterwards = nd.ones([1]); // belongs to no scope
    lab.tidy(() => {});
    return {
      result,
      early,
      failed: failed.code,
      inside: alive(thrownInside),
      promise,
      late: alive([late, afterwards]),
    };
  });
  const { promise, ...rest } = seen;
  assertError(promise, 'NOT_SYNCHRONOUS', /^tidy:.*asynchronous/);
  assert.deepEqual(rest, {
    result: [
      [false, false, true],
      [true, true, true],
    ],
    early: 7,
    failed: 'MINE',
    inside: [false, false],
    late: [false, true],
  });
});

test('what a program forgets is given back by the garbage collector, views and all', async (t) => {
  const page = await blank(t);
  const held = await onPage(page, async ({ connect }) => {
    globalThis.lab = await connect({ device: 'cpu' });
    const { nd } = globalThis.lab;
    globalThis.kept = nd.full([16, 16], 2).reshape(-1);
    for (let i = 0; i < 40; i += 1) nd.ones([8, 32]).reshape([16, 16]).T;
    await globalThis.lab.waitAll();
    return globalThis.lab.memory().used;
  });
  assert.equal(held, 1024 + 40 * 2048, 'a view shares its bytes');
  const tools = await page.createCDPSession();
  let used = held;
  for (let attempt = 0; used > 1024 && attempt < 100; attempt += 1) {
    await tools.send('HeapProfiler.collectGarbage');
    used = await onPage(page, async () => {
      await new Promise((resolve) => setTimeout(resolve));
      await globalThis.lab.waitAll();
      return globalThis.lab.memory().used;
    });
  }
  assert.equal(used, 1024, 'all but the view that the program still has');
  assert.equal(await onPage(page, () => globalThis.kept.sum().item()), 512);
});

for (const device of ['webgpu', 'cpu', 'sim'])
  test(`on ${device}: labs that were closed are collected, with all that they had on this thread`, async (t) => {
    const page = await blank(t);
    await onPage(
      page,
      async ({ connect }, device) => {
        globalThis.gone = 0;
        globalThis.registry = new FinalizationRegistry(() => (globalThis.gone += 1));
        for (let i = 0; i < 4; i += 1) {
          const lab = await connect({ device });
          await lab.nd.ones([8, 8]).sum().item();
          await lab.close();
          globalThis.registry.register(lab);
        }
      },
      device,
    );
    const tools = await page.createCDPSession();
    let gone = 0;
    for (let attempt = 0; gone < 4 && attempt < 100; attempt += 1) {
      await tools.send('HeapProfiler.collectGarbage');
      gone = await onPage(page, async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return globalThis.gone;
      });
    }
    assert.equal(gone, 4);
  });
