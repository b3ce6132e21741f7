// The programs in the style of the book's chapters, each as a cell of a notebook on WebGPU, have the same output as with PyTorch. By day only the
// profiling one runs, which needs the page. The nightly run has all.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { open } from './harness.mjs';

const folder = new URL('../python/chapters/', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');
const programs = readdirSync(folder)
  .filter((name) => name.endsWith('.py'))
  .filter((name) => process.env.ASYNCLAB_NIGHTLY || name === 'newcomer_profiling.py');

/** Programs that redraw a figure while they train. Each drawing clears the cell's earlier output, as in Jupyter, but not in plain Python. */
const CLEARING = new Set(['newcomer_d2l.py']);

/** Runs a program as a notebook of one cell, and returns its output and its error. Runs in the page. */
async function printed(source) {
  const notebook = await globalThis.asynclabNotebook;
  const cell = { cell_type: 'code', id: 'c0', metadata: {}, source, outputs: [] };
  notebook.open(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] }));
  document.getElementById('device').value = 'webgpu';
  await notebook.run(notebook.codes);
  const { outputs } = notebook.codes[0].cell;
  return {
    device: notebook.info?.device,
    text: outputs
      .filter(({ type, stream }) => type === 'text' && stream === 'stdout')
      .map(({ text }) => text)
      .join(''),
    error: outputs.find(({ type }) => type === 'error')?.traceback,
  };
}

test('programs of the chapters print on the page what they print with PyTorch', async (t) => {
  const { page } = await open(t, { path: 'notebook.html?lang=en' });
  assert.ok(programs.length);
  for (const name of programs)
    await t.test(name, async () => {
      const quiet = 'import warnings; warnings.simplefilter("ignore")\n';
      const seen = await page.evaluate(printed, quiet + read(name));
      assert.equal(seen.error, undefined);
      const wanted = read(name.replace(/py$/, 'txt'));
      if (CLEARING.has(name)) assert.ok(seen.text && wanted.endsWith(seen.text), seen.text);
      else assert.equal(seen.text, wanted);
      assert.equal(seen.device, 'webgpu');
    });
});
