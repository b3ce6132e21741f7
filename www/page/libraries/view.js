/** The same loops in several libraries: a prediction, then the findings from their recordings, and the timelines. */
import { tableOf } from '../../charts/table.js';
import { h, prose } from '../../kit/dom.js';
import { Fault } from '../../kit/faults.js';
import { day, fixed, quantity, whole } from '../../kit/format.js';
import { lazily } from '../../kit/lazy.js';
import { sayer } from '../../kit/say.js';
import { loadEngine } from '../../lib/engine.js';
import { alignTimes } from '../../pkg/asynclab.js';
import { linked } from '../linked.js';
import { message } from '../message.js';
import { Prediction } from '../prediction.js';
import { findingOf } from '../watched/finding.js';
import { readRecording, traceOf } from '../watched/reading.js';
import { RecordingView } from '../watched/view.js';
import { factsOf, judge, LIBRARIES, LOOPS, perSubmission } from './judge.js';

const say = sayer('page/libraries');
const sayPage = sayer('page');

/** The loops as a reader would write them, in no library's own syntax. */
const PROGRAMS = {
  sums: `let total = 0;
for (let i = 0; i < 10; i++) {
  total = add(total, sum(matmul(a, a)));
  // each: await read(total)
}
await read(total);`,
  train: `for (let i = 0; i < 10; i++) {
  const e = sub(matmul(x, w), y);
  loss = sum(mul(e, e));
  w = sub(w, matmul(rxT, e)); // rxT: the rate times x, transposed
  // each: await read(loss)
}
await read(loss);`,
};

/** @typedef {{file: string, recording: any}} Recorded */
/** @typedef {{name: string, label: string, pair: Record<'once'|'each', Recorded>, facts: import('./judge.js').Pair}} Library */

/** @typedef {{libraries: Library[], live: boolean}} Shown */

export class LibrariesView {
  /** The recordings of one loop. @type {Shown|null} */ #shown = null;
  /** The number of the present run. An earlier run that is still loading shows nothing. */
  #run = 0;

  constructor() {
    this.element = h('div', { class: 'opened' });
    this.loop = h('select', { id: 'libraries-loop' });
    this.loop.append(...Object.keys(LOOPS).map((value) => h('option', { value })));
    this.loop.addEventListener('change', () => this.#clear());
    this.program = h('code', {});
    this.status = h('p', { class: 'status', role: 'status' });
    this.answer = h('div', { class: 'answer' });
    this.#lay();
  }

  /** The folder of the libraries, in a site that was written `--with libraries`. */
  get #live() {
    return document.querySelector('meta[name="asynclab-libraries"]')?.getAttribute('content');
  }

  #lay() {
    const before = this.prediction;
    const choices = ['none', 'some', 'all'].map((key) => ({ key }));
    const of = (/** @type {any} */ { early }) => early;
    const experiment = { name: 'libraries', prediction: { of, choices } };
    this.prediction = new Prediction(/** @type {any} */ (experiment), sayPage, say);
    if (before) this.prediction.takeOver(before);
    for (const option of this.loop.options) option.textContent = say(`loop-${option.value}`);
    this.program.textContent = PROGRAMS[/** @type {'sums'} */ (this.loop.value)];
    const button = (/** @type {string} */ key, /** @type {() => void} */ act) =>
      h('button', { type: 'button', class: key, onclick: act }, say(key));
    const live = this.#live;
    this.element.replaceChildren(
      h('p', { class: 'introduction' }, ...prose(say('introduction'))),
      this.prediction.element,
      h('p', { class: 'field' }, h('label', { for: this.loop.id }, say('loop')), this.loop),
      h('pre', {}, this.program),
      h(
        'p',
        { class: 'buttons' },
        button('run', () => void this.run()),
        live ? button('run-live', () => void this.run(live)) : null,
      ),
      ...(live ? [h('p', { class: 'note' }, say('live-help'))] : []),
      this.status,
      this.answer,
    );
  }

  /** Writes all texts again after a change of language. The shown recordings stay. */
  resay() {
    this.#lay();
    if (this.#shown) this.#show();
  }

  #clear() {
    this.#run += 1;
    this.#shown = null;
    this.program.textContent = PROGRAMS[/** @type {'sums'} */ (this.loop.value)];
    this.status.textContent = '';
    this.answer.replaceChildren();
  }

  /** Opens the recordings of the chosen loop, or makes them here. @param {string} [live] the folder of the libraries */
  async run(live) {
    this.#clear();
    const run = this.#run;
    try {
      await loadEngine();
      const libraries = [];
      for (const file of /** @type {(keyof typeof LIBRARIES)[]} */ (Object.keys(LIBRARIES))) {
        this.status.textContent = say('opening', { name: LIBRARIES[file] });
        const library = await this.#open(file, live);
        if (run !== this.#run) return;
        libraries.push(library);
      }
      this.#shown = { libraries, live: Boolean(live) };
      this.status.textContent = '';
      this.#show();
    } catch (caught) {
      if (run !== this.#run) return;
      const { code = 'NOT_LOADED', message: text } = /** @type {any} */ (caught);
      this.status.textContent = '';
      this.answer.replaceChildren(message(new Fault(code, text)));
    }
  }

  /** @param {keyof typeof LIBRARIES} file @param {string|undefined} live @returns {Promise<Library>} */
  async #open(file, live) {
    const [once, each] = await Promise.all(
      LOOPS[this.loop.value].map(async (loop, i, loops) => {
        const name = `${file}-${loop}`;
        if (!live) return { file: name, recording: readRecording(await linked(name)[0].text()) };
        const { runLive } = await import('./live.js');
        // `runLive` runs one after the other, since they share the GPU.
        const text = await runLive(live, LIBRARIES[file], loops[i]);
        return { file: name, recording: readRecording(text) };
      }),
    );
    const known = (/** @type {Recorded} */ { recording }) => {
      const { trace, quantum } = traceOf(recording, alignTimes);
      return factsOf(recording, trace, findingOf(recording, trace, quantum));
    };
    const [, version = ''] = / (\d[^:/ ]*):/.exec(once.recording.page) ?? [];
    return {
      name: LIBRARIES[file],
      label: `${say.has(`library-${file}`) ? say(`library-${file}`) : LIBRARIES[file]} ${version}`,
      pair: { once, each },
      facts: { once: known(once), each: known(each) },
    };
  }

  #show() {
    const { libraries, live } = /** @type {Shown} */ (this.#shown);
    const { early, findings } = judge(
      new Map(libraries.map(({ label, facts }) => [label.trim(), facts])),
    );
    const { recording } = libraries[0].pair.once;
    const { description, vendor } = recording.devices[0] ?? {};
    const values = {
      adapter: description || vendor || '–',
      browser: /(?:Chrome|Firefox)\/\d+/.exec(recording.browser)?.[0] ?? recording.browser,
      date: day(recording.date),
    };
    const finding = { finding: { key: 'found', values: {} }, early, measures: {} };
    const guess = /** @type {Prediction} */ (this.prediction);
    const { verdict, why } = guess.judge(/** @type {any} */ (finding));
    this.answer.replaceChildren(
      h('p', { class: 'ribbon' }, say(live ? 'ribbon-live' : 'ribbon', values)),
      ...findings.map((found) => h('p', { class: 'finding' }, say(found.key, found.values))),
      ...[verdict, why].filter(Boolean).map((text) => h('p', { class: 'predicted' }, text)),
      ...this.#table(libraries),
      h('p', { class: 'note' }, say('note')),
      ...libraries.map((library) => this.#timelines(library)),
    );
  }

  /** @param {Library[]} libraries */
  #table(libraries) {
    const columns = 'library read submissions dispatches each early awaits waits idle'
      .split(' ')
      .map((key) => say(`column-${key}`));
    const ways = /** @type {const} */ (['once', 'each']);
    const rows = lazily(2 * libraries.length, (i) => {
      const { label, facts } = libraries[i >> 1];
      const way = ways[i % 2];
      const { submissions, dispatches, early, awaits, waits, idle } = facts[way];
      return [
        ...[label, say(`read-${way}`), ...[submissions, dispatches].map(whole)],
        fixed(perSubmission(facts[way]), 1),
        ...[early, awaits, waits].map(whole),
        Number.isNaN(idle) ? '–' : quantity({ value: idle, unit: 'share' }),
      ];
    });
    return tableOf({ columns, rows }, { label: say('table') });
  }

  /** Both recordings of a library side by side, once the reader unfolds them. @param {Library} library */
  #timelines({ label, pair }) {
    const container = h('div', {});
    const details = h(
      'details',
      {},
      h('summary', {}, say('timelines', { name: label })),
      container,
    );
    details.addEventListener('toggle', () => {
      if (!details.open || container.firstChild) return;
      const views = [pair.once, pair.each].map(
        ({ file, recording }) => new RecordingView(file, recording, alignTimes),
      );
      container.append(...views.map(({ element }) => element));
      for (const view of views) view.paint();
    });
    return details;
  }
}
