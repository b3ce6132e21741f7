// The snippet in a cell of a notebook: JupyterLab with a real kernel runs the cell, and its widget runs an experiment.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { SAMPLE, snippet } from '../../www/embed/snippets.js';
import { filledExample, labHost } from './hosts.mjs';
import { assertRuns, findElement, visit } from './reader.mjs';
import { python } from './tools.mjs';

test('the snippet runs an experiment in JupyterLab', async (t) => {
  const lab = await labHost(t);
  const folder = filledExample(t, 'jupyter', { snippet: snippet('jupyter', lab.address) });
  const jupyter = await startJupyter(t, folder);
  const { page } = await visit(t, new URL('lab/tree/course.ipynb?reset', jupyter).href);
  await page.waitForSelector('.jp-Notebook .jp-CodeCell');
  await page.evaluate(async () => {
    const { jupyterapp } = globalThis;
    await jupyterapp.restored;
    const { sessionContext } = jupyterapp.shell.currentWidget;
    await sessionContext.ready;
    await jupyterapp.commands.execute('notebook:run-all-cells');
  });
  const problems = await page.$$eval(
    '[data-mime-type="application/vnd.jupyter.error"]',
    (outputs) => outputs.map((output) => output.textContent.slice(-500)),
  );
  assert.deepEqual(problems, []);
  await assertRuns(await findElement(page), SAMPLE);
});

/** Starts a server without a password, with its own settings, that only this machine can reach. Its address ends in a slash. */
async function startJupyter(t, folder) {
  const settings = Object.fromEntries(
    ['CONFIG', 'DATA', 'RUNTIME'].map((kind) => [
      `JUPYTER_${kind}_DIR`,
      join(folder, '.jupyter', kind),
    ]),
  );
  const server = spawn(
    python('jupyter'),
    [
      'lab',
      '--no-browser',
      '--allow-root',
      '--ip=127.0.0.1',
      '--port=0',
      '--IdentityProvider.token=',
      '--ServerApp.password=',
      '--LabApp.expose_app_in_browser=True',
      '--LabApp.news_url=',
      '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate',
    ],
    { cwd: folder, env: { ...process.env, ...settings }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const gone = once(server, 'exit');
  t.after(() => {
    server.kill();
    return gone;
  });
  for await (const line of createInterface(server.stderr)) {
    const [address] = line.match(/http:\/\/127\.0\.0\.1:\d+\//) ?? [];
    if (address) {
      server.stderr.resume();
      return address;
    }
  }
  throw new Error('JupyterLab ended before it printed its address');
}
