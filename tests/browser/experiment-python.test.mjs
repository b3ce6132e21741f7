// The programs for Python's libraries that experiments display run unchanged, and their traces are like JavaScript's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presetValues } from '../../www/kit/parameters.js';
import { KEYS, LANGUAGES } from '../../www/kit/languages.js';
import { names } from '../../xtask/browser/sizes.mjs';
import { attempt, openPage, runExperiment } from './experiment-page.mjs';
import { open } from './harness.mjs';

const root = new URL('../../www/experiments/', import.meta.url);
const SMALL = 8;
const SECTION = '[data-experiment="sandbox"]';

/** The first preset, with every number as close to `SMALL` as allowed. */
function smallValues(experiment) {
  const [preset] = Object.keys(experiment.presets);
  const numbers = Object.entries(experiment.parameters)
    .filter(([, { min }]) => min !== undefined)
    .map(([name, { min, max }]) => [name, Math.min(max, Math.max(min, SMALL))]);
  return { ...presetValues(experiment, preset), ...Object.fromEntries(numbers) };
}

/** The programs of every experiment that has some, by language. */
async function programsOn(device) {
  const all = [];
  for (const name of names) {
    const { default: experiment } = await import(new URL(`${name}/experiment.js`, root));
    if (!experiment.programs) continue;
    const { default: programs } = await experiment.programs();
    all.push({ name, ...programs({ ...smallValues(experiment), device }) });
  }
  return all;
}

/** By day each language runs once, on alternating devices. The nightly run has all pairs. */
const LIBRARIES = KEYS.filter((key) => key !== 'javascript');
const BY_DAY = LIBRARIES.map((language, i) => [['webgpu', 'cpu'][i % 2], language]);
const BY_NIGHT = BY_DAY.map(([device, language]) => [
  device === 'cpu' ? 'webgpu' : 'cpu',
  language,
]);
const PAIRS = [...BY_DAY, ...(process.env.ASYNCLAB_NIGHTLY ? BY_NIGHT : [])];

for (const [device, language] of PAIRS)
  // The programs are cells of one notebook, since starting Python takes longer than all of them.
  test(`the ${language} program of each experiment runs to the end on ${device}, and its waits have their lines`, async (t) => {
    const programs = (await programsOn(device)).map(({ name, [language]: program }) => [
      name,
      `${program}\nprint("the end")`,
    ]);
    assert.ok(programs.length >= 10);
    const { page, errors } = await open(t, { path: 'notebook.html?lang=en' });
    const cells = await page.evaluate(
      async (texts, device, allocator) => {
        const notebook = await globalThis.asynclabNotebook;
        const cells = texts.map((source, i) => ({ cell_type: 'code', id: `c${i}`, source }));
        notebook.open(JSON.stringify({ nbformat: 4, metadata: {}, cells }));
        document.getElementById('device').value = device;
        document.getElementById('allocator').value = allocator;
        await notebook.run(notebook.codes);
        await notebook.charted;
        return notebook.codes.map(({ cell }) => ({
          printed: cell.outputs.map(({ text, traceback }) => text ?? traceback).join(''),
          life: notebook.lives?.get(cell.id),
        }));
      },
      programs.map(([, text]) => text),
      device,
      LANGUAGES[language].allocator,
    );
    for (const [i, { printed, life }] of cells.entries()) {
      const [name, program] = programs[i];
      assert.match(printed, /the end\n$/, name);
      assert.ok(life.operations.length > 0, name);
      const last = program.split('\n').length;
      for (const { line, file } of life.waits)
        assert.ok(line > 0 && line <= last, `${name}: line ${line} of ${file}`);
    }
    assert.deepEqual(errors, []);
  });

for (const [device, language] of process.env.ASYNCLAB_NIGHTLY ? BY_DAY : BY_DAY.slice(0, 1))
  test(`the sandbox runs a program of ${language} on ${device} to the end, with the trace that JavaScript's has`, async (t) => {
    const { [language]: program } = (await programsOn(device)).find(({ name }) => name === 'graph');
    const page = await openPage(t);
    const asked = { language, program: `${program}\nprint("the end")` };
    const { result, lines } = await runExperiment(page, 'sandbox', asked, device);
    assert.equal(lines.at(-1), 'the end');
    assert.equal(result.parameters.language, language);
    const { trace } = result;
    // Libraries differ in how they make an array of ones, and whether they reshape an array to print it.
    const own = ['ones', 'full', 'reshape'];
    const names = Array.from(trace.op, (one) => trace.names[one]);
    const computed = names.filter((name) => !own.includes(name));
    assert.deepEqual(computed, ['mul', 'add']);
    const last = program.split('\n').length;
    assert.deepEqual([...new Set(trace.waits.map(({ line }) => line))], [last]);
  });

test('“Run this program” runs the tab that is shown, with the lines of its waits', async (t) => {
  const page = await openPage(t);
  await page.evaluate(() =>
    globalThis.asynclab.run('warmup', { parameters: { n: 16 }, device: 'cpu' }),
  );
  const warmup = '[data-experiment="warmup"]';
  await page.waitForSelector(`${warmup} [role=tab][data-language="pytorch"]`);
  await page.$eval(`${warmup} [role=tab][data-language="pytorch"]`, (tab) => tab.click());
  await page.$eval(`${warmup} .to-sandbox button:last-of-type`, (button) => button.click());
  await page.waitForSelector(`${SECTION} .finding`, { timeout: 120_000 });
  const language = await page.$eval(`${SECTION} [name="language"]`, ({ value }) => value);
  assert.equal(language, 'pytorch');
  await page.waitForSelector(`${SECTION} >>> .cm-content`);
  assert.match(await page.$eval(`${SECTION} textarea`, ({ value }) => value), /import torch/);
  const kinds = await page.$$eval(`${SECTION} tbody tr`, (rows) =>
    rows.map((row) => row.textContent),
  );
  assert.ok(
    kinds.some((text) => /synchronize/.test(text)),
    kinds.join('\n'),
  );
  assert.deepEqual(page.errors, []);
});

test('a Python program that goes back in its line overwrites it, also before the line ends', async (t) => {
  const page = await openPage(t);
  const { lines, seen } = await page.evaluate(async () => {
    const program = `import sys, time
for step in range(9, 12):
    print(f"step {step} of 11", end="\\r")
    sys.stdout.flush()
    time.sleep(0.1)
print("done")
print("to be overwritten\\rDO\\r\\nnext")
print("asked", end="")
input()`;
    const seen = new Set();
    const text = () =>
      document.querySelector('[data-experiment="sandbox"] .live-output')?.textContent;
    const watching = setInterval(() => seen.add(text()), 5);
    const run = globalThis.asynclab.run('sandbox', {
      parameters: { language: 'pytorch', program },
      device: 'cpu',
    });
    const { code, message } = await run.catch((error) => error);
    clearInterval(watching);
    return { lines: [text(), code, message], seen: [...seen] };
  });
  const [text, code, message] = lines;
  assert.equal(text, 'done 11 of 11\nDO be overwritten\nnext\nasked');
  assert.equal(code, 'PROGRAM_FAILED');
  assert.match(message, /^line 9: StdinNotImplementedError: input: nobody can answer/);
  assert.ok(seen.includes('step 11 of 11'), JSON.stringify(seen));
});

test('a Python program that fails names its line; one that never ends is stopped', async (t) => {
  const page = await openPage(t);
  const wrong = { language: 'pytorch', program: 'import torch\ntorch.ones(2) @ torch.ones(3)' };
  const { failure } = await attempt(page, 'sandbox', wrong, 'cpu');
  assert.match(failure, /^PROGRAM_FAILED: line 2: LabValueError: matmul/);
  const code = await page.evaluate(async () => {
    const asked = { language: 'pytorch', program: 'print("begun")\nwhile True: pass' };
    const running = globalThis.asynclab.run('sandbox', { parameters: asked, device: 'cpu' });
    running.catch(() => {});
    const printed = () =>
      document.querySelector('[data-experiment="sandbox"] .live-output')?.textContent;
    while (!/begun/.test(printed() ?? '')) await new Promise((done) => setTimeout(done, 20));
    const buttons = [...document.querySelectorAll('[data-experiment="sandbox"] .controls button')];
    buttons.find(({ textContent }) => textContent === 'Stop').click();
    return running.then(
      () => 'ended',
      (error) => error.code,
    );
  });
  assert.equal(code, 'STOPPED');
});
