// Notebooks on the page, in a real browser: nothing runs before Run, outputs, timelines whose bars have their lines, Stop, bad files.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { read, write } from '../../www/notebook/ipynb.js';
import { staticHost } from '../../xtask/browser/static.mjs';
import { open } from './harness.mjs';

const folder = new URL('../../examples/notebooks/', import.meta.url);

/** A notebook of these cells. @param {...string} cells */
const notebook = (...cells) => withSettings({}, ...cells);

/** A notebook with settings. @param {any} asynclab @param {...string} cells */
const withSettings = (asynclab, ...cells) =>
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { asynclab },
    cells: cells.map((source, i) => ({
      cell_type: 'code',
      id: `c${i}`,
      metadata: {},
      source,
      outputs: [],
    })),
  });

/** Runs all cells of a notebook. */
const runAll = (page, text, device = 'webgpu') =>
  page.evaluate(
    async (text, device) => {
      const notebook = await globalThis.asynclabNotebook;
      notebook.open(text);
      document.getElementById('device').value = device;
      const ok = await notebook.run(notebook.codes);
      await notebook.charted;
      return {
        ok,
        device: notebook.info?.device,
        isolated: globalThis.crossOriginIsolated,
        charted: document.querySelector('.whole:not([hidden]) figcaption')?.textContent,
        live: document.querySelectorAll('.whole canvas').length,
        cells: notebook.codes.map(({ cell, ran }) => ({
          outputs: cell.outputs,
          ran,
          life: notebook.lives?.get(cell.id),
        })),
        status: document.getElementById('status').textContent,
      };
    },
    text,
    device,
  );

/** A page that several tests share, since a start of Python takes longer than they do. @type {Awaited<ReturnType<typeof open>>} */
let shared;
// The page closes with the browser.
before(async () => {
  shared = await open({ after() {} }, { path: 'notebook.html?lang=en' });
});

test('nothing of Python is fetched before Run, and nothing has run', async (t) => {
  const asked = [];
  const { page, errors } = await open(t, {
    path: 'notebook.html?lang=en',
    before: (page) => void page.on('request', (request) => asked.push(request.url())),
  });
  await page.waitForSelector('.cell');
  await page.waitForNetworkIdle();
  assert.ok(!asked.some((url) => /pkg\/python\/|python-source|\.wasm/.test(url)), asked.join('\n'));
  assert.equal(await page.$('.cell[data-state]'), null);
  assert.deepEqual(errors, []);
});

test('a notebook is written as it was read; a cell that was run has its new outputs', () => {
  const outputs = [
    { output_type: 'stream', name: 'stdout', text: ['1\n'] },
    {
      output_type: 'display_data',
      metadata: { a: 1 },
      data: { 'image/png': 'iVBO', 'text/plain': ['<Figure>'] },
    },
    { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['t'] },
  ];
  const given = {
    cells: [
      { cell_type: 'markdown', id: 'm', metadata: { tags: ['x'] }, source: ['# a\n', 'b'] },
      {
        cell_type: 'code',
        id: 'c',
        metadata: { scrolled: true },
        execution_count: 7,
        outputs,
        source: ['x'],
      },
      { cell_type: 'code', id: 'd', metadata: {}, execution_count: 8, outputs, source: ['y'] },
      { cell_type: 'raw', id: 'r', metadata: { format: 'text/latex' }, source: ['z'] },
    ],
    metadata: { kernelspec: { display_name: 'P', language: 'python', name: 'p' }, authors: [1] },
    nbformat: 4,
    nbformat_minor: 5,
  };
  const notebook = read(JSON.stringify(given));
  assert.deepEqual(JSON.parse(write(notebook)), given);
  const [, , run] = notebook.cells;
  Object.assign(run, { kept: undefined, count: 1, outputs: [{ type: 'text', text: '2\n' }] });
  const [, before, after] = JSON.parse(write(notebook)).cells;
  assert.deepEqual(before, given.cells[1]);
  assert.equal(after.execution_count, 1);
  assert.deepEqual(after.outputs, [{ output_type: 'stream', name: 'stdout', text: ['2\n'] }]);
  const rough = { execution_count: 'x', outputs: [null, 5, [], outputs[0]] };
  const [cell] = JSON.parse(
    write(read(JSON.stringify({ nbformat: 4, cells: [{ cell_type: 'code', ...rough }] }))),
  ).cells;
  assert.deepEqual([cell.execution_count, cell.outputs], [null, [outputs[0]]]);
});

test('operations and waits are shown at the line that made them; work outlives its cell', async () => {
  const { page } = shared;
  const { cells } = await runAll(
    page,
    notebook(
      'import torch\ndef product(x):\n    return x @ x\na = torch.randn(300, 300, device="cuda")\nb = product(a)\nfor _ in range(3):\n    b = product(b)',
      'c = b.sum()\nprint(c.item() == c.item())',
      '# shown\nc',
    ),
  );
  const [first, second, third] = cells.map(({ life }) => life);
  assert.deepEqual(
    first.operations.map(({ name, line, file }) => [name, line, file]),
    [['normal', 4], ...Array(4).fill(['matmul', 3])].map((one) => [...one, '<cell 1>']),
  );
  assert.equal(first.waits.length, 0);
  assert.ok(first.end > first.to, 'it gave control back before its work was done');
  assert.deepEqual(
    second.waits.map(({ kind, line, file }) => [kind, line, file]),
    [
      ['item', 2, '<cell 2>'],
      ['item', 2, '<cell 2>'],
    ],
  );
  assert.match(cells[1].outputs[0].text, /True/);
  const shown = third.waits.map(({ kind, line, file }) => [kind, line, file]);
  assert.deepEqual(shown, [['print', 2, '<cell 3>']], 'the value of a cell waits at its line');
});

test('Stop ends an endless program, and Python goes on', async () => {
  const { page } = shared;
  await runAll(page, notebook('x = 1'));
  const outputs = await page.evaluate(async () => {
    const notebook = await globalThis.asynclabNotebook;
    const [code] = notebook.codes;
    code.cell.source =
      'try:\n    while True: pass\nexcept KeyboardInterrupt:\n    print("stopped", x)';
    const running = notebook.run([code]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await notebook.stop();
    await running;
    return code.cell.outputs;
  });
  assert.match(outputs.at(-1).text, /stopped 1/);
});

test('on a phone the bar scrolls away, and is one line with Stop while a program runs', async (t) => {
  const { page } = await open(t, { path: 'notebook.html?lang=en' });
  await page.setViewport({ width: 390, height: 844 });
  await runAll(page, notebook('x = 1', ...Array(12).fill('y = 2\n\n\n\n')), 'cpu');
  const bar = () =>
    page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight);
      const { top, height } = document.querySelector('.notebook-bar').getBoundingClientRect();
      const stop = document.getElementById('stop').getBoundingClientRect();
      return {
        top,
        height,
        stop: stop.width > 0 && stop.right <= innerWidth,
        wide: document.documentElement.scrollWidth,
      };
    });
  const idle = await bar();
  assert.ok(idle.top + idle.height < 0, `it has scrolled away: ${JSON.stringify(idle)}`);
  await page.evaluate(async () => {
    const notebook = await globalThis.asynclabNotebook;
    const [code] = notebook.codes;
    code.cell.source = 'while True: pass';
    globalThis.endless = notebook.run([code]);
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  const running = await bar();
  if (process.env.ASYNCLAB_PICTURE) await page.screenshot({ path: process.env.ASYNCLAB_PICTURE });
  await page.evaluate(async () => {
    await (await globalThis.asynclabNotebook).stop();
    await globalThis.endless;
  });
  assert.equal(running.top, 0);
  assert.ok(running.height <= 60 && running.stop, JSON.stringify(running));
  assert.ok(running.wide <= 390, JSON.stringify(running));
});

test('a cell that prints without end, recurses or raises leaves the page alive', async () => {
  const { page } = shared;
  const one = await runAll(page, notebook('for i in range(300000): print(i)'));
  assert.ok(one.ok);
  const characters = one.cells[0].outputs.reduce((sum, { text }) => sum + text.length, 0);
  assert.ok(characters < 210_000, String(characters));
  const two = await runAll(page, notebook('def f(): f()\nf()'));
  assert.equal(two.cells[0].outputs.at(-1).name, 'RecursionError');
});

test('what is no notebook is reported with what was found', async () => {
  const { page } = shared;
  const rejected = (text) =>
    page.evaluate(async (text) => {
      const notebook = await globalThis.asynclabNotebook;
      try {
        notebook.open(text);
      } catch (error) {
        return [error.key, JSON.stringify(error.values)];
      }
    }, text);
  assert.deepEqual(await rejected('hello'), ['no-json', '{"found":"hello"}']);
  assert.equal((await rejected('{"nbformat": 3, "cells": []}'))[0], 'no-notebook');
  assert.equal((await rejected('[1]'))[0], 'no-notebook');
  const julia = '{"nbformat": 4, "cells": [], "metadata": {"kernelspec": {"language": "julia"}}}';
  assert.deepEqual(await rejected(julia), ['other-language', '{"language":"julia"}']);
});

/** A late failure, in the terms of both libraries. */
const LATE = withSettings(
  { memoryLimit: 2 ** 20, allocator: 'on-completion' },
  `import mxnet
from mxnet import nd
small = nd.ones((8,))
large = nd.ones((1024, 1024))
more = large + 1
print('enqueued')
try:
    more.wait_to_read()
except mxnet.MXNetError as error:
    print(error.code, error.enqueued)
print(small.sum().asscalar())`,
  `import torch
x = torch.ones(1024, 2048, device='cuda')
y = x * 2

print(y.sum().item())`,
);

function assertLate({ cells: [first, second] }) {
  const printed = first.outputs.map(({ text }) => text).join('');
  assert.equal(printed, "enqueued\nOUT_OF_MEMORY ('<cell 1>', 4)\n8.0\n");
  const { name, traceback } = second.outputs.at(-1);
  assert.equal(name, 'LabRuntimeError');
  assert.match(traceback, /File "<cell 2>", line 5[^]*enqueued by line 2 of <cell 2>/);
}

test('a late failure is raised by the first wait that covers it, and names the line that enqueued the operation', async () => {
  const { page } = shared;
  assertLate(await runAll(page, LATE, 'cpu'));
});

test('all of a notebook stands on one timeline, below the cells', async () => {
  const { page, errors } = shared;
  const found = await runAll(
    page,
    notebook(
      'import torch\na = torch.ones(8, 8, device="cuda")',
      'b = a @ a\nprint(b.sum().item())',
    ),
    'cpu',
  );
  assert.match(found.charted, /All 2 cells/);
  assert.ok(found.live >= 3, 'a timeline, the queue and the memory');
  assert.deepEqual(errors, []);
});

test('where nothing can wait for a device the page says so before the run, and nothing is fetched', async (t) => {
  const host = await staticHost(pathToFileURL(`${process.env.ASYNCLAB_DIST}/`), '/course/');
  t.after(() => host.close());
  const asked = [];
  const { page, errors } = await open(t, {
    path: `${host.address}notebook.html?lang=en`,
    before: async (page) => {
      page.on('request', (request) => asked.push(request.url()));
      await page.evaluateOnNewDocument(() => delete WebAssembly.Suspending);
    },
  });
  const seen = await page.evaluate(async () => {
    const notebook = await globalThis.asynclabNotebook;
    const status = () => document.getElementById('status').textContent;
    const choose = (device) => {
      document.getElementById('device').value = device;
      document.getElementById('device').dispatchEvent(new Event('change'));
      return status();
    };
    const opened = status();
    document.getElementById('run-all').click();
    await notebook.run(notebook.codes);
    return { opened, ran: status(), cpu: choose('cpu'), gpu: choose('webgpu') };
  });
  for (const text of [seen.opened, seen.ran, seen.gpu])
    assert.match(text, /cannot wait.*Choose the CPU/);
  assert.match(seen.cpu, /next run/);
  assert.ok(!asked.some((url) => /pkg\/python\/|\.wasm/.test(url)), asked.join('\n'));
  assert.deepEqual(errors, []);
});

test('without isolation Python waits by switching stacks', async (t) => {
  const host = await staticHost(pathToFileURL(`${process.env.ASYNCLAB_DIST}/`), '/course/');
  t.after(() => host.close());
  const { page, errors } = await open(t, { path: `${host.address}notebook.html?lang=en` });
  const file = new URL('pytorch.ipynb', folder);
  const found = await runAll(page, readFileSync(file, 'utf8'), 'webgpu');
  assert.equal(found.isolated, false);
  assert.ok(found.ok, JSON.stringify(found.cells.find(({ ran }) => !ran?.ok)?.outputs ?? found));
  assertLate(await runAll(page, LATE, 'cpu'));
  const endless = await page.evaluate(async () => {
    const notebook = await globalThis.asynclabNotebook;
    const [code] = notebook.codes;
    code.cell.source = 'while True: pass';
    const running = notebook.run([code]);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await notebook.stop();
    await running;
    return code.cell.outputs.at(-1).message;
  });
  assert.match(endless, /ended/);
  assert.deepEqual(errors, []);
});

test('the Python of these tests checks that no handle of the engine has two owners', async (t) => {
  const { page } = await open(t, { path: 'notebook.html?lang=en' });
  const twice = 'import torch\nx, y = torch.ones(2), torch.zeros(2)\ny._id = x._id';
  const { cells } = await runAll(page, notebook(twice), 'cpu');
  assert.equal(cells[0].outputs.at(-1).name, 'OwnedTwice');
});
