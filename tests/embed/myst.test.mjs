// The snippet in a MyST project, built with MyST itself.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { SAMPLE, snippet } from '../../www/embed/snippets.js';
import { courseHost, filledExample, labHost } from './hosts.mjs';
import { assertRuns, findElement, visit } from './reader.mjs';
import { mystPackages, python, run } from './tools.mjs';

test('the snippet runs an experiment in what MyST makes of it and its themes show', async (t) => {
  const lab = await labHost(t);
  const folder = filledExample(t, 'myst', { snippet: snippet('myst', lab.address) });
  withoutTheme(folder);
  await run(python('myst'), ['build', '--site'], folder);
  const content = join(folder, '_build', 'site', 'content', 'index.json');
  const widgets = found(JSON.parse(readFileSync(content, 'utf8')).mdast, 'anywidget');
  assert.equal(widgets.length, 1);
  assert.match(widgets[0].esm, /^\/[^/]+\.mjs$/, 'MyST copies the module, so it lies alone');
  const pages = join(folder, '_build', 'site', 'public');
  await writePage(pages, widgets);
  const { page, errors } = await visit(t, await courseHost(t, pages));
  const element = await findElement(page);
  await assertRuns(element, SAMPLE);
  await page.evaluate(() => dispatchEvent(new Event('leave')));
  // The widget may still write the result to its model and clean up. MyST's models lack methods of Jupyter's.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.equal(await element.evaluate((lab) => lab.isConnected), false);
  assert.deepEqual(errors, []);
});

test('the snippet runs an experiment in a site that MyST makes with its book theme', async (t) => {
  const lab = await labHost(t);
  const folder = filledExample(t, 'myst', { snippet: snippet('myst', lab.address) });
  try {
    await run(python('myst'), ['build', '--html'], folder);
  } catch (error) {
    // MyST's own host may be out of reach. Any other error is a failure.
    if (!/request to https:\/\/api\.mystmd\.org\S* failed/.test(error.message)) throw error;
    t.skip('MyST downloads its themes, and their host is out of reach');
    return;
  }
  const { page } = await visit(t, await courseHost(t, join(folder, '_build', 'html')));
  await assertRuns(await findElement(page), SAMPLE);
});

/** Content needs no theme, but MyST requires one. This writes an empty theme beside the content. */
function withoutTheme(folder) {
  mkdirSync(join(folder, 'theme'));
  writeFileSync(join(folder, 'theme', 'template.yml'), 'jtex: v1\ntitle: none\n');
  const file = join(folder, 'myst.yml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('template: book-theme', 'template: ./theme'));
}

/** Every node of a type, in the order of the document. */
function found(node, type) {
  const inside = (node.children ?? []).flatMap((child) => found(child, type));
  return node.type === type ? [node, ...inside] : inside;
}

async function writePage(pages, widgets) {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('myst/page.mjs', import.meta.url)),
    resolve: { modules: [join(mystPackages(), 'node_modules')] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
  });
  await bundle.write({ file: join(pages, 'page.js'), format: 'esm', codeSplitting: false });
  await bundle.close();
  const data = JSON.stringify(widgets).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  writeFileSync(
    join(pages, 'index.html'),
    `<!doctype html><meta charset="utf-8" /><title>A course</title><main data-widgets='${data}'></main>
<script type="module" src="page.js"></script>`,
  );
}
