// An author's text arrives unchanged, although a snippet passes through several languages.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { snippet, systems } from '../../www/embed/snippets.js';
import { launch } from '../../xtask/browser/launch.mjs';
import { builders, systemOf } from './builders.mjs';
import { filledExample } from './hosts.mjs';
import { pandoc, python, run } from './tools.mjs';

const LAB = 'https://lab.example/course/';
/** A program with characters that are syntax in HTML, Markdown, JSON or Python. */
const ATTRIBUTES = {
  experiment: 'sandbox',
  program: `const x = "a" < 'b' && \`{{c}}\`;\n\n# d\n\t- \\n &amp; </async-lab> é 你好`,
  seed: 7,
  share: 0.5,
  autorun: true,
};
test('every system has a snippet that names the lab, with or without its last slash', () => {
  for (const { name } of systems) {
    const text = snippet(name, LAB);
    assert.ok(text.includes(LAB), text);
    assert.equal(snippet(name, LAB.slice(0, -1)), text);
  }
  assert.throws(() => snippet('word', LAB), /no snippet for word; there are html, mdbook/);
});

test('attributes reach the element in every page of HTML', async (t) => {
  const browser = await launch();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  const wanted = { ...ATTRIBUTES, seed: '7', share: '0.5', autorun: '' };
  for (const name of ['html', 'mdbook', 'sphinx', ...(pandoc.missing ? [] : ['pandoc'])]) {
    const folder = filledExample(t, systemOf(name), {
      snippet: snippet(systemOf(name), LAB, ATTRIBUTES),
      origin: 'https://lab.example',
    });
    const pages = await builders[name](folder);
    await page.goto(`file://${join(pages, 'index.html')}`);
    const arrived = await page.$eval('async-lab', (element) =>
      Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    );
    assert.deepEqual(arrived, wanted, name);
  }
});

test('they reach the address of a framed page', async () => {
  for (const name of ['iframe', 'lms']) {
    const [, escaped] = snippet(name, LAB, ATTRIBUTES).match(/src="([^"]+)"/);
    const { href, searchParams } = new URL(escaped.replaceAll('&amp;', '&'));
    assert.ok(href.startsWith(`${LAB}embed.html?`), href);
    const wanted = { ...ATTRIBUTES, seed: '7', share: '0.5', autorun: '' };
    assert.deepEqual(Object.fromEntries(searchParams), wanted);
  }
});

test('they reach the model of a widget in MyST and in Python', async (t) => {
  const [, body] = snippet('myst', LAB, ATTRIBUTES).split('\n');
  assert.deepEqual(JSON.parse(body), { lab: LAB, ...ATTRIBUTES });

  const folder = filledExample(t, 'jupyter', { snippet: '' });
  const names = JSON.stringify(Object.keys(ATTRIBUTES));
  const program = snippet('jupyter', LAB, ATTRIBUTES).replace(
    /AsyncLab\(\)$/,
    `import json\nprint(json.dumps(AsyncLab().get_state(${names})))`,
  );
  writeFileSync(join(folder, 'cell.py'), program);
  const output = await run(python('python'), ['cell.py'], folder);
  assert.deepEqual(JSON.parse(output), ATTRIBUTES);
});
