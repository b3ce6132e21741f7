// The work that a notebook makes for the page, counted in elements and messages under way. Without a browser: the document is a stand-in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zipSync } from 'fflate';
import { HOSTILE } from './fixtures/hostile-notebooks.mjs';

/** The number of elements made. */
let made = 0;
class Element {
  textContent = '';
  constructor(name) {
    this.localName = name;
    made += 1;
  }
  setAttribute() {}
  append(...parts) {
    this.textContent += parts.map((part) => part.textContent ?? part).join('');
  }
}
globalThis.document = {
  createElement: (name) => new Element(name),
  createElementNS: (_, name) => new Element(name),
  createTextNode: (text) => ({ textContent: text }),
};
const { textOf } = await import('../../www/notebook/text.js');
const { Outbox } = await import('../../www/python/outbox.js');
const { Printed } = await import('../../www/python/printed.js');
const { read, write } = await import('../../www/notebook/ipynb.js');

for (const part of HOSTILE)
  test(`text of ${JSON.stringify(part)} makes elements in step with its characters, few in each step`, () => {
    for (const size of [10_000, 100_000]) {
      const source = part.repeat(size / part.length);
      made = 0;
      let [elements, characters] = [0, 0];
      for (const step of textOf(source, new Element('div'))) {
        assert.ok(step.elements <= 1100 && step.characters <= 3000 + source.length * !part.trim());
        elements += step.elements;
        characters += step.characters;
      }
      assert.equal(characters, source.length, 'each character is counted once');
      assert.ok(made - 1 <= elements, `${made} elements were made, ${elements} are counted`);
      assert.ok(made <= 1.5 * size, `${made} elements of ${size} characters`);
    }
  });

test('text keeps its headings, lists, code and formulas', () => {
  const names = [];
  const { createElement } = document;
  document.createElement = (name) => (names.push(name), createElement(name));
  const root = new Element('div');
  const source = '# A\ntext **bold** `code` $x$\n\n- one\n- two\n\n3. three\n\na * b $5';
  assert.equal(
    [...textOf(source, root)].reduce((sum, step) => sum + step.characters, 0),
    source.length,
  );
  document.createElement = createElement;
  assert.deepEqual(names, ['h2', 'p', 'code', 'span', 'ul', 'li', 'li', 'ol', 'li', 'p']);
});

test('messages leave in batches, and no more than two before the page has answered', () => {
  const batches = [];
  const outbox = new Outbox((batch) => batches.push(batch.messages));
  for (let i = 0; i < 49_000; i += 1) outbox.send({ type: 'result', text: String(i) });
  assert.equal(batches.length, 2);
  while (outbox.waiting) outbox.answered();
  const all = batches.flat().map(({ text }) => Number(text));
  assert.deepEqual([all.length, all.every((n, i) => n === i)], [49_000, true]);
  assert.ok(batches.length <= 250 && batches.every(({ length }) => length <= 200));
  outbox.answered();
  outbox.send({ type: 'text', text: 'x'.repeat(250_000) });
  outbox.send({ type: 'text', text: 'y' });
  assert.equal(batches.at(-1).length, 1, 'a long one leaves alone');
});

test('a carriage return goes back to the beginning of the line, and what follows overwrites it', () => {
  const shown = (...texts) => {
    const printed = new Printed();
    for (const text of texts) printed.write(text);
    return printed.take() + printed.line;
  };
  assert.equal(shown('10%\r', '100%\n'), '100%\n');
  assert.equal(shown('abc\rX'), 'Xbc');
  assert.equal(shown('a\r\nb\r', '\nc'), 'a\nb\nc');
  assert.equal(shown('a\nbc\r', 'd'), 'a\ndc');
  assert.equal(shown('\u{1f600}b\rc'), 'cb');
  assert.equal(shown('x'.repeat(100_000)).length, 100_000);
});

test('what is saved has all its lines, with their ends', () => {
  for (const source of ['', 'a', 'a\n', '\n', 'a\n\nb']) {
    const text = write(
      read(JSON.stringify({ nbformat: 4, cells: [{ cell_type: 'markdown', source }] })),
    );
    assert.equal(JSON.parse(text).cells[0].source.join(''), source);
  }
});

test('a file whose lists lie deep in each other is rejected, and what is read is saved in step with its size', () => {
  const nested = (depth) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
  const file = (metadata) => `{"nbformat":4,"metadata":{"a":${metadata}},"cells":[]}`;
  for (const text of [
    file(nested(100)),
    file(nested(1_000_000)),
    `{"nbformat":${nested(1000)},"cells":[]}`,
    `{"nbformat":4,"metadata":{},"cells":[{"source":${nested(10_000)}}]}`,
    `{"nbformat":4,"metadata":{"kernelspec":{"language":${nested(10_000)}}},"cells":[]}`,
  ])
    assert.throws(() => read(text), { key: 'too-deep' });
  const text = file(`[${Array(1000).fill(nested(29))}]`);
  const saved = write(read(text));
  assert.ok(saved.length < 40 * text.length, `${saved.length} of ${text.length}`);
});

test('a part of Python that is cut off, rejected or broken off is missing, and never handed on', async (t) => {
  const { fetched } = await import('../../www/python/parts.js');
  const { fetch } = globalThis;
  t.after(() => (globalThis.fetch = fetch));
  const whole = zipSync({ 'jax/__init__.py': new Uint8Array(1000) });
  const url = new URL('https://lab.example/www/pkg/python/jax.zip');
  const get = (answer) => {
    globalThis.fetch = async () => answer();
    return fetched(url, new AbortController().signal);
  };
  assert.equal((await get(() => new Response(whole))).byteLength, whole.length);
  const broken = () =>
    new ReadableStream({
      pull: (stream) => stream.error(new TypeError('network error')),
    });
  for (const [answer, why] of [
    [() => new Response(whole.slice(0, -1)), 'cut off'],
    [() => new Response(whole.slice(0, 10)), 'cut off'],
    [() => new Response(new Uint8Array()), 'cut off'],
    [() => new Response('<!doctype html><title>Sign in</title>'), 'cut off'],
    [() => new Response(whole, { status: 503 }), 'status 503'],
    [() => new Response(broken()), 'network error'],
    [() => Promise.reject(new TypeError('offline')), 'offline'],
  ])
    await assert.rejects(get(answer), ({ code, message }) => {
      assert.equal(code, 'PYTHON_MISSING');
      assert.ok(
        message.includes(`jax.zip could not be fetched (`) && message.includes(why),
        message,
      );
      return true;
    });
});
