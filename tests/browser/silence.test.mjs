// Devices that do not answer, on the page: the reader is asked, and only the answer ends the work. The test has the backend's thread compute for a long
// time. A product of 7 · 10¹¹ flops on the CPU takes that long by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blank, onPage } from './lab.mjs';
import { open } from './harness.mjs';

const LONG = { timeout: 120_000, polling: 100 };
const NOTICE = '.silence .message';

/** The notice, once it is there. Its question is read in the same task, before the device can answer. */
async function notice(page) {
  const seen = await page.waitForFunction(
    (notice) => {
      const message = document.querySelector(notice);
      if (!message) return undefined;
      const element = message.parentElement;
      element.scrollIntoView({ block: 'center' });
      return {
        role: element.role,
        text: message.querySelector('.problem').textContent,
        buttons: [...message.querySelectorAll('button')].map(({ textContent }) => textContent),
        seen: element.checkVisibility(),
      };
    },
    LONG,
    NOTICE,
  );
  const { ASYNCLAB_SHOTS: folder } = process.env;
  if (folder) await page.screenshot({ path: `${folder}/silence-${Date.now()}.png` });
  return seen.jsonValue();
}
const press = (page, name) => page.locator(`${NOTICE} ::-p-text(${name})`).click();
const gone = (page) =>
  page.waitForFunction((notice) => !document.querySelector(notice), LONG, NOTICE);

/** Has the next backend that the page starts compute for `globalThis.hang` ms at its third chunk. */
const hanging = (page) =>
  page.setBypassCSP(true).then(() =>
    page.evaluateOnNewDocument(() => {
      const slowed = (ms) => {
        const take = globalThis.onmessage;
        globalThis.onmessage = (event) => {
          let chunks = 0;
          Object.defineProperty(event.data.port, 'onmessage', {
            set(listener) {
              this.addEventListener('message', (message) => {
                if (message.data.words && (chunks += 1) === 3)
                  for (const end = performance.now() + ms; performance.now() < end;);
                listener(message);
              });
              this.start();
            },
          });
          take(event);
        };
      };
      globalThis.Worker = class extends Worker {
        constructor(address, options) {
          const ms = options?.name === 'asynclab backend' ? globalThis.hang : 0;
          if (ms) globalThis.hang = 0;
          const source = `import ${JSON.stringify(String(address))};(${slowed})(${ms});`;
          const blob = new Blob([source], { type: 'text/javascript' });
          super(ms ? URL.createObjectURL(blob) : address, options);
        }
      };
    }),
  );

test('a run of a device that does not answer asks its reader, goes on when it does answer, and ends by the press of a button', async (t) => {
  const { page, errors } = await open(t, { path: '?lang=en', before: hanging });
  await page.evaluate(() => globalThis.asynclab.ready);
  const begin = (hang) =>
    page.evaluate((hang) => {
      Object.assign(globalThis, { hang, ended: undefined });
      const parameters = { n: 64, repetitions: 4, rounds: 2 };
      globalThis.asynclab.run('warmup', { parameters, device: 'cpu' }).then(
        () => (globalThis.ended = 'a result'),
        ({ code, message }) => (globalThis.ended = `${code}: ${message}`),
      );
    }, hang);
  const ended = async () => {
    await page.waitForFunction(() => globalThis.ended, LONG);
    return page.evaluate(() => globalThis.ended);
  };
  await begin(14_000);
  const asked = await notice(page);
  assert.equal(asked.role, 'status');
  assert.match(asked.text, /^CPU has not answered for over \d+ s\./);
  assert.deepEqual(asked.buttons, ['Wait', 'End the run']);
  assert.ok(asked.seen);
  await gone(page);
  assert.equal(await ended(), 'a result', 'it was ended although it answered');
  await begin(600_000);
  await notice(page);
  await press(page, 'Wait');
  assert.equal(await page.$(NOTICE), null);
  await notice(page);
  await press(page, 'End');
  assert.match(await ended(), /^DEVICE_LOST: the device had given no sign of life for over \d+ s/);
  assert.equal(await page.$(NOTICE), null);
  assert.ok(await page.$('.message[data-code=DEVICE_LOST]'));
  await begin(0);
  assert.equal(await ended(), 'a result');
  assert.deepEqual(errors, []);
});

test('a program of the sandbox, in JavaScript and in Python, is asked about as well', async (t) => {
  const { page, errors } = await open(t, { path: '?lang=en' });
  const programs = {
    javascript: `import { connect } from './www/asynclab.js';\nconst lab = await connect();\nconst a = lab.nd.ones([7000, 7000]);\nawait a.dot(a).sum().item();`,
    pytorch: `import torch\na = torch.ones(7000, 7000)\nprint((a @ a).sum().item())`,
  };
  await page.evaluate(() => globalThis.asynclab.ready);
  for (const [language, program] of Object.entries(programs)) {
    const run = page.evaluate(
      (parameters) =>
        globalThis.asynclab.run('sandbox', { parameters, device: 'cpu' }).then(
          () => 'a result',
          ({ code }) => code,
        ),
      { language, program },
    );
    assert.match((await notice(page)).text, /^CPU has not answered for over (9|\d\d) s/, language);
    await press(page, 'End');
    assert.equal(await run, 'DEVICE_LOST', language);
    assert.equal(await page.$(NOTICE), null);
  }
  assert.deepEqual(errors, []);
});

test('a notebook whose Python sleeps offers Restart, after which cells run again', async (t) => {
  const { page } = await open(t, { path: 'notebook.html?lang=en' });
  const run = (...cells) =>
    page.evaluate(async (cells) => {
      const notebook = await globalThis.asynclabNotebook;
      const of = (source, i) => ({
        cell_type: 'code',
        id: `c${i}`,
        metadata: {},
        source,
        outputs: [],
      });
      const metadata = { asynclab: { device: 'cpu' } };
      notebook.open(
        JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells: cells.map(of) }),
      );
      return notebook.run(notebook.codes);
    }, cells);
  const long = run('import torch\na = torch.ones(7000, 7000)\n(a @ a).sum().item()');
  const asked = await notice(page);
  assert.match(asked.text, /^CPU has not answered for over (9|\d\d) s/);
  assert.deepEqual(asked.buttons, ['Wait', 'Restart']);
  await press(page, 'Restart');
  assert.equal(await long, false);
  assert.equal(await page.$(NOTICE), null);
  assert.match(await page.$eval('#status', (status) => status.textContent), /Python was ended/);
  assert.equal(await run('import torch\ntorch.ones(3).sum().item()'), true);
});

test('the self-test asks, too: a check that its reader ends is wrong, and the next one begins', async (t) => {
  const { page, errors } = await open(t, { path: 'selftest.html?lang=en', before: hanging });
  await page.waitForFunction(() => globalThis.asynclabSelftest);
  const run = page.evaluate(async (hang) => {
    globalThis.hang = hang;
    const { checks } = await globalThis.asynclabSelftest.run(['sums', 'limits']);
    return checks.map(({ name, verdict, wrong }) => [name, verdict, wrong[0]?.values.error ?? '']);
  }, 600_000);
  assert.deepEqual((await notice(page)).buttons, ['Wait', 'End this check']);
  await press(page, 'End');
  const [first, second] = await run;
  assert.deepEqual(first.slice(0, 2), ['limits', 'wrong']);
  assert.match(first[2], /^DEVICE_LOST: the backend of \w+ has given no sign of life/);
  assert.deepEqual(second, ['sums', 'right', '']);
  assert.equal(await page.$(NOTICE), null);
  assert.deepEqual(errors, []);
});

test('where nobody answers, a silence that nothing explains ends the run, and one that is explained does not', async (t) => {
  const seen = await onPage(await blank(t), async () => {
    const { learn } = await import('/www/kit/words.js');
    await learn('page');
    const { SilenceNotice } = await import('/www/page/silence.js');
    const played = (patience, press = () => {}) => {
      const ends = [];
      const notice = new SilenceNotice(({ silent }) => ends.push(silent));
      for (const silent of [4950, 9450, 18_900, 37_800]) {
        notice.show({ device: 'cpu', silent, patience });
        press(notice, silent);
      }
      return [...ends, notice.element.childElementCount];
    };
    const waits = ({ element }) => element.querySelector('button').click();
    const answered = new SilenceNotice(() => {});
    answered.show({ device: 'cpu', silent: 5000, patience: 0 });
    answered.show({ device: 'cpu', silent: 0, patience: 0 });
    return [played(4050), played(60_000), played(4050, waits), answered.element.childElementCount];
  });
  assert.deepEqual(seen, [[37_800, 0], [1], [0], 0]);
});
