// The library's own messages with faults: ports that lose, delay, double, exchange and replace what they carry, threads that fall silent,
// break, or never begin. Whatever happens, each promise settles within its deadline, with the right value or an error that has a code.
// ASYNCLAB_ROUGH says how many runs, ASYNCLAB_SEED which; without, few and always the same. Without a browser, on a clock that is moved by hand.
import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import fc from 'fast-check';
import { isCalm, plan, RoughWorker } from './fixtures/rough.mjs';

const COUNT = Number(process.env.ASYNCLAB_ROUGH ?? 150);
const SEED = Number(process.env.ASYNCLAB_SEED ?? 1);
/** A backend that falls silent is told within this time, ms; a late message comes on top. */
const SETTLED = 5_000;
const LATE = 3_000;
/** Of close(). */
const CLOSED = 2_000;
/** A beat of the heart is three of them, ms: timers begin where the clock stands. */
const STEP = 150;

globalThis.Worker ??= class {};
const { connect, LabError } = await import('../../www/asynclab.js');
const { serve } = await import('../../www/lib/serve.js');

const turn = setImmediate;
/** Lets messages arrive that are on their way. */
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

/** A promise with what became of it, and when. */
function watched(what, promise, right = () => true) {
  const seen = { what, begun: now, at: undefined, outcome: undefined, right };
  promise.then(
    (value) => Object.assign(seen, { at: now, outcome: { value } }),
    (error) => Object.assign(seen, { at: now, outcome: { error } }),
  );
  return seen;
}

/** Moves the clock until all of them have settled, or for so long. */
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
    // A timer that outlived its lab would still ask for signs of life.
    await settled([{ at: undefined }], 3 * STEP);
  }
  for (const { what, begun, at, outcome, right } of all) {
    assert.ok(at !== undefined, `${what} never settles`);
    assert.ok(
      at - begun <= (what === 'close' ? CLOSED : limit),
      `${what} settles after ${at - begun} ms`,
    );
    const { error } = outcome;
    if (what === 'profile' && error?.code === 'BUSY') continue; // One at a time.
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

test('an operation of the CPU that takes seconds is not taken for death, but a thread that never answers is', async () => {
  await (await connect({ device: 'cpu', backend: 'same' })).close();
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    for (const [side, silent, told] of [
      [255, 4_400, SETTLED],
      [512, 100_000, 121_000],
    ]) {
      now = 0;
      const fates = { there: [{ kind: 'silence' }], back: [], begins: 'well', breaks: Infinity };
      const worker = () => new RoughWorker(fates, serve);
      const connected = watched('connect', connect({ device: 'cpu', backend: 'worker', worker }));
      await settled([connected], 1000);
      const lab = connected.outcome.value;
      const wait = watched('wait', lab.nd.ones([side, side]).waitToRead());
      await settled([wait], silent);
      assert.equal(wait.at, undefined, `${side}: it was told after ${wait.at} ms`);
      await settled([wait], told - silent);
      assert.equal(wait.outcome?.error.code, 'DEVICE_LOST', `${side}: it was not told`);
      await settled([watched('close', lab.close())], CLOSED);
    }
  } finally {
    mock.timers.reset();
  }
});
