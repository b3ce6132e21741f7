// The library's own messages with faults: ports that delay messages or cannot read them, threads that fall silent, break, or never begin. In all cases each promise settles within its deadline, with the right value or an error that has a code.
// ASYNCLAB_ROUGH is the number of runs, ASYNCLAB_SEED their seed. Without these, few and always the same. Without a browser, on a clock that is advanced by hand.
import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import fc from 'fast-check';
import { isCalm, plan, RoughWorker } from './fixtures/rough.mjs';

const COUNT = Number(process.env.ASYNCLAB_ROUGH ?? 150);
const SEED = Number(process.env.ASYNCLAB_SEED ?? 1);
/** A backend that falls silent is reported within this time, ms. A late message adds `LATE`. */
const SETTLED = 5_000;
const LATE = 3_000;
/** The limit of close(), ms. */
const CLOSED = 2_000;
/** A step of the clock, ms, a third of the time between keepalives, since timers begin at the present step. */
const STEP = 150;

globalThis.Worker ??= class {};
const { connect, LabError } = await import('../../www/asynclab.js');
const { serve } = await import('../../www/lib/serve.js');
const { Starting } = await import('../../www/lib/core/starting.js');
const { openDevice } = await import('../../www/lib/open.js');
const { startBackendsWith } = await import('../../www/lib/start-backend.js');

const turn = setImmediate;
/** Lets messages in transit arrive. */
const turns = async (count) => {
  for (let at = 0; at < count; at += 1) await new Promise((resolve) => turn(resolve));
};
let now = 0;
const uncaught = [];
const note = (error) => uncaught.push(error);
for (const kind of ['uncaughtException', 'unhandledRejection']) process.on(kind, note);
after(() => {
  for (const kind of ['uncaughtException', 'unhandledRejection']) process.off(kind, note);
});

/** A promise with its outcome and the time of it. */
function watched(what, promise, right = () => true) {
  const seen = { what, begun: now, at: undefined, outcome: undefined, right };
  promise.then(
    (value) => Object.assign(seen, { at: now, outcome: { value } }),
    (error) => Object.assign(seen, { at: now, outcome: { error } }),
  );
  return seen;
}

/** Advances the clock until all promises have settled, at most for `ms`. */
async function settled(all, ms) {
  for (let passed = 0; passed <= ms; passed += STEP) {
    await turns(6);
    if (all.every(({ at }) => at !== undefined)) return;
    now += STEP;
    mock.timers.tick(STEP);
  }
}

const STEPS = {
  data: (lab, x, value) => [x.data(), (data) => data.every((one) => one === value)],
  wait: (lab, x) => [x.waitToRead()],
  all: (lab) => [lab.waitAll()],
  item: (lab, x, value) => [x.sum().item(), (sum) => sum === value * 3],
  room: (lab) => [lab.room(2 ** 18)],
  graph: (lab) => [lab.graph()],
  calibrate: (lab) => [lab.calibrate()],
  profile: (lab, x) => [lab.profile(async () => void (await x.add(1).waitToRead()))],
};
const program = fc.array(
  fc.record({
    step: fc.constantFrom('add', 'pause', 'flush', ...Object.keys(STEPS)),
    awaits: fc.boolean(),
  }),
  { maxLength: 25 },
);

async function play(plan, steps) {
  now = 0;
  const late = [...plan.there, ...plan.back].some(({ kind }) => kind === 'late');
  const limit = SETTLED + STEP + (late ? LATE : 0);
  const all = [];
  const connected = watched(
    'connect',
    connect({
      device: 'cpu',
      deadline: 3000,
      backend: 'worker',
      worker: () => new RoughWorker(plan, serve),
    }),
  );
  await settled([connected], 4000);
  all.push(connected);
  const lab = connected.outcome?.value;
  if (lab) {
    let value = 1;
    let x;
    for (const { step, awaits } of steps) {
      try {
        x ??= lab.nd.ones([3]);
        if (step === 'add') {
          x = x.add(1);
          value += 1;
        } else if (step === 'flush') lab.flush();
        else if (step === 'pause') await turns(3);
        else {
          const [promise, right] = STEPS[step](lab, x, value);
          const one = watched(step, promise, right);
          all.push(one);
          if (awaits) await settled([one], limit);
        }
      } catch (error) {
        all.push({ what: `the call of ${step}`, begun: now, at: now, outcome: { error } });
      }
    }
    await settled(all, limit);
    const closed = watched('close', lab.close(), (held) => held === 0);
    await settled([closed], CLOSED);
    all.push(closed);
    // A timer that outlived its lab would still ask for keepalives.
    await settled([{ at: undefined }], 3 * STEP);
  }
  for (const { what, begun, at, outcome, right } of all) {
    assert.ok(at !== undefined, `${what} never settles`);
    assert.ok(
      at - begun <= (what === 'close' ? CLOSED : limit),
      `${what} settles after ${at - begun} ms`,
    );
    const { error } = outcome;
    if (what === 'profile' && error?.code === 'BUSY') continue; // Only one profile at a time is possible.
    if (error) assert.ok(error instanceof LabError && error.code, `${what}: ${error?.stack}`);
    else assert.ok(right(outcome.value), `${what} gives ${outcome.value}`);
    if (isCalm(plan) && !plan.there.some(({ kind }) => kind === 'throws'))
      assert.ok(!error, `${what} fails with ${error?.message}`);
  }
  assert.deepEqual(uncaught.splice(0), []);
  return all;
}

test(`${COUNT} programs over ports that misbehave: each promise settles, with its value or a code`, async (t) => {
  // The engine is loaded in real time.
  await (await connect({ device: 'cpu', backend: 'same' })).close();
  mock.timers.enable({ apis: ['setTimeout'] });
  const seen = { values: 0, errors: new Map(), faults: 0 };
  try {
    await fc.assert(
      fc.asyncProperty(plan, program, async (plan, steps) => {
        const fates = [...plan.there, ...plan.back];
        seen.faults += fates.filter(({ kind }) => kind !== 'arrives').length;
        for (const { outcome } of await play(plan, steps)) {
          const code = outcome.error?.code;
          if (code) seen.errors.set(code, (seen.errors.get(code) ?? 0) + 1);
          else seen.values += 1;
        }
      }),
      { numRuns: COUNT, seed: SEED, includeErrorInReport: true },
    );
  } finally {
    mock.timers.reset();
  }
  t.diagnostic(
    `${seen.values} values, ${JSON.stringify(Object.fromEntries(seen.errors))}, ${seen.faults} faults planned`,
  );
  assert.ok(seen.values > COUNT && seen.errors.size >= 2, 'too few faults, or too many');
});

/** A lab whose backend falls silent, or has another fault, at the first chunk. The clock is advanced by hand. */
async function silenced(t, options = {}, device = 'cpu', fate = { kind: 'silence' }) {
  await (await connect({ device: 'cpu', backend: 'same' })).close();
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  now = 0;
  const fates = { there: [fate], back: [], begins: 'well', breaks: Infinity };
  const worker = () => new RoughWorker(fates, serve);
  const given = { device, backend: 'worker', worker, ...options };
  const connected = watched('connect', connect(given));
  await settled([connected], 1000);
  assert.ok(connected.outcome?.value, connected.outcome?.error?.message);
  const lab = connected.outcome.value;
  // The lab is closed after a failure, too, since otherwise the process would not end.
  t.after(() => void lab.close());
  return lab;
}

/** The longest silence that the outstanding work explains, ms. */
const explained = (work) => 5_000 + work / 2e4;
/** The product of [m, k] and [k, n]. */
const product = ({ nd }, [m, k, n]) => {
  const a = nd.ones([k, m]);
  return a.matmul(nd.ones([k, n]), { transposeA: true });
};

test('no silence is death that the flops of the outstanding work explain, however few bytes result', async (t) => {
  const lab = await silenced(t);
  // 8·10⁹ flops and a result of 160 kB.
  const wait = watched('wait', product(lab, [200, 100_000, 200]).waitToRead());
  await settled([wait], explained(8e9) - 10_000);
  assert.equal(wait.at, undefined, `${wait.outcome?.error?.message} after ${wait.at} ms`);
  await settled([wait], 30_000);
  assert.equal(wait.outcome?.error.code, 'DEVICE_LOST', 'it was never reported');
  assert.match(wait.outcome.error.message, /flops and bytes outstanding; connect again/);
  await settled([watched('close', lab.close())], CLOSED);
});

test('uploads are outstanding work', async (t) => {
  const lab = await silenced(t);
  const values = new Float32Array(2 ** 26);
  const wait = watched('wait', lab.nd.array(values).waitToRead());
  await settled([wait], explained(3 * values.byteLength) - 10_000);
  assert.equal(wait.at, undefined, `${wait.outcome?.error?.message} after ${wait.at} ms`);
  await settled([wait], 30_000);
  assert.equal(wait.outcome?.error.code, 'DEVICE_LOST');
  await settled([watched('close', lab.close())], CLOSED);
});

test('little outstanding work explains no silence', async (t) => {
  const lab = await silenced(t);
  const wait = watched('wait', lab.nd.ones([100, 100]).waitToRead());
  await settled([wait], SETTLED);
  assert.equal(wait.outcome?.error.code, 'DEVICE_LOST');
  await settled([watched('close', lab.close())], CLOSED);
});

test('a listener is asked during a long silence, and may end the lab', async (t) => {
  for (const [answer, calls] of [
    [undefined, 4],
    [false, 1],
    [Promise.resolve(false), 1],
  ]) {
    const heard = [];
    const onSilence = (silence) => {
      heard.push(silence);
      return answer;
    };
    const lab = await silenced(t, { onSilence });
    const wait = watched('wait', product(lab, [200, 100_000, 200]).waitToRead());
    await settled([wait], 9_000);
    assert.deepEqual(heard, [], 'asked too early');
    await settled([wait], 100_000);
    assert.equal(heard.length, calls);
    const [{ device, silent, outstanding, patience }] = heard;
    assert.equal(device, 'cpu');
    assert.ok(silent >= 9_900 && silent < 11_000, `${silent}`);
    assert.ok(
      outstanding >= 8e9 && patience >= explained(8e9) - 2000,
      `${outstanding} ${patience}`,
    );
    for (const [at, { silent }] of heard.slice(1).entries())
      assert.equal(silent, 2 * heard[at].silent, 'each time the silence has doubled');
    assert.equal(wait.outcome?.error.code, answer === undefined ? undefined : 'DEVICE_LOST');
    await settled([watched('close', lab.close())], CLOSED);
    mock.timers.reset();
  }
});

test('a lab whose listener says true outlives the bound', async (t) => {
  let silence = 0;
  const onSilence = ({ silent }) => {
    silence = silent;
    return silent < 60_000;
  };
  const lab = await silenced(t, { onSilence });
  const wait = watched('wait', product(lab, [200, 10_000, 200]).waitToRead());
  await settled([wait], 55_000);
  assert.equal(wait.at, undefined, 'the bound of 45 s counted');
  await settled([wait], 60_000);
  assert.equal(wait.outcome?.error.code, 'DEVICE_LOST');
  assert.ok(silence >= 60_000);
  await settled([watched('close', lab.close())], CLOSED);
});

test('a listener is asked before a silence that nothing explains is taken for death', async (t) => {
  const soon = 5_000;
  for (const [answer, least, most] of [
    [() => undefined, 0, soon],
    [() => Promise.reject(new Error('no answer')), 0, soon + STEP],
    [() => true, Infinity],
    [() => Promise.resolve(true), Infinity],
    [() => new Promise(() => {}), Infinity],
    [() => new Promise((resolve) => setTimeout(resolve, 20_000, false)), 20_000, 20_000 + soon],
  ]) {
    const heard = [];
    const onSilence = ({ silent }) => {
      heard.push(silent);
      return answer();
    };
    const lab = await silenced(t, { onSilence });
    const wait = watched('wait', lab.nd.ones([100, 100]).waitToRead());
    await settled([wait], most ?? 60_000);
    assert.ok(heard[0] <= soon, `asked after ${heard[0]} ms`);
    assert.equal(wait.outcome?.error.code, most ? 'DEVICE_LOST' : undefined);
    assert.ok(!(wait.at < least), `lost after ${wait.at} ms`);
    await settled([watched('close', lab.close())], CLOSED);
    mock.timers.reset();
  }
});

test('a listener hears that a device answers again, also where its answer ends the wait', async (t) => {
  const heard = [];
  const onSilence = ({ silent }) => {
    heard.push(silent);
    return true;
  };
  const lab = await silenced(t, { onSilence }, 'cpu', { kind: 'late', ms: 12_000 });
  const wait = watched('wait', lab.nd.ones([100, 100]).waitToRead());
  await settled([wait], 13_000);
  assert.equal(wait.outcome?.error, undefined);
  assert.ok(wait.at >= 12_000, `${wait.at}`);
  // At the next beat.
  await settled([{ at: undefined }], 3 * STEP);
  assert.ok(heard.length >= 2 && heard.at(0) > 0, `${heard}`);
  assert.equal(heard.at(-1), 0);
  assert.equal(heard.filter((silent) => silent === 0).length, 1);
  await settled([watched('close', lab.close())], CLOSED);
});

test('connect() keeps its deadline while the engine hangs, and while the backend does', async (t) => {
  for (const [begins, pattern] of [
    ['never', /the backend has not answered for 2000 ms/],
    ['well', /the engine was not loaded within 2000 ms/],
  ]) {
    const engine = begins === 'well' ? new Promise(() => {}) : Promise.resolve();
    mock.timers.enable({ apis: ['setTimeout'] });
    t.after(() => mock.timers.reset());
    now = 0;
    const starting = new Starting(engine, 2000);
    const never = { there: [], back: [], begins, breaks: Infinity };
    const worker = () => new RoughWorker(never, serve);
    const where = { place: 'worker', worker, starting };
    const one = watched('connect', openDevice(engine, { device: 'cpu' }, where).ready);
    await settled([one], 1800);
    assert.equal(one.at, undefined);
    await settled([one], 600);
    assert.equal(one.outcome?.error.code, 'NO_ANSWER');
    assert.match(one.outcome.error.message, pattern);
    mock.timers.reset();
  }
});

test('close() keeps its limit while the CPU joins on a thread that never answers', async (t) => {
  await (await connect({ device: 'cpu', backend: 'same' })).close();
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  now = 0;
  let started = 0;
  let ended = 0;
  const calm = { there: [], back: [], breaks: Infinity };
  const onCpu = (port, options) => serve(port, { ...options, device: 'cpu' });
  const worker = () => {
    started += 1;
    const one = new RoughWorker({ ...calm, begins: started === 1 ? 'well' : 'never' }, onCpu);
    const terminate = one.terminate.bind(one);
    one.terminate = () => ((ended += 1), terminate());
    return one;
  };
  // Node.js has no WebGPU: a backend on the CPU takes its place.
  startBackendsWith(worker);
  const connected = watched('connect', connect({ device: 'webgpu', backend: 'worker', worker }));
  await settled([connected], 1000);
  const lab = connected.outcome.value;
  const x = lab.nd.ones([2]).to('cpu');
  const wait = watched('wait', x.data());
  await settled([wait], 300);
  const closed = watched('close', lab.close());
  await settled([closed], CLOSED);
  assert.equal(closed.outcome?.value, 0, 'close() never settles');
  assert.ok(closed.at - closed.begun <= CLOSED);
  assert.equal(wait.outcome?.error.code, 'CLOSED');
  assert.deepEqual([started, ended], [2, 2], 'a thread stays');
});
