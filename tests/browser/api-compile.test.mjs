// Compiled functions: each call is one command and has the bits of single calls. Also functions that cannot be compiled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blank, DEVICES, inWorker, onPage } from './lab.mjs';

for (const device of DEVICES) {
  test(`${device}: replays have the bits of eager calls, and shapes are captured once each`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const { nd } = lab;
        const bits = async (array) => Array.from(new Uint32Array((await array.data()).buffer));
        const f = (x, w, { scale }) => {
          const y = x.matmul(w).mul(scale).add(0.1).tanh();
          return { y, sum: y.square().sum(), noise: nd.random.normal([3]).add(1), list: [1, x] };
        };
        const compiled = lab.compile(f);
        const differ = [];
        const same = [];
        for (const [turn, n] of [4, 4, 7, 4, 7].entries()) {
          const x = nd.random.normal([n, 5], { seed: turn });
          const w = nd.random.normal([5, 3], { seed: 9 });
          const got = compiled(x, w, { scale: 0.7 });
          const want = f(x, w, { scale: 0.7 });
          for (const name of ['y', 'sum'])
            differ.push(String(await bits(got[name])) !== String(await bits(want[name])));
          same.push(got.list[1] === x && got.list[0] === 1);
        }
        const other = compiled(nd.ones([4, 5]), nd.ones([5, 3]), { scale: 2 });
        await other.y.waitToRead();
        const { captures, replays, programs } = compiled.info();
        const trace = await lab.profile(
          () => void compiled(nd.ones([4, 5]), nd.ones([5, 3]), { scale: 2 }),
        );
        compiled.dispose();
        const left = compiled.info().programs.length;
        lab.close();
        const names = [...trace.op].map((index) => trace.names[index]);
        const enqueued = new Set(trace.enqueued.slice(2));
        return {
          differ,
          same,
          captures,
          replays,
          signatures: programs.map(({ signature }) => signature),
          left,
          names,
          enqueued: enqueued.size,
          done: trace.completed.every(Number.isFinite),
          kernels: new Set(trace.kernel).size,
          replayed: trace.replayed,
        };
      },
      device,
    );
    assert.deepEqual(seen.differ, Array(10).fill(false));
    assert.deepEqual(seen.same, Array(5).fill(true));
    assert.deepEqual([seen.captures, seen.replays, seen.left], [3, 3, 0]);
    assert.deepEqual(
      seen.replayed,
      [[2, seen.names.length - 2]],
      'all but the two arrays that it is given',
    );
    assert.equal(seen.signatures[0], `[[4, 5]@${device}, [5, 3]@${device}, {"scale": 0.7}]`);
    assert.deepEqual(seen.names, [
      'ones',
      'ones',
      'matmul',
      'mul',
      'add',
      'tanh',
      'square',
      'sum',
      'normal',
      'add',
    ]);
    assert.deepEqual([seen.enqueued, seen.done], [1, true]);
    assert.ok(seen.kernels < seen.names.length, 'operations share kernels');
  });

  test(`${device}: a training step with gradients, dropout and momentum has the bits of eager steps`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const train = async (compile) => {
          const lab = await connect({ device, seed: 3 });
          const { nd, nn, autograd } = lab;
          const net = new nn.Sequential();
          net.add(new nn.Dense(8, { activation: 'relu' }), new nn.Dropout(0.3), new nn.Dense(1));
          net.initialize();
          const loss = new nn.L2Loss();
          const trainer = new nn.Trainer(net, 'sgd', { learningRate: 0.1, momentum: 0.9 });
          const eager = (x, y) => {
            const value = autograd.record(() => loss(net(x), y).mean());
            value.backward();
            trainer.step(1);
            return value;
          };
          const step = compile ? lab.compile(eager) : (x, y) => lab.tidy(() => eager(x, y));
          const losses = [];
          for (let turn = 0; turn < 6; turn += 1) {
            const x = nd.random.normal([16, 4], { seed: turn });
            if (turn === 4) trainer.learningRate = 0.05;
            losses.push(await step(x, x.sum([1], { keepDims: true })).item());
            x.dispose();
          }
          const weights = [];
          const gradients = [];
          for (const w of net.parameters()) {
            weights.push(...(await w.data()));
            gradients.push(...(await w.grad.data()));
          }
          const { steps } = trainer;
          const info = compile ? step.info() : undefined;
          lab.close();
          return { losses, weights, gradients, steps, info };
        };
        const [eager, compiled] = [await train(false), await train(true)];
        return { eager, compiled };
      },
      device,
    );
    const { info, ...compiled } = seen.compiled;
    delete seen.eager.info;
    assert.deepEqual(compiled, seen.eager);
    assert.ok(new Set(compiled.losses).size === 6 && compiled.steps === 6);
    // The first call makes the parameters.
    assert.deepEqual([info.captures, info.replays], [2, 4]);
  });

  for (const [name, options] of Object.entries({
    sgd: { weightDecay: 0.1, momentum: 0.5 },
    adam: {},
  }))
    test(`${device}: steps of ${name} by a schedule are captured once, and have the bits of eager steps`, async (t) => {
      const seen = await onPage(
        await blank(t),
        async ({ connect }, device, name, options) => {
          const train = async (compile) => {
            const lab = await connect({ device, seed: 3 });
            const { nd, nn, autograd } = lab;
            const net = new nn.Dense(3, { inputs: 4 });
            net.initialize();
            const learningRate = nn.schedule.cosine({ from: 0.1, steps: 15, warmup: 4 });
            const trainer = new nn.Trainer(net, name, { learningRate, ...options });
            const eager = (x) => {
              // Two steps, so that the second step of a replay has another number than the first.
              for (let turn = 0; turn < 2; turn += 1) {
                autograd.record(() => net(x).square().mean()).backward();
                trainer.step(1 + turn);
              }
            };
            const step = compile ? lab.compile(eager) : (x) => lab.tidy(() => eager(x));
            const rates = [];
            for (let turn = 0; turn < 10; turn += 1) {
              step(nd.random.normal([16, 4], { seed: turn }));
              rates.push(trainer.learningRate);
            }
            const weights = [];
            for (const w of net.parameters())
              weights.push(...new Uint32Array((await w.data()).buffer));
            const info = compile ? step.info() : undefined;
            const { steps } = trainer;
            lab.close();
            return { weights, rates, steps, info };
          };
          return { eager: await train(false), compiled: await train(true) };
        },
        device,
        name,
        options,
      );
      const { info, ...compiled } = seen.compiled;
      delete seen.eager.info;
      assert.deepEqual(compiled, seen.eager);
      assert.ok(compiled.steps === 20 && new Set(compiled.rates).size > 5);
      // The first call makes the optimizer's state.
      assert.deepEqual([info.captures, info.replays], [2, 8]);
    });
}

test('a learning rate that the function chooses is one of its constants, and one that cannot be is rejected', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown }) => {
    const lab = await connect({ device: 'cpu' });
    const { nd, nn, autograd } = lab;
    const w = nd.array([0]).attachGrad();
    const trainer = new nn.Trainer([w], 'sgd', { learningRate: 1 });
    const move = () => {
      autograd.record(() => w.sum()).backward();
      trainer.step(1);
    };
    const chosen = lab.compile((rates) => {
      for (const rate of rates) {
        trainer.learningRate = rate;
        move();
      }
    });
    const after = [];
    for (const rates of [[1], [1], [0.5, 0.25], [0.5, 0.25]]) {
      trainer.learningRate = 64;
      chosen(rates);
      after.push(await w.item());
    }
    const given = lab.compile(move);
    given();
    trainer.learningRate = 2;
    given();
    after.push(await w.item());
    trainer.learningRate = -1;
    const { code } = await thrown(given);
    after.push(await w.item(), trainer.steps);
    trainer.learningRate = 1;
    given();
    after.push(await w.item(), given.info().captures);
    lab.close();
    return { after, code };
  });
  assert.deepEqual(seen.after, [-1, -2, -2.75, -3.5, -5.75, -5.75, 8, -6.75, 1]);
  assert.equal(seen.code, 'INVALID_NUMBER');
});

test('waits, reads, kept arrays and other devices are rejected with the line, and nothing is lost', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown }) => {
    const lab = await connect({ device: 'cpu' });
    const { nd } = lab;
    const x = nd.array([1, 2]);
    const kept = [];
    const functions = {
      async read(x) {
        return (await x.sum().item()) > 1 ? x.add(1) : x;
      },
      wait(x) {
        const y = x.add(1);
        y.waitToRead().catch(() => {});
        return y;
      },
      caught(x) {
        try {
          x.dataSync();
        } catch {
          // The function may go on after the error, but cannot be compiled.
        }
        return x.add(1);
      },
      all(x) {
        lab.waitAll();
        return x.add(1);
      },
      permutation: () => nd.random.permutation(4),
      promise: async (x) => x.add(1),
      text: (x) => [new Map([[x, 1]])],
      fails(x) {
        return x.add(nd.ones([3]));
      },
      gradient(x) {
        const w = x.mul(1).attachGrad();
        return lab.autograd.record(() => w.square());
      },
    };
    const errors = {};
    for (const [name, fn] of Object.entries(functions)) {
      const { code, message } = await thrown(() => lab.compile(fn)(x));
      errors[name] = { code, message };
    }
    const keeps = lab.compile((x) => {
      lab.untidied(() => kept.push(x.add(1)));
      return x.add(2);
    });
    const first = Array.from(await keeps(x).data());
    const { code, message } = await thrown(() => keeps(x));
    errors.keeps = { code, message };
    const others = {
      nothing: (await thrown(() => lab.compile(3))).code,
      argument: (await thrown(() => lab.compile((x) => x)(new Float32Array(2)))).code,
    };
    const f = lab.compile((x) => x.add(1));
    f(x);
    const gone = nd.array([3, 4]);
    gone.dispose();
    others.disposed = (await thrown(() => f(gone))).code;
    const after = Array.from(await f(x).data());
    const kind = Array.from(await kept[0].data());
    await lab.close();
    others.closed = (await thrown(() => f(x))).code;
    return { errors, others, first, after, kind };
  });
  const { errors } = seen;
  for (const name of ['read', 'wait', 'caught', 'all', 'permutation', 'keeps']) {
    assert.equal(errors[name].code, 'NOT_CAPTURABLE', `${name}: ${errors[name].message}`);
    assert.match(errors[name].message, /:\d+:\d+\)/, name);
  }
  assert.match(errors.read.message, /^item: /);
  assert.match(errors.caught.message, /^dataSync: /);
  assert.equal(errors.promise.code, 'NOT_SYNCHRONOUS');
  assert.match(errors.promise.message, /^compile: /);
  assert.equal(errors.text.code, 'INVALID_ARGUMENT');
  assert.equal(errors.fails.code, 'SHAPE_MISMATCH');
  assert.equal(errors.gradient.code, 'NOT_CAPTURABLE');
  assert.deepEqual(seen.others, {
    nothing: 'INVALID_ARGUMENT',
    argument: 'INVALID_ARGUMENT',
    disposed: 'DISPOSED',
    closed: 'CLOSED',
  });
  assert.deepEqual(
    [seen.first, seen.after, seen.kind],
    [
      [3, 4],
      [2, 3],
      [2, 3],
    ],
  );
});

test('closed-over arrays follow assign; arguments may be assigned, disposed and given twice', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown }) => {
    const lab = await connect({ device: 'cpu' });
    const { nd } = lab;
    const w = nd.array([1, 1]);
    const f = lab.compile((x) => {
      w.assign(w.add(x));
      x.assign(x.mul(2));
      return w;
    });
    const x = nd.array([1, 2]);
    const results = [];
    for (let turn = 0; turn < 3; turn += 1) results.push((await f(x).data()).join());
    const same = f(x) === w;
    const both = lab.compile((a, b) => a.sub(b));
    const y = nd.array([5, 7]);
    const twice = [
      await both(x, x).sum().item(),
      await both(y, x).sum().item(),
      await both(x, x).sum().item(),
    ];
    const eats = lab.compile((x) => {
      const y = x.add(1);
      x.dispose();
      return y;
    });
    const live = lab.session.live;
    for (let turn = 0; turn < 3; turn += 1) eats(nd.ones([2])).dispose();
    const leaked = lab.session.live - live;
    const step = lab.compile(() => w.assign(w.sub(w.grad)));
    w.attachGrad();
    const missing = (await thrown(() => step())).code;
    lab.autograd.record(() => w.sum()).backward();
    const stepped = [];
    for (let turn = 0; turn < 3; turn += 1) stepped.push((await step().data()).join());
    w.zeroGrad();
    const { code } = await thrown(() => step());
    const nested = lab.compile((x) => both(x, x).add(1));
    const inner = [];
    for (let turn = 0; turn < 2; turn += 1) inner.push((await nested(y).data()).join());
    const { inlined } = both.info();
    lab.close();
    return { results, same, twice, leaked, missing, stepped, code, inner, inlined };
  });
  assert.deepEqual(seen.results, ['2,3', '4,7', '8,15']);
  assert.equal(seen.same, true);
  assert.equal(seen.twice[0], 0);
  assert.notEqual(seen.twice[1], 0);
  assert.equal(seen.twice[2], 0);
  assert.equal(seen.leaked, 0);
  assert.equal(seen.missing, 'INVALID_NUMBER', "the function's own error: there is no gradient");
  assert.deepEqual(seen.stepped, ['15,30', '14,29', '13,28']);
  assert.equal(seen.code, 'NO_GRADIENT');
  assert.deepEqual([seen.inner, seen.inlined], [['1,1', '1,1'], 1]);
});

for (const device of ['webgpu', 'cpu'])
  test(`${device}: two arrays that a function exchanges are exchanged by each replay`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const { nd } = lab;
        const [a, b, x] = [nd.array([1, 2]), nd.array([3, 4]), nd.ones([2])];
        const step = lab.compile((x) =>
          lab.tidy(() => {
            const was = a.add(0);
            a.assign(b);
            b.assign(was);
            return a.add(x);
          }),
        );
        const seen = [];
        for (let turn = 0; turn < 3; turn += 1) {
          const sum = step(x);
          const all = await Promise.all([sum, a, b].map((array) => array.data()));
          seen.push(all.map((data) => Array.from(data)));
        }
        return { seen, replays: step.info().replays };
      },
      device,
    );
    const [one, two] = [
      [1, 2],
      [3, 4],
    ];
    assert.deepEqual(seen.seen, [
      [[4, 5], two, one],
      [[2, 3], one, two],
      [[4, 5], two, one],
    ]);
    assert.equal(seen.replays, 2);
  });

test('many signatures are warned of with their shapes', async (t) => {
  const warnings = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'cpu' });
    const warnings = [];
    console.warn = (text) => warnings.push(text);
    const f = lab.compile(function growing(x) {
      return x.add(1);
    });
    for (let n = 1; n <= 9; n += 1) f(lab.nd.ones([n]));
    lab.close();
    return warnings;
  });
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /^compile: growing was captured 8 times.*\[8\]@cpu/);
});

test('a lab that blocks compiles too, and a worker', async (t) => {
  const page = await blank(t);
  const program = async ({ connect }, blocking) => {
    const lab = await connect({ device: 'cpu', blocking });
    const f = lab.compile((x) => x.add(1).mul(2));
    const sums = [];
    for (let turn = 0; turn < 3; turn += 1)
      sums.push(
        await f(lab.nd.full([3], turn))
          .sum()
          .item(),
      );
    const { replays } = f.info();
    lab.close();
    return [...sums, replays];
  };
  assert.deepEqual(await onPage(page, program, true), [6, 12, 18, 2]);
  assert.deepEqual(await inWorker(page, program, false), [6, 12, 18, 2]);
});

test('an engine without memory for a replay reports it, and the program can be run again', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown }) => {
    const lab = await connect({ device: 'cpu', memoryLimit: 1 << 20 });
    const { nd } = lab;
    const early = await thrown(() => lab.compile((x) => x.add(nd.zeros([1 << 20])))(nd.ones([1])));
    const g = lab.compile((x) => x.broadcastTo([1 << 16]).cumsum(0));
    const x = nd.ones([1]);
    const held = [];
    let code;
    for (let turn = 0; turn < 6 && !code; turn += 1) {
      try {
        held.push(g(x));
        await held.at(-1).waitToRead();
      } catch (error) {
        code = error.code;
      }
    }
    const { length } = held;
    held.forEach((array) => array.dispose());
    const last = (await g(x).data()).at(-1);
    lab.close();
    return { early: early.code, code, last, some: length > 1 };
  });
  assert.deepEqual(seen, {
    early: 'OUT_OF_MEMORY',
    code: 'OUT_OF_MEMORY',
    last: 65536,
    some: true,
  });
});

test('a session replays after its memory has grown, and a number of a forgotten program means the next one', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'cpu' });
    const { session } = lab;
    const { add, mul } = session.codes;
    const x = session.write([1, 2], [2]);
    const program = (code, value) => {
      session.beginCapture();
      session.scalar(code, x, value);
      return session.endCapture([x]);
    };
    const read = async ([y]) => Array.from((await session.ask('read', y)).value);
    const first = program(add, 10);
    const sums = await read(session.replay(first.program, [x], first.operations));
    // The 64 MiB of a write stay in the engine's memory until they are sent.
    session.write(new Float32Array(2 ** 24), [2 ** 24]);
    const into = new Uint32Array(1);
    const found = session.replay(first.program, [x], first.operations, [], into);
    const after = await read(found);
    const wrong = session.replay(first.program, [x, x, x, x], first.operations);
    const { code } = session.takeError();
    session.forgetProgram(first.program);
    const next = program(mul, 5);
    const products = await read(session.replay(next.program, [x], next.operations));
    const gone = session.replay(next.program + 1, [x], 1);
    const codes = [code, session.takeError().code];
    lab.close();
    const same = first.program === next.program && found === into && !wrong && !gone;
    return { sums, after, products, same, codes };
  });
  assert.deepEqual(seen, {
    sums: [11, 12],
    after: [11, 12],
    products: [5, 10],
    same: true,
    codes: ['NOT_CAPTURABLE', 'DISPOSED'],
  });
});
