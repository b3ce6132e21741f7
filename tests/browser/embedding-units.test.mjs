// Experiments inside other pages, without a browser: the author's attributes, the snippets to copy, posters, themes, frames that fit their
// content, and widgets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { install } from './fixtures/elements.mjs';
import { complaints, listed, read } from '../../www/embed/attributes.js';
import { fill, LANGUAGES, posters } from '../../www/embed/posters.js';
import { snippet, systems } from '../../www/embed/snippets.js';
import { dress, surroundings } from '../../www/embed/theme.js';
import { render } from '../../www/embed/widget.js';

install();
const poster = {
  choices: { preset: ['course', 'large'], device: ['webgpu', 'cpu'] },
  parameters: { n: '-2 … 9', loopLength: '1 … 100, auto', way: 'a, b', text: '≤ 20' },
};
const element = (attributes) => ({ getAttribute: (name) => attributes[name] ?? null });

test('attributes: numbers within their range, choices, texts, and what is wrong with what it may be', () => {
  const good = { preset: 'large', n: '-2', looplength: 'auto', way: 'b', text: 'anything' };
  assert.deepEqual(read(element(good), poster).given, {
    preset: 'large',
    n: '-2',
    loopLength: 'auto',
    way: 'b',
    text: 'anything',
  });
  for (const n of ['9', '0', '1e0']) assert.deepEqual(read(element({ n }), poster).wrong, [], n);
  for (const n of ['-3', '10', '1.5', '', ' ', 'auto', 'x'])
    assert.deepEqual(
      read(element({ n }), poster),
      { ...read(element({}), poster), wrong: [{ attribute: 'n', value: n, allowed: '-2 … 9' }] },
      n,
    );
  const { wrong } = read(
    element({ way: 'c', theme: 'blue', looplength: '0', controls: 'run,speed' }),
    poster,
  );
  assert.deepEqual(
    wrong.map(({ attribute, value }) => `${attribute} ${value}`),
    ['looplength 0', 'way c', 'theme blue', 'controls speed'],
  );
  assert.deepEqual(
    complaints(wrong.slice(1, 2), {
      'unknown-value': '{attribute}: {value}, not {allowed} {other}',
    }),
    ['way: c, not a, b {other}'],
  );
  assert.equal(fill('{a} {b} {a}', { a: 0 }), '0 {b} 0');
});

test('controls: without a list what is beside the point is hidden, with one all but what it names', () => {
  const hidden = (controls) =>
    read(element(controls === undefined ? {} : { controls }), poster).hidden;
  assert.deepEqual(hidden(), [
    'program',
    'to-sandbox',
    'binding',
    'variations',
    'pipeline',
    'freedom',
  ]);
  assert.equal(hidden('').length, 18);
  const all = hidden('run LOOPLENGTH,program');
  assert.deepEqual(
    ['run', 'loopLength', 'program', 'n', 'prediction'].map((name) => all.includes(name)),
    [false, false, false, true, true],
  );
  assert.deepEqual([listed(null), listed(' a,b  c,'), listed('')], [null, ['a', 'b', 'c'], []]);
});

test('snippets hold the lab’s address with one slash, and attributes that cannot end the element', () => {
  const attributes = { experiment: 'warmup', program: 'a("<&")\n\tb()', autorun: true };
  for (const lab of ['https://x.example/lab', 'https://x.example/lab//']) {
    const html = snippet('html', lab, attributes);
    assert.match(html, /src="https:\/\/x\.example\/lab\/www\/embed\.js"/);
    assert.match(html, / program="a\(&quot;&lt;&amp;&quot;\)&#10;&#9;b\(\)" autorun>/);
  }
  const of = (name) => snippet(name, 'https://x.example', attributes);
  assert.match(
    of('lms'),
    /embed\.html\?experiment=warmup&amp;program=a%28%22%3C%26%22%29%0A%09b%28%29&amp;autorun="/,
  );
  assert.match(of('iframe'), /www\/embed\/fit\.js/);
  assert.match(of('jupyter'), /autorun = traitlets\.Any\(True\)/);
  assert.match(of('myst'), /"lab": "https:\/\/x\.example\/"/);
  for (const { name } of systems) assert.ok(of(name).includes('x.example/'), name);
  assert.throws(() => of('word'), {
    name: 'RangeError',
    message: /no snippet for word; there are html/,
  });
});

test('posters are fetched once for each language, and again after a failure', async (t) => {
  const asked = [];
  let answer = { ok: false, status: 503 };
  t.mock.method(globalThis, 'fetch', async (url) => (asked.push(url.pathname.slice(-7)), answer));
  await assert.rejects(posters('pt'), /503/);
  answer = { ok: true, json: async () => ({ words: 1 }) };
  assert.deepEqual(await posters('pt'), { words: 1 });
  assert.equal(posters('pt'), posters('pt'));
  await posters('ko');
  assert.deepEqual(asked, ['pt.json', 'pt.json', 'ko.json']);
  assert.equal(LANGUAGES[0], 'en');
});

test('a theme is the author’s, or that of the nearest ground, through shadows, or the browser’s', (t) => {
  class Shadow {}
  class Host {}
  const { getComputedStyle, matchMedia } = globalThis;
  t.after(() => Object.assign(globalThis, { getComputedStyle, matchMedia }));
  let dark = false;
  Object.assign(globalThis, {
    Element: Host,
    ShadowRoot: Shadow,
    getComputedStyle: (one) => ({
      backgroundColor: 'transparent',
      colorScheme: 'normal',
      getPropertyValue: () => '',
      ...one.look,
    }),
    matchMedia: () => ({ matches: dark }),
  });
  const ground = (backgroundColor, parentNode = null) =>
    Object.assign(new Host(), { look: { backgroundColor }, parentNode });
  const themeIn = (parentNode) => surroundings({ parentNode });
  const scheme = (colorScheme) => (document.documentElement.look = { colorScheme });
  assert.deepEqual(
    [
      'rgb(20, 20, 20)',
      'rgb(255, 255, 255)',
      'rgb(0, 255, 0)',
      'rgb(0, 0, 255)',
      'color(srgb 0.1 0.1 0.1)',
    ].map((colour) => themeIn(ground(colour))),
    ['dark', 'light', 'light', 'dark', 'dark'],
  );
  assert.equal(themeIn(ground('rgba(0, 0, 0, 0.49)', ground('rgb(255, 255, 255)'))), 'light');
  assert.equal(themeIn(ground('rgba(0, 0, 0, 0.5)', ground('rgb(255, 255, 255)'))), 'dark');
  const shadow = Object.assign(new Shadow(), { parentNode: null, host: ground('rgb(0, 0, 0)') });
  assert.equal(themeIn(shadow), 'dark');
  const bare = ['normal', 'dark', 'light dark'].flatMap((of) =>
    [false, true].map((preferred) => {
      scheme(of);
      dark = preferred;
      return themeIn(null);
    }),
  );
  assert.deepEqual(bare, ['light', 'light', 'dark', 'dark', 'light', 'dark']);
  const sheet = {
    written: [],
    replaceSync: (text) => sheet.written.push(text.match(/color-scheme: (\w+)/)[1]),
  };
  const container = { style: { setProperty() {} } };
  const own = { theme: 'dark', parentNode: ground('rgb(255, 255, 255)') };
  const changes = ['dark', 'dark', 'auto', 'light', 'dark'].map((theme) =>
    dress(Object.assign(own, { theme }), container, sheet),
  );
  assert.deepEqual(
    [changes, sheet.written],
    [
      [true, false, true, false, true],
      ['dark', 'light', 'dark'],
    ],
  );
});

test('a frame becomes as high as it says, where it shows the lab and has a height that can be', async (t) => {
  const { addEventListener, document: before } = globalThis;
  let hear;
  t.after(() => Object.assign(globalThis, { addEventListener, document: before }));
  const frame = (src) => ({ src, contentWindow: {}, style: {} });
  const [own, other, blank] = [
    frame('https://x.example/lab/embed.html?experiment=a'),
    frame('https://x.example/other.html'),
    frame(''),
  ];
  globalThis.addEventListener = (_, listener) => (hear = listener);
  globalThis.document = { querySelectorAll: () => [blank, other, own] };
  await import('../../www/embed/fit.js');
  const post = (source, height, type = 'asynclab:size') =>
    hear({ source: source.contentWindow, data: { type, height } });
  for (const one of [own, other, blank]) post(one, 300);
  assert.deepEqual(
    [own.style.height, other.style.height, blank.style.height],
    ['300px', undefined, undefined],
  );
  for (const height of [-1, 20_001, NaN, '9', Infinity]) post(own, height);
  post(own, 5, 'asynclab:run');
  hear({ source: own.contentWindow, data: null });
  assert.equal(own.style.height, '300px');
  for (const height of [20_000, 0]) post(own, height);
  assert.equal(own.style.height, '0px');
});

test('a widget follows its model, hands results back, and leaves nothing behind', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => ({
    ok: true,
    json: async () => ({ experiments: { x: { parameters: { loopLength: '1 … 9' } } } }),
  }));
  const values = { experiment: 'x', looplength: 5, autorun: true, theme: null };
  const [listeners, set] = [new Map(), []];
  const model = {
    get: (name) => values[name],
    set: (name, value) => set.push([name, value]),
    save_changes: () => set.push('saved'),
    on: (event, listener) => listeners.set(event, listener),
    off: (event) => listeners.delete(event),
  };
  const el = document.createElement('div');
  const end = await render({ model, el });
  const [lab] = el.children;
  assert.deepEqual(Object.fromEntries(lab.attributes), {
    experiment: 'x',
    loopLength: '5',
    autorun: '',
  });
  Object.assign(values, { looplength: 7, autorun: false });
  listeners.get('change:loopLength')();
  assert.deepEqual(Object.fromEntries(lab.attributes), { experiment: 'x', loopLength: '7' });
  lab.dispatchEvent(Object.assign(new Event('result'), { detail: { value: NaN } }));
  while (set.length < 2) await new Promise(setImmediate);
  assert.deepEqual(set, [['result', { value: null }], 'saved']);
  let removed = false;
  lab.remove = () => (removed = true);
  end();
  assert.deepEqual([removed, listeners.size], [true, 0]);
});
