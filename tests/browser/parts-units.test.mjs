// Parts of the page without a browser: links, progress, predictions, figures, and the state of a run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { below, install } from './fixtures/elements.mjs';
import './fixtures/words.mjs';
import { ExperimentFigure } from '../../www/page/figures.js';
import { asked, MOST_ASKED, parametersOf, read, write } from '../../www/page/link.js';
import { pack, unpack } from '../../www/page/links/packing.js';
import { Prediction } from '../../www/page/prediction.js';
import { Progress } from '../../www/page/progress.js';
import { RunStatus } from '../../www/page/run-status.js';
import { SilenceNotice } from '../../www/page/silence.js';

install();
/** The messages, with their values. */
const say = Object.assign((key, values) => (values ? `${key} ${JSON.stringify(values)}` : key), {
  has: () => true,
});

const experiment = {
  name: 'x',
  parameters: {
    n: { min: 1, max: 9, default: 2 },
    way: { choices: ['a', 'b'], default: 'a' },
    program: { text: 50, lines: 3, default: 'one()' },
  },
  presets: { small: {}, large: { n: 8 } },
  devices: ['webgpu', 'cpu'],
};

test('a link has what differs from the first preset, and the page’s own; reading it gives the same again', () => {
  const said = (state, old) =>
    String(parametersOf(experiment, { device: 'webgpu', preset: 'small', ...state }, old));
  const values = { n: 2, way: 'a', program: 'two()' };
  assert.equal(said({ parameters: values }), '');
  assert.equal(said({ preset: 'large', parameters: { ...values, n: 8 } }), 'preset=large');
  assert.equal(said({ preset: 'large', parameters: { ...values, n: 2 } }), 'preset=large&n=2');
  assert.equal(
    said({ preset: 'own', device: 'cpu', parameters: { ...values, n: 8 } }),
    'n=8&device=cpu',
  );
  const old = new URLSearchParams('lang=pt&n=5&result=1&theme=dark');
  assert.equal(said({ parameters: values }, old), 'lang=pt&theme=dark');
  assert.deepEqual(
    [...read({ hash: '#x?a=1?2&b=' }).parameters],
    [
      ['a', '1?2'],
      ['b', ''],
    ],
  );
  assert.deepEqual([read({ hash: '' }).name, read({ hash: '#x' }).parameters.size], ['', 0]);
  assert.equal(
    write({ name: 'x', parameters: new URLSearchParams({ hide: 'a,b' }) }),
    '#x?hide=a,b',
  );
  assert.equal(write({ name: 'x', parameters: new URLSearchParams() }), '#x');

  const of = (query) => asked(experiment, new URLSearchParams(query));
  const defaults = { n: 2, way: 'a', program: 'one()' };
  assert.deepEqual(of('lang=pt&code=x'), {
    preset: 'small',
    device: null,
    values: null,
    wrong: [],
  });
  assert.deepEqual(of('preset=large'), {
    preset: 'large',
    device: null,
    values: { ...defaults, n: 8 },
    wrong: [],
  });
  assert.deepEqual(of('device=cpu&n=9'), {
    preset: 'own',
    device: 'cpu',
    values: { ...defaults, n: 9 },
    wrong: [],
  });
  assert.deepEqual(
    of('preset=huge&n=10&device=tpu&m=1').wrong.map(({ name }) => name),
    ['preset', 'n', 'device', 'm'],
  );
  assert.deepEqual([of('preset=small').values, of('device=cpu').values], [defaults, null]);
  const many = (count) => of(`${'m=1&'.repeat(count)}n=9`).values?.n;
  assert.deepEqual([many(MOST_ASKED - 1), many(MOST_ASKED)], [9, undefined]);
});

test('a text is packed for an address, and a broken or too large one is rejected', async () => {
  const text = 'ü'.repeat(3000) + Array.from({ length: 500 }, (_, i) => `${i * 7919}`).join('');
  const packed = await pack(text);
  // Letters of two bytes, which chunks of the stream split.
  const long = `x${'ü'.repeat(200_000)}`;
  assert.equal(await unpack(await pack(long)), long);
  assert.match(packed, /^[\w-]+$/);
  assert.equal(await unpack(packed), text);
  assert.equal(
    await unpack(await pack('x'.repeat(4_000_000))).then((all) => all.length),
    4_000_000,
  );
  for (const broken of [
    packed.slice(0, -9),
    'ä',
    await pack('x'.repeat(4_000_001)),
    await pack(Uint8Array.of(0x61, 0xc3)),
  ])
    await assert.rejects(unpack(broken), { code: 'BROKEN_LINK' });
});

test('progress keeps each step once, in order, over visits, and what storage holds is checked', (t) => {
  const kept = new Map();
  let full = false;
  const stored = [];
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (full) throw new Error('full');
      stored.push(kept.set(key, value));
    },
  };
  t.after(() => delete globalThis.localStorage);
  const progress = new Progress();
  assert.deepEqual(progress.of('x'), []);
  for (const step of ['run', 'predicted', 'run']) progress.add('x', step);
  progress.add('y', 'opened');
  assert.equal(stored.length, 3);
  assert.deepEqual(
    [progress.of('x'), progress.of('y')],
    [['opened', 'predicted', 'run'], ['opened']],
  );
  full = true;
  progress.add('y', 'run');
  assert.deepEqual(progress.of('y'), ['opened', 'run']);
  assert.deepEqual(new Progress().of('y'), ['opened']);
  for (const [text, of] of [
    ['{"x":["run","flown",3],"y":4}', ['opened', 'run']],
    ['null', []],
    ['{', []],
  ]) {
    kept.set('asynclab.progress', text);
    assert.deepEqual([new Progress().of('x'), new Progress().of('y')], [of, []], text);
  }
});

/** A prediction, and its inputs. */
function prediction(given) {
  const made = new Prediction({ name: 'x', prediction: given }, say, say);
  const inputs = below(made.element).filter(({ tag }) => tag === 'input');
  for (const input of inputs) {
    input.type = input.attributes.get('type');
    input.value = input.attributes.get('value') ?? '';
    input.checked = false;
  }
  made.element.querySelectorAll = () => inputs;
  made.element.querySelector = (selector) =>
    (/checked/.test(selector) ? inputs.find(({ checked }) => checked) : inputs[0]) ?? null;
  return { made, inputs };
}
const resultOf = (value, key = 'found') => ({
  finding: { key },
  measures: { m: { value, low: value, high: value, unit: 'x' } },
  info: { device: 'cpu' },
});

test('a prediction is judged by its class: right, wrong to one side, undecided, or none', () => {
  const choices = [{ key: 'a', below: 2 }, { key: 'b', below: 5 }, { key: 'c' }];
  const { made, inputs } = prediction({ of: 'm', choices });
  assert.deepEqual(made.judge(resultOf(1)), { verdict: '', why: '' });
  inputs[1].checked = true;
  const judged = (...given) => {
    const { verdict, why } = made.judge(resultOf(...given));
    return [verdict.split(' ')[0], why];
  };
  assert.deepEqual(judged(3), ['prediction-right', '']);
  assert.deepEqual(judged(5), ['prediction-wrong', 'why-low']);
  assert.deepEqual(judged(1), ['prediction-wrong', 'why-high']);
  assert.deepEqual(judged(1, 'unsteady'), ['prediction-undecided', '']);
  const { verdict } = made.judge(resultOf(5));
  assert.match(verdict, /"predicted":"prediction-b","measured":"prediction-c"/);
  const other = prediction({ of: 'm', choices });
  other.made.takeOver(made);
  assert.deepEqual(
    other.inputs.map(({ checked }) => checked),
    [false, true, false],
  );
  made.clear();
  assert.deepEqual([made.judge(resultOf(3)).verdict, inputs[1].value], ['', 'b']);
  const own = prediction({ of: () => 'c', choices });
  own.inputs[2].checked = true;
  assert.match(own.made.judge(resultOf(1)).verdict, /^prediction-right/);
});

test('a figure shows the last result again when a live one ends, and is empty where there was none', () => {
  const shown = [];
  const chart = {
    element: document.createElement('figure'),
    surfaces: [{ canvas: {} }, { canvas: { hidden: true } }],
    paint() {},
    show: ({ caption, data }) => shown.push(`${data}: ${caption}`),
    live: ({ data }) => shown.push(`live ${data}`),
    clear: () => shown.push('clear'),
  };
  const figure = new ExperimentFigure(
    { name: 'f', kind: 'k', of: ({ value }) => value, live: (data) => ({ data, values: {} }) },
    { k: () => chart },
    (key) => key,
  );
  figure.restore();
  figure.live(1);
  figure.restore();
  figure.show({ value: 5 }, 'of today');
  figure.live(2);
  figure.restore();
  figure.restore();
  assert.deepEqual(shown, [
    'live 1',
    'clear',
    '5: caption-f of today',
    'live 2',
    '5: caption-f of today',
  ]);
  assert.equal(figure.surfaces.length, 1);
  figure.show({ value: 6 }, 'of today', true);
  assert.equal(shown.at(-1), '6: caption-f');
  figure.show({ value: 0 }, '');
  assert.deepEqual([figure.element.hidden, figure.surfaces], [true, []]);
  figure.clear();
  figure.live(3);
  assert.equal(figure.element.hidden, false);
  figure.restore();
  assert.equal(shown.at(-1), 'clear');
});

test('the state of a run: seconds at once, spoken seldom, the time left where it is long', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const status = new RunStatus(say, say);
  const report = (left) =>
    status.report({ key: 'step', values: { way: 'w' }, done: 1, total: 4, left });
  const pass = (ms) => {
    now += ms;
    t.mock.timers.tick(100);
    return [
      status.text.textContent.match(/"elapsed":"(.*?)"/)?.[1],
      status.spoken.textContent.split(' ')[0],
    ];
  };
  const stop = status.start();
  assert.deepEqual([status.bar.hidden, status.spoken.textContent], [false, 'run']);
  report(10_000);
  assert.deepEqual(pass(1500), ['1.5 s', 'run']);
  assert.deepEqual(pass(3500), ['5.0 s', 'run']);
  assert.deepEqual(pass(1), ['5.0 s', 'step']);
  assert.deepEqual([status.progress.max, status.progress.value], [4, 1]);
  assert.match(status.text.textContent, /way-w/);
  report(10_001);
  assert.deepEqual(pass(5001), ['10.0 s', 'left']);
  assert.equal(stop(), '10.0\u202fs');
  assert.deepEqual([status.bar.hidden, status.text.textContent], [true, '']);
  assert.deepEqual(pass(9000), [undefined, '']);
  status.finished('1 s');
  assert.match(status.spoken.textContent, /finished/);
});

test('silence: the reader may wait or end it; unattended for longer than is explained, it ends by itself', () => {
  const ended = [];
  const notice = new SilenceNotice(({ silent }) => ended.push(silent));
  notice.element.hasChildNodes = () => notice.element.childNodes.length > 0;
  const waited = [];
  const show = (silent, patience = 5000) =>
    notice.show({ device: 'webgpu', silent, patience, wait: () => waited.push(silent) });
  const press = (index) =>
    below(notice.element)
      .filter(({ tag }) => tag === 'button')
      .at(index)
      .dispatchEvent(new Event('click'));
  show(31_000);
  show(30_000);
  assert.deepEqual([ended, notice.element.childNodes.length], [[], 1]);
  show(0);
  assert.equal(notice.element.childNodes.length, 0);
  show(60_000);
  show(60_001, 60_001);
  assert.deepEqual(ended, []);
  show(60_002, 60_001);
  assert.deepEqual([ended, notice.element.childNodes.length], [[60_002], 0]);
  show(10_000);
  press(0);
  assert.deepEqual([waited, notice.element.childNodes.length], [[10_000], 0]);
  show(20_000);
  press(1);
  assert.deepEqual([ended, notice.element.childNodes.length], [[60_002, 20_000], 0]);
});
