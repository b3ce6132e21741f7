// The snippet in a course page of each system that keeps the author's HTML, made with the system's own tool.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SAMPLE, snippet } from '../../www/embed/snippets.js';
import { builders, systemOf } from './builders.mjs';
import { courseHost, filledExample, labHost } from './hosts.mjs';
import { assertRuns, findElement, runExperiment, visit } from './reader.mjs';
import { pandoc, quarto } from './tools.mjs';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');

/** The address of a lab in the README, a placeholder. */
const NOBODYS = 'https://lab.example/';

/** The README's line with the snippet, with the address of a lab. */
const lineOf = (lab) => readme.match(/^<script .*<\/async-lab>$/m)[0].replaceAll(NOBODYS, lab);

/** The reason why a system is left out, if its tool is missing. */
const reasons = { quarto: quarto.missing, pandoc: pandoc.missing };

test('the README has the snippet for HTML', () => {
  assert.equal(lineOf(NOBODYS), snippet('html', NOBODYS));
});

for (const [name, build] of Object.entries(builders)) {
  test(`the README's line runs an experiment in ${name}`, { skip: reasons[name] }, async (t) => {
    const lab = await labHost(t);
    const { origin } = new URL(lab.address);
    // Each system's snippet is this line inside the system's syntax for raw HTML.
    const line = lineOf(lab.address);
    const text = snippet(systemOf(name), lab.address);
    assert.ok(text.includes(line), text);
    const folder = filledExample(t, systemOf(name), { snippet: text, origin });
    const { page, errors } = await visit(t, await courseHost(t, await build(folder)));
    const element = await findElement(page);
    const early = lab.files.filter((file) => file.endsWith('.wasm'));
    assert.deepEqual(early, [], 'nothing of the engine is loaded before the reader asks');
    await assertRuns(element, SAMPLE);
    assert.equal(await page.evaluate(() => globalThis.crossOriginIsolated), false);
    assert.deepEqual(errors, []);
  });
}

test(
  'the block of docs/course.md runs in a page of Quarto’s Markdown',
  { skip: pandoc.missing },
  async (t) => {
    const lab = await labHost(t);
    const [, block] = read('docs/course.md').match(/^(```\{=html\}\n.*\n```)$/m);
    assert.ok(block.includes(NOBODYS));
    const folder = filledExample(t, 'quarto', { snippet: block.replaceAll(NOBODYS, lab.address) });
    const { page, errors } = await visit(t, await courseHost(t, await builders.pandoc(folder)));
    await assertRuns(await findElement(page), { experiment: 'timing', n: 256 });
    assert.deepEqual(errors, []);
  },
);

for (const [directive, lost] of [
  ["'wasm-unsafe-eval'", / 'wasm-unsafe-eval'/],
  ['worker-src', / worker-src [^;]*;/],
]) {
  test(`a policy without ${directive} is named where the experiment would be`, async (t) => {
    const lab = await labHost(t);
    const { origin } = new URL(lab.address);
    const folder = filledExample(t, 'html', { snippet: lineOf(lab.address), origin });
    const file = join(folder, 'index.html');
    const text = readFileSync(file, 'utf8');
    assert.match(text, lost);
    writeFileSync(file, text.replace(lost, ''));
    const { page } = await visit(t, await courseHost(t, folder));
    const { state, failure, text: shown } = await runExperiment(await findElement(page));
    assert.equal(state, 'failed');
    assert.ok(failure.message.includes(directive), failure.message);
    assert.ok(shown.includes(directive), shown);
  });
}
