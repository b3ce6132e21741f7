// A site that `dist --with libraries` wrote runs the loops itself, and its page displays their recordings.
// Nightly: it writes a site with other projects' libraries, and runs all of them on it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { staticHost } from '../../xtask/browser/static.mjs';
import { xtask } from '../xtask.mjs';
import { lacksLibraries } from './fixtures/other-site.mjs';
import { open } from './harness.mjs';

/** Writes such a site, and returns its folder. */
async function written(t) {
  const folder = await mkdtemp(join(tmpdir(), 'asynclab-libraries-'));
  t.after(() => rm(folder, { recursive: true }));
  await promisify(execFile)(...xtask('dist', '--out', folder, '--with', 'libraries'), {
    cwd: new URL('../..', import.meta.url),
  });
  return folder;
}

test(
  'the page runs each library there, and finds what the recordings show',
  { skip: lacksLibraries },
  async (t) => {
    const folder = process.env.ASYNCLAB_WITH_LIBRARIES ?? (await written(t));
    const licences = await readFile(join(folder, 'libraries/licences.txt'), 'utf8');
    for (const name of ['@jax-js/jax', '@tensorflow/tfjs-core', 'onnxruntime-web', 'webgpu-torch'])
      assert.match(licences, new RegExp(`^${name} +\\d`, 'm'));
    const host = await staticHost(pathToFileURL(`${folder}/`), '/lab/');
    t.after(() => host.close());
    const asked = [];
    const { page, errors } = await open(t, {
      path: `${host.address}#libraries`,
      before: (page) =>
        page.on('request', (request) => asked.push(new URL(request.url()).pathname)),
    });
    const button = await page.waitForSelector('#libraries button.run-live');
    assert.ok(!asked.some((path) => path.startsWith('/lab/libraries/')), 'nothing before Run');
    await page.select('#libraries-loop', 'train');
    await button.click();
    await page.waitForSelector('#libraries .finding, #libraries .message', { timeout: 300_000 });
    assert.deepEqual(errors, []);
    const findings = await page.$$eval('#libraries .finding', (all) =>
      all.map(({ textContent }) => textContent).join('\n'),
    );
    t.diagnostic(findings);
    assert.match(findings, /jax-js computes no number that nobody reads: \d+ dispatches/);
    assert.match(findings, /ONNX Runtime Web the program awaits each step, 10 times/);
    assert.equal((await page.$$('#libraries .answer tbody tr')).length, 12);
    const ribbon = await page.$eval('#libraries .ribbon', ({ textContent }) => textContent);
    assert.match(ribbon, /^Run here with /);
  },
);
