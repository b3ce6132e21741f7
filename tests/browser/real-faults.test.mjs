// Faults of a real browser during work: the GPU's process dies, a backend's thread ends, the tab is frozen, the storage is full, the
// network is lost. Each fault leads to a message with a remedy, or has no effect, and Run works again.
// Nightly: the GPU process of a browser dies nine times, which takes minutes.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { site } from './harness.mjs';
import { patient } from './fixtures/patient.mjs';

let browser;
after(async () => (await browser)?.close());

const EXPERIMENT = '[data-experiment="warmup"]';
/** A run that is long enough for a fault during it. */
const LONG = { n: 256, repetitions: 20, rounds: 50 };
const SHORT = { n: 64, repetitions: 4, rounds: 2 };

/**
 * The page in a new profile, after a first run. `globalThis.threads` has the page's workers. The next backend pauses in the method of
 * WebGPU that `globalThis.hold` names: after it has an adapter, or before it requests a device.
 */
async function open(t, { hold, ready = true, before = async () => {} } = {}) {
  // After a few deaths of the GPU process, browsers disable WebGPU for a page, and then for all pages. These flags prevent it.
  browser ??= launch({
    whole: true, // the shell freezes no tab
    flags: ['--disable-gpu-process-crash-limit', '--disable-domain-blocking-for-3d-apis'],
  });
  const profile = await (await browser).createBrowserContext();
  t.after(() => profile.close());
  const page = await patient(profile.newPage());
  page.uncaught = [];
  page.on('pageerror', ({ message }) => page.uncaught.push(message));
  // A backend that pauses is loaded from an address that the page's policy forbids.
  await page.setBypassCSP(true);
  await page.evaluateOnNewDocument((hold) => {
    globalThis.threads = [];
    globalThis.hold = hold;
    const stopping = (method) => {
      const channel = new BroadcastChannel('fault');
      const stop = async () => {
        channel.postMessage('held');
        await new Promise((resolve) => (channel.onmessage = resolve));
      };
      const { requestAdapter } = GPU.prototype;
      const { requestDevice } = GPUAdapter.prototype;
      GPU.prototype.requestAdapter = async function (...given) {
        const adapter = await requestAdapter.apply(this, given);
        if (method === 'requestAdapter') await stop();
        return adapter;
      };
      // Reports whether there was a device.
      GPUAdapter.prototype.requestDevice = async function (...given) {
        if (method === 'requestDevice') await stop();
        try {
          const device = await requestDevice.apply(this, given);
          const soon = new Promise((resolve) => setTimeout(() => resolve('a device'), 500));
          channel.postMessage(await Promise.race([device.lost.then(() => 'lost'), soon]));
          return device;
        } catch (error) {
          channel.postMessage('rejected');
          throw error;
        }
      };
    };
    globalThis.Worker = class extends Worker {
      constructor(address, options) {
        const { hold } = globalThis;
        const stops = hold && options?.name === 'asynclab backend';
        if (stops) {
          globalThis.hold = undefined;
          globalThis.channel = new BroadcastChannel('fault');
          globalThis.channel.onmessage = ({ data }) => (globalThis.held = data);
        }
        const source = `import ${JSON.stringify(String(address))};(${stopping})('${hold}');`;
        const blob = new Blob([source], { type: 'text/javascript' });
        super(stops ? URL.createObjectURL(blob) : address, options);
        globalThis.threads.push([options?.name, this]);
      }
    };
  }, hold);
  await before(page);
  await page.goto(`${await site()}?lang=en`);
  if (ready) await page.evaluate(() => globalThis.asynclab.ready);
  return page;
}

/** Begins a run through the driver. `globalThis.ended` has its outcome. */
const begin = (page, parameters, device = 'webgpu') =>
  page.evaluate(
    (asked) => {
      globalThis.ended = undefined;
      globalThis.asynclab.run('warmup', asked).then(
        () => (globalThis.ended = 'a result'),
        ({ code }) => (globalThis.ended = code),
      );
    },
    { parameters, device },
  );
const ended = async (page) => {
  await page.waitForFunction(() => globalThis.ended, { timeout: 120_000, polling: 50 });
  return page.evaluate(() => globalThis.ended);
};
const says = (page, pattern) =>
  page.waitForFunction(
    (place, text) => new RegExp(text).test(document.querySelector(`${place} .status`)?.textContent),
    { polling: 20 },
    EXPERIMENT,
    pattern.source,
  );

/** Kills the browser's GPU process, which executes all GPU work. */
async function killGpu() {
  const tools = await (await browser).target().createCDPSession();
  const { processInfo } = await tools.send('SystemInfo.getProcessInfo');
  const gpu = processInfo.find(({ type }) => type === 'GPU');
  // A process that was just killed may not be restarted yet.
  if (gpu) process.kill(gpu.id, 'SIGKILL');
  await tools.detach();
}

/** Kills the GPU process while a backend pauses. Then the backend goes on. */
async function killHeld(page) {
  await page.waitForFunction(() => globalThis.held, { polling: 5 });
  await killGpu();
  await page.evaluate(() => globalThis.channel.postMessage('go on'));
  await page.waitForFunction(() => globalThis.held !== 'held', { polling: 5 });
  const met = await page.evaluate(() => globalThis.held);
  assert.match(met, /^(rejected|lost)$/);
  return met;
}

/** Asserts that a visible message states the problem and a remedy. */
async function assertShown(page, code) {
  const shown = await page.$eval(`${EXPERIMENT} .message[role=alert]`, (message) => ({
    code: message.dataset.code,
    problem: message.querySelector('.problem').textContent,
    remedy: message.querySelector('p:not(.problem)').textContent,
    seen: message.checkVisibility(),
  }));
  assert.equal(shown.code, code);
  assert.ok(shown.problem && shown.remedy && shown.seen, JSON.stringify(shown));
  assert.doesNotMatch(shown.problem, /could not be finished|unexpected/i);
}

async function assertRunsAgain(page, device) {
  await begin(page, SHORT, device);
  assert.equal(await ended(page), 'a result');
  assert.equal(await page.$(`${EXPERIMENT} .message`), null);
  assert.deepEqual(page.uncaught, []);
}

/** Moments of a run, and how to bring the page there. */
const MOMENTS = {
  connect: async (page) => {
    await page.evaluate(() => (globalThis.hold = 'requestDevice'));
    await begin(page, SHORT);
    await killHeld(page);
  },
  calibration: async (page) => {
    await page.evaluate(() => (globalThis.hold = 'requestDevice'));
    await begin(page, LONG);
    await page.waitForFunction(() => globalThis.held, { polling: 5 });
    await page.evaluate(() => globalThis.channel.postMessage('go on'));
    // From here on the backend has its device, whose calibration takes about 100 ms.
    await page.waitForFunction(() => globalThis.held === 'a device', {
      polling: 5,
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
  },
  run: async (page) => {
    await begin(page, LONG);
    await says(page, /round \d+ of/);
  },
  recording: async (page) => {
    // The recording is long enough to be observed.
    await begin(page, { n: 320, repetitions: 40, rounds: 1 });
    await says(page, /recording/);
  },
};

for (const [moment, reach] of Object.entries(MOMENTS))
  test(`the GPU's process is killed in: ${moment}`, { timeout: 180_000 }, async (t) => {
    const page = await open(t);
    await reach(page);
    if (moment !== 'connect') await killGpu();
    const code = await ended(page);
    // If a worker gets no device, the backend moves to the experiment's thread, for which the browser starts a new GPU process.
    if (moment !== 'connect' || code !== 'a result') {
      assert.match(code, /^(DEVICE_LOST|NO_DEVICE)$/);
      await assertShown(page, code);
    }
    t.diagnostic(code);
    await assertRunsAgain(page);
  });

test("the GPU's process is killed while the page looks for a device", async (t) => {
  const page = await open(t, { ready: false, hold: 'requestAdapter' });
  await killHeld(page);
  const code = await page.evaluate(() =>
    globalThis.asynclab.ready.then(
      () => '',
      (error) => error.code,
    ),
  );
  t.diagnostic(code || 'the page is ready');
  if (code) {
    const shown = await page.$eval('.message', (message) => message.innerText);
    assert.match(shown, new RegExp(code));
  }
  await assertRunsAgain(page);
});

test("the GPU's process is killed in: presentation", { timeout: 180_000 }, async (t) => {
  const page = await open(t);
  await begin(page, SHORT);
  assert.equal(await ended(page), 'a result');
  await page.evaluate((long) => {
    const { n, repetitions, rounds } = long;
    for (const [name, value] of Object.entries({ n, repetitions, rounds })) {
      const input = document.querySelector(`#warmup-${name}`);
      input.value = String(value);
      input.dispatchEvent(new Event('input'));
    }
  }, LONG);
  await page.keyboard.down('Alt');
  await page.keyboard.press('KeyP');
  await page.keyboard.up('Alt');
  const run = await page.waitForSelector('.present-bar .run');
  await run.click();
  await says(page, /round \d+ of/);
  await killGpu();
  await page.waitForSelector(`${EXPERIMENT} .message[role=alert]`);
  await assertShown(page, 'DEVICE_LOST');
  await page.locator('.present-bar .leave').click();
  await assertRunsAgain(page);
});

// When the page asks whether to wait, no button is pressed.
test('the backend’s thread is ended', { timeout: 180_000 }, async (t) => {
  const page = await open(t);
  await begin(page, LONG);
  await says(page, /round \d+ of/);
  await page.evaluate(() => {
    for (const [name, worker] of globalThis.threads)
      if (name === 'asynclab backend') worker.terminate();
  });
  assert.equal(await ended(page), 'DEVICE_LOST');
  await assertShown(page, 'DEVICE_LOST');
  await assertRunsAgain(page);
});

for (const device of ['webgpu', 'cpu'])
  test(`on ${device}: the tab is frozen in the middle of a run, and thawed`, async (t) => {
    const page = await open(t);
    await begin(page, { n: 128, repetitions: 10, rounds: 8 }, device);
    await says(page, /round \d+ of/);
    const tools = await page.createCDPSession();
    // Browsers freeze only background tabs.
    const front = await patient(page.browserContext().newPage());
    await front.bringToFront();
    await tools.send('Page.setWebLifecycleState', { state: 'frozen' });
    // Frozen for longer than a backend may be silent.
    await new Promise((resolve) => setTimeout(resolve, 8000));
    await tools.send('Page.setWebLifecycleState', { state: 'active' });
    await page.bringToFront();
    await page.waitForFunction(() => !document.hidden, { polling: 50 });
    const code = await ended(page);
    t.diagnostic(code);
    // A frozen tab is hidden, so its rounds do not count, and there may be no other rounds.
    if (code !== 'a result') {
      assert.equal(code, 'TAB_HIDDEN');
      await assertShown(page, code);
    }
    await assertRunsAgain(page, device);
  });

test('the storage is full: nothing is kept, and everything works', async (t) => {
  const page = await open(t, {
    before: async (page) => {
      const tools = await page.createCDPSession();
      const origin = new URL(await site()).origin;
      await tools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
      await page.evaluateOnNewDocument(() => {
        if (self === top)
          for (let size = 2 ** 22; size >= 1; size = Math.floor(size / 2))
            try {
              for (let i = 0; i < 9; i += 1)
                localStorage.setItem(`full ${size} ${i}`, 'x'.repeat(size));
            } catch {
              // Until not a single letter fits.
            }
      });
    },
  });
  assert.equal(
    await page.evaluate(() => {
      try {
        localStorage.setItem('more', 'x'.repeat(100));
        return 'kept';
      } catch (error) {
        return error.name;
      }
    }),
    'QuotaExceededError',
  );
  await page.locator('#queued summary').click();
  await page.waitForSelector('#queued .run');
  await page.select('select[name=theme]', 'dark');
  await page.select('select[name=language]', 'pt');
  await page.waitForFunction(() => document.documentElement.lang === 'pt', { polling: 50 });
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await assertRunsAgain(page);
});

test('the network goes in the middle of a lazy load, and comes back', async (t) => {
  const page = await open(t);
  await page.setOfflineMode(true);
  await page.locator('#queued summary').click();
  const shown = await page.waitForSelector('#queued .message[role=alert]');
  assert.equal(await shown.evaluate((message) => message.dataset.code), 'NOT_LOADED');
  assert.match(await shown.evaluate((message) => message.innerText), /did not arrive[^]*offline/);
  await page.setOfflineMode(false);
  await page.locator('#queued .message button').click();
  await page.waitForSelector('#queued .run');
  const outcome = await page.evaluate(() =>
    globalThis.asynclab.run('queued', { device: 'cpu', parameters: { n: 64 } }).then(
      () => 'a result',
      ({ code, message }) => `${code}: ${message}`,
    ),
  );
  assert.equal(outcome, 'a result');
  await assertRunsAgain(page);
});
