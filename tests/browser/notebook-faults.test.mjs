// Notebooks survive endless programs and recursions, a flood of output, files that are too large, and a device that dies.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { open, site } from './harness.mjs';
import { patient } from './fixtures/patient.mjs';

const PATH = 'notebook.html?lang=en';

/** A notebook of these cells. @param {...string} cells */
const notebook = (...cells) =>
  JSON.stringify({
    nbformat: 4,
    metadata: {},
    cells: cells.map((source, i) => ({ cell_type: 'code', id: `c${i}`, source, metadata: {} })),
  });

/** Opens a notebook and begins to run all cells. `finished` waits for the end. */
const begin = (page, text) =>
  page.evaluate(async (text) => {
    const notebook = await globalThis.asynclabNotebook;
    notebook.open(text);
    globalThis.running = notebook.run(notebook.codes);
  }, text);
const finished = (page) =>
  page.evaluate(async () => {
    const ok = await globalThis.running;
    const { codes } = await globalThis.asynclabNotebook;
    return { ok, outputs: codes.map(({ cell }) => cell.outputs) };
  });
/** Presses Stop. */
const stop = (page) => page.locator('#stop').click();
const shows = (page, text) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('.cell-outputs')].some((outputs) =>
        outputs.textContent.includes(wanted),
      ),
    { polling: 50 },
    text,
  );

/** Why a test of more than a minute is skipped by day. */
const nightly = process.env.ASYNCLAB_NIGHTLY
  ? false
  : 'it takes minutes: `cargo xtask test nightly` runs it';

test('a file that is none takes nothing away: not the notebook, and not what Python has', async (t) => {
  const { page, errors } = await open(t, { path: PATH });
  const seen = await page.evaluate(async (text) => {
    const notebook = await globalThis.asynclabNotebook;
    notebook.open(text);
    let ended = 0;
    notebook.restart = () => (ended += 1);
    const keys = [];
    for (const bad of ['', '{}', '{"nbformat":3,"cells":[]}', '[[[']) {
      try {
        notebook.open(bad);
      } catch (error) {
        keys.push(error.key);
      }
    }
    return { ended, keys, cells: notebook.codes.length, saved: JSON.parse(notebook.save()) };
  }, notebook('x = 1'));
  assert.deepEqual(seen.keys, ['no-json', 'no-notebook', 'no-notebook', 'no-json']);
  assert.equal(seen.ended, 0, 'Python was ended');
  assert.equal(seen.cells, 1);
  assert.deepEqual(seen.saved.cells[0].source, ['x = 1']);
  assert.deepEqual(errors, []);
});

test('cells get their editors as they come near the view, and the page goes on in between', async (t) => {
  const { page, errors } = await open(t, { path: PATH });
  const cells = Array.from({ length: 60 }, (_, i) => `x = ${i}`);
  const seen = await page.evaluate(
    async (text) => {
      const notebook = await globalThis.asynclabNotebook;
      notebook.open(text);
      const counts = new Set();
      const all = [...document.querySelectorAll('.cell')];
      // A reader who scrolls from the first cell to the last.
      for (
        let count = 0, i = 0;
        count < 60;
        count = document.querySelectorAll('.cell .editor').length
      ) {
        counts.add(count);
        all[i++ % all.length].scrollIntoView();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return counts.size;
    },
    notebook(...cells),
  );
  assert.ok(seen > 1, 'all at once');
  assert.deepEqual(errors, []);
});

test(
  'a hostile notebook is shown in time, as text: its outputs, its scripts and its names do nothing',
  { timeout: 60_000 },
  async (t) => {
    const { page, errors } = await open(t, { path: PATH });
    const spaces = ' '.repeat(29_000);
    const html = '<img src=x onerror="globalThis.owned = 1"><script>globalThis.owned = 1</script>';
    const cells = [
      // With an element for each sign, one call would have too many arguments.
      { cell_type: 'markdown', source: `$${'+'.repeat(29_000)}$` },
      { cell_type: 'markdown', source: 'a\n\n'.repeat(150_000) },
      { cell_type: 'markdown', source: ['# ', html, '\n\n[a](javascript:alert(1))'] },
      { cell_type: 'raw', source: 'as it was', metadata: null },
      ...[1, 2].map((value) => ({
        cell_type: 'code',
        id: 'same',
        source: `print(${value})`,
        outputs: [
          { output_type: 'display_data', data: { 'text/html': html, 'image/svg+xml': html } },
          { output_type: 'stream', text: [html, null, [[['deep']]], { toString: 1 }] },
          { output_type: 'error', traceback: ['\x1b[31mred\x1b[0m', [html], 7], evalue: {} },
          { output_type: 'execute_result', data: { 'text/plain': 'long'.repeat(500_000) } },
        ],
      })),
      { cell_type: 'code', id: '__proto__', source: '' },
      { cell_type: 'code', source: 'of a time when cells had no names' },
      null,
      // With a pattern that can divide the spaces in several ways, each of these would take a second.
      ...Array.from({ length: 40 }, () => ({ cell_type: 'markdown', source: `#${spaces}\nx` })),
      ...Array.from({ length: 40 }, () => ({ cell_type: 'markdown', source: `-${spaces}\u2028` })),
    ];
    const seen = await page.evaluate(
      async (text) => {
        const notebook = await globalThis.asynclabNotebook;
        notebook.open(text);
        const cells = document.getElementById('cells');
        // Cells are rendered when the reader scrolls near them.
        await new Promise((resolve) => setTimeout(resolve, 500));
        while (cells.ariaBusy) await new Promise((resolve) => setTimeout(resolve, 50));
        await new Promise((resolve) => setTimeout(resolve, 300));
        return {
          ids: notebook.codes.map(({ cell }) => cell.id),
          made: cells.querySelectorAll('img, script, a, svg').length,
          text: cells.textContent.includes('<script>globalThis.owned'),
          elements: cells.querySelectorAll('*').length,
          saved: JSON.parse(notebook.save()).cells.map(({ cell_type }) => cell_type),
          kept: [...cells.querySelectorAll('[data-kept]')].map(({ textContent }) => textContent),
          owned: globalThis.owned,
          polluted: {}.polluted,
        };
      },
      JSON.stringify({ nbformat: 4, metadata: null, cells }).replace(
        '{',
        '{"__proto__":{"polluted":1},',
      ),
    );
    assert.deepEqual(seen.ids, ['same', 'cell-5-5', '__proto__', 'cell-7']);
    assert.deepEqual(
      [seen.made, seen.text, seen.owned, seen.polluted],
      [0, true, undefined, undefined],
    );
    assert.ok(seen.elements < 3000, `${seen.elements} elements`);
    assert.deepEqual(seen.saved.slice(3, 5), ['raw', 'code']);
    // Saved outputs are displayed as text, and cut to a readable length.
    assert.equal(seen.kept.length, 2);
    for (const text of seen.kept) {
      assert.ok(text.includes(html) && text.includes('red\n') && !text.includes('deep'), text);
      assert.ok(text.length <= 60_000, `${text.length} characters`);
    }
    // Editors are made when the reader scrolls near them, and these outputs are long.
    await page.$eval('.cell:has([data-kept])', (cell) => cell.scrollIntoView());
    await page.waitForSelector('.cell .editor');
    const handed = await page.evaluate(async (html) => {
      const { codes } = await globalThis.asynclabNotebook;
      const { shadowRoot } = document.querySelector('.cell .editor');
      const content = shadowRoot.querySelector('.cm-content');
      const options = { bubbles: true, composed: true, cancelable: true };
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      clipboardData.setData('text/plain', `# ${html}`);
      content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, ...options }));
      const pasted = codes[0].cell.source;
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([`${html}\n`.repeat(20_000)], 'x.ipynb'));
      content.dispatchEvent(new DragEvent('drop', { dataTransfer, ...options }));
      // The editor, which would insert the file, needs as long to read it as the page does.
      const status = document.getElementById('status');
      while (!status.textContent.includes('no notebook')) await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const made = shadowRoot.querySelectorAll('img[src], script').length;
      codes[0].begin(1);
      const kept = codes[0].element.querySelector('[data-kept]');
      return { pasted, after: codes[0].cell.source, made, kept, owned: globalThis.owned };
    }, html);
    assert.ok(handed.pasted.includes(`# ${html}`), handed.pasted);
    assert.equal(handed.after, handed.pasted, 'a dropped file went into the editor');
    assert.deepEqual([handed.made, handed.kept, handed.owned], [0, null, undefined]);
    assert.deepEqual(errors, []);
  },
);

test(
  'ten million prints: the output is cut with a remark, the page answers, Stop ends it',
  { timeout: 300_000 },
  async (t) => {
    const { page } = await open(t, { path: PATH });
    await begin(page, notebook('for i in range(10**7):\n    print(i)', 'print("not run")'));
    await page.waitForSelector('.cell-outputs .note');
    const characters = await page.$eval('.cell-outputs', ({ textContent }) => textContent.length);
    assert.ok(characters < 210_000, `${characters} characters`);
    await stop(page);
    const { ok, outputs } = await finished(page);
    assert.equal(ok, false);
    assert.equal(outputs[0].at(-1).name, 'KeyboardInterrupt');
    assert.deepEqual(outputs[1], []);
  },
);

test(
  'a syntax error names its line, and a cell that was fixed runs',
  { timeout: 300_000 },
  async (t) => {
    const { page } = await open(t, { path: PATH });
    const given = JSON.parse(notebook('x = 1\nif x print(x)', 'x'));
    const kept = [{ output_type: 'stream', name: 'stdout', text: ['of before'] }];
    for (const cell of given.cells) Object.assign(cell, { execution_count: 9, outputs: kept });
    await begin(page, JSON.stringify(given));
    const [error] = (await finished(page)).outputs[0];
    assert.equal(error.name, 'SyntaxError');
    assert.match(error.traceback, /line 2/);
    const saved = await page.evaluate(async () => (await globalThis.asynclabNotebook).save());
    const [failed, ahead] = JSON.parse(saved).cells;
    assert.deepEqual(
      [failed.execution_count, failed.outputs.length, failed.outputs[0].ename],
      [1, 1, 'SyntaxError'],
    );
    assert.deepEqual(
      [ahead.execution_count, ahead.outputs],
      [9, kept],
      'a cell that was not run has what it had',
    );
    const ending = 'import js\ntry:\n    js.close()\nexcept Exception as error:\n    print(error)';
    await begin(page, notebook(`${ending}\nx = 1\nprint(x)`));
    const [{ text }] = (await finished(page)).outputs[0];
    assert.match(text, /close\(\) would end the program itself.*\n1\n$/);
  },
);

test(
  'a recursion without a bottom is an error, also where the program lifted the limit',
  { timeout: 300_000, skip: nightly },
  async (t) => {
    const { page } = await open(t, { path: PATH });
    const endless = 'def f(n):\n    return f(n + 1)';
    await begin(page, notebook(`${endless}\nf(0)`));
    assert.equal((await finished(page)).outputs[0].at(-1).name, 'RecursionError');
    await begin(page, notebook(`import sys\nsys.setrecursionlimit(10**6)\n${endless}\nf(0)`));
    const { ok, outputs } = await finished(page);
    assert.equal(ok, false);
    assert.equal(outputs[0].at(-1).type, 'error');
    await begin(page, notebook('print("again")'));
    assert.equal((await finished(page)).outputs[0][0].text, 'again\n');
  },
);

test(
  'a file that is too large is reported with its size, and the notebook before it stays',
  { timeout: 300_000 },
  async (t) => {
    const { page } = await open(t, { path: PATH });
    await page.waitForSelector('.cell');
    const before = await page.$$eval('.cell', ({ length }) => length);
    const folder = mkdtempSync(join(tmpdir(), 'asynclab-notebook-'));
    t.after(() => rmSync(folder, { recursive: true }));
    for (const megabytes of [20, 51]) {
      const file = join(folder, `${megabytes}.ipynb`);
      writeFileSync(file, notebook('x'.repeat(megabytes * 1e6)));
      await (await page.$('#file')).uploadFile(file);
      await page.waitForFunction(
        (size) => document.getElementById('status').textContent.includes(size),
        {},
        String(megabytes),
      );
    }
    assert.equal(await page.$$eval('.cell', ({ length }) => length), before);
  },
);

test(
  'a device that is lost within a cell: an exception at the line that waits, and Python goes on',
  { timeout: 300_000 },
  async (t) => {
    const browser = await launch({
      flags: ['--disable-gpu-process-crash-limit', '--disable-domain-blocking-for-3d-apis'],
    });
    t.after(() => browser.close());
    const page = await patient(browser.newPage());
    await page.goto(new URL(PATH, await site()).href);
    await begin(
      page,
      notebook(`import torch
x = torch.randn(512, 512, device="cuda")
print("begun", x.sum().item() < 1e9)
while True:
    y = x @ x
    y.sum().item()`),
    );
    await shows(page, 'begun True');
    const tools = await browser.target().createCDPSession();
    const { processInfo } = await tools.send('SystemInfo.getProcessInfo');
    process.kill(processInfo.find(({ type }) => type === 'GPU').id, 'SIGKILL');
    const { ok, outputs } = await finished(page);
    assert.equal(ok, false);
    const { name, message, traceback } = outputs[0].at(-1);
    assert.equal(name, 'LabRuntimeError');
    assert.match(message, /DEVICE_LOST/);
    assert.match(traceback, /File "<cell 1>", line [56]/);
    // Restart connects again.
    await begin(page, notebook('import torch\nprint(torch.ones(2, device="cuda").sum().item())'));
    assert.equal((await finished(page)).outputs[0][0].text, '2.0\n');
  },
);

test(
  'a part of Python that is cut off: the import fails in its cell, which may be run again',
  { timeout: 300_000, skip: nightly },
  async (t) => {
    let asked = 0;
    const { page } = await open(t, {
      path: PATH,
      before: async (page) => {
        await page.setRequestInterception(true);
        page.on('request', async (request) => {
          if (!request.url().endsWith('/jax.zip')) return request.continue();
          asked += 1;
          if (asked === 1) return request.abort();
          // First no archive at all, then only the end record of an archive.
          const end = Buffer.alloc(22);
          end.writeUInt32BE(0x504b0506);
          const body = {
            2: Buffer.from('<!doctype html>'),
            3: Buffer.concat([Buffer.alloc(9), end.fill(1, 4)]),
          }[asked];
          return body ? request.respond({ body }) : request.continue();
        });
      },
    });
    const cell = notebook('import jax.numpy as jnp\nprint(jnp.ones(2).sum())');
    const kinds = [];
    for (let i = 0; i < 4; i += 1) {
      // An archive that Python could not unpack is fetched again by a restarted Python.
      if (i === 3) await page.evaluate(async () => (await globalThis.asynclabNotebook).restart());
      await begin(page, cell);
      const { outputs } = await finished(page);
      kinds.push(outputs[0].at(-1).name ?? outputs[0].at(-1).text);
    }
    assert.equal(asked, 4);
    assert.deepEqual(kinds.slice(0, 2), ['ModuleNotFoundError', 'ModuleNotFoundError']);
    assert.match(kinds[2], /Error/);
    assert.equal(kinds[3], '2.0\n');
  },
);

test(
  'Stop while a part of Python is fetched ends the cell at once, and Python keeps its variables',
  { timeout: 300_000 },
  async (t) => {
    let asked = 0;
    const { page } = await open(t, {
      path: PATH,
      before: async (page) => {
        await page.setRequestInterception(true);
        // The first request is never answered.
        page.on('request', (request) => {
          const isPart = request.url().endsWith('/jax.zip');
          if (isPart) asked += 1;
          if (!isPart || asked > 1) request.continue();
        });
      },
    });
    const cells = ['kept = 5', 'import jax', 'import jax\nprint(kept, jax.__name__)'];
    const seen = await page.evaluate(
      async (text) => {
        const notebook = await globalThis.asynclabNotebook;
        notebook.open(text);
        const [first, second, third] = notebook.codes;
        await notebook.run([first]);
        const running = notebook.run([second]);
        await new Promise((resolve) => setTimeout(resolve, 500));
        const goesOn = await notebook.stop();
        const stopped = await running;
        const ok = await notebook.run([third]);
        return { goesOn, stopped, ok, outputs: [second, third].map(({ cell }) => cell.outputs[0]) };
      },
      notebook(...cells),
    );
    assert.deepEqual([asked, seen.goesOn, seen.stopped, seen.ok], [2, true, false, true]);
    assert.match(seen.outputs[0].message, /stopped before it had begun/);
    assert.equal(seen.outputs[1].text, '5 jax\n');
  },
);
