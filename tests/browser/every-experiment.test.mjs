// Properties of every experiment, also of future ones: the contents of its document, the values that it rejects, and its
// behaviour when it is stopped, hidden or loses its device.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { LEAST, names } from '../../xtask/browser/sizes.mjs';
import { devicesOf } from '../../www/kit/parameters.js';
import { attempt, openPage, runExperiment } from './experiment-page.mjs';
import { changedSite } from './fixtures/site.mjs';
import { patient } from './fixtures/patient.mjs';

const root = new URL('../../www/experiments/', import.meta.url);

/** Experiments that search for their size themselves. */
const SEARCHING = ['devices', 'graph', 'hidden-sync'];

/** The experiments of the tests by day, since one runner stops, hides and ends all alike: one that is timed, one with a trace, one whose figure is recorded by itself, and one with long runs. */
const BY_DAY = ['warmup', 'memory', 'graph', 'cpu-async'];

/** The experiments with what tests need of them. */
const all = await Promise.all(
  names.map(async (name) => {
    const { default: experiment } = await import(new URL(`${name}/experiment.js`, root));
    const timed = 'rounds' in experiment.parameters;
    return {
      ...experiment,
      name,
      timed,
      small: (rounds = 1) => ({ ...LEAST[name], ...(timed ? { rounds } : {}) }),
      device: devicesOf(experiment)[0],
      section: `[data-experiment="${name}"]`,
    };
  }),
);

let changed;
let browser;
before(async () => {
  [changed, browser] = await Promise.all([changedSite(), launch()]);
});
after(async () => {
  changed.close();
  await browser.close();
});

/** The page with a change. */
async function openChanged(t, change) {
  const page = await patient(browser.newPage());
  t.after(() => page.close());
  page.errors = [];
  await page.goto(`${changed.address}${change}/`);
  return page;
}

const textOf = (page, selector) =>
  page.evaluate((one) => document.querySelector(one)?.innerText ?? '', selector);

for (const experiment of all) {
  const { name, parameters, small, section, device } = experiment;

  test(`${name}: the document says what was run, on what, with which numbers; what is out of range is rejected`, async (t) => {
    const page = await openPage(t);
    const asked = SEARCHING.includes(name) ? { rounds: 1 } : small();
    const { result, lines, table } = await runExperiment(page, name, asked);
    assert.equal(result.experiment, name);
    assert.equal(result.device, device);
    assert.deepEqual(Object.keys(parameters).sort(), Object.keys(result.parameters).sort());
    assert.ok(Object.values(result.parameters).every((value) => value !== 'auto'));
    assert.ok(result.info.version && result.info.browser && result.info.floor.samples > 0);
    checkSamples(result, 1);
    const { ways, curves, trace } = result;
    assert.ok(ways.length > 0 || Object.keys(curves).length > 0 || trace, 'nothing was measured');
    assert.ok(lines.length > 0 && table.rows.every((row) => row.length === table.columns.length));
    const finding = await textOf(page, `${section} .finding`);
    assert.match(finding, /\d/, 'no number in the finding');

    for (const [key, value, allowed] of rejected(parameters)) {
      const { failure } = await page.evaluate(drive, name, key, value);
      assert.match(failure, /^INVALID_OPTION: /, `${key} = ${value}`);
      assert.ok(failure.includes(`${name}: ${key}`), failure);
      assert.ok(failure.includes(allowed), `${failure} does not say ${allowed}`);
    }
    const { failure } = await attempt(page, name, { nothing: 1 });
    assert.match(failure, /there is no parameter nothing; there are preset, /);
    const [first] = Object.keys(experiment.presets);
    const none = await attempt(page, name, { preset: 'none' });
    assert.ok(none.failure.includes(`give ${first}`), none.failure);
    assert.match((await attempt(page, name, {}, 'abacus')).failure, /"abacus"; give /);
    await checkControls(page, experiment);
    assert.equal(await textOf(page, `${section} .finding`), finding, 'the last good result stays');
  });

  if (!process.env.ASYNCLAB_NIGHTLY && !BY_DAY.includes(name)) continue;

  test(`${name}: Stop gives control back within the click, whatever the backend holds`, async (t) => {
    const page = await openPage(t);
    const stopped = page.evaluate(
      (...[one, options]) => globalThis.asynclab.run(one, options).catch(({ code }) => code),
      name,
      { parameters: { ...large(experiment) } },
    );
    await page.waitForFunction(
      (one) => /\d.* s$/.test(document.querySelector(`${one} .status`)?.innerText),
      { polling: 50 },
      section,
    );
    // A timed run is long enough to be stopped in its middle, after connecting.
    if (experiment.timed) await new Promise((resolve) => setTimeout(resolve, 700));
    const found = await page.evaluate(stop, section);
    assert.equal(await stopped, 'STOPPED');
    assert.deepEqual(found, { ...found, state: 'idle', run: true, stop: false });
    t.diagnostic(`${name}: control was back after ${found.ms.toFixed(1)} ms`);
    assert.match(await textOf(page, `${section} .message.calm`), /GPU still finishes the work/);
    await runExperiment(page, name, small());
  });

  if (name === 'sandbox') continue; // Its thread has another origin, and has its own tests.

  test(`${name}: rounds in a hidden tab are left out, and what was recorded in one is marked`, async (t) => {
    const page = await openChanged(t, 'hiding');
    const { result } = await runExperiment(page, name, small(4));
    if (experiment.timed) {
      // The tab was hidden from the second round on, and the third round began hidden.
      assert.equal(result.leftOut.hidden, 2);
      checkSamples(result, 2);
    }
    const shown = await textOf(page, `${section} .distortions`);
    if (experiment.timed) assert.match(shown, /2 rounds were left out because the tab was hidden/);
    // The graph's figure is of a round that counts.
    if (name === 'graph') return;
    if (result.trace || !experiment.timed)
      assert.match(shown, /tab was hidden while the figure was recorded/);
  });

  if (device !== 'webgpu') continue;

  test(`${name}: the device is lost on the way: it is reported, the last good result stays, Run works again`, async (t) => {
    const page = await openChanged(t, 'losing');
    await runExperiment(page, name, small());
    const finding = await textOf(page, `${section} .finding`);
    const code = await page.evaluate(
      async (...[one, options]) => {
        const devices = new BroadcastChannel('device');
        const timer = setInterval(() => devices.postMessage('lose'), 20);
        try {
          return await globalThis.asynclab.run(one, options).then(
            () => 'none',
            (fault) => fault.code,
          );
        } finally {
          clearInterval(timer);
        }
      },
      name,
      { parameters: large(experiment) },
    );
    assert.equal(code, 'DEVICE_LOST');
    assert.match(await textOf(page, `${section} .message[role=alert]`), /device was lost/);
    assert.match(await textOf(page, `${section} .kept`), /last run that succeeded/);
    assert.equal(await textOf(page, `${section} .finding`), finding);
    await runExperiment(page, name, small());
    assert.equal(await page.$(`${section} .message`), null);
  });
}

/** Checks the raw samples of all that was timed: every round that counts has the same number, mostly one. */
function checkSamples({ ways, curves }, rounds) {
  // Only the first rounds record the use of a device, and its own times are taken after the rounds.
  const timed = Object.entries(curves).filter(([name]) => !['use', 'device'].includes(name));
  const points = timed.flatMap(([, one]) => Object.values(one.points).flat());
  for (const { way, x, samples } of [...ways, ...points]) {
    const [count, rest] = [samples.length / rounds, samples.length % rounds];
    assert.ok(count >= 1 && rest === 0, `${way ?? x}: ${samples.length} samples`);
  }
}

/** A run that takes longer than a test waits before it interferes. */
function large({ name, timed, parameters }) {
  if (name === 'sandbox') {
    const program = `import { connect } from './www/asynclab.js';
const lab = await connect();
for (;;) await lab.nd.ones([64, 64]).exp().waitToRead();`;
    return { program };
  }
  // One product of this size takes the CPU longer than any test waits.
  const rounds = timed && Math.min(100, parameters.rounds.max);
  if (name === 'cpu-async') return { n: 2000, rounds };
  return timed ? { rounds } : { n: parameters.n?.max ?? 1 };
}

/** Values that parameters reject, each with the allowed values that the error must state. */
function rejected(parameters) {
  return Object.entries(parameters).flatMap(([key, { min, max, choices, text, auto }]) => {
    if (choices)
      return ['no-such', 7, null, [choices[0]]].map((v) => [key, v, choices.join(' or ')]);
    if (text) return ['', 'x'.repeat(text + 1), null, {}].map((v) => [key, v, 'a text of 1 to']);
    const wrong = [min - 1, max + 1, min + 0.5, 'NaN', 'x', '', ' ', null, true, [min], {}];
    const range = `a whole number from ${min} to ${max}`;
    return [...wrong, ...(auto ? [] : ['auto'])].map((value) => [key, value, range]);
  });
}

/** Starts a run with one value. Runs within the page. */
function drive(name, key, value) {
  const parameters = { [key]: value };
  return globalThis.asynclab
    .run(name, { parameters })
    .then(() => ({ failure: 'none' }))
    .catch(({ code, message }) => ({ failure: `${code}: ${message}` }));
}

/**
 * Clicks Stop and returns the state of the controls before the next task: only microtasks have run, and no message of a worker,
 * no timer, and no frame. Runs within the page.
 */
async function stop(section) {
  const button = (kind) => document.querySelector(`${section} button.${kind}`);
  const start = performance.now();
  button('stop').click();
  for (let i = 0; i < 20; i += 1) await null;
  return {
    ms: performance.now() - start,
    state: document.querySelector(section).dataset.state,
    run: !button('run').disabled,
    stop: !button('stop').disabled,
  };
}

/** Asserts that a number out of range is reported at its field, and that Run then focuses the field and starts nothing. */
async function checkControls(page, { name, parameters, section }) {
  const numbers = Object.entries(parameters).filter(([, { max }]) => max !== undefined);
  const shown = await page.evaluate(
    (...[one, wrong]) =>
      wrong.map(([id, value]) => {
        const field = document.getElementById(id);
        const before = field.value;
        field.value = value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        const error = document.getElementById(`${id}-error`);
        const problem = error.hidden ? '' : error.textContent;
        document.querySelector(`${one} button.run`).click();
        const focused = document.activeElement === field;
        const running = document.querySelector(one).dataset.state === 'running';
        field.value = before;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        return { id, problem, focused, running };
      }),
    section,
    numbers.map(([key, { max }]) => [`${name}-${key}`, max + 1]),
  );
  const digits = (text) => text.replace(/\D/g, '');
  for (const [i, { id, problem, focused, running }] of shown.entries()) {
    const [, { min, max }] = numbers[i];
    assert.ok(digits(problem).startsWith(`${min}${max}`), `${id}: ${problem}`);
    assert.deepEqual({ id, focused, running }, { id, focused: true, running: false });
  }
}
